//! What depends on the argument by which a derivative is taken.

use super::variables::type_in;
use ir::function::{self, ResultType};
use ir::{Expr, IndexMap, Kernel, Name, Node, ReductionOp, walk};
use std::collections::BTreeSet;

/// Functions of real numbers whose values are steps: their derivative is zero wherever they have one.
const STEPS: &[&str] = &["ceil", "floor", "round", "trunc", "div_trunc"];

/// The argument, and all variables of real or complex numbers that a small change of it changes. `values` are
/// those of the statements, without rules; the kernel has types.
pub(super) fn active(kernel: &Kernel, by: &Name, values: &IndexMap<Name, Expr>) -> BTreeSet<Name> {
    let mut active = BTreeSet::from([by.clone()]);
    loop {
        let known = active.len();
        for (id, value) in values {
            let target = kernel.statements.get(id).and_then(|statement| statement.target());
            let Some(name) = target.map(|target| target.name()) else { continue };
            if holds_numbers(kernel, name) && depends(value, &|name| active.contains(name)) {
                active.insert(name.clone());
            }
        }
        if active.len() == known {
            return active;
        }
    }
}

/// Integers change in steps.
fn holds_numbers(kernel: &Kernel, name: &Name) -> bool {
    type_in(kernel, name).is_none_or(ir::Scalar::is_inexact)
}

/// Whether a small change of the variables changes the expression.
pub(super) fn depends(expr: &Expr, is_active: &dyn Fn(&Name) -> bool) -> bool {
    match expr.node() {
        Node::Var(name) | Node::Load { array: name, .. } => is_active(name),
        _ => passing(expr).into_iter().any(|operand| depends(operand, is_active)),
    }
}

/// The operands of which a small change is one of the expression. Conditions, integers and steps pass none
/// on.
fn passing(expr: &Expr) -> Vec<&Expr> {
    match expr.node() {
        Node::Select(_, a, b) => vec![a, b],
        Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::Not(_) | Node::FloorDiv(..) => Vec::new(),
        Node::Reduce { op: ReductionOp::Any | ReductionOp::All, .. } => Vec::new(),
        Node::Cast(ty, _) if !ty.is_inexact() => Vec::new(),
        Node::Call { function, .. } if is_step(function) => Vec::new(),
        _ => walk::children(expr),
    }
}

fn is_step(name: &str) -> bool {
    let result = function::find(name).map(|function| function.result);
    matches!(result, Some(ResultType::Bool | ResultType::Int | ResultType::Bits | ResultType::Quotient))
        || STEPS.contains(&name)
}
