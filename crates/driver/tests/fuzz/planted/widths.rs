//! Faults in the types in which operations are done.

use super::FaultKind;
use super::exprs::in_values;
use ir::typing::type_of;
use ir::{Expr, Kernel, Node, Scalar};

pub(crate) const KINDS: &[FaultKind] = &[
    ("operand narrowed", |kernel| in_values(kernel, &|_, expr| narrowed(kernel, expr))),
    ("operation widened", |kernel| in_values(kernel, &|_, expr| widened(kernel, expr))),
    ("operands regrouped", |kernel| in_values(kernel, &|_, expr| regrouped(kernel, expr))),
    ("cast moved over an operation", |kernel| in_values(kernel, &|_, expr| moved(kernel, expr))),
];

fn scalar(kernel: &Kernel, expr: &Expr) -> Option<Scalar> {
    type_of(kernel, expr).ok().map(ir::typing::Type::scalar)
}

/// The value cut to a narrower type and back.
fn narrowed(kernel: &Kernel, expr: &Expr) -> Vec<Expr> {
    let Some(own) = scalar(kernel, expr) else { return Vec::new() };
    let narrower = match own {
        Scalar::F64 => Scalar::F32,
        Scalar::I64 | Scalar::F32 => Scalar::I32,
        Scalar::I32 => Scalar::I16,
        _ => return Vec::new(),
    };
    vec![Expr::cast(own, Expr::cast(narrower, expr.clone()))]
}

/// The operation done in a wider type, and its result cut.
fn widened(kernel: &Kernel, expr: &Expr) -> Vec<Expr> {
    let (Some(own), Some(operands)) = (scalar(kernel, expr), operands(expr)) else { return Vec::new() };
    let wider = match own {
        Scalar::F32 => Scalar::F64,
        Scalar::I32 => Scalar::I64,
        _ => return Vec::new(),
    };
    let wide = operands.into_iter().map(|operand| Expr::cast(wider, operand)).collect();
    vec![Expr::cast(own, again(expr, wide))]
}

/// Two operands that are converted from one type taken together in that type.
fn regrouped(kernel: &Kernel, expr: &Expr) -> Vec<Expr> {
    let (Node::Sum(all) | Node::Product(all)) = expr.node() else { return Vec::new() };
    let mut found = Vec::new();
    for (at, left) in all.iter().enumerate() {
        for (other, right) in all.iter().enumerate().skip(at + 1) {
            let (Node::Cast(ty, a), Node::Cast(_, b)) = (left.node(), right.node()) else { continue };
            if scalar(kernel, a) != scalar(kernel, b) {
                continue;
            }
            let mut rest = all.to_vec();
            rest.remove(other);
            rest[at] = Expr::cast(*ty, again(expr, vec![a.clone(), b.clone()]));
            found.push(if rest.len() == 1 { rest[0].clone() } else { again(expr, rest) });
        }
    }
    found
}

/// A conversion of a result made one of the operands, and the other way round.
fn moved(kernel: &Kernel, expr: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    if let Node::Cast(ty, inner) = expr.node()
        && let Some(operands) = operands(inner)
    {
        found.push(again(inner, operands.into_iter().map(|operand| Expr::cast(*ty, operand)).collect()));
    }
    if let Some(operands) = operands(expr) {
        let inner: Option<Vec<(Scalar, Expr)>> = operands
            .iter()
            .map(|operand| match operand.node() {
                Node::Cast(ty, inner) => Some((*ty, inner.clone())),
                _ => None,
            })
            .collect();
        let Some(inner) = inner else { return found };
        let from = |expr: &Expr| scalar(kernel, expr);
        if let Some((ty, first)) = inner.first()
            && inner.iter().all(|(_, operand)| from(operand) == from(first))
        {
            found.push(Expr::cast(
                *ty,
                again(expr, inner.iter().map(|(_, operand)| operand.clone()).collect()),
            ));
        }
    }
    found
}

/// The operands of an operation that each type has.
fn operands(expr: &Expr) -> Option<Vec<Expr>> {
    match expr.node() {
        Node::Sum(all) | Node::Product(all) => Some(all.to_vec()),
        Node::Quotient(a, b) => Some(vec![a.clone(), b.clone()]),
        _ => None,
    }
}

/// The same operation on others.
fn again(operation: &Expr, operands: Vec<Expr>) -> Expr {
    match operation.node() {
        Node::Sum(_) => Expr::sum(operands),
        Node::Product(_) => Expr::product(operands),
        _ => operands.into_iter().reduce(|a, b| a.divided_by(&b)).unwrap_or_else(|| operation.clone()),
    }
}
