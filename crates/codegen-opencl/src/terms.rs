//! Signs of terms: sums with negative ones are printed as differences, and bounds that end in one as `<`.

use ir::{Expr, Node};

/// `e + 1` for an expression that ends in a negative constant.
pub(crate) fn plus_one(expr: &Expr) -> Option<Expr> {
    let Node::Sum(terms) = expr.node() else { return None };
    let (last, front) = terms.split_last()?;
    let constant = last.as_int().filter(|constant| *constant < 0)?;
    let constant = (constant != -1).then(|| Expr::int(constant + 1));
    Some(Expr::sum(front.iter().cloned().chain(constant).collect()))
}

/// The positive counterpart of a term that is a negative literal or starts with one.
pub(crate) fn negative(term: &Expr) -> Option<Expr> {
    if let Node::Quotient(a, b) = term.node() {
        return Some(Expr::new(Node::Quotient(negative(a)?, b.clone())));
    }
    let leading = match term.node() {
        Node::Product(factors) => factors.first()?,
        _ => term,
    };
    let is_negative = match leading.node() {
        Node::Int(value) => *value < 0 && *value != i64::MIN,
        Node::Real(real) => real.value() < 0.0,
        _ => false,
    };
    is_negative.then(|| term.negated())
}
