//! Claim: where a local scalar is not live, a variable of its own may hold what it holds from there on.
//!
//! Real code sets `t` anew in each nest. Each of these lives is a variable, so that nests that share only the name do
//! not wait for each other. The first life keeps the name.

use super::liveness;
use crate::hir::{Node, NodeKind, Routine, blocks_mut, map_expressions, visit};
use ir::{Expr, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Gives every live range a variable of its own.
pub(super) fn rewrite(routine: &mut Routine) {
    let mut scalars = BTreeSet::new();
    visit(&routine.body, &mut |node| {
        if let NodeKind::Assign(target, _) = &node.kind
            && target.index.is_none()
            && !routine.is_argument(&target.name)
        {
            scalars.insert(target.name.clone());
        }
    });
    let shapes = routine.in_shapes();
    let mut body = std::mem::take(&mut routine.body);
    for name in scalars.into_iter().filter(|name| !shapes.contains(name)) {
        let mut ranges = Ranges { routine, name: name.clone(), used: false };
        ranges.block(&mut body, false);
    }
    routine.body = body;
}

/// The live ranges of one scalar, in program order.
struct Ranges<'r> {
    routine: &'r mut Routine,
    name: Name,
    /// Whether a range before has the name.
    used: bool,
}

impl Ranges<'_> {
    /// Renames in statements behind which the scalar is live or not.
    fn block(&mut self, nodes: &mut [Node], after: bool) {
        let mut lives = vec![after];
        let mut live = after;
        for node in nodes.iter().rev() {
            live = liveness::is_before_node(node, &self.name, live);
            lives.push(live);
        }
        lives.reverse();
        // Runs of statements between places where the scalar is not live.
        let mut start = 0;
        for end in 1..=nodes.len() {
            if lives.get(end) == Some(&true) {
                continue;
            }
            let is_open = lives.get(start) == Some(&true);
            if let Some(run) = nodes.get_mut(start..end)
                && !is_open
            {
                self.run(run);
            }
            start = end;
        }
    }

    /// Renames in statements before and behind which the scalar is not live.
    fn run(&mut self, nodes: &mut [Node]) {
        if !nodes.iter().any(|node| mentions(node, &self.name)) {
            return;
        }
        if let [node] = nodes {
            let inside = match &node.kind {
                NodeKind::Loop(head) => liveness::is_at_loop(head, &self.name, false),
                NodeKind::If(..) => false,
                _ => true,
            };
            // A range that begins and ends within each part may be several.
            if !inside {
                blocks_mut(node).into_iter().for_each(|block| self.block(block, false));
                return;
            }
        }
        if !std::mem::replace(&mut self.used, true) {
            return;
        }
        let Some(variable) = self.routine.variables.get(&self.name).cloned() else { return };
        let fresh = self.routine.add_scalar(&self.name, variable.ty, variable.span);
        if let Some(added) = self.routine.variables.get_mut(&fresh) {
            *added = variable;
        }
        nodes.iter_mut().for_each(|node| rename(node, &self.name, &fresh));
    }
}

fn mentions(node: &Node, name: &Name) -> bool {
    let mut found = false;
    visit(std::slice::from_ref(node), &mut |inner| {
        found |= matches!(&inner.kind, NodeKind::Assign(target, _) if target.name == *name);
        crate::hir::expressions(inner, &mut |expr| found = found || liveness::reads(expr, name));
    });
    found
}

fn rename(node: &mut Node, from: &Name, to: &Name) {
    map_expressions(node, &mut |expr| {
        walk::substitute(expr, &|name| (name == from).then(|| Expr::var(to.clone())))
    });
    if let NodeKind::Assign(target, _) = &mut node.kind
        && target.name == *from
    {
        target.name = to.clone();
    }
    blocks_mut(node).into_iter().flatten().for_each(|inner| rename(inner, from, to));
}

#[cfg(test)]
mod tests {
    use crate::rewrite::tests::body;

    fn ranges(statements: &str) -> String {
        body("live_ranges", statements)
    }

    #[test]
    fn each_nest_has_a_variable_of_its_own() {
        assert_eq!(
            ranges("do i = 1, n\nt = x(i)\ny(i) = t\nend do\ndo i = 1, n\nt = y(i)\nx(i) = t\nend do"),
            "do i = 1, n\n  t = x[i]\n  y[i] = t\nend do\ndo i = 1, n\n  t_0 = y[i]\n  x[i] = t_0\nend do"
        );
    }

    #[test]
    fn what_is_carried_stays_one() {
        for statements in [
            "t = 0\ndo i = 1, n\nt = t + x(i)\nend do\ny(1) = t",
            "t = 0\ndo i = 1, n\nif (x(i) > 0) t = x(i)\ny(i) = t\nend do",
            "t = 0\ndo i = 1, n\nt = x(i)\nend do\ny(1) = t",
        ] {
            assert!(!ranges(statements).contains("t_0"), "{}", ranges(statements));
        }
    }
}
