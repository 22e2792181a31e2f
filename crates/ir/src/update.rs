//! Statements that update an element by one operation.

use crate::{Expr, Node, ReductionOp, Statement, affine};

/// What `x = x op e` does to `x`, where `e` does not read `x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// The operation.
    pub op: ReductionOp,
    /// The other operand.
    pub operand: Expr,
}

impl Update {
    /// The update that a statement makes.
    pub fn of(statement: &Statement) -> Option<Update> {
        let target = statement.target()?;
        let (op, operands, join): (_, _, fn(Vec<Expr>) -> Expr) = match statement.value()?.node() {
            Node::Sum(terms) => (ReductionOp::Sum, terms, Expr::sum),
            Node::Product(factors) => (ReductionOp::Product, factors, Expr::product),
            Node::Call { function, args } if &**function == "max" => {
                (ReductionOp::Max, args, |args| Expr::call("max", args))
            }
            Node::Call { function, args } if &**function == "min" => {
                (ReductionOp::Min, args, |args| Expr::call("min", args))
            }
            _ => return None,
        };
        let own = target.to_expr();
        let (same, others): (Vec<Expr>, Vec<Expr>) = operands.iter().cloned().partition(|e| *e == own);
        let elsewhere = others.iter().chain(target.index()).any(|e| affine::mentions(e, target.name()));
        if same.len() != 1 || elsewhere {
            return None;
        }
        let operand = match others.as_slice() {
            [other] => other.clone(),
            _ => join(others),
        };
        Some(Update { op, operand })
    }
}
