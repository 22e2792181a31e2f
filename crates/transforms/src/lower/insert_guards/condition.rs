//! One condition of a statement.

use dependence::condition;
use ir::{Expr, Kernel, Node, affine, function, walk};
use poly::{Constraint, Name};
use std::collections::BTreeSet;

/// A condition and what it depends on.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) expr: Expr,
    pub(super) names: BTreeSet<Name>,
    /// Whether it reads memory, so that it may be evaluated only where a statement would, and changes with
    /// writes.
    pub(super) memory: bool,
    /// Whether all work items of a group agree on it.
    pub(super) uniform: bool,
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        condition::are_equivalent(&self.expr, &other.expr)
    }
}

impl Condition {
    pub(super) fn new(kernel: &Kernel, work_items: &BTreeSet<Name>, expr: Expr) -> Self {
        let names = walk::names(&expr);
        let loads = walk::any(&expr, &mut |e| matches!(e.node(), Node::Load { .. }));
        let memory = loads || names.iter().any(|name| kernel.temps.contains_key(name));
        let uniform = !memory && names.is_disjoint(work_items);
        Condition { expr, names, memory, uniform }
    }

    /// Conditions that together mean that one of the alternatives holds.
    pub(super) fn alternatives(
        kernel: &Kernel,
        work_items: &BTreeSet<Name>,
        pieces: &[Vec<Constraint>],
    ) -> Vec<Self> {
        let condition = |expr| Condition::new(kernel, work_items, expr);
        if let [piece] = pieces {
            return piece.iter().map(affine::from_constraint).map(condition).collect();
        }
        // NodeKind all alternatives ask for stands alone.
        let Some((first, rest)) = pieces.split_first() else { return Vec::new() };
        let (common, _): (Vec<&Constraint>, Vec<&Constraint>) =
            first.iter().partition(|constraint| rest.iter().all(|piece| piece.contains(constraint)));
        let own = |piece: &Vec<Constraint>| {
            let own = piece.iter().filter(|constraint| !common.contains(constraint));
            Expr::all(own.map(affine::from_constraint).collect())
        };
        let either = Expr::new(Node::Or(pieces.iter().map(own).collect()));
        let mut all: Vec<Expr> =
            common.iter().map(|constraint| affine::from_constraint(constraint)).collect();
        all.push(either);
        all.into_iter().map(condition).collect()
    }

    /// Whether it has a value wherever it stands.
    pub(super) fn is_free(&self) -> bool {
        !self.memory && !walk::any(&self.expr, &mut |part| function::may_fail(part))
    }

    pub(super) fn is_negation_of(&self, other: &Condition) -> bool {
        condition::are_opposite(&self.expr, &other.expr)
    }
}
