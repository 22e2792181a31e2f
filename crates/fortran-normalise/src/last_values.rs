//! Claim: where each iteration of a loop sets a scalar before anything reads it, the iterations have one of
//! their own, and the last one gives its value to what follows.
//!
//! So the iterations do not wait for each other. The loop must go through all of its values, one by one.

use super::loop_values::rename_block;
use super::symbolic::assigned;
use fortran_sema::hir::liveness::{self, Live};
use fortran_sema::hir::{Branch, LAST_TRIP, Loop, Node, NodeKind, Routine, Target, visit};
use ir::{Comparison, Expr, Node as Value, walk};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Gives iterations scalars of their own where the last value alone is read.
pub(super) fn rewrite(routine: &mut Routine) {
    let mut body = std::mem::take(&mut routine.body);
    let mut live: Live = assigned(&body).into_iter().filter(|name| routine.is_argument(name)).collect();
    block(&mut body, &mut live, routine);
    routine.body = body;
}

/// Goes through statements from the last to the first, and from what is live after them to what is live
/// before.
fn block(nodes: &mut [Node], live: &mut Live, routine: &mut Routine) {
    for node in nodes.iter_mut().rev() {
        if !matches!(node.kind, NodeKind::If(..) | NodeKind::Loop(_)) {
            liveness::propagate_through(node, live);
            continue;
        }
        let mut before = live.clone();
        liveness::propagate_through(node, &mut before);
        let place = (node.span, Rc::clone(&node.tags));
        match &mut node.kind {
            NodeKind::If(branches, otherwise) => {
                let bodies = branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]);
                bodies.for_each(|body| block(body, &mut live.clone(), routine));
            }
            NodeKind::Loop(head) => {
                let mut around = live.clone();
                liveness::at_loop(head, &mut around);
                block(&mut head.body, &mut around, routine);
                for name in own_scalars(head, live, routine) {
                    separate(head, &name, &place, routine);
                }
            }
            _ => {}
        }
        *live = before;
    }
}

/// The scalars that are read behind a loop, and that each of its iterations sets before it reads them.
fn own_scalars(head: &Loop, live: &Live, routine: &Routine) -> Vec<Name> {
    let set = head.body.iter().filter_map(target).filter(|name| live.contains(*name));
    let set: BTreeSet<Name> = set.cloned().collect();
    if set.is_empty() {
        return Vec::new();
    }
    let is_whole = matches!(head.step.as_int(), Some(1 | -1)) && head.upper.as_int() != Some(LAST_TRIP);
    let changed = assigned(&head.body);
    let is_fixed = walk::names(&head.upper).iter().all(|name| !changed.contains(name));
    if !is_whole || !is_fixed || is_left(&head.body) {
        return Vec::new();
    }
    let shapes = routine.in_shapes();
    let mut entering: Live = set.iter().cloned().collect();
    liveness::propagate_backward(&head.body, &mut entering);
    let is_own = |name: &Name| {
        let is_scalar = routine.variables.get(name).is_some_and(|variable| variable.axes.is_none());
        is_scalar && !shapes.contains(name) && !entering.contains(name)
    };
    set.into_iter().filter(is_own).collect()
}

/// The scalar that a statement sets.
fn target(node: &Node) -> Option<&Name> {
    match &node.kind {
        NodeKind::Assign(target, _) if target.index.is_none() => Some(&target.name),
        _ => None,
    }
}

/// Whether a jump or a stop may end an iteration.
fn is_left(nodes: &[Node]) -> bool {
    let mut found = false;
    visit(nodes, &mut |node| {
        found |= !matches!(node.kind, NodeKind::Assign(..) | NodeKind::If(..) | NodeKind::Loop(_));
    });
    found
}

/// Gives the iterations a scalar of their own, and the other one its value in the last of them.
fn separate(head: &mut Loop, name: &Name, place: &(diag::Span, Rc<BTreeSet<Name>>), routine: &mut Routine) {
    let Some(variable) = routine.variables.get(name).cloned() else { return };
    let own = routine.add_scalar(name, variable.ty, variable.span);
    if let Some(added) = routine.variables.get_mut(&own) {
        added.is_declared = variable.is_declared;
    }
    rename_block(&mut head.body, name, &own);
    let node = |kind| Node { kind, span: place.0, tags: Rc::clone(&place.1) };
    let last = Target { name: name.clone(), index: None };
    let body = vec![node(NodeKind::Assign(last, Expr::var(own)))];
    let sides = (Expr::var(head.variable.clone()), head.upper.clone());
    let condition = Expr::new(Value::Compare(Comparison::Equal, sides.0, sides.1));
    let branch = Branch { condition, span: place.0, tags: Rc::clone(&place.1), body };
    head.body.push(node(NodeKind::If(vec![branch], Vec::new())));
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn values(statements: &str) -> String {
        body("last_values", statements)
    }

    #[test]
    fn the_last_iteration_gives_the_value() {
        assert_eq!(
            values("t = 0\ndo i = 1, n\nt = x(i)\ny(i) = t\nend do\ny(1) = t"),
            "t = 0.0f\ndo i = 1, n\n  t_0 = x[i]\n  y[i] = t_0\n  if (i == n) then\n    t = t_0\n  end if\nend do\ny[1] = t"
        );
    }

    #[test]
    fn what_is_carried_or_not_read_behind_stays() {
        for statements in [
            "t = 0\ndo i = 1, n\nt = t + x(i)\nend do\ny(1) = t",
            "t = 0\ndo i = 1, n\nif (x(i) > 0) t = x(i)\ny(i) = t\nend do\ny(1) = t",
            "do i = 1, n\nt = x(i)\ny(i) = t\nend do",
            "t = 0\ndo i = 1, n, 2\nt = x(i)\ny(i) = t\nend do\ny(1) = t",
        ] {
            assert!(!values(statements).contains("t_0"), "{}", values(statements));
        }
    }
}
