//! Loss of precision, which elements of a field do not show: operations in another type than the original's.
//!
//! Where the original fixes the order of all its operations, its results are exact: each bit counts, on numbers that use
//! all their digits. Where it does not, a kernel of doubles that keeps values in single precision is seen all the same.

use crate::run::{self, Expected, OVERHEAD};
use crate::{Change, Evidence, Sizes};
use ir::{Expr, Kernel, Node, Scalar, Statement, Update, walk};
use runtime::{Array, Difference, Floats, Numbers, Options, Tolerance, compare};

/// What numbers may differ by, in units of the largest of an array: far more than rounding of doubles does, far less
/// than that of singles.
const PRECISION: f64 = 1e-11;

/// A run on real numbers that shows it. Only where the original has no singles at all: with some, sums of these may
/// differ as much for another order.
pub(crate) fn lost(original: &Kernel, kernel: &Kernel, sizes: &Sizes) -> Option<Change> {
    let exact = has_one_order(original);
    if !exact && (has_singles(original) || !has_singles(kernel)) {
        return None;
    }
    let numbers = if exact { Numbers::Apart } else { Numbers::Thirds };
    let known = match run::original(original, sizes, Floats::Rounded, numbers) {
        Expected::Ran(known) => known,
        Expected::Skipped | Expected::Failed(_) | Expected::Inexact => return None,
    };
    let mut found = known.before.rebind(kernel).ok()?;
    let options = Options { fuel: run::FUEL * OVERHEAD, ..Options::default() };
    runtime::interpret(kernel, &mut found, &options).ok()?;
    let (name, difference) = known.after.arrays().find_map(|(name, left)| {
        let tolerance = match exact {
            true => Tolerance::EXACT,
            false => Tolerance { relative: 0.0, absolute: PRECISION * largest(left) },
        };
        Some((name.to_string(), compare(left, found.array(name)?, tolerance)?))
    })?;
    matches!(difference, Difference::Elements { .. }).then(|| Change {
        sizes: sizes.clone(),
        work_items: None,
        numbers: "random real numbers",
        floats: Floats::Rounded,
        evidence: Evidence::Array { name, difference },
        provenance: (has_singles(kernel) && !has_singles(original))
            .then(|| "it keeps values in single precision".to_owned()),
    })
}

fn largest(array: &Array) -> f64 {
    let values =
        array.indices().filter_map(|at| array.get(&at)).flat_map(runtime::Value::parts).map(f64::abs);
    values.filter(|value| value.is_finite()).fold(f64::MIN_POSITIVE, f64::max)
}

/// Whether the order of all operations is part of what a kernel means: nothing may be reassociated, its updates are
/// ordered, and it has no reductions.
fn has_one_order(kernel: &Kernel) -> bool {
    let is_ordered = |statement: &Statement| {
        let reduces = statement.value().is_some_and(|value| !walk::reduction_inames(value).is_empty());
        !reduces && (statement.time.is_some() || Update::of(statement).is_none())
    };
    !kernel.reassociate && kernel.statements.values().all(is_ordered)
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
