//! Where the statements of a routine stand that is put in the place of a call.

use super::Callees;
use crate::hir::{self, Node, NodeKind};
use crate::library::INTRINSIC_MODULE;
use diag::Span;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Callees<'_> {
    /// The statements of a routine where they stand for a call. Those of intrinsic functions stand at the call,
    /// since nobody sees their text.
    pub(super) fn at_call(&mut self, mut nodes: Vec<Node>, unit: &Name, call: &Node) -> Vec<Node> {
        let known = self.world.at(unit);
        let is_foreign = known.is_some_and(|known| known.is_foreign);
        let host = known.and_then(|known| known.hosts.last());
        let is_intrinsic = host.is_some_and(|host| host.head.name.name == *INTRINSIC_MODULE);
        let mut span = |span: Span| match is_intrinsic {
            true => call.span,
            false => Span { source: self.sources.inlined(span.source, call.span), ..span },
        };
        // Regions of another file are marked for its own kernels.
        let tags = |tags: &Rc<BTreeSet<Name>>| match is_foreign || tags.is_empty() {
            true => Rc::clone(&call.tags),
            false => Rc::new(tags.union(&call.tags).cloned().collect()),
        };
        place(&mut nodes, (&mut span, &tags));
        nodes
    }
}

type Tags = Rc<BTreeSet<Name>>;

fn place(nodes: &mut [Node], (span, tags): (&mut dyn FnMut(Span) -> Span, &dyn Fn(&Tags) -> Tags)) {
    for node in nodes {
        (node.span, node.tags) = (span(node.span), tags(&node.tags));
        if let NodeKind::If(branches, _) = &mut node.kind {
            for branch in branches {
                (branch.span, branch.tags) = (span(branch.span), tags(&branch.tags));
            }
        }
        hir::blocks_mut(node).into_iter().for_each(|block| place(block, (&mut *span, tags)));
    }
}
