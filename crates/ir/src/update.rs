//! Statements that update an element by one operation.

use crate::{Expr, Node, ReductionOp, Scalar, Statement, walk};

/// What `x = x op e` does to `x`, where `e` does not read `x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    /// The operation.
    pub op: ReductionOp,
    /// The other operand.
    pub operand: Expr,
    /// Whether it is made of several operands, which the statement takes in one after the other.
    pub is_joined: bool,
    /// The type to which `x` is converted before, where the operation is done in another type than that of
    /// `x`.
    pub computed_in: Option<Scalar>,
}

/// Whether an operand is the variable that is updated, and to which type it is converted before.
pub fn reads_target(operand: &Expr, target: &Expr) -> Option<Option<Scalar>> {
    match operand.node() {
        _ if operand == target => Some(None),
        Node::Cast(ty, inner) if inner == target => Some(Some(*ty)),
        _ => None,
    }
}

impl Update {
    /// The update that a statement makes.
    pub fn of_statement(statement: &Statement) -> Option<Update> {
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
        let (same, others): (Vec<Expr>, Vec<Expr>) =
            operands.iter().cloned().partition(|e| reads_target(e, &own).is_some());
        let elsewhere = others.iter().chain(target.index()).any(|e| walk::mentions(e, target.name()));
        if same.len() != 1 || elsewhere {
            return None;
        }
        let is_joined = others.len() != 1;
        let operand = match others.as_slice() {
            [other] => other.clone(),
            _ => join(others),
        };
        let computed_in = same.first().and_then(|e| reads_target(e, &own)).flatten();
        Some(Update { op, operand, is_joined, computed_in })
    }
}
