//! Sizes at which a transform is most likely to go wrong: round the factors that it was given.

use crate::covering::{self, Columns, Limits};
use ir::{ArgKind, Comparison, Kernel, Name, Node, Scalar, affine, walk};
use pass::{Datum, Step, Value};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeSet;

/// Values of the integer arguments of a kernel, in its order.
pub type Sizes = Vec<(Name, i64)>;

/// Largest factor that sizes are made from: beyond it a run is too long to be tried.
const LARGEST: i64 = 1024;

/// What sizes are made from where nothing tells a factor.
const DEFAULT: [i64; 1] = [4];

/// Factors that sizes are made from: more of them would leave too few rows for each.
const MOST_FACTORS: usize = 4;

/// How many sizes, and how many instances a statement in all loops may have at each.
const LIMITS: Limits = Limits { rows: 16, volume: 50_000 };

/// Elements that all arrays together may have: to fill more takes longer than the run.
const ELEMENTS: i64 = 1 << 21;

/// The numbers that the steps' arguments hold, those that they give multiplied, and the constants of the
/// kernel; the most telling ones first.
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
                if let Node::Load { index, .. } = part.node() {
                    let affs = index.iter().filter_map(affine::to_aff);
                    found.extend(affs.filter_map(|aff| aff.constant_part().checked_abs()));
                }
            });
        }
    }
    found
}

/// The sizes to run a kernel at, small ones first: the values of each argument that lie round a factor or at
/// the edge of nothing, and as many pairs of them as possible.
pub fn choose(kernel: &Kernel, assumptions: &Set, factors: &[i64]) -> Vec<Sizes> {
    let names: Vec<Name> = integers(kernel);
    let Some(assumptions) = with_extents(kernel, assumptions) else { return Vec::new() };
    let factors = if factors.is_empty() { &DEFAULT } else { factors };
    let values = names.iter().map(|name| values(kernel, name, &assumptions, factors)).collect();
    let columns = Columns { names: &names, values, assumptions: &assumptions };
    let mut rows = columns.rows(&flagged(kernel, &names, first(names.len(), factors)), LIMITS);
    if rows.is_empty() {
        rows = columns
            .rows(&flagged(kernel, &names, vec![vec![1; names.len()]]), Limits { rows: 1, volume: i64::MAX });
    }
    rows.sort_by_key(|row| covering::volume(row));
    let sizes = rows.into_iter().map(|row| names.iter().cloned().zip(row).collect());
    let (small, large): (Vec<Sizes>, Vec<Sizes>) = sizes.partition(|sizes| is_small(kernel, sizes));
    if small.is_empty() { large.into_iter().take(1).collect() } else { small }
}

/// Whether the kernel's arrays are filled fast.
pub(crate) fn is_small(kernel: &Kernel, sizes: &Sizes) -> bool {
    elements(kernel, sizes).is_some_and(|elements| elements <= ELEMENTS)
}

/// How many elements the kernel's arrays have together, as far as their extents are forms of its sizes;
/// `None` on overflow.
fn elements(kernel: &Kernel, sizes: &Sizes) -> Option<i64> {
    let value = |name: &Name| sizes.iter().find(|(other, _)| other == name).map(|(_, value)| *value);
    kernel.args.values().filter_map(ir::Arg::shape).try_fold(0_i64, |sum, shape| {
        let extents = shape.iter().flatten().filter_map(|extent| affine::to_aff(extent)?.eval(&value));
        sum.checked_add(extents.into_iter().try_fold(1_i64, i64::checked_mul)?)
    })
}

/// Value arguments that are integers or truth values.
fn integers(kernel: &Kernel) -> Vec<Name> {
    let is_size = |arg: &ir::Arg| arg.kind == ArgKind::Value && arg.ty.is_some_and(|ty| !ty.is_inexact());
    kernel.args.iter().filter(|(_, arg)| is_size(arg)).map(|(name, _)| name.clone()).collect()
}

/// The assumptions, and that no array has a negative extent, since no arguments can be made then; `None`
/// where that cannot be.
fn with_extents(kernel: &Kernel, assumptions: &Set) -> Option<Set> {
    let declared = kernel.args.values().filter_map(ir::Arg::shape).flatten().flatten();
    let extents = declared.filter_map(affine::to_aff).filter(|extent| extent.as_constant().is_none());
    let positive: Option<Vec<Constraint>> =
        extents.map(|extent| Constraint::ge(&extent, &Aff::constant(0))).collect();
    let all = assumptions.add_constraints(&positive?).ok()?;
    (all.is_empty() == Ok(false)).then_some(all)
}

/// Values of an argument, the most telling ones first: just beyond a tile and two tiles, nothing and one, a
/// whole tile and one less, less than nothing. Where the assumptions exclude one, the next that they admit.
fn values(kernel: &Kernel, name: &Name, assumptions: &Set, factors: &[i64]) -> Vec<i64> {
    if kernel.args.get(name).and_then(|arg| arg.ty) == Some(Scalar::Bool) {
        return vec![1, 0];
    }
    let flags = flags(kernel, name);
    if !flags.is_empty() {
        return flags;
    }
    let factors = factors.get(..MOST_FACTORS).unwrap_or(factors);
    let round = |value: fn(i64) -> i64| factors.iter().map(move |factor| value(*factor));
    let wanted = round(|tile| tile + 1)
        .chain(round(|tile| 2 * tile + 1))
        .chain([1, 0])
        .chain(round(|tile| tile))
        .chain(round(|tile| tile - 1))
        .chain([-1]);
    let mut found = Vec::new();
    for value in wanted {
        let admitted = if assumptions.has_param(name) {
            covering::nearest(assumptions, name, value).map(|(value, _)| value)
        } else {
            Some(value)
        };
        found.extend(admitted.filter(|value| !found.contains(value)));
    }
    found
}

/// The numbers that requirements compare an argument of 8 bits with, which then is a flag: a character, as a
/// rule.
fn flags(kernel: &Kernel, name: &Name) -> Vec<i64> {
    let mut found = Vec::new();
    if kernel.args.get(name).and_then(|arg| arg.ty) != Some(Scalar::I8) {
        return found;
    }
    for requirement in &kernel.requires {
        walk::visit(&requirement.condition, &mut |part| {
            let Node::Compare(Comparison::Equal, a, b) = part.node() else { return };
            let number = a.as_int().or_else(|| b.as_int());
            let is_meant = [a, b].iter().any(|side| side.as_var() == Some(name));
            found.extend(number.filter(|number| is_meant && !found.contains(number)));
        });
    }
    found
}

/// Rows of values with flags by turns in the places of arguments that are such.
fn flagged(kernel: &Kernel, names: &[Name], mut rows: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    for (column, name) in names.iter().enumerate() {
        let values = rows.iter_mut().filter_map(|row| row.get_mut(column));
        values.zip(flags(kernel, name).iter().cycle()).for_each(|(value, flag)| *value = *flag);
    }
    rows
}

/// What is tried first: ones, small sizes of which neighbours differ, nothing, and two tiles and one
/// everywhere.
fn first(count: usize, factors: &[i64]) -> Vec<Vec<i64>> {
    let mixed = |small: [i64; 2]| small.into_iter().cycle().take(count).collect::<Vec<i64>>();
    let mut first = vec![mixed([1, 1]), mixed([2, 3]), mixed([0, 0])];
    first.extend(factors.first().map(|tile| vec![2 * tile + 1; count]));
    first
}

/// The text of a size, as on a command line.
pub(crate) fn text(kernel: &Kernel, name: &Name, value: i64) -> String {
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
    use pass::Pipeline;

    fn kernel(text: &str) -> Kernel {
        let id = SourceMap::default().add("t", text);
        ir::text::parse_module(text, id).unwrap().kernels.pop().unwrap().1
    }

    const FILL: &str = "lpir 1\nkernel @k {\n  arg n : i32\n  arg m : i32\n  arg x : f64\n  arg a : f64[n, m] layout(c) out\n  \
        domain [n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }\n  iname i\n  iname j\n  s: a[i, j] = x  in(i, j)\n}\n";

    fn steps(calls: &str) -> Vec<Step> {
        let id = SourceMap::default().add("p", calls);
        Pipeline::parse(&transforms::REGISTRY, calls, id, &[]).unwrap().steps
    }

    #[test]
    fn factors_are_those_of_the_calls_and_their_products() {
        let found = factors(
            &kernel(FILL),
            &steps("split_iname(\"i\", 16); split_iname(\"j\", 4)\nassume(\"n mod 8 = 0\")"),
        );
        assert_eq!(found, [4, 8, 16, 32, 64, 128]);
    }

    /// The pairs of values at which a kernel of two sizes is run.
    fn pairs(chosen: &[Sizes]) -> Vec<(i64, i64)> {
        let pair = |sizes: &Sizes| match sizes.as_slice() {
            [(_, n), (_, m)] => (*n, *m),
            other => panic!("two sizes: {other:?}"),
        };
        chosen.iter().map(pair).collect()
    }

    #[test]
    fn sizes_lie_round_the_factors_small_ones_first() {
        let kernel = kernel(FILL);
        let pairs = pairs(&choose(&kernel, &kernel.assumptions, &[16]));
        for value in [0, 1, 15, 16, 17, 33] {
            assert!(pairs.iter().any(|(n, _)| *n == value), "n = {value} is missing in {pairs:?}");
            assert!(pairs.iter().any(|(_, m)| *m == value), "m = {value} is missing in {pairs:?}");
        }
        for pair in [(33, 33), (33, 17), (17, 33), (33, 1), (1, 33), (2, 3), (0, 0)] {
            assert!(pairs.contains(&pair), "{pair:?} is missing in {pairs:?}");
        }
        assert!(pairs.iter().all(|(n, m)| *n >= 0 && *m >= 0), "no array has so many elements: {pairs:?}");
        assert!(pairs.is_sorted_by_key(|(n, m)| (*n).max(1) * (*m).max(1)), "{pairs:?}");
        assert!(pairs.len() <= LIMITS.rows, "{}", pairs.len());
    }

    #[test]
    fn a_size_that_no_extent_forbids_is_negative_too() {
        let text = FILL.replace("f64[n, m]", "f64[64, m]");
        let pairs = pairs(&choose(&kernel(&text), &kernel(&text).assumptions, &[16]));
        assert!(pairs.iter().any(|(n, m)| *n == -1 && *m > 0), "{pairs:?}");
        let assumed = Set::parse("[n, m] -> { : n >= 0 }").unwrap();
        assert!(choose(&kernel(&text), &assumed, &[16]).iter().flatten().all(|(_, value)| *value >= 0));
    }

    #[test]
    fn no_run_is_too_long_and_large_sizes_still_meet() {
        let text = "lpir 1\nkernel @k {\n  arg n, m, l : i32\n  arg a : f64[n, m, l] out\n  domain [n, m, l] -> { [i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < l }\n  a[i, j, k] = 1  in(i, j, k)\n}\n";
        let kernel = kernel(text);
        let chosen = choose(&kernel, &kernel.assumptions, &[32, 8]);
        let value = |sizes: &Sizes, at: usize| sizes[at].1;
        assert!(
            chosen
                .iter()
                .all(|sizes| sizes.iter().map(|(_, v)| (*v).max(1)).product::<i64>() <= LIMITS.volume)
        );
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let both = |sizes: &&Sizes| value(sizes, a) >= 33 && value(sizes, b) >= 33;
            assert!(chosen.iter().any(|sizes| both(&sizes)), "{chosen:?}");
        }
        let huge = Set::parse("[n, m, l] -> { : n >= 1000 and m >= 1000 and l >= 1000 }").unwrap();
        assert_eq!(choose(&kernel, &huge, &[32]).len(), 1, "one is tried although it is long");
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
    fn flags_take_the_values_that_requirements_name() {
        let text = FILL.replace("arg x : f64", "arg trans : i8\n  arg x : f64").replace(
            "  iname i\n",
            "  iname i\n  require trans == 78 or 84 == trans : \"\"\n  require n == 5 or n >= 0 : \"\"\n",
        );
        let chosen = choose(&kernel(&text), &kernel(&text).assumptions, &[4]);
        let values: BTreeSet<i64> =
            chosen.iter().flatten().filter(|(name, _)| *name == "trans").map(|(_, value)| *value).collect();
        let tried: Vec<i64> = values.into_iter().collect();
        assert_eq!(tried, [78, 84]);
    }

    #[test]
    fn a_kernel_without_sizes_runs_once() {
        let text = "lpir 1\nkernel @k {\n  arg a : f64[4] out\n  domain { [i] : 0 <= i < 4 }\n  iname i\n  s: a[i] = 0.0  in(i)\n}\n";
        assert_eq!(choose(&kernel(text), &kernel(text).assumptions, &[]), vec![Vec::new()]);
    }

    #[test]
    fn arrays_that_take_long_to_fill_are_left_out() {
        let with = |extents: &str| {
            kernel(&format!("lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[{extents}] inout\n}}\n"))
        };
        let largest = |extents: &str| {
            let kernel = with(extents);
            let sizes = choose(&kernel, &kernel.assumptions, &[256]);
            sizes.into_iter().flatten().map(|(_, value)| value).max()
        };
        assert!(largest("n, n").is_some_and(|n| n > 256), "{:?}", largest("n, n"));
        assert!(largest("n, n, n").is_some_and(|n| n < 128 && n > 0), "{:?}", largest("n, n, n"));
        // Where all are large there is one.
        assert!(largest("4096, 4096, n + 1").is_some());
    }
}
