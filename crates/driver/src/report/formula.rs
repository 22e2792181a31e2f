//! Integer expressions as data that a page evaluates.
//!
//! A number and a name stand for themselves, `[operation, operands..]` for the rest. What depends on data, or
//! has another type, is null.

use ir::{Comparison, Expr, Name, Node, affine};
use poly::{Aff, Constraint};
use serde_json::{Value, json};

/// Integers up to this one are exact in the language of the page.
const MOST: i64 = 1 << 53;

/// A formula; `is_known` tells which names are loops or integer arguments.
pub(super) fn formula(expr: &Expr, is_known: &dyn Fn(&Name) -> bool) -> Value {
    encode(expr, is_known).unwrap_or(Value::Null)
}

/// A quasi-affine form.
pub(super) fn of_aff(aff: &Aff, is_known: &dyn Fn(&Name) -> bool) -> Value {
    formula(&affine::from_aff(aff), is_known)
}

/// A condition, with its text.
pub(super) fn condition(constraint: &Constraint, is_known: &dyn Fn(&Name) -> bool) -> (String, Value) {
    let expr = affine::from_constraint(constraint);
    (expr.to_string(), formula(&expr, is_known))
}

fn encode(expr: &Expr, is_known: &dyn Fn(&Name) -> bool) -> Option<Value> {
    let pair =
        |sign: &str, a: &Expr, b: &Expr| Some(json!([sign, encode(a, is_known)?, encode(b, is_known)?]));
    let many = |sign: &str, operands: &[Expr]| {
        let operands = operands.iter().map(|operand| encode(operand, is_known));
        let all: Option<Vec<Value>> = std::iter::once(Some(json!(sign))).chain(operands).collect();
        all.map(Value::Array)
    };
    match expr.node() {
        Node::Int(value) => (-MOST..=MOST).contains(value).then(|| json!(value)),
        Node::Bool(value) => Some(json!(i64::from(*value))),
        Node::Var(name) => is_known(name).then(|| json!(name.as_str())),
        Node::Sum(terms) => many("+", terms),
        Node::Product(factors) => many("*", factors),
        Node::FloorDiv(a, b) => pair("//", a, b),
        Node::Mod(a, b) => pair("%", a, b),
        Node::Compare(comparison, a, b) => pair(Comparison::symbol(*comparison), a, b),
        Node::And(operands) => many("and", operands),
        Node::Or(operands) => many("or", operands),
        Node::Not(operand) => many("not", std::slice::from_ref(operand)),
        Node::Select(condition, a, b) => many("if", &[condition.clone(), a.clone(), b.clone()]),
        Node::Cast(ty, value) if ty.is_integer() => encode(value, is_known),
        Node::Call { function, args } if matches!(function.as_str(), "min" | "max") => many(function, args),
        Node::Call { .. }
        | Node::Cast(..)
        | Node::Load { .. }
        | Node::Power(..)
        | Node::Quotient(..)
        | Node::Real(_)
        | Node::Reduce { .. }
        | Node::Rule { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depends_on_data_is_null() {
        let i = Expr::var("i");
        let known = |name: &Name| name.as_str() == "i";
        let quotient = Expr::new(Node::FloorDiv(i.plus(&Expr::int(3)), Expr::int(16)));
        assert_eq!(formula(&quotient, &known).to_string(), r#"["//",["+","i",3],16]"#);
        for open in [Expr::load("a", vec![i]), Expr::var("t"), Expr::int(i64::MAX)] {
            assert!(formula(&Expr::int(1).plus(&open), &known).is_null(), "{open}");
        }
    }
}
