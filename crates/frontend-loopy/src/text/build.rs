//! What the grammar's actions share.

use super::tree::{Expr, ExprKind, Word};
use diag::Span;

pub(super) fn word(text: &str, span: Span) -> Word {
    Word { text: text.to_owned(), span }
}

pub(super) fn list<T>(first: T, rest: Vec<T>) -> Vec<T> {
    std::iter::once(first).chain(rest).collect()
}

/// `x[()]` has no subscripts.
pub(super) fn subscripts(index: Vec<Expr>) -> Vec<Expr> {
    match index.as_slice() {
        [Expr { kind: ExprKind::Tuple(items), .. }] => items.clone(),
        _ => index,
    }
}

/// `not a`, with all that stands behind the word: an operation that begins there stands in no parentheses.
pub(super) fn negated(operand: Expr, behind: Span, span: Span) -> Expr {
    let is_operation = matches!(
        operand.kind,
        ExprKind::Sum(_) | ExprKind::Product(..) | ExprKind::Power(..) | ExprKind::Bits(..)
    );
    let kind = match is_operation && operand.span.start == behind.start {
        true => ExprKind::NotOfOperation,
        false => ExprKind::Not(Box::new(operand)),
    };
    Expr::new(kind, span)
}

/// `if(condition, a, b)`; with another number of operands a call that is refused later.
pub(super) fn choice(args: Vec<Expr>, span: Span) -> Expr {
    match <[Expr; 3]>::try_from(args) {
        Ok(parts) => Expr::new(ExprKind::Select(Box::new(parts)), span),
        Err(args) => {
            let callee = Expr::new(ExprKind::Name("if".to_owned()), span);
            Expr::new(ExprKind::Call(Box::new(callee), args), span)
        }
    }
}
