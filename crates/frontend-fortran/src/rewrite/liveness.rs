//! Which scalars may be read later, at each place of a routine without jumps.

use crate::hir::{Loop, Node, NodeKind, expressions};
use ir::{Expr, Node as Value, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Names whose value may be read.
pub(super) type Live = BTreeSet<Name>;

/// What is live before statements, given what is after them.
pub(super) fn before(nodes: &[Node], after: &Live) -> Live {
    nodes.iter().rev().fold(after.clone(), |live, node| before_node(node, &live))
}

/// What is live before one statement.
pub(super) fn before_node(node: &Node, after: &Live) -> Live {
    let mut live = match &node.kind {
        NodeKind::Assign(target, _) if target.index.is_none() => {
            let mut live = after.clone();
            live.remove(&target.name);
            live
        }
        NodeKind::If(branches, otherwise) => {
            let mut live = before(otherwise, after);
            branches.iter().for_each(|branch| live.extend(before(&branch.body, after)));
            live
        }
        NodeKind::Loop(head) => at_loop(head, after),
        _ => after.clone(),
    };
    expressions(node, &mut |expr| live.extend(scalars(expr)));
    live
}

/// What is live where an iteration of a loop begins or ends.
pub(super) fn at_loop(head: &Loop, after: &Live) -> Live {
    let mut live = after.clone();
    // A name that is live because of a later iteration is so after one round; the second finds no more.
    for _ in 0..2 {
        let body = before(&head.body, &live);
        live.extend(body);
    }
    live.remove(&head.variable);
    live
}

/// Whether one scalar is live before statements, given whether it is after them.
pub(super) fn is_before(nodes: &[Node], name: &Name, after: bool) -> bool {
    nodes.iter().rev().fold(after, |live, node| is_before_node(node, name, live))
}

/// Whether one scalar is live before a statement.
pub(super) fn is_before_node(node: &Node, name: &Name, after: bool) -> bool {
    let mut is_read = false;
    expressions(node, &mut |expr| is_read |= reads(expr, name));
    is_read
        || match &node.kind {
            NodeKind::Assign(target, _) if target.index.is_none() && target.name == *name => false,
            NodeKind::If(branches, otherwise) => {
                is_before(otherwise, name, after)
                    || branches.iter().any(|branch| is_before(&branch.body, name, after))
            }
            NodeKind::Loop(head) => is_at_loop(head, name, after),
            _ => after,
        }
}

/// Whether one scalar is live where an iteration of a loop begins or ends.
pub(super) fn is_at_loop(head: &Loop, name: &Name, after: bool) -> bool {
    head.variable != *name && (after || is_before(&head.body, name, false))
}

/// Whether an expression reads a scalar.
fn reads(expr: &Expr, name: &Name) -> bool {
    walk::any(expr, &mut |part| part.as_var() == Some(name))
}

/// Scalars in an expression.
pub(super) fn scalars(expr: &Expr) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    walk::visit(expr, &mut |part| {
        if let Value::Var(name) = part.node() {
            names.insert(name.clone());
        }
    });
    names
}
