//! Shows by running it that a refused kernel would have computed something else.

use super::witness::Witness;
use diag::Diagnostic;
use ir::{Kernel, Name, Scalar};
use judge::{Sizes, choose, factors, show};
use pass::{Refusal, Step};
use runtime::{Array, Bindings, Inputs, Numbers, Options, Tolerance, WorkItemOrder};
use transforms::lower;

/// Different contents of the arrays that are tried.
const SEEDS: u64 = 12;
/// Steps that one run may take.
const FUEL: u64 = 2_000_000;

/// Sizes that a device runs.
const DEVICE_RUNS: usize = 6;

/// The loop tree of a kernel although it is illegal: without the checker, and without the passes that refuse
/// races and memory that is not shared.
pub(super) fn unguarded(kernel: &Kernel) -> Result<Kernel, Refusal> {
    if kernel.schedule.is_some() {
        return Ok(kernel.clone());
    }
    let kernel = lower::infer_types(kernel, Some(Scalar::F64))?;
    let kernel = lower::expand_rules(&kernel)?;
    let kernel = lower::realize_reduction(&kernel)?;
    let kernel = lower::assign_local_axes(&kernel)?;
    let kernel = lower::resolve_address_spaces(&kernel).unwrap_or(kernel);
    let kernel = lower::schedule(&kernel)?;
    let kernel = lower::insert_barriers(&kernel).unwrap_or(kernel);
    lower::insert_guards(&kernel)
}

/// Sizes at which to look: those that the refusal names, else those near the factors of the pipeline.
pub(super) fn sizes(original: &Kernel, wrong: &Kernel, steps: &[Step], witness: &Witness) -> Vec<Sizes> {
    let factors = factors(original, steps);
    let Ok(assumed) = original.assumptions.intersect(&wrong.assumptions) else { return Vec::new() };
    if witness.parameters.is_empty() {
        return choose(original, &assumed, &factors);
    }
    let named = |(name, value): &mut (Name, i64)| {
        if let Some((_, told)) = witness.parameters.iter().find(|(other, _)| **other == **name) {
            *value = *told;
        }
    };
    let mut all = choose(original, &assumed, &factors);
    all.iter_mut().for_each(|sizes| sizes.iter_mut().for_each(named));
    all.dedup();
    all
}

/// Contents of arrays.
#[derive(Debug, Clone, Copy)]
enum Contents {
    /// Small integers, for which sums and products are exact in any order.
    Integers,
    /// Thirds of numbers, for which they are not.
    Thirds,
}

/// What a run shows: the wrong kernel does something undefined, or computes something else.
pub(super) fn difference(original: &Kernel, wrong: &Kernel, sizes: &[Sizes]) -> Option<String> {
    let original = &crate::example::typed(original, wrong);
    let kinds = [Contents::Integers, Contents::Thirds];
    // Rounding may differ where sums may be reassociated.
    let kinds = &kinds[..if wrong.reassociate { 1 } else { 2 }];
    for sizes in sizes {
        for (kind, seed) in kinds.iter().flat_map(|kind| (1..=SEEDS).map(move |seed| (*kind, seed))) {
            let Some((before, after)) = reference(original, sizes, kind, seed) else { continue };
            if let Some(shown) = run(wrong, &before, &after) {
                return Some(format!("{} ({kind:?}, seed {seed}): {shown}", show(sizes)));
            }
        }
    }
    None
}

/// Arguments before and after a run of the original; `None` where they cannot be made, or it has no defined
/// result.
fn reference(
    original: &Kernel,
    sizes: &Sizes,
    contents: Contents,
    seed: u64,
) -> Option<(Bindings, Bindings)> {
    let before = arguments(original, sizes, contents, seed)?;
    let mut after = before.clone();
    let options = Options { fuel: FUEL, ignore_schedule: true, ..Options::default() };
    runtime::interpret(original, &mut after, &options).ok()?;
    Some((before, after))
}

fn arguments(kernel: &Kernel, sizes: &Sizes, contents: Contents, seed: u64) -> Option<Bindings> {
    let sets = sizes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let numbers = match contents {
        Contents::Integers => Numbers::SmallIntegers,
        Contents::Thirds => Numbers::Real,
    };
    let inputs = Inputs { sets, seed, numbers, ..Inputs::default() };
    let drawn = Bindings::new(kernel, &inputs).ok()?;
    runtime::check_assumptions(kernel, &drawn).ok()?;
    match contents {
        Contents::Integers => Some(drawn),
        Contents::Thirds => {
            let arrays = drawn.arrays().map(|(name, array)| (name.to_string(), thirds(array))).collect();
            Bindings::new(kernel, &Inputs { arrays, ..inputs }).ok()
        }
    }
}

/// An array of doubles, or of pairs of them, with every number divided by three.
fn thirds(array: &Array) -> Array {
    let mut array = array.clone();
    if array.ty.part() == Scalar::F64 {
        for bytes in array.bytes.chunks_exact_mut(8) {
            let number = f64::from_le_bytes(bytes.try_into().unwrap());
            bytes.copy_from_slice(&(number / 3.0).to_le_bytes());
        }
    }
    array
}

fn run(wrong: &Kernel, before: &Bindings, after: &Bindings) -> Option<String> {
    let orders = [
        WorkItemOrder::Ascending,
        WorkItemOrder::Descending,
        WorkItemOrder::Random(1),
        WorkItemOrder::Random(2),
    ];
    orders.into_iter().find_map(|work_items| {
        let mut found = before.rebind(wrong).ok()?;
        let options = Options { work_items, fuel: 20 * FUEL, ..Options::default() };
        match runtime::interpret(wrong, &mut found, &options) {
            Ok(_) => after.arrays().find_map(|(name, left)| {
                let difference = runtime::compare(left, found.array(name)?, Tolerance::EXACT)?;
                Some(format!("`{name}` differs: {difference}"))
            }),
            Err(faults) => {
                let fault = faults.into_iter().find(|fault| SHOWS.contains(&fault.code))?;
                Some(format!("{}: {}", fault.message, fault.notes.join("; ")))
            }
        }
    })
}

/// Faults that only a wrong kernel has.
const SHOWS: &[&str] = &[
    "lp::run::race",
    "lp::run::uninitialized",
    "lp::run::divergence",
    "lp::run::out-of-bounds",
    "lp::run::division-by-zero",
    "lp::run::integer-overflow",
    "lp::run::conversion",
    "lp::run::shift",
];

/// What shows that a source does not say what it computes: its instances in another order that it allows.
pub(super) fn ambiguity(kernel: &Kernel, sizes: &[Sizes]) -> Option<String> {
    let kernel = &lower::infer_types(kernel, Some(Scalar::F64)).ok()?;
    for (sizes, seed) in sizes.iter().flat_map(|sizes| (1..=SEEDS).map(move |seed| (sizes, seed))) {
        let Some(bindings) = arguments(kernel, sizes, Contents::Integers, seed) else { continue };
        let found = runtime::find_ambiguity(kernel, &bindings, &Options::default(), Tolerance::EXACT);
        if let Ok(Some((name, difference))) = found {
            return Some(format!("{}: `{name}` depends on the order: {difference}", show(sizes)));
        }
    }
    None
}

/// Runs the generated code on the first device at some sizes; an error where it computes something else.
pub(super) fn same_on_a_device(
    original: &Kernel,
    lowered: &Kernel,
    sizes: &[Sizes],
) -> Result<(), Result<String, Vec<Diagnostic>>> {
    let original = &crate::example::typed(original, lowered);
    let runs =
        sizes.iter().filter_map(|sizes| Some((sizes, reference(original, sizes, Contents::Integers, 1)?)));
    for (sizes, (before, after)) in runs.take(DEVICE_RUNS) {
        let mut found = before.rebind(lowered).map_err(Err)?;
        if !crate::example::on_device(lowered, &mut found).map_err(Err)? {
            return Err(Ok("there is no device".to_owned()));
        }
        for (name, left) in after.arrays() {
            let right = found.array(name).ok_or_else(|| Ok(format!("no array `{name}`")))?;
            if let Some(difference) = runtime::compare(left, right, Tolerance::EXACT) {
                return Err(Ok(format!("{}: `{name}` differs: {difference}", show(sizes))));
            }
        }
    }
    Ok(())
}
