//! What follows an `if` whose parts jump, but for one, belongs into that part.

use fortran_sema::hir::{Node, NodeKind};

/// Moves what follows an `if` into the one part from which control gets there; what is left if there are
/// more.
pub(super) fn into_only(node: &mut Node, rest: Vec<Node>, leaves: fn(&[Node]) -> bool) -> Vec<Node> {
    let NodeKind::If(branches, otherwise) = &mut node.kind else { return rest };
    let parts = branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]);
    let mut ways_on: Vec<&mut Vec<Node>> = parts.filter(|body| !leaves(body)).collect();
    match ways_on.as_mut_slice() {
        [] => Vec::new(),
        [only] => {
            only.extend(rest);
            Vec::new()
        }
        _ => rest,
    }
}
