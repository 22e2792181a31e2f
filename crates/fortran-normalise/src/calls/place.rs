//! Where the statements of a routine stand that is put in the place of a call.

use super::Callees;
use diag::Span;
use fortran_sema::hir::{self, Node, NodeKind};
use fortran_sema::written::INTRINSIC_MODULE;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Callees<'_> {
    /// The statements of a routine where they stand for a call. Those of intrinsic functions stand at the
    /// call, since nobody sees their text.
    pub(super) fn at_call(&mut self, mut nodes: Vec<Node>, unit: &Name, call: &Node) -> Vec<Node> {
        let is_foreign = self.is_foreign(unit);
        let host = self.world.routine_at(unit).and_then(|known| known.hosts.last());
        let is_intrinsic = host.is_some_and(|host| host.head.name.name == *INTRINSIC_MODULE);
        let mut span = |span: Span| match is_intrinsic {
            true => call.span,
            false => Span { source: self.sources.inlined(span.source, call.span), ..span },
        };
        // Regions of another file are marked for its own kernels.
        let tags = |tags: &Tags| match is_foreign || tags.is_empty() {
            true => Rc::clone(&call.tags),
            false => Rc::new(tags.union(&call.tags).cloned().collect()),
        };
        Moved { span: &mut span, tags: &tags }.block(&mut nodes);
        nodes
    }
}

type Tags = Rc<BTreeSet<Name>>;

/// What becomes of the places and the tags of statements.
struct Moved<'m> {
    span: &'m mut dyn FnMut(Span) -> Span,
    tags: &'m dyn Fn(&Tags) -> Tags,
}

impl Moved<'_> {
    fn block(&mut self, nodes: &mut [Node]) {
        for node in nodes {
            (node.span, node.tags) = ((self.span)(node.span), (self.tags)(&node.tags));
            if let NodeKind::If(branches, _) = &mut node.kind {
                for branch in branches {
                    (branch.span, branch.tags) = ((self.span)(branch.span), (self.tags)(&branch.tags));
                }
            }
            hir::blocks_mut(node).into_iter().for_each(|block| self.block(block));
        }
    }
}
