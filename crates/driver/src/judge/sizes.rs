//! Sizes at which a transform is most likely to go wrong: round the factors that it was given.

use ir::{ArgKind, Kernel, Name, Scalar, affine, walk};
use poly::Set;
use std::collections::BTreeSet;
use transforms::{Datum, Step, Value};

/// Values of the integer arguments of a kernel, in its order.
pub type Sizes = Vec<(Name, i64)>;

/// Largest factor that sizes are made from: beyond it a run is too long to be tried.
const LARGEST: i64 = 1024;

/// The numbers that the steps' arguments hold, those that they give multiplied, and the constants of the kernel;
/// the most telling ones first.
pub fn factors(kernel: &Kernel, steps: &[Step]) -> Vec<i64> {
    let mut own = BTreeSet::new();
    for value in steps.iter().flat_map(|step| step.transform.values()) {
        numbers(&value, &mut own);
    }
    let products =
        own.iter().flat_map(|a| own.iter().filter_map(move |b| if a < b { a.checked_mul(*b) } else { None }));
    let products: BTreeSet<i64> = products.collect();
    let mut all: Vec<i64> = Vec::new();
    for factor in own.into_iter().chain(products).chain(constants(kernel)) {
        if (2..=LARGEST).contains(&factor) && !all.contains(&factor) {
            all.push(factor);
        }
    }
    all
}

/// Integers in an argument, also those in its texts, such as that of an assumption.
fn numbers(value: &Value, found: &mut BTreeSet<i64>) {
    match &value.datum {
        Datum::Int(number) => found.extend(number.checked_abs()),
        Datum::Str(text) => {
            let words =
                text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_' && letter != '.');
            found.extend(words.filter_map(|word| word.parse::<i64>().ok()));
        }
        Datum::List(items) => items.iter().for_each(|item| numbers(item, found)),
        Datum::Dict(entries) => entries.iter().for_each(|(_, entry)| numbers(entry, found)),
        Datum::None | Datum::Bool(_) | Datum::Float(_) => {}
    }
}

/// Constants of loop bounds and subscripts.
fn constants(kernel: &Kernel) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for domain in &kernel.domains {
        for constraint in domain.set.pieces().unwrap_or_default().iter().flatten() {
            found.extend(constraint.aff.constant_part().checked_abs());
        }
    }
    for statement in kernel.statements.values() {
        let exprs = statement.target().into_iter().flat_map(ir::LValue::index).chain(statement.value());
        for expr in exprs {
            walk::visit(expr, &mut |part| {
                if let ir::Node::Load { index, .. } = part.node() {
                    let affs = index.iter().filter_map(affine::to_aff);
                    found.extend(affs.filter_map(|aff| aff.constant_part().checked_abs()));
                }
            });
        }
    }
    found
}

/// The sizes to run a kernel at, small ones first: all alike, one argument large at a time, all large.
pub fn choose(kernel: &Kernel, assumptions: &Set, factors: &[i64]) -> Vec<Sizes> {
    let params: Vec<Name> = integers(kernel);
    let mut large: Vec<i64> = Vec::new();
    for factor in factors.iter().take(4) {
        for value in [*factor, factor + 1, 2 * factor + 1, factor - 1, 2 * factor] {
            if !large.contains(&value) {
                large.push(value);
            }
        }
    }
    if large.is_empty() {
        large = vec![5, 4, 9];
    }
    let mut chosen: Vec<Sizes> = Vec::new();
    for wanted in plans(params.len(), &large) {
        let wanted: Sizes = params.iter().cloned().zip(wanted).collect();
        match admit(assumptions, &wanted, &large) {
            Some(sizes) if !chosen.contains(&sizes) => chosen.push(sizes),
            _ => {}
        }
    }
    chosen
}

/// Value arguments that are integers or truth values.
fn integers(kernel: &Kernel) -> Vec<Name> {
    let is_size = |arg: &ir::Arg| arg.kind == ArgKind::Value && arg.ty.is_some_and(|ty| !ty.is_float());
    kernel.args.iter().filter(|(_, arg)| is_size(arg)).map(|(name, _)| name.clone()).collect()
}

/// Tuples of that many values.
fn plans(count: usize, large: &[i64]) -> Vec<Vec<i64>> {
    let mixed = |small: [i64; 2]| small.into_iter().cycle().take(count).collect::<Vec<i64>>();
    let mut plans = vec![mixed([1, 1]), mixed([2, 3]), mixed([0, 0])];
    for (round, value) in large.iter().enumerate() {
        if count > 0 {
            let mut one = mixed([3, 2]);
            let at = round % count;
            one.iter_mut().skip(at).take(1).for_each(|slot| *slot = *value);
            plans.push(one);
        }
        plans.push(large.iter().cycle().skip(round).take(count).copied().collect());
    }
    plans
}

/// The wanted sizes, changed where the assumptions exclude them; `None` where no sizes satisfy them.
fn admit(assumptions: &Set, wanted: &Sizes, large: &[i64]) -> Option<Sizes> {
    let mut open = assumptions.clone();
    let mut sizes = Sizes::new();
    for (name, value) in wanted {
        if !open.has_param(name) {
            sizes.push((name.clone(), *value));
            continue;
        }
        let candidates = [*value].into_iter().chain(large.iter().copied()).chain([1, 2, 3, 0]);
        let fits = |value: i64| {
            open.fix(name, value).ok().filter(|rest| rest.is_empty() == Ok(false)).map(|rest| (value, rest))
        };
        let sampled = || open.sample().ok().flatten().and_then(|point| fits(*point.get(name)?));
        let (value, rest) = candidates.into_iter().find_map(fits).or_else(sampled)?;
        sizes.push((name.clone(), value));
        open = rest;
    }
    Some(sizes)
}

/// The text of a size, as on a command line.
pub(super) fn text(kernel: &Kernel, name: &Name, value: i64) -> String {
    match kernel.args.get(name).and_then(|arg| arg.ty) {
        Some(Scalar::Bool) => (value % 2 != 0).to_string(),
        _ => value.to_string(),
    }
}

/// Sizes as `--set` takes them.
pub fn show(sizes: &Sizes) -> String {
    sizes.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;
    use transforms::Pipeline;

    fn kernel(text: &str) -> Kernel {
        let id = SourceMap::default().add("t", text);
        ir::text::parse_module(text, id).unwrap().kernels.pop().unwrap().1
    }

    const FILL: &str = "lpir 1\nkernel @k {\n  arg n : i32\n  arg m : i32\n  arg x : f64\n  arg a : f64[n, m] layout(c) out\n  \
        domain [n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }\n  iname i\n  iname j\n  s: a[i, j] = x  in(i, j)\n}\n";

    fn steps(calls: &str) -> Vec<Step> {
        let id = SourceMap::default().add("p", calls);
        Pipeline::parse(calls, id, &[]).unwrap().steps
    }

    #[test]
    fn factors_are_those_of_the_calls_and_their_products() {
        let found = factors(
            &kernel(FILL),
            &steps("split_iname(\"i\", 16); split_iname(\"j\", 4)\nassume(\"n mod 8 = 0\")"),
        );
        assert_eq!(found, [4, 8, 16, 32, 64, 128]);
    }

    #[test]
    fn sizes_lie_round_the_factors_small_ones_first() {
        let kernel = kernel(FILL);
        let chosen = choose(&kernel, &kernel.assumptions, &[16]);
        let n = Name::from("n");
        let values: Vec<i64> =
            chosen.iter().flatten().filter(|(name, _)| *name == n).map(|(_, v)| *v).collect();
        assert_eq!(values.get(..3), Some(&[1, 2, 0][..]));
        for value in [15, 16, 17, 32, 33] {
            assert!(values.contains(&value), "{value} is missing in {values:?}");
        }
        assert!(chosen.iter().all(|sizes| sizes.len() == 2), "floating-point arguments are no sizes");
    }

    #[test]
    fn assumptions_hold_at_all_sizes() {
        let kernel = kernel(FILL);
        let assumed = Set::parse("[n, m] -> { : n mod 48 = 0 and n >= 48 and m = 2*n + 1 }").unwrap();
        let chosen = choose(&kernel, &assumed, &[16]);
        assert!(!chosen.is_empty());
        for sizes in &chosen {
            let [(_, n), (_, m)] = sizes.as_slice() else { panic!("two sizes") };
            assert!(*n >= 48 && n % 48 == 0 && *m == 2 * n + 1, "{sizes:?}");
        }
        let never = Set::parse("[n] -> { : n >= 1 and n <= 0 }").unwrap();
        assert!(choose(&kernel, &never, &[16]).is_empty());
    }

    #[test]
    fn a_kernel_without_sizes_runs_once() {
        let text = "lpir 1\nkernel @k {\n  arg a : f64[4] out\n  domain { [i] : 0 <= i < 4 }\n  iname i\n  s: a[i] = 0.0  in(i)\n}\n";
        assert_eq!(choose(&kernel(text), &kernel(text).assumptions, &[]), vec![Vec::new()]);
    }
}
