//! Conditions that hold since others hold and lists of others fail.

use ir::{Expr, Node};

/// More conditions than these are not told apart: all their truth values are tried.
const MAX_CONDITIONS: usize = 6;

/// Whether all of `conditions` hold wherever all of `holding` do and each list of `failing` has one that does
/// not: of `if (c) .. else if (d) .. else ..`, the first branch ran where neither of the others did. Each
/// condition has to have one value at all places that ask for it.
pub(super) fn follow(conditions: &[Expr], holding: &[Expr], failing: &[Vec<Expr>]) -> bool {
    let mut asked = Vec::new();
    let all = conditions.iter().chain(holding).chain(failing.iter().flatten());
    all.for_each(|condition| collect(condition, &mut asked));
    if asked.len() > MAX_CONDITIONS {
        return false;
    }
    (0..1_u32 << asked.len()).all(|values| {
        let holds = |condition: &Expr| value(condition, &asked, values);
        let is_possible = holding.iter().all(holds) && failing.iter().all(|list| !list.iter().all(holds));
        !is_possible || conditions.iter().all(holds)
    })
}

/// The conditions that a condition is made of.
fn collect(condition: &Expr, asked: &mut Vec<Expr>) {
    match condition.node() {
        Node::Bool(_) => {}
        Node::Not(inner) => collect(inner, asked),
        Node::And(operands) | Node::Or(operands) => {
            operands.iter().for_each(|operand| collect(operand, asked));
        }
        _ if asked.contains(condition) => {}
        _ => asked.push(condition.clone()),
    }
}

/// Whether a condition holds where the `n`-th of those asked has the `n`-th bit as its value.
fn value(condition: &Expr, asked: &[Expr], values: u32) -> bool {
    let holds = |condition: &Expr| value(condition, asked, values);
    match condition.node() {
        Node::Bool(constant) => *constant,
        Node::Not(inner) => !holds(inner),
        Node::And(operands) => operands.iter().all(holds),
        Node::Or(operands) => operands.iter().any(holds),
        _ => asked.iter().position(|own| own == condition).is_some_and(|at| values >> at & 1 == 1),
    }
}

#[cfg(test)]
mod tests {
    use super::follow;
    use ir::Expr;

    #[test]
    fn the_first_branch_runs_where_no_other_does() {
        let [c, d] = ["c", "d"].map(Expr::var);
        let second = vec![c.logical_not(), d.clone()];
        let third = vec![c.logical_not(), d.logical_not()];
        assert!(follow(std::slice::from_ref(&c), &[], &[second.clone(), third.clone()]));
        assert!(!follow(std::slice::from_ref(&c), &[], std::slice::from_ref(&second)));
        assert!(follow(std::slice::from_ref(&c), &[d], &[second]));
        assert!(follow(&[], &[], &[]));
        assert!(!follow(&[c], &[], &[]));
    }
}
