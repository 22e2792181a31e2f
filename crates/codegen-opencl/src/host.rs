//! Conditions that a host tests, in C without any function of ours.

use crate::dialect::Dialect;
use crate::expr::Printer;
use crate::helpers::Used;
use crate::names::Names;
use diag::Diagnostic;
use ir::{Comparison, Expr, Kernel, Node, typing, walk};

/// A condition on value arguments, whose identifiers are those of the generated functions' parameters.
pub(crate) fn condition(kernel: &Kernel, names: &Names, condition: &Expr) -> Result<String, Diagnostic> {
    let mut used = Used::new(Dialect::OpenCl);
    let mut printer = Printer::new(kernel, names, &mut used);
    Ok(printer.condition(&plain(kernel, condition))?.text)
}

/// The expression with operations on integers that C lacks written in those that it has.
fn plain(kernel: &Kernel, expr: &Expr) -> Expr {
    let expr = walk::map_children(expr, &mut |child| plain(kernel, child));
    let is_integer = |e: &Expr| typing::type_of(kernel, e).is_ok_and(|ty| !ty.scalar().is_float());
    if !is_integer(&expr) {
        return expr;
    }
    match expr.node() {
        Node::Call { function, args } => match (&**function, args.as_slice()) {
            ("abs", [a]) => select(Comparison::GreaterEqual, (a, &Expr::int(0)), a, &a.negated()),
            ("max", [a, b]) => select(Comparison::GreaterEqual, (a, b), a, b),
            ("min", [a, b]) => select(Comparison::LessEqual, (a, b), a, b),
            _ => expr,
        },
        Node::FloorDiv(a, b) => floor(a, b, true),
        Node::Mod(a, b) => floor(a, b, false),
        _ => expr,
    }
}

fn select(op: Comparison, (a, b): (&Expr, &Expr), then: &Expr, otherwise: &Expr) -> Expr {
    let condition = Expr::new(Node::Compare(op, a.clone(), b.clone()));
    Expr::new(Node::Select(condition, then.clone(), otherwise.clone()))
}

/// The quotient rounded towards negative infinity, or the remainder that goes with it: C's own, and one less or `b` more
/// where the remainder has another sign than `b`.
fn floor(a: &Expr, b: &Expr, is_quotient: bool) -> Expr {
    let call = |name: &str| Expr::call(name, vec![a.clone(), b.clone()]);
    let compare = |e: &Expr, op| Expr::new(Node::Compare(op, e.clone(), Expr::int(0)));
    let (own, shift) = match is_quotient {
        true => (call("div_trunc"), Expr::int(-1)),
        false => (call("rem_trunc"), b.clone()),
    };
    let remainder = call("rem_trunc");
    let below = compare(&remainder, Comparison::Less);
    let differs = match b.as_int() {
        Some(1..) => below,
        _ => Expr::new(Node::Or(vec![
            Expr::all(vec![below, compare(b, Comparison::Greater)]),
            Expr::all(vec![compare(&remainder, Comparison::Greater), compare(b, Comparison::Less)]),
        ])),
    };
    Expr::new(Node::Select(differs, own.plus(&shift), own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        let file = format!(
            "lpir 1\nkernel @k {{\n arg n, kernel : i32\n arg wide : i64\n arg x : f64\n arg t : i8\n arg on : bool\n \
             require {text} : \"\"\n}}\n"
        );
        let id = diag::SourceMap::default().add("t", file.as_str());
        let module = ir::text::parse_module(&file, id).unwrap();
        let kernel = &module.kernels[0];
        condition(kernel, &Names::of(kernel, Dialect::OpenCl), &kernel.requires[0].condition).unwrap()
    }

    #[test]
    fn conditions_need_nothing_of_ours() {
        for (text, c) in [
            ("n >= 0 and (on or not x > 0.5)", "n >= 0 && (on || !(x > 0.5))"),
            ("t == 78 or t == 110", "t == 78 || t == 110"),
            ("n >= max(1, kernel)", "n >= (1 >= v_kernel ? 1 : v_kernel)"),
            (
                "min(n, kernel) < abs(wide)",
                "(n <= v_kernel ? n : v_kernel) < (wide >= 0 ? wide : -1L * wide)",
            ),
            (
                "n // kernel == 2",
                "((n % v_kernel < 0 && v_kernel > 0) || (n % v_kernel > 0 && v_kernel < 0) ? n / v_kernel - 1 : n / v_kernel) == 2",
            ),
            ("n % 4 == 0", "(n % 4 < 0 ? n % 4 + 4 : n % 4) == 0"),
            ("max(x, 1.0) < 2.0", "fmax(x, 1.0) < 2.0"),
            ("if(on, n, 3) != 4", "(on ? n : 3) != 4"),
            ("rem_trunc(n, 2) == 1", "n % 2 == 1"),
        ] {
            assert_eq!(printed(text), c, "{text}");
        }
    }
}
