//! Claim: where a local scalar is not live, a variable of its own may hold what it holds from there on.
//!
//! Real code sets `t` anew in each nest. Each of these lives is a variable, so that nests that share only the
//! name do not wait for each other. The first life keeps the name.

use super::mentioned::{Block, Mentioned};
use fortran_sema::hir::{Node, NodeKind, Routine, blocks, blocks_mut, map_expressions, visit};
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
    let scalars: Vec<Name> = scalars.into_iter().filter(|name| !shapes.contains(name)).collect();
    let mut body = std::mem::take(&mut routine.body);
    // A rename leaves it as it is for all other names.
    let mentioned = Mentioned::per_statement(&body, &scalars);
    for (number, name) in scalars.into_iter().enumerate() {
        let mut ranges = Ranges { routine, name, number, used: false };
        ranges.block(&mut body, &mentioned, false);
    }
    routine.body = body;
}

/// The live ranges of one scalar, in program order.
struct Ranges<'r> {
    routine: &'r mut Routine,
    name: Name,
    /// Its number among those that are looked for.
    number: usize,
    /// Whether a range before has the name.
    used: bool,
}

impl Ranges<'_> {
    /// Renames in statements behind which the scalar is live or not.
    fn block(&mut self, nodes: &mut [Node], mentioned: &Block, after: bool) {
        if !mentioned.mentions(self.number) {
            return;
        }
        let mentioned = mentioned.nodes.as_slice();
        let mut lives = vec![after];
        let mut live = after;
        for (node, mentioned) in nodes.iter().zip(mentioned).rev() {
            live = self.is_before(node, mentioned, live);
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
            if let (Some(run), Some(mentioned)) = (nodes.get_mut(start..end), mentioned.get(start..end))
                && !is_open
            {
                self.run(run, mentioned);
            }
            start = end;
        }
    }

    /// Whether the scalar is live before a statement.
    fn is_before(&self, node: &Node, mentioned: &Mentioned, after: bool) -> bool {
        if !mentioned.mentions(self.number) {
            return after;
        }
        let inside = |after: bool| {
            let mut blocks = blocks(node).zip(&mentioned.blocks);
            blocks.any(|(block, mentioned)| {
                let nodes = block.iter().zip(&mentioned.nodes).rev();
                let live_before = || nodes.fold(after, |live, (node, of)| self.is_before(node, of, live));
                if mentioned.mentions(self.number) { live_before() } else { after }
            })
        };
        mentioned.reads(self.number)
            || match &node.kind {
                NodeKind::Assign(target, _) if target.index.is_none() && target.name == self.name => false,
                NodeKind::If(..) => inside(after),
                NodeKind::Loop(head) => head.variable != self.name && (after || inside(false)),
                _ => after,
            }
    }

    /// Renames in statements before and behind which the scalar is not live.
    fn run(&mut self, nodes: &mut [Node], mentioned: &[Mentioned]) {
        if !mentioned.iter().any(|mentioned| mentioned.mentions(self.number)) {
            return;
        }
        if let ([node], [mentioned]) = (&mut *nodes, mentioned) {
            // A range that begins and ends within each part, or within each iteration, may be several.
            if matches!(node.kind, NodeKind::Loop(_) | NodeKind::If(..)) {
                for (block, mentioned) in blocks_mut(node).into_iter().zip(&mentioned.blocks) {
                    self.block(block, mentioned, false);
                }
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
        self.rename(nodes, mentioned, &fresh);
    }

    fn rename(&self, nodes: &mut [Node], mentioned: &[Mentioned], to: &Name) {
        for (node, mentioned) in nodes.iter_mut().zip(mentioned).filter(|(_, of)| of.mentions(self.number)) {
            map_expressions(node, &mut |expr| {
                walk::substitute(expr, &|name| (*name == self.name).then(|| Expr::var(to.clone())))
            });
            if let NodeKind::Assign(target, _) = &mut node.kind
                && target.name == self.name
            {
                target.name = to.clone();
            }
            for (block, mentioned) in blocks_mut(node).into_iter().zip(&mentioned.blocks) {
                self.rename(block, &mentioned.nodes, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

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
            "t = 0\ndo i = 1, n, 2\nt = x(i)\nend do\ny(1) = t",
        ] {
            assert!(!ranges(statements).contains("t_0"), "{}", ranges(statements));
        }
    }
}
