//! Claim: an assignment to a local scalar that nobody reads before the next one may go, and so may what is
//! left empty.

use fortran_sema::hir::liveness::{self, Live};
use fortran_sema::hir::{Node, NodeKind, Routine, visit};
use poly::Name;
use std::collections::BTreeSet;

/// Removes them, and branches and loops in which nothing is done.
pub(super) fn rewrite(routine: &mut Routine) {
    let mut body = std::mem::take(&mut routine.body);
    // What bounds of arrays mention stays: that it is assigned is reported later.
    let always = routine.in_shapes();
    let mut assigned = BTreeSet::new();
    let mut kept = BTreeSet::new();
    visit(&body, &mut |node| match &node.kind {
        NodeKind::Assign(target, _) => {
            assigned.insert(target.name.clone());
        }
        // That the variable of a loop is assigned is reported as well.
        NodeKind::Loop(head) => {
            kept.insert(head.variable.clone());
        }
        _ => {}
    });
    assigned.retain(|name| always.contains(name) || routine.is_argument(name));
    kept.append(&mut assigned);
    block(&mut body, &mut Live::new(), &kept);
    routine.body = body;
}

/// Cleans statements from the last to the first, going from what is live after them to what is live before.
/// Of each block one walk is enough, and one more of the body of a loop: the depth of blocks does not
/// multiply the work.
fn block(nodes: &mut Vec<Node>, live: &mut Live, always: &BTreeSet<Name>) {
    let mut kept = Vec::new();
    for mut node in std::mem::take(nodes).into_iter().rev() {
        if is_unread(&node, live, always) {
            continue;
        }
        match &mut node.kind {
            NodeKind::If(branches, otherwise) => {
                // Each branch is followed by what is live behind all of them.
                let after = live.clone();
                block(otherwise, live, always);
                for branch in branches.iter_mut() {
                    let mut inside = after.clone();
                    block(&mut branch.body, &mut inside, always);
                    live.append(&mut inside);
                }
                while otherwise.is_empty() && branches.last().is_some_and(|branch| branch.body.is_empty()) {
                    branches.pop();
                }
                if branches.is_empty() {
                    kept.extend(std::mem::take(otherwise).into_iter().rev());
                    continue;
                }
            }
            NodeKind::Loop(head) => {
                let mut inside = live.clone();
                liveness::at_loop(head, &mut inside);
                block(&mut head.body, &mut inside, always);
                if head.body.is_empty() {
                    continue;
                }
                live.append(&mut inside);
                live.remove(&head.variable);
            }
            _ => liveness::propagate_through(&node, live),
        }
        liveness::note(&node, live);
        kept.push(node);
    }
    kept.reverse();
    *nodes = kept;
}

fn is_unread(node: &Node, live: &Live, always: &BTreeSet<Name>) -> bool {
    match &node.kind {
        NodeKind::Assign(target, _) => {
            target.index.is_none() && !live.contains(&target.name) && !always.contains(&target.name)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    #[test]
    fn what_nobody_reads_goes() {
        assert_eq!(
            body(
                "dead_stores",
                "t = 1\nt = 2\nx(1) = t\nt = 3\nif (n > 1) then\ns = 1\nend if\ndo i = 1, n\ns = 2\nend do"
            ),
            "t = 2.0f\nx[1] = t"
        );
    }

    #[test]
    fn what_a_later_iteration_reads_stays() {
        let text = body("dead_stores", "s = 0\ndo i = 1, n\nx(i) = s\ns = x(i) + 1\nend do");
        assert!(text.contains("s = x[i] + 1"), "{text}");
    }
}
