//! What an assignment calls.

use super::tree::{Expr, ExprKind, Target};
use diag::Span;

/// Whether an assignment calls a kernel: the value is a call, and a target is a part of an array, or there
/// are several.
pub(crate) fn is_kernel_call(targets: &[Target], value: &Expr) -> bool {
    let is_slice = |expr: &Expr| matches!(expr.kind, ExprKind::Slice(_));
    let is_part = |target: &Target| match &target.expr.kind {
        ExprKind::Slice(_) => true,
        ExprKind::Index(_, index) => index.iter().any(is_slice),
        _ => false,
    };
    callee(value).is_some_and(|(name, ..)| name != "reduce")
        && (targets.len() > 1 || targets.iter().any(is_part))
}

/// The name of what a value calls, with its arguments and its place.
pub(crate) fn callee(value: &Expr) -> Option<(&str, &[Expr], Span)> {
    let ExprKind::Call(callee, args) = &value.kind else { return None };
    let ExprKind::Name(name) = &callee.kind else { return None };
    Some((name, args, callee.span))
}
