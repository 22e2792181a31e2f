//! Which scalars may be read later, at each place of a routine without jumps.

use super::{Loop, Node, NodeKind, expressions, visit, written};
use ir::{Expr, Node as Value, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Names whose value may be read.
pub type Live = BTreeSet<Name>;

/// Scalars whose value from before the routine these statements may read; none where jumps leave that open.
pub fn at_start(body: &[Node]) -> Option<Live> {
    let mut jumps = false;
    visit(body, &mut |node| jumps |= matches!(node.kind, NodeKind::Goto(_) | NodeKind::Label(_)));
    let mut live = Live::new();
    propagate_backward(body, &mut live);
    // What is given for a dummy argument may be read.
    visit(body, &mut |node| {
        written(node, &mut |name| {
            if matches!(node.kind, NodeKind::Call(_)) {
                live.insert(name.clone());
            }
        })
    });
    (!jumps).then_some(live)
}

/// Goes from what is live after statements to what is live before them.
pub fn propagate_backward(nodes: &[Node], live: &mut Live) {
    nodes.iter().rev().for_each(|node| propagate_through(node, live));
}

/// Goes from what is live after one statement to what is live before it.
pub fn propagate_through(node: &Node, live: &mut Live) {
    match &node.kind {
        NodeKind::Assign(target, _) if target.index.is_none() => drop(live.remove(&target.name)),
        NodeKind::If(branches, otherwise) => {
            let after = live.clone();
            propagate_backward(otherwise, live);
            for branch in branches {
                let mut inside = after.clone();
                propagate_backward(&branch.body, &mut inside);
                live.append(&mut inside);
            }
        }
        NodeKind::Loop(head) => at_loop(head, live),
        _ => {}
    }
    note(node, live);
}

/// Adds what a statement's own expressions read, without those of what it contains.
pub fn note(node: &Node, live: &mut Live) {
    expressions(node, &mut |expr| note_scalars(expr, live));
}

/// Goes from what is live after a loop to what is live where an iteration begins or ends.
pub fn at_loop(head: &Loop, live: &mut Live) {
    // A name that is live because of a later iteration is so after one round: the body reads it before it
    // sets it.
    let mut body = live.clone();
    propagate_backward(&head.body, &mut body);
    live.append(&mut body);
    live.remove(&head.variable);
}

/// Scalars in an expression.
pub fn scalars(expr: &Expr) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    note_scalars(expr, &mut names);
    names
}

fn note_scalars(expr: &Expr, names: &mut BTreeSet<Name>) {
    walk::visit(expr, &mut |part| {
        if let Value::Var(name) = part.node()
            && !names.contains(name)
        {
            names.insert(name.clone());
        }
    });
}
