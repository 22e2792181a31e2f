//! What of an expression depends on one loop of the results and on the summed one.

use ir::{Expr, Name, Node, walk};
use std::collections::BTreeSet;

/// The largest parts of an expression that read memory and depend on these loops, of all that are asked
/// about.
///
/// Factors in front of others are computed first, so those that depend on no other loop are one part.
pub(super) fn operands(value: &Expr, loops: &BTreeSet<Name>, wanted: &BTreeSet<Name>) -> Vec<Expr> {
    let mut found = Vec::new();
    collect(value, &|part| depends_on(part, loops) == *wanted && reads(part), &mut found);
    found
}

fn collect(expr: &Expr, is_operand: &dyn Fn(&Expr) -> bool, found: &mut Vec<Expr>) {
    if is_operand(expr) {
        if !found.contains(expr) {
            found.push(expr.clone());
        }
        return;
    }
    let mut rest = walk::children(expr);
    if let Node::Product(factors) = expr.node() {
        let prefix =
            |length: usize| factors.get(..length).map(|part| Expr::new(Node::Product(part.to_vec())));
        let longest = (2..factors.len())
            .rev()
            .find_map(|length| prefix(length).filter(|part| is_operand(part)).map(|part| (length, part)));
        if let Some((length, part)) = longest {
            collect(&part, is_operand, found);
            rest.drain(..length);
        }
    }
    rest.into_iter().for_each(|child| collect(child, is_operand, found));
}

fn depends_on(part: &Expr, loops: &BTreeSet<Name>) -> BTreeSet<Name> {
    walk::names(part).intersection(loops).cloned().collect()
}

fn reads(part: &Expr) -> bool {
    walk::any(part, &mut |e| matches!(e.node(), Node::Load { .. }))
}
