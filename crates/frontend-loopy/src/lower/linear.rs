//! `a[[e]]`: the element that is number `e` in memory, of an array whose rows follow each other.

use ir::{Expr, Node};

/// The subscripts of the element, for these extents.
pub(super) fn subscripts(place: Expr, extents: &[Expr]) -> Vec<Expr> {
    let mut index = Vec::new();
    let mut left = place;
    for extent in extents.iter().skip(1).rev() {
        let (quotient, rest) = divided(&left, extent);
        index.push(rest);
        left = quotient;
    }
    index.push(left);
    index.reverse();
    index
}

/// Quotient and remainder. Terms that the divisor is a factor of are no part of the remainder.
fn divided(value: &Expr, divisor: &Expr) -> (Expr, Expr) {
    let terms = if let Node::Sum(terms) = value.node() { terms.clone() } else { vec![value.clone()] };
    let (mut whole, mut rest) = (Vec::new(), Vec::new());
    for term in terms {
        match without_factor(&term, divisor) {
            Some(quotient) => whole.push(quotient),
            None => rest.push(term),
        }
    }
    if rest.is_empty() {
        return (Expr::sum(whole), Expr::int(0));
    }
    let rest = Expr::sum(rest);
    whole.push(Expr::new(Node::FloorDiv(rest.clone(), divisor.clone())));
    (Expr::sum(whole), Expr::new(Node::Mod(rest, divisor.clone())))
}

fn without_factor(term: &Expr, divisor: &Expr) -> Option<Expr> {
    if term == divisor {
        return Some(Expr::int(1));
    }
    let Node::Product(factors) = term.node() else { return None };
    let at = factors.iter().position(|factor| factor == divisor)?;
    let others = factors.iter().enumerate().filter(|(other, _)| *other != at);
    others.map(|(_, factor)| factor.clone()).reduce(|a, b| a.times(&b))
}
