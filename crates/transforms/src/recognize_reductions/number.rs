//! Elements that are no number before a reduction by `max` or `min`.
//!
//! `max(NaN, x)` is `x` here, and the maximum of nothing but NaN is what `max` begins with, minus infinity. So an element that is not a number
//! becomes the maximum only if there is a number, and one that was only compared, `if (x > s) s = x`, stays what it is.

use super::found::{NoNumber, is_no_number};
use crate::rewrite::copy_loops;
use ir::typing::{self, Type};
use ir::{Expr, Kernel, LValue, Node, ReductionOp, Scalar, walk};
use pass::Refusal;
use poly::Name;

/// The kernel with a condition for the statement of a reduction, where its element may be no number. `before` has its loops.
pub(super) fn kept(
    mut kernel: Kernel,
    before: &Kernel,
    id: &Name,
    no_number: NoNumber,
) -> Result<Kernel, Refusal> {
    let Some(statement) = kernel.statements.get(id) else { return Ok(kernel) };
    let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(kernel) };
    let ty = typing::type_of_variable(&kernel, target.name()).map(Type::scalar);
    let is_extremum =
        |e: &Expr| matches!(e.node(), Node::Reduce { op: ReductionOp::Max | ReductionOp::Min, .. });
    let Some(reduction) = walk::children(value).into_iter().find(|operand| is_extremum(operand)).cloned()
    else {
        return Ok(kernel);
    };
    if !ty.is_ok_and(Scalar::is_float) || starts_as_number(before, id, target) {
        return Ok(kernel);
    }
    let is_number = is_no_number(&target.to_expr()).logical_not();
    let condition = match no_number {
        NoNumber::Stays => is_number,
        NoNumber::Replaced => Expr::new(Node::Or(vec![is_number, any_number(&mut kernel, &reduction)?])),
    };
    if let Some(statement) = kernel.statements.get_mut(id) {
        statement.predicates.push(condition);
    }
    Ok(kernel)
}

/// Whether a reduction has a number among its values, in loops of its own.
fn any_number(kernel: &mut Kernel, reduction: &Expr) -> Result<Expr, Refusal> {
    let mut pairs: Vec<(Name, Name)> = Vec::new();
    let mut names = kernel.clone();
    for iname in walk::reduction_inames(reduction) {
        let copy = names.fresh_name(&iname);
        names.inames.insert(copy.clone(), ir::Iname::default());
        pairs.push((iname, copy));
    }
    copy_loops(kernel, &pairs)?;
    let renamed = renamed(reduction, &pairs);
    let Node::Reduce { inames, body, .. } = renamed.node() else { return Ok(Expr::bool(false)) };
    let body = is_no_number(body).logical_not();
    Ok(Expr::new(Node::Reduce { op: ReductionOp::Any, inames: inames.clone(), over: None, body }))
}

/// An expression with copies of its reduced inames.
fn renamed(expr: &Expr, pairs: &[(Name, Name)]) -> Expr {
    let copy = |name: &Name| pairs.iter().find(|(old, _)| old == name).map_or(name, |(_, new)| new).clone();
    match walk::map_children(expr, &mut |child| renamed(child, pairs)).node() {
        Node::Var(name) => Expr::from(&copy(name)),
        Node::Reduce { op, inames, over, body } => {
            let inames = inames.iter().map(copy).collect();
            Expr::new(Node::Reduce { op: op.clone(), inames, over: over.clone(), body: body.clone() })
        }
        other => Expr::new(other.clone()),
    }
}

/// Whether the element is set to a number before the loops, and by nothing in between.
fn starts_as_number(kernel: &Kernel, id: &Name, target: &LValue) -> bool {
    let Some(statement) = kernel.statements.get(id) else { return false };
    let writes = kernel.statements.iter().filter(|(other, own)| {
        *other != id
            && own.target().is_some_and(|own| own.name() == target.name())
            && kernel.comes_after(id, other)
    });
    let Some((first, start)) = writes.last() else { return false };
    let is_last = kernel.statements.iter().all(|(other, own)| {
        other == first
            || other == id
            || own.target().is_none_or(|own| own.name() != target.name())
            || kernel.comes_after(first, other)
            || kernel.comes_after(other, id)
                && own.inames.iter().all(|iname| !statement.inames.contains(iname))
    });
    let around = statement.inames.starts_with(&start.inames);
    let is_number = match start.value().map(Expr::node) {
        Some(Node::Real(real)) => !real.value().is_nan(),
        Some(Node::Int(_)) => true,
        _ => false,
    };
    is_last && around && is_number && start.predicates.is_empty() && start.target() == Some(target)
}
