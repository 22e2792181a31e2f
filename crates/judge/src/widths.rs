//! Operations in another type than the original's, which elements of a field do not show.
//!
//! Each run is on numbers that use all the digits of their type and reach its ends, as far as the original
//! has a result there. Where both fix the order of all their operations, each bit counts. Where one does
//! not, integers have to agree, and numbers of double precision as far as rounding of doubles lets them.

use crate::evidence::{self, Known};
use crate::run::{self, Expected};
use crate::{Change, Evidence, Sizes, sizes};
use ir::{Expr, Kernel, Name, Node, Scalar, Statement, Update, walk};
use runtime::{Difference, Floats, Inputs, Integers, Numbers, Options, Tolerance, compare};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What numbers may differ by, in units of the largest of an array: far more than rounding of doubles does,
/// far less than that of singles.
const PRECISION: f64 = 1e-11;

/// What is drawn where the order of operations is fixed, the most telling numbers first.
const EXACT: [(Numbers, Integers); 5] = [
    (Numbers::Apart, Integers::Ends),
    (Numbers::Apart, Integers::Halves),
    (Numbers::Thirds, Integers::Ends),
    (Numbers::Thirds, Integers::Halves),
    (Numbers::Wide, Integers::Small),
];

/// What is drawn where it is not.
const ROUNDED: [(Numbers, Integers); 3] = [
    (Numbers::Thirds, Integers::Ends),
    (Numbers::Thirds, Integers::Halves),
    (Numbers::Thirds, Integers::Small),
];

/// The original has to have a result for each of these seeds: what overflows for none of them does so in no
/// order.
const SEEDS: std::ops::Range<u64> = 1..4;

/// What is added to sizes that no array's extent bounds: near the ends of the types of integers, and where
/// doubles have gaps.
const FAR: [i64; 3] = [(1 << 31) - 3, (1 << 53) - 1, i64::MAX - 64];

/// Runs of the original whose results tell in which types its operations are done.
#[derive(Debug)]
pub(crate) struct Widths {
    exact: bool,
    runs: Vec<(Sizes, Rc<Known>)>,
}

impl Widths {
    /// Runs at these sizes and far from them.
    pub(crate) fn measure(original: &Kernel, near: &Sizes) -> Self {
        let exact = has_one_order(original);
        let draws: &[(Numbers, Integers)] = if exact { &EXACT } else { &ROUNDED };
        let free = free_scalars(original);
        let with_sizes = |sizes: &Sizes, known: Vec<Rc<Known>>| -> Vec<(Sizes, Rc<Known>)> {
            known.into_iter().map(|known| (sizes.clone(), known)).collect()
        };
        let mut runs = with_sizes(near, all_seeds(original, near, &free, draws));
        for sizes in far_sizes(original, near) {
            let far = with_sizes(&sizes, all_seeds(original, &sizes, &free, draws));
            runs.extend(far.into_iter().take(1));
        }
        Widths { exact, runs }
    }

    /// The first run that shows another result.
    pub(crate) fn lost(&self, original: &Kernel, kernel: &Kernel) -> Option<Change> {
        let is_narrower = has_singles(kernel) && !has_singles(original);
        let (sizes, evidence) = self
            .runs
            .iter()
            .find_map(|(sizes, known)| Some((sizes, self.difference(original, kernel, known)?)))?;
        Some(Change {
            sizes: sizes.clone(),
            work_items: None,
            numbers: "random numbers of all digits",
            floats: Floats::Rounded,
            evidence,
            provenance: is_narrower.then(|| "it keeps values in single precision".to_owned()),
        })
    }

    fn difference(&self, original: &Kernel, kernel: &Kernel, known: &Known) -> Option<Evidence> {
        let mut found = known.before.rebind(kernel).ok()?;
        // A step may have fixed what the original takes any number for.
        if runtime::check_assumptions(kernel, &found).is_err() {
            return None;
        }
        let options = Options { fuel: known.fuel, ..Options::default() };
        if let Err(errors) = runtime::interpret(kernel, &mut found, &options) {
            let error = errors.into_iter().find(|error| !evidence::tells_nothing(error.code))?;
            return Some(Evidence::Error(Box::new(error)));
        }
        // A step may have been allowed to change the order.
        let exact = self.exact && has_one_order(kernel);
        let rounds_singles = !exact && has_singles(original);
        let compared = known.after.arrays().filter(|(_, array)| !array.ty.is_inexact() || !rounds_singles);
        let (name, difference) = compared.into_iter().find_map(|(name, left)| {
            let tolerance = match exact {
                true => Tolerance::EXACT,
                false => Tolerance { relative: 0.0, absolute: PRECISION * evidence::largest(left) },
            };
            Some((name.to_string(), compare(left, found.array(name)?, tolerance)?))
        })?;
        matches!(difference, Difference::Elements { .. }).then_some(Evidence::Array { name, difference })
    }
}

/// Runs of the original with each of the seeds, on the most telling numbers on which it has results for all
/// of them.
fn all_seeds(
    original: &Kernel,
    sizes: &Sizes,
    free: &[(Name, Scalar)],
    draws: &[(Numbers, Integers)],
) -> Vec<Rc<Known>> {
    for (numbers, integers) in draws {
        let mut runs = Vec::new();
        for seed in SEEDS {
            let inputs = Inputs { seed, numbers: *numbers, integers: *integers, ..Inputs::default() };
            match run::on_inputs(original, &with_scalars(original, sizes, free, inputs)) {
                Expected::Ran(known) => runs.push(known),
                // It takes too long, on other numbers too.
                Expected::Skipped => return Vec::new(),
                Expected::Failed(_) | Expected::Inexact => break,
            }
        }
        if runs.len() == SEEDS.count() {
            return runs;
        }
    }
    Vec::new()
}

/// The inputs with these sizes, and other values for what is no size.
fn with_scalars(original: &Kernel, near: &Sizes, free: &[(Name, Scalar)], mut inputs: Inputs) -> Inputs {
    for (name, value) in near {
        let drawn =
            free.iter().find(|(other, _)| other == name).and_then(|(_, ty)| inputs.integer(*ty, name));
        let text = drawn.map_or_else(|| sizes::text(original, name, *value), |value| value.to_string());
        inputs.sets.push((name.to_string(), text));
    }
    inputs
}

/// Integer arguments that are only reckoned with: neither bounds, extents, subscripts nor conditions name
/// them, nor what is assumed, required or promised.
fn free_scalars(kernel: &Kernel) -> Vec<(Name, Scalar)> {
    let mut bound = named_outside_values(kernel);
    for statement in kernel.statements.values() {
        statement.predicates.iter().for_each(|predicate| bound.extend(walk::names(predicate)));
        bound.extend(statement.target().into_iter().flat_map(ir::LValue::index).flat_map(walk::names));
        if let Some(value) = statement.value() {
            walk::visit(value, &mut |part| match part.node() {
                Node::Load { index, .. } => bound.extend(index.iter().flat_map(walk::names)),
                Node::Select(condition, ..) => bound.extend(walk::names(condition)),
                _ => {}
            });
        }
    }
    let scalars = kernel.args.iter().filter(|(_, arg)| arg.kind == ir::ArgKind::Value);
    let integers =
        scalars.filter_map(|(name, arg)| Some((name.clone(), arg.ty.filter(|ty| ty.is_integer())?)));
    integers.filter(|(name, _)| !bound.contains(name)).collect()
}

/// Names in domains, extents, assumptions, requirements, promises and rules.
fn named_outside_values(kernel: &Kernel) -> BTreeSet<Name> {
    let mut named: BTreeSet<Name> = BTreeSet::new();
    for domain in &kernel.domains {
        named.extend(domain.set.params().iter().cloned());
    }
    named.extend(kernel.assumptions.params().iter().cloned());
    named.extend(extent_names(kernel));
    named.extend(kernel.requires.iter().flat_map(|requirement| walk::names(&requirement.condition)));
    named.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
    if !kernel.promises.is_empty() {
        named.extend(kernel.args.keys().cloned());
    }
    named
}

fn extent_names(kernel: &Kernel) -> BTreeSet<Name> {
    let args = kernel.args.values().filter_map(ir::Arg::shape).flatten().flatten();
    let temps = kernel.temps.values().flat_map(|temp| &temp.shape);
    args.chain(temps).flat_map(walk::names).collect()
}

/// The sizes with those moved far away that no extent names: all of them at once, so that what lies between
/// two of them stays.
fn far_sizes(kernel: &Kernel, near: &Sizes) -> Vec<Sizes> {
    let extents = extent_names(kernel);
    let movable = |name: &Name| {
        let ty = kernel.args.get(name).and_then(|arg| arg.ty);
        ty.filter(|ty| ty.is_integer() && !extents.contains(name)).and_then(Scalar::integer_range)
    };
    let moved = |distance: i64| {
        near.iter()
            .map(|(name, value)| match movable(name) {
                None => Some((name.clone(), *value)),
                Some((_, high)) => {
                    let moved = i128::from(*value) + i128::from(distance);
                    i64::try_from(moved.min(high)).ok().map(|moved| (name.clone(), moved))
                }
            })
            .collect::<Option<Sizes>>()
    };
    if near.iter().any(|(name, _)| movable(name).is_some()) {
        FAR.into_iter().filter_map(moved).collect()
    } else {
        Vec::new()
    }
}

/// Whether the order of all operations is part of what a kernel means: nothing may be reassociated, its
/// updates are ordered, and it has no reductions, whose parts may be done in any order.
fn has_one_order(kernel: &Kernel) -> bool {
    let reduces = |expr: &Expr| walk::any(expr, &mut |node| matches!(node.node(), Node::Reduce { .. }));
    let is_ordered = |statement: &Statement| {
        let exprs = statement.value().into_iter().chain(&statement.predicates);
        (statement.time.is_some() || Update::of_statement(statement).is_none())
            && !exprs.into_iter().any(reduces)
    };
    // Of a transformed kernel, the reference has the order.
    let kernel = kernel.reference.as_deref().unwrap_or(kernel);
    !kernel.reassociate
        && kernel.statements.values().all(is_ordered)
        && !kernel.rules.values().any(|rule| reduces(&rule.body))
}

fn has_singles(kernel: &Kernel) -> bool {
    let is_single = |ty: Scalar| ty.part() == Scalar::F32;
    let casts =
        |expr: &Expr| walk::any(expr, &mut |node| matches!(node.node(), Node::Cast(ty, _) if is_single(*ty)));
    let statement = |statement: &Statement| {
        statement.value().is_some_and(casts) || statement.predicates.iter().any(casts)
    };
    kernel.args.values().any(|arg| arg.ty.is_some_and(is_single))
        || kernel.temps.values().any(|temp| temp.ty.is_some_and(is_single))
        || kernel.statements.values().any(statement)
        || kernel.rules.values().any(|rule| casts(&rule.body))
}
