//! Elements that are no number before a reduction by `max` or `min`.
//!
//! `max(NaN, x)` is `x` here, and the maximum of nothing but NaN is what `max` begins with, minus infinity.
//! So an element that is not a number becomes the maximum only if there is a number, and one that was only
//! compared, `if (x > s) s = x`, stays what it is.

use super::code_motion;
use super::copies::{copied, renamed};
use super::found::{Found, NoNumber, is_no_number};
use dependence::domain::is_fixed;
use dependence::within_iteration::WithinIteration;
use ir::typing::{self, Type};
use ir::{Comparison, Expr, Kernel, LValue, Node, ReductionOp, Statement, StatementKind, Temp, walk};
use pass::Refusal;
use poly::Name;

/// The kernel with the reduction of a statement by itself, and behind it what becomes of an element that may
/// be no number. `before` has the loops, the innermost of which was found to do this. Nothing where no time
/// is left for that, or the source has values that look like those which a reduction leaves out.
pub(super) fn kept(
    mut kernel: Kernel,
    before: &Kernel,
    id: &Name,
    innermost: &Found,
) -> Result<Option<Kernel>, Refusal> {
    let Some(statement) = kernel.statements.get(id).cloned() else { return Ok(None) };
    let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(None) };
    let ty = typing::type_of_variable(&kernel, target.name()).map(Type::scalar).ok();
    let (Some(ty), Some((reduction, comparison))) = (ty.filter(|ty| ty.is_float()), extremum(value)) else {
        return Ok(Some(kernel));
    };
    if starts_as_number(before, id, target) {
        return Ok(Some(kernel));
    }
    if looks_left_out(&innermost.operand) {
        return Ok(None);
    }
    let found = kernel.fresh_name(&format!("{}_found", target.name()));
    kernel.temps.insert(found.clone(), Temp { space: None, ..Temp::private(Some(ty), Vec::new()) });
    let (found, own) = (LValue::Scalar(found), target.to_expr());
    let better = Expr::new(Node::Compare(comparison, found.to_expr(), own.clone()));
    let is_taken = match innermost.no_number {
        NoNumber::Stays => better,
        NoNumber::Replaced => {
            let first = Expr::all(vec![is_no_number(&own), any_number(&mut kernel, &reduction)?]);
            Expr::new(Node::Or(vec![better, first]))
        }
    };
    let kept = Expr::new(Node::Select(is_taken, found.to_expr(), own));
    let kept = Statement {
        kind: StatementKind::Assign { target: target.clone(), value: kept },
        ..statement.clone()
    };
    if let Some(own) = kernel.statements.get_mut(id) {
        own.kind = StatementKind::Assign { target: found, value: reduction };
    }
    Ok(code_motion::insert_behind(&kernel, id, kept))
}

/// The reduction in `max(x, max(i, e))`, and how it compares with an element that it replaces.
fn extremum(value: &Expr) -> Option<(Expr, Comparison)> {
    walk::children(value).into_iter().find_map(|operand| match operand.node() {
        Node::Reduce { op: ReductionOp::Max, .. } => Some((operand.clone(), Comparison::Greater)),
        Node::Reduce { op: ReductionOp::Min, .. } => Some((operand.clone(), Comparison::Less)),
        _ => None,
    })
}

/// Whether a reduction has a number among its values, in loops of its own.
fn any_number(kernel: &mut Kernel, reduction: &Expr) -> Result<Expr, Refusal> {
    let pairs = copied(kernel, &walk::reduction_inames(reduction))?;
    let renamed = renamed(reduction, &pairs);
    let Node::Reduce { inames, body, .. } = renamed.node() else { return Ok(Expr::bool(false)) };
    let body = is_number(body);
    Ok(Expr::new(Node::Reduce { op: ReductionOp::Any, inames: inames.clone(), over: None, body }))
}

/// Whether a value of a reduction is a number that counts: none is where a condition leaves it out, and none
/// where a reduction within has none.
fn is_number(value: &Expr) -> Expr {
    match value.node() {
        Node::Select(condition, own, other) if is_infinite(other) => {
            Expr::all(vec![condition.clone(), is_number(own)])
        }
        Node::Reduce { op: ReductionOp::Max | ReductionOp::Min, inames, over, body } => {
            let (inames, over, body) = (inames.clone(), over.clone(), is_number(body));
            Expr::new(Node::Reduce { op: ReductionOp::Any, inames, over, body })
        }
        _ => is_no_number(value).logical_not(),
    }
}

/// Whether the source itself has values that look like those which conditions leave out here.
fn looks_left_out(operand: &Expr) -> bool {
    match operand.node() {
        Node::Select(_, _, other) => is_infinite(other),
        Node::Reduce { op, .. } => matches!(op, ReductionOp::Max | ReductionOp::Min),
        _ => false,
    }
}

fn is_infinite(value: &Expr) -> bool {
    matches!(value.node(), Node::Real(real) if real.value().is_infinite())
}

/// Whether the element is set to a number before the loops, and by nothing in between.
fn starts_as_number(kernel: &Kernel, id: &Name, target: &LValue) -> bool {
    let Some(statement) = kernel.statements.get(id) else { return false };
    let order = WithinIteration::new(kernel);
    let mut writes = kernel.statements.iter().filter(|(other, own)| {
        *other != id
            && own.target().is_some_and(|own| own.name() == target.name())
            && order.is_before(other, id)
    });
    let Some((first, start)) = writes.next_back() else { return false };
    let is_last = kernel.statements.iter().all(|(other, own)| {
        other == first
            || other == id
            || own.target().is_none_or(|own| own.name() != target.name())
            || order.is_before(other, first)
            || order.is_before(id, other) && own.inames.iter().all(|iname| !statement.inames.contains(iname))
    });
    let around = statement.inames.starts_with(&start.inames);
    let is_number = match start.value().map(Expr::node) {
        Some(Node::Real(real)) => !real.value().is_nan(),
        Some(Node::Int(_)) => true,
        _ => false,
    };
    // Subscripts that read memory may name another element by now.
    let keeps_place = target.index().iter().all(|subscript| {
        !walk::any(subscript, &mut |part| matches!(part.node(), Node::Load { .. }))
            && walk::names(subscript).iter().all(|name| is_fixed(kernel, &start.inames, name))
    });
    let is_same = keeps_place && start.target() == Some(target);
    is_last && around && is_number && start.predicates.is_empty() && is_same
}
