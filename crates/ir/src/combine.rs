//! The operation of a reduction on two values, as an expression.

use crate::{Expr, Node, ReductionOp};

impl ReductionOp {
    /// The operation on two values.
    pub fn combine(&self, a: Expr, b: Expr) -> Expr {
        let operands = vec![a, b];
        match self {
            ReductionOp::Sum => Expr::sum(operands),
            ReductionOp::Product => Expr::product(operands),
            ReductionOp::Max => Expr::call("max", operands),
            ReductionOp::Min => Expr::call("min", operands),
            ReductionOp::Any => Expr::new(Node::Or(operands)),
            ReductionOp::All => Expr::new(Node::And(operands)),
            ReductionOp::Declared(name) => Expr::call(name.clone(), operands),
        }
    }
}
