//! Claim: `max(0, n)`, a number of elements, is `n` where a negative `n` cannot be, or means the same.
//!
//! A loop up to it has no iteration either way, an element that a statement names is there, and arrays that a
//! kernel is given have no negative extents.

use fortran_sema::hir::{self, Loop, Node, NodeKind, Routine, Target, Variables};
use fortran_sema::index;
use ir::{Comparison, Expr, Node as Value, walk};
use poly::Name;
use std::collections::BTreeSet;

pub(super) fn rewrite(routine: &mut Routine) {
    let given = given(routine);
    let extents = Extents { variables: &routine.variables, given: &given };
    let mut body = std::mem::take(&mut routine.body);
    extents.block(&mut body);
    routine.body = body;
    let plain = |expr: &Expr| plain(expr, &|length| given.contains(length));
    for axis in routine.variables.values_mut().flat_map(|variable| variable.axes.iter_mut().flatten()) {
        axis.lower = plain(&axis.lower);
        axis.length = axis.length.as_ref().map(plain);
    }
}

/// The lengths of arrays that the kernel is given; none where the statements stand in place of a call.
fn given(routine: &Routine) -> BTreeSet<Expr> {
    if routine.outer > 0 {
        return BTreeSet::new();
    }
    let args = routine.args.iter().filter_map(|arg| routine.variables.get(&arg.name));
    args.flat_map(|variable| variable.axes.iter().flatten()).filter_map(|axis| axis.length.clone()).collect()
}

struct Extents<'a> {
    variables: &'a Variables,
    given: &'a BTreeSet<Expr>,
}

impl Extents<'_> {
    fn block(&self, nodes: &mut [Node]) {
        for node in nodes {
            hir::map_expressions(node, &mut |expr| self.value(expr));
            match &mut node.kind {
                NodeKind::Assign(Target { name, index: Some(index) }, _) => {
                    index.iter_mut().for_each(|subscript| *subscript = self.subscript(name, subscript));
                }
                NodeKind::Loop(head) => bound(head),
                _ => {}
            }
            hir::blocks_mut(node).into_iter().for_each(|block| self.block(block));
        }
    }

    fn value(&self, expr: &Expr) -> Expr {
        let expr = plain(expr, &|length| self.given.contains(length));
        compared(&self.in_subscripts(&expr))
    }

    fn in_subscripts(&self, expr: &Expr) -> Expr {
        let inner = walk::map_children(expr, &mut |child| self.in_subscripts(child));
        match inner.node() {
            Value::Load { array, index } => {
                Expr::load(array.clone(), index.iter().map(|of| self.subscript(array, of)).collect())
            }
            _ => inner,
        }
    }

    /// A subscript of an element that is there, so that no extent of its array is negative.
    fn subscript(&self, array: &Name, subscript: &Expr) -> Expr {
        let axes = self.variables.get(array).and_then(|variable| variable.axes.as_deref()).unwrap_or(&[]);
        plain(subscript, &|length| axes.iter().any(|axis| axis.length.as_ref() == Some(length)))
    }
}

/// A bound up to which a loop has no iteration also where fewer than none are counted.
fn bound(head: &mut Loop) {
    if let (Some(1..), Some(lower)) = (head.step.as_int(), head.lower.as_int()) {
        head.upper = index::floor_above(&head.upper, lower);
    }
}

/// The expression with lengths in place of numbers of elements, where these are compared with others than
/// none, or with none.
fn compared(expr: &Expr) -> Expr {
    let inner = walk::map_children(expr, &mut compared);
    let Value::Compare(op, count, number) = inner.node() else { return inner };
    let (Some(length), Some(bound)) = (index::counted(count), number.as_int()) else { return inner };
    let op = match (op, bound) {
        (Comparison::Equal, 0) => Comparison::LessEqual,
        (Comparison::NotEqual, 0) => Comparison::Greater,
        (Comparison::Greater | Comparison::LessEqual, 0..) | (_, 1..) => *op,
        _ => return inner,
    };
    Expr::new(Value::Compare(op, length.clone(), number.clone()))
}

/// The expression with numbers of elements as lengths, where these are not negative.
fn plain(expr: &Expr, is_natural: &dyn Fn(&Expr) -> bool) -> Expr {
    match index::counted(expr) {
        Some(length) if is_natural(length) => length.clone(),
        _ => walk::map_children(expr, &mut |child| plain(child, is_natural)),
    }
}
