//! How a routine uses its names, found before anything is lowered.

use diag::Span;
use fortran_sema::hir::{self, Node, NodeKind, Routine};
use ir::{Expr, IndexMap, IndexSet, Node as Value, walk};
use poly::Name;

/// Uses by name.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Number of assignments to a variable or its elements.
    pub(super) writes: IndexMap<Name, usize>,
    /// Where a name is the variable of a loop.
    pub(super) loops: IndexMap<Name, Span>,
    /// Names in loop bounds and array bounds.
    pub(super) bounds: IndexSet<Name>,
    /// Scalars and arrays that are read.
    pub(super) reads: IndexSet<Name>,
}

/// The uses in a routine's shapes and statements.
pub(super) fn collect(routine: &Routine) -> Usage {
    let mut usage = Usage::default();
    for axis in routine.variables.values().flat_map(|variable| variable.axes.iter().flatten()) {
        [Some(&axis.lower), axis.length.as_ref()].into_iter().flatten().for_each(|bound| usage.bound(bound));
    }
    routine.requires.iter().for_each(|requirement| usage.read(&requirement.condition));
    hir::visit(&routine.body, &mut |node| usage.node(node));
    usage
}

impl Usage {
    /// Whether a value is given to the name or taken from it.
    pub(super) fn mentions(&self, name: &Name) -> bool {
        self.reads.contains(name) || self.writes.contains_key(name)
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Assign(target, _) => {
                *self.writes.entry(target.name.clone()).or_insert(0) += 1;
            }
            NodeKind::Loop(head) => {
                self.loops.entry(head.variable.clone()).or_insert(node.span);
                [&head.lower, &head.upper, &head.step].into_iter().for_each(|bound| self.bound(bound));
            }
            _ => {}
        }
        hir::expressions(node, &mut |expr| self.read(expr));
    }

    fn bound(&mut self, expr: &Expr) {
        self.bounds.extend(names(expr));
        self.read(expr);
    }

    fn read(&mut self, expr: &Expr) {
        self.reads.extend(names(expr));
    }
}

/// Scalars and arrays in an expression, each as often as it stands there.
fn names(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    walk::visit(expr, &mut |part| match part.node() {
        Value::Var(name) => names.push(name.clone()),
        Value::Load { array, .. } => names.push(array.clone()),
        _ => {}
    });
    names
}
