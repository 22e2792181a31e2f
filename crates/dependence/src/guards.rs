//! Which operands of an expression are evaluated only under a condition.

use ir::{Expr, Node, walk};

/// The direct operands in text order, each with the conditions that hold where it is evaluated.
pub fn operands(expr: &Expr) -> Vec<(&Expr, Vec<Expr>)> {
    match expr.node() {
        Node::Select(condition, then, otherwise) => vec![
            (condition, Vec::new()),
            (then, vec![condition.clone()]),
            (otherwise, vec![condition.logical_not()]),
        ],
        Node::And(operands) => after_earlier(operands, Expr::clone),
        Node::Or(operands) => after_earlier(operands, Expr::logical_not),
        _ => walk::children(expr).into_iter().map(|child| (child, Vec::new())).collect(),
    }
}

/// Operands that are evaluated only where all earlier ones left the outcome open.
fn after_earlier(operands: &[Expr], open: fn(&Expr) -> Expr) -> Vec<(&Expr, Vec<Expr>)> {
    let mut earlier = Vec::new();
    let mut guarded = Vec::new();
    for operand in operands {
        guarded.push((operand, earlier.clone()));
        earlier.push(open(operand));
    }
    guarded
}
