//! Index arithmetic: which expressions are computed exactly, as integers of unbounded size, whatever types
//! their operands have.
//!
//! Subscripts, bounds and comparisons of signed integers are. So is what a conversion `cast(T, e)` converts,
//! where `e` is an operation on inames, integer arguments and literals alone: it is converted once, at the
//! end. An iname has no type of its own, and in which type a loop counts is the printer's business.

use crate::typing;
use crate::{Expr, Kernel, Node, walk};

/// Functions that have one meaning for integers of every size.
const FUNCTIONS: &[&str] =
    &["abs", "bit_and", "bit_not", "bit_or", "bit_xor", "div_trunc", "max", "min", "rem_trunc", "sign"];

/// Whether an expression is an operation that index arithmetic has; its operands may be anything.
pub fn is_operation(expr: &Expr) -> bool {
    match expr.node() {
        Node::Sum(_) | Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..) | Node::Select(..) => true,
        Node::Call { function, .. } => FUNCTIONS.contains(&&**function),
        _ => false,
    }
}

/// Whether an expression is index arithmetic: an iname, or an operation on inames, integer arguments and
/// literals. A lone argument has a type.
pub fn is_index_arithmetic(kernel: &Kernel, expr: &Expr) -> bool {
    let is_iname = |expr: &Expr| expr.as_var().is_some_and(|name| kernel.inames.contains_key(name));
    is_made_of_integers(kernel, expr) && (is_iname(expr) || is_operation(expr))
}

fn is_made_of_integers(kernel: &Kernel, expr: &Expr) -> bool {
    match expr.node() {
        Node::Int(_) => true,
        Node::Var(name) if kernel.inames.contains_key(name) => true,
        Node::Var(name) => {
            typing::is_value_argument(kernel, name)
                && typing::type_of_variable(kernel, name).is_ok_and(|ty| ty.scalar().is_integer())
        }
        Node::Select(_, a, b) => is_made_of_integers(kernel, a) && is_made_of_integers(kernel, b),
        _ if is_operation(expr) => {
            walk::children(expr).into_iter().all(|operand| is_made_of_integers(kernel, operand))
        }
        _ => false,
    }
}

/// Whether two sides are compared as exact integers: signed ones are, and index arithmetic with what has a
/// value as an integer. Literals alone take the type of the other side.
pub fn compares(kernel: &Kernel, a: &Expr, b: &Expr) -> bool {
    let both = typing::type_of(kernel, a).and_then(|ty| Ok(ty.common(typing::type_of(kernel, b)?)));
    let is_index = |side: &Expr| is_index_arithmetic(kernel, side) && !walk::names(side).is_empty();
    let [left, right] = [a, b].map(is_index);
    both.is_ok_and(|ty| ty.scalar().is_signed_integer())
        || (left || right) && is_made_of_integers(kernel, a) && is_made_of_integers(kernel, b)
}
