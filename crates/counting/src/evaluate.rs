//! Integers and conditions at a point.

use ir::{Expr, Name, Node, fold};

/// The value of an integer expression where names have these values; `None` where data decide, or a number
/// gets too large.
pub fn integer(expr: &Expr, value_of: &dyn Fn(&Name) -> Option<i64>) -> Option<i64> {
    let of = |expr: &Expr| integer(expr, value_of);
    match expr.node() {
        Node::Int(value) => Some(*value),
        Node::Var(name) => value_of(name),
        Node::Sum(terms) => terms.iter().try_fold(0_i64, |sum, term| sum.checked_add(of(term)?)),
        Node::Product(factors) => factors.iter().try_fold(1_i64, |all, factor| all.checked_mul(of(factor)?)),
        Node::FloorDiv(a, b) => fold::floor_div(of(a)?, of(b)?),
        Node::Mod(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            a.checked_sub(b.checked_mul(fold::floor_div(a, b)?)?)
        }
        Node::Cast(ty, inner) if ty.is_integer() => of(inner),
        Node::Select(condition, then, otherwise) => {
            if holds(condition, value_of)? {
                of(then)
            } else {
                of(otherwise)
            }
        }
        Node::Call { function, args } => {
            let args = args.iter().map(of).collect::<Option<Vec<i64>>>()?;
            match &**function {
                "min" => args.into_iter().min(),
                "max" => args.into_iter().max(),
                "abs" => args.first()?.checked_abs(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a condition holds; `None` where data decide.
pub fn holds(expr: &Expr, value_of: &dyn Fn(&Name) -> Option<i64>) -> Option<bool> {
    match expr.node() {
        Node::Bool(value) => Some(*value),
        Node::Not(inner) => Some(!holds(inner, value_of)?),
        Node::And(operands) | Node::Or(operands) => {
            let decides = matches!(expr.node(), Node::Or(_));
            let all: Vec<Option<bool>> = operands.iter().map(|one| holds(one, value_of)).collect();
            match all.contains(&Some(decides)) {
                true => Some(decides),
                false => all.iter().all(Option::is_some).then_some(!decides),
            }
        }
        Node::Compare(comparison, a, b) => {
            Some(comparison.holds(&integer(a, value_of)?, &integer(b, value_of)?))
        }
        _ => None,
    }
}
