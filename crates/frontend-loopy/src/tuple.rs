//! `a, b = make_tuple(x, y)`: several values at once.
//!
//! It becomes a statement for each. Where a value mentions what another one of them writes, all are computed
//! before any is stored.

use crate::extremum::{Part, names};
use crate::text::tree::{Expr, ExprKind, Target, Word};
use diag::Diagnostic;
use ir::ReductionOp;

/// The values, if a value is a tuple.
pub(crate) fn values(value: &Expr) -> Option<&[Expr]> {
    let ExprKind::Call(callee, args) = &value.kind else { return None };
    matches!(&callee.kind, ExprKind::Name(name) if name == "make_tuple").then_some(args)
}

/// The statements, of which the last has the identifier `id`.
///
/// # Errors
/// Where there are not as many targets as values.
pub(crate) fn parts(
    targets: Vec<Target>,
    values: &[Expr],
    value: &Expr,
    id: &Word,
) -> Result<Vec<Part>, Diagnostic> {
    if targets.len() != values.len() {
        let message = format!("the tuple has {} values for {} targets", values.len(), targets.len());
        return Err(Diagnostic::error("lp::loopy::tuple", message).at(value.span, ""));
    }
    let written: Vec<String> = targets.iter().filter_map(|target| variable(&target.expr)).collect();
    let depends = values.iter().flat_map(names).any(|name| written.contains(&name));
    let mentioned = targets.iter().flat_map(|target| names(&target.expr));
    let beside: Vec<String> = mentioned.chain(values.iter().flat_map(unreduced)).collect();
    let mut stores: Vec<(Target, Expr)> = targets.into_iter().zip(values.iter().cloned()).collect();
    if depends && stores.len() > 1 {
        let name = |at: usize| Expr::new(ExprKind::Name(format!("{}_part{at}", id.text)), id.span);
        let temporary = |at: usize| Target { temp: Some(None), expr: name(at) };
        let computed: Vec<(Target, Expr)> =
            values.iter().enumerate().map(|(at, value)| (temporary(at), value.clone())).collect();
        let stored = stores.into_iter().enumerate().map(|(at, (target, _))| (target, name(at)));
        stores = computed.into_iter().chain(stored).collect();
    }
    let last = stores.len();
    let named = |at: usize| {
        let text = if at + 1 == last { id.text.clone() } else { format!("{}_{at}", id.text) };
        Word { text, span: id.span }
    };
    let parts = stores.into_iter().enumerate().map(|(at, (target, value))| {
        let after = at.checked_sub(1).map(named);
        Part { target, value, id: named(at), after, beside: beside.clone() }
    });
    Ok(parts.collect())
}

/// The name of what a target is, or is an element of.
fn variable(target: &Expr) -> Option<String> {
    match &target.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Index(base, _) => variable(base),
        _ => None,
    }
}

/// The names in an expression, without the inames that it reduces over.
fn unreduced(expr: &Expr) -> Vec<String> {
    let mut reduced = Vec::new();
    expr.visit(&mut |part| {
        let ExprKind::Call(callee, args) = &part.kind else { return };
        let ExprKind::Name(name) = &callee.kind else { return };
        let inames = match name.as_str() {
            "reduce" | "simul_reduce" => args.get(1),
            name => args.first().filter(|_| args.len() == 2 && ReductionOp::from_name(name).is_some()),
        };
        reduced.extend(inames.into_iter().flat_map(names));
    });
    names(expr).into_iter().filter(|name| !reduced.contains(name)).collect()
}
