//! Whether the values in a region can be computed: their subscripts lie inside their arrays.

use super::Source;
use super::footprint::{self, AxisSource, axis_column};
use super::uses::{Body, RuleUse};
use crate::rules::instances;
use diag::Diagnostic;
use ir::{Expr, Kernel, Name, Node, affine, function, walk};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Set};

/// One subscript of a load in the rule's value.
struct Subscript {
    array: Name,
    /// In terms of axis columns and outer inames.
    index: Aff,
    /// The array's extent, where it is known and affine.
    extent: Option<Aff>,
}

/// All subscripts of loads in the rule's value; `None` where evaluating it may fail in other ways than by
/// them.
fn subscripts(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[AxisSource],
) -> Option<Vec<Subscript>> {
    let column = |name: &Name| {
        let at = along.iter().position(|axis| axis.name() == name)?;
        Some(Expr::from(&axis_column(at)))
    };
    let value = body.instantiate(source.rule, &column);
    if walk::any(&value, &mut |e| function::may_fail(e) || matches!(e.node(), Node::Reduce { .. })) {
        return None;
    }
    let mut found = Vec::new();
    let mut complete = true;
    walk::visit(&value, &mut |e| {
        let Node::Load { array, index } = e.node() else { return };
        for (subscript, extent) in index.iter().zip(kernel.extents(array)) {
            match instances::affine_index(kernel, subscript) {
                Some(index) => {
                    let extent = extent.as_ref().and_then(affine::to_aff);
                    found.push(Subscript { array: array.clone(), index, extent });
                }
                None => complete = false,
            }
        }
    });
    complete.then_some(found)
}

/// The box around the values used as far as all arrays that the value reads reach.
pub(super) fn boxed_within_arrays(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[AxisSource],
    used: &Set,
) -> Result<Set, Refusal> {
    let boxed = footprint::boxed(used, along.len())?;
    let refuse = |message: String| {
        Diagnostic::error("lp::precompute::bounding-box", message).at_entity(None, source.origin, "")
    };
    let Some(subscripts) = subscripts(kernel, source, body, along) else {
        let message =
            format!("the value of `{}` may fail outside the values that are used", source.selector.rule);
        return Err(refuse(message).help("fetch plain array elements with affine subscripts").into());
    };
    let mut bounds = Vec::new();
    for Subscript { array, index, extent } in subscripts {
        let Some(extent) = extent else {
            let message = format!("the extent of `{array}` is not known, so its end cannot be respected");
            return Err(refuse(message).into());
        };
        let (first, end) = (Aff::constant(0), extent);
        let low = (Constraint::ge(&index, &first), Constraint::lt(&index, &first));
        let high = (Constraint::lt(&index, &end), Constraint::ge(&index, &end));
        for (inside, outside) in [low, high] {
            let (inside, outside) = (inside.ok_or(Error::Overflow)?, outside.ok_or(Error::Overflow)?);
            // Where the uses themselves leave the array, the kernel has no meaning that could be kept.
            if !iterations(&boxed, &outside, along)?.is_subset(&iterations(used, &outside, along)?)? {
                bounds.push(inside);
            }
        }
    }
    Ok(boxed.add_constraints(&bounds)?)
}

/// The iterations of the outer loops in which a condition holds somewhere in a region.
fn iterations(region: &Set, condition: &Constraint, along: &[AxisSource]) -> Result<Set, Error> {
    let columns: Vec<Name> = (0..along.len()).map(axis_column).collect();
    region.add_constraints(std::slice::from_ref(condition))?.project_out(&columns)
}

/// Takes from the uses those conditions that all of them have and that nothing in the kernel changes: the
/// fetch has them too, so that they are no part of where its values lie.
///
/// What may fail stays with its users, which may never run.
pub(super) fn take_shared_guards(kernel: &Kernel, uses: &mut [RuleUse]) -> Vec<Expr> {
    let Some((first, others)) = uses.split_first() else { return Vec::new() };
    let is_number = |name: &Name| kernel.args.get(name).is_some_and(|arg| arg.shape().is_none());
    let is_memory =
        |e: &Expr| matches!(e.node(), Node::Load { .. } | Node::Rule { .. } | Node::Reduce { .. });
    let is_shared = |guard: &&Expr| {
        !walk::any(guard, &mut |e| is_memory(e) || function::may_fail(e))
            && walk::names(guard).iter().all(is_number)
            && others.iter().all(|other| other.guards.contains(guard))
    };
    let shared: Vec<Expr> = first.guards.iter().filter(is_shared).cloned().collect();
    for own in uses {
        own.guards.retain(|guard| !shared.contains(guard));
    }
    shared
}

/// Refuses a fetch of values that are used under a condition on data, unless they can be computed at any
/// rate.
pub(super) fn check_guards(
    kernel: &Kernel,
    source: &Source<'_>,
    body: &Body,
    along: &[AxisSource],
    footprint: &Set,
) -> Result<(), Refusal> {
    let unclear = |guard: &Expr| instances::affine_condition(kernel, guard).is_none();
    let Some(guarded) = source.uses.iter().find(|used| used.guards.iter().any(unclear)) else {
        return Ok(());
    };
    if let Some(subscripts) = subscripts(kernel, source, body, along)
        && all_inside(&subscripts, footprint)?
    {
        return Ok(());
    }
    let rule = &source.selector.rule;
    let message = format!(
        "`{rule}` is used under a condition on data, and its value may fail where that does not hold"
    );
    let mut problem =
        Diagnostic::error("lp::precompute::condition", message).at_entity(None, source.origin, "");
    if let Some(statement) = kernel.statements.get(&guarded.statement) {
        problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "used here");
    }
    Err(problem.into())
}

fn all_inside(subscripts: &[Subscript], footprint: &Set) -> Result<bool, Error> {
    for Subscript { index, extent, .. } in subscripts {
        let Some(extent) = extent else { return Ok(false) };
        let below = Constraint::lt(index, &Aff::constant(0)).ok_or(Error::Overflow)?;
        let above = Constraint::ge(index, extent).ok_or(Error::Overflow)?;
        for outside in [below, above] {
            if !footprint.add_constraints(&[outside])?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
