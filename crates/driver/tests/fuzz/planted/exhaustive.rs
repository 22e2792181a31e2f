//! Whether a changed kernel computes anything else at all, at many small sizes, on several inputs.

use ir::{ArgKind, Kernel, Name};
use judge::{Sizes, choose};
use runtime::{Bindings, Inputs, Numbers, Options, Tolerance, WorkItemOrder, compare, interpret};
use std::time::{Duration, Instant};

/// Steps that one run may take.
const FUEL: u64 = 2_000_000;
/// How long all runs of a kernel may take.
const LIMIT: Duration = Duration::from_millis(600);
/// Differences below this may come from rounding; those of small integers are larger.
const ROUNDING: Tolerance = Tolerance { relative: 1e-4, absolute: 1e-4 };

pub(super) fn differs(original: &Kernel, changed: &Kernel, factors: &[i64]) -> bool {
    let end = Instant::now() + LIMIT;
    // What was promised on the way from the one to the other holds of all inputs.
    let original = &Kernel { promises: changed.promises.clone(), ..original.clone() };
    let mut all = small(original);
    all.extend(choose(original, &original.assumptions, factors));
    let runs = all.iter().flat_map(|sizes| (2..5).map(move |seed| (sizes, seed)));
    runs.take_while(|_| Instant::now() < end).any(|(sizes, seed)| differs_at(original, changed, sizes, seed))
}

/// All sizes up to some small number.
fn small(kernel: &Kernel) -> Vec<Sizes> {
    let is_size = |arg: &ir::Arg| arg.kind == ArgKind::Value && arg.ty.is_some_and(ir::Scalar::is_integer);
    let names: Vec<&Name> =
        kernel.args.iter().filter(|(_, arg)| is_size(arg)).map(|(name, _)| name).collect();
    let most = match names.len() {
        0 | 1 => 20,
        2 => 9,
        3 => 4,
        _ => 2,
    };
    let mut all: Vec<Sizes> = vec![Vec::new()];
    for name in names {
        let longer = |sizes: &Sizes, value: i64| {
            let mut sizes = sizes.clone();
            sizes.push((name.clone(), value));
            sizes
        };
        all = all.iter().flat_map(|sizes| (0..=most).map(|value| longer(sizes, value))).collect();
    }
    all
}

fn differs_at(original: &Kernel, changed: &Kernel, sizes: &Sizes, seed: u64) -> bool {
    let sets = sizes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let inputs = Inputs { sets, seed, numbers: Numbers::SmallIntegers, ..Inputs::default() };
    let Ok(before) = Bindings::new(original, &inputs) else { return false };
    let assumed = [original, changed].iter().all(|kernel| {
        before.rebind(kernel).is_ok_and(|bindings| runtime::check_assumptions(kernel, &bindings).is_ok())
    });
    let mut expected = before.clone();
    let run = |kernel: &Kernel, bindings: &mut Bindings, work_items| {
        interpret(kernel, bindings, &Options { fuel: FUEL, work_items, ..Options::default() })
    };
    if !assumed || run(original, &mut expected, WorkItemOrder::Ascending).is_err() {
        return false;
    }
    [WorkItemOrder::Ascending, WorkItemOrder::Descending, WorkItemOrder::Random(seed)].into_iter().any(
        |work_items| {
            let Ok(mut found) = before.rebind(changed) else { return false };
            match run(changed, &mut found, work_items) {
                Ok(_) => expected.arrays().any(|(name, left)| {
                    found.array(name).is_some_and(|right| compare(left, right, ROUNDING).is_some())
                }),
                Err(errors) => errors
                    .iter()
                    .any(|error| error.code != "lp::run::fuel" && error.code != "lp::run::too-large"),
            }
        },
    )
}
