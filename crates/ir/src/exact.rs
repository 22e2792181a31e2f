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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    fn kernel() -> Kernel {
        let file = "lpir 1\nkernel @k {\n arg n : i32\n arg m : u64\n arg x : f64\n arg a : i32[8] in\n temp t : i32 private\n \
                    domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }\n iname i\n iname j\n}\n";
        let id = diag::SourceMap::default().add("t", file);
        text::parse_module(file, id).unwrap().kernels.swap_remove_index(0).unwrap().1
    }

    fn read(expr: &str) -> Expr {
        let id = diag::SourceMap::default().add("e", expr);
        text::parse_expr(expr, id, 0, &|_| false).unwrap()
    }

    #[test]
    fn operations_on_inames_and_arguments_are_index_arithmetic() {
        let kernel = kernel();
        for (text, expected) in [
            ("i", true),
            ("i*n + j % 3", true),
            ("bit_and(i, 3) + abs(j - i)", true),
            ("if(x > 0.5, i, n)", true),
            ("n + 1", true),
            ("m - n", true),
            ("n", false),
            ("4", false),
            ("n*m", true),
            ("2*3", true),
            ("n*2 + a[i]", false),
            ("i + t", false),
            ("i*x", false),
            ("cast(i64, i) + j", false),
        ] {
            assert_eq!(is_index_arithmetic(&kernel, &read(text)), expected, "{text}");
        }
    }

    #[test]
    fn comparisons_of_what_has_no_sign_are_exact_with_index_arithmetic() {
        let kernel = kernel();
        for (a, b, expected) in [
            ("i", "m", true),
            ("n", "m - 3", true),
            ("a[i]", "n", true),
            ("m", "3", false),
            ("m", "bit_not(0)", false),
            ("m", "x", false),
            ("i", "x", false),
        ] {
            assert_eq!(compares(&kernel, &read(a), &read(b)), expected, "{a} {b}");
        }
    }
}
