//! Numbers that do not fit where they go.
//!
//! C stores 2147483648 in an `int` as -2147483648 without a word, and leaves `(int)1e308` undefined.

use diag::Diagnostic;
use ir::{Expr, Kernel, Node, Scalar, Statement, expand, operands, typing, walk};

/// All literals that are stored in, or converted to, integers that cannot hold them, and those that would be
/// infinite in the type that they are computed in.
pub(crate) fn misfits(kernel: &Kernel) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for statement in kernel.statements.values() {
        let expanded = |e: &Expr| expand::expand_rules(e, &kernel.rules).unwrap_or_else(|| e.clone());
        let value = statement.value().map(expanded);
        let predicates: Vec<Expr> = statement.predicates.iter().map(expanded).collect();
        for expr in value.iter().chain(&predicates) {
            walk::visit(expr, &mut |part| {
                if let Node::Cast(ty, operand) = part.node()
                    && matches!(operand.node(), Node::Real(_))
                    && !fits(operand, *ty)
                {
                    found.push(misfit(operand, *ty, &format!("the result of `{part}`"), statement));
                }
            });
        }
        let mut tell = |literal: &Expr, ty: Scalar| {
            found.push(misfit(literal, ty, "the operation that uses it", statement));
        };
        predicates.iter().for_each(|e| find_overflows(kernel, e, Some(Scalar::Bool), &mut tell));
        let Some((target, value)) = statement.target().zip(value) else { continue };
        let Ok(ty) = typing::type_of_variable(kernel, target.name()) else { continue };
        find_overflows(kernel, &value, Some(ty.scalar()), &mut tell);
        stored(&value, &mut |literal| {
            if !fits(literal, ty.scalar()) {
                found.push(misfit(literal, ty.scalar(), &format!("`{}`", target.name()), statement));
            }
        });
    }
    found
}

/// Tells of the literals that would be infinite in the type that they are computed in.
fn find_overflows(
    kernel: &Kernel,
    expr: &Expr,
    wanted: Option<Scalar>,
    tell: &mut impl FnMut(&Expr, Scalar),
) {
    let is_large = |e: &Expr| matches!(e.node(), Node::Real(real) if real.overflows(Scalar::F32));
    if !walk::any(expr, &mut |e| is_large(e)) {
        return;
    }
    let Ok(own) = operands::computed(kernel, expr, wanted) else { return };
    if own == Scalar::F32 && is_large(expr) {
        tell(expr, own);
    }
    let types = operands::operand_types(kernel, expr, own).unwrap_or_default();
    for (operand, wanted) in walk::children(expr).into_iter().zip(types) {
        find_overflows(kernel, operand, wanted, tell);
    }
}

/// Tells of the literals that may be the value of an expression as they are.
fn stored(value: &Expr, tell: &mut impl FnMut(&Expr)) {
    match value.node() {
        Node::Int(_) | Node::Real(_) => tell(value),
        Node::Select(_, then, otherwise) => {
            stored(then, tell);
            stored(otherwise, tell);
        }
        _ => {}
    }
}

/// Whether a literal has a value in a type; a real number loses what is behind its point.
fn fits(literal: &Expr, ty: Scalar) -> bool {
    let Some((least, most)) = ty.integer_range() else { return true };
    match literal.node() {
        Node::Int(value) => (least..=most).contains(&i128::from(*value)),
        Node::Real(real) => {
            // The bounds, less one and one more, are powers of two, but for zero: exact as they stand.
            let whole = real.value().trunc();
            let below: f64 = (most + 1).to_string().parse().unwrap_or(f64::INFINITY);
            let from: f64 = least.to_string().parse().unwrap_or(f64::NEG_INFINITY);
            from <= whole && whole < below
        }
        _ => true,
    }
}

fn misfit(literal: &Expr, ty: Scalar, place: &str, statement: &Statement) -> Diagnostic {
    let message = format!("`{literal}` does not fit into {place}, which is `{ty}`");
    let found = Diagnostic::error("lp::types::literal", message);
    let found = found.at_entity(statement.loc.as_ref(), statement.origin, "");
    found.help(match literal.node() {
        Node::Int(_) => format!("use a wider type, or write `cast({ty}, {literal})` to keep the lowest bits"),
        _ if ty.is_float() => "use `f64`, or a smaller number; `1e999` is infinity".to_owned(),
        _ => "use a floating-point type, or a smaller number".to_owned(),
    })
}
