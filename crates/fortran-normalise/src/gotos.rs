//! Claim: a jump forward, to a label behind the blocks and loops that it leaves, is the same as leaving these
//! loops and doing what stands before the label under the condition that no jump was made.
//!
//! What stands before a label in its block is a region. What follows an `if` of which all parts but one jump
//! belongs to that part; elsewhere a flag is raised at the jump, which is lowered where the region begins.
//! Loops are left by `exit`, so that their variables keep the values that they have then. Jumps backward have
//! become loops before. A block that jumps lead into the midst of becomes a loop over its parts; jumps into
//! inner blocks are reported.

use super::{backward, dispatch, way_on};
use diag::{Diagnostic, Span};
use fortran_sema::hir::{Branch, Loop, Node, NodeKind, Routine, Target, blocks, visit};
use ir::{Expr, Scalar};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Replaces all jumps to labels.
pub(crate) fn rewrite(routine: &mut Routine, found: &mut Vec<Diagnostic>) {
    loop {
        let mut structured = routine.clone();
        let inward = forward(&mut structured);
        let labels = inward.iter().map(|(label, _)| *label).collect();
        if !inward.is_empty() && dispatch::rewrite(routine, &labels) {
            continue;
        }
        *routine = structured;
        routine.is_complete &= inward.is_empty();
        found.extend(inward.into_iter().map(|(_, span)| {
            let error = fortran_syntax::parse::unsupported_error("GOTO into a block or a loop", span);
            error.help("put what it skips into an `if` block")
        }));
        return;
    }
}

/// Replaces jumps backward and forward; those that lead into a block or a loop are returned.
fn forward(routine: &mut Routine) -> Vec<(u32, Span)> {
    backward::rewrite(routine);
    let body = std::mem::take(&mut routine.body);
    let (flags, regions) = (BTreeMap::new(), BTreeMap::new());
    let mut rewriter = Rewriter { routine, inward: Vec::new(), flags, regions, loops: Vec::new() };
    let (body, _) = rewriter.block(body, &[]);
    let Rewriter { inward, .. } = rewriter;
    routine.body = body;
    inward
}

/// A loop around the statements being rewritten.
struct Open {
    variable: Name,
    /// Labels where control gets behind it.
    ends: Vec<u32>,
}

struct Rewriter<'r> {
    routine: &'r mut Routine,
    /// Jumps into blocks and loops.
    inward: Vec<(u32, Span)>,
    flags: BTreeMap<u32, Name>,
    /// Labels that lie ahead, each with the number of loops around it.
    regions: BTreeMap<u32, usize>,
    loops: Vec<Open>,
}

/// Labels that statements may have jumped to by a flag.
type Raised = BTreeSet<u32>;

impl Rewriter<'_> {
    /// Statements without jumps. Behind the last one control gets to the labels in `ends`.
    fn block(&mut self, mut nodes: Vec<Node>, ends: &[u32]) -> (Vec<Node>, Raised) {
        let label = nodes.iter().rposition(|node| matches!(node.kind, NodeKind::Label(_)));
        let Some(at) = label else { return self.unlabelled(nodes, ends) };
        let rest = nodes.split_off(at + 1);
        let Some(Node { kind: NodeKind::Label(label), .. }) = nodes.pop() else {
            return (nodes, Raised::new());
        };
        let first = nodes.first().cloned();
        let behind: Vec<u32> =
            std::iter::once(label).chain(ends.iter().copied().filter(|_| rest.is_empty())).collect();
        self.regions.insert(label, self.loops.len());
        let (mut block, mut raised) = self.block(nodes, &behind);
        self.regions.remove(&label);
        if raised.remove(&label)
            && let (Some(first), Some(flag)) = (first, self.flags.get(&label))
        {
            block.insert(0, assign(flag, false, &first));
        }
        let (rest, later) = self.block(rest, ends);
        block.extend(self.unless(&raised, rest));
        raised.extend(later);
        (block, raised)
    }

    fn unlabelled(&mut self, nodes: Vec<Node>, ends: &[u32]) -> (Vec<Node>, Raised) {
        let mut block = Vec::new();
        let mut nodes = nodes.into_iter();
        while let Some(mut node) = nodes.next() {
            if let NodeKind::Goto(label) = node.kind {
                let raised = self.jump(label, ends, &node, &mut block);
                return (block, raised);
            }
            if !has_jumps(&node) {
                block.push(node);
                continue;
            }
            let rest = way_on::into_only(&mut node, nodes.collect(), leaves);
            let behind: Vec<u32> = ends.iter().copied().filter(|_| rest.is_empty()).collect();
            let mut raised = self.inner(&mut node, behind);
            block.push(node);
            let (rest, later) = self.unlabelled(rest, ends);
            block.extend(self.unless(&raised, rest));
            raised.extend(later);
            return (block, raised);
        }
        (block, Raised::new())
    }

    /// Rewrites what a statement holds.
    fn inner(&mut self, node: &mut Node, behind: Vec<u32>) -> Raised {
        let mut raised = Raised::new();
        match &mut node.kind {
            NodeKind::If(branches, otherwise) => {
                for part in branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]) {
                    let (body, own) = self.block(std::mem::take(part), &behind);
                    *part = body;
                    raised.extend(own);
                }
            }
            NodeKind::Loop(Loop { variable, body, .. }) => {
                self.loops.push(Open { variable: variable.clone(), ends: behind });
                let (inner, own) = self.block(std::mem::take(body), &[]);
                self.loops.pop();
                *body = inner;
                raised.extend(own);
            }
            _ => {}
        }
        raised
    }

    /// What stands for a jump.
    fn jump(&mut self, label: u32, ends: &[u32], node: &Node, block: &mut Vec<Node>) -> Raised {
        let Some(depth) = self.regions.get(&label).copied() else {
            self.inward.push((label, node.span));
            return Raised::new();
        };
        let left = self.loops.get(depth).map(|open| (open.variable.clone(), open.ends.clone()));
        let arrives = left.as_ref().map_or(ends, |(_, ends)| ends).contains(&label);
        let mut raised = Raised::new();
        if !arrives {
            let flag = self.flag(label, node);
            block.push(assign(&flag, true, node));
            raised.insert(label);
        }
        block.extend(left.map(|(variable, _)| Node { kind: NodeKind::Exit(variable), ..node.clone() }));
        raised
    }

    fn flag(&mut self, label: u32, node: &Node) -> Name {
        if let Some(flag) = self.flags.get(&label) {
            return flag.clone();
        }
        let flag = self.routine.add_scalar(&format!("to_{label}"), Scalar::Bool, node.span);
        self.flags.insert(label, flag.clone());
        flag
    }

    /// Statements that are done where no flag is raised. Where loops are left as well, control does not get
    /// here.
    fn unless(&self, raised: &Raised, rest: Vec<Node>) -> Vec<Node> {
        let is_of_loop = |label: &&u32| self.regions.get(*label) == Some(&self.loops.len());
        let flags = raised.iter().filter(is_of_loop).filter_map(|label| self.flags.get(label));
        let flags: Vec<Expr> = flags.map(|flag| Expr::var(flag.clone()).logical_not()).collect();
        match rest.first().cloned() {
            Some(first) if !flags.is_empty() => {
                let (span, tags) = (first.span, first.tags);
                let condition = Expr::all(flags);
                let branch = Branch { condition, span, tags: Rc::clone(&tags), body: rest };
                vec![Node { kind: NodeKind::If(vec![branch], Vec::new()), span, tags }]
            }
            _ => rest,
        }
    }
}

fn has_jumps(node: &Node) -> bool {
    let mut found = false;
    for block in blocks(node) {
        visit(block, &mut |inner| found |= matches!(inner.kind, NodeKind::Goto(_) | NodeKind::Label(_)));
    }
    found
}

/// Whether control never gets behind statements.
fn leaves(body: &[Node]) -> bool {
    body.last().is_some_and(|last| {
        matches!(
            last.kind,
            NodeKind::Goto(_) | NodeKind::Return | NodeKind::Cycle(_) | NodeKind::Exit(_) | NodeKind::Stop(_)
        )
    })
}

fn assign(flag: &Name, value: bool, place: &Node) -> Node {
    let target = Target { name: flag.clone(), index: None };
    Node { kind: NodeKind::Assign(target, Expr::bool(value)), span: place.span, tags: Rc::clone(&place.tags) }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn gotos(statements: &str) -> String {
        body("gotos", statements)
    }

    #[test]
    fn a_jump_over_statements_is_an_if() {
        assert_eq!(
            gotos("if (n < 1) goto 10\nx(1) = 1\n10 continue\nx(2) = 2"),
            "if (n < 1) then\nelse\n  x[1] = 1.0f\nend if\nx[2] = 2.0f"
        );
    }

    #[test]
    fn several_ways_to_a_label_share_a_flag() {
        assert_eq!(
            gotos("if (n < 1) then\nif (m < 1) goto 10\nx(1) = 1\nend if\nx(2) = 2\n10 x(3) = 3"),
            "to_10 = false\nif (n < 1) then\n  if (m < 1) then\n    to_10 = true\n  else\n    x[1] = 1.0f\n  end if\nend if\n\
             if (not to_10) then\n  x[2] = 2.0f\nend if\nx[3] = 3.0f"
        );
    }

    #[test]
    fn loops_are_left_and_their_variables_kept() {
        assert_eq!(
            gotos("do i = 1, n\nif (x(i) > 0) goto 10\nend do\n10 k = i\nx(1) = k"),
            "do i = 1, n\n  if (x[i] > 0) then\n    exit i\n  end if\nend do\nk = i\nx[1] = cast(f32, k)"
        );
        let nested = gotos(
            "do i = 1, n\ndo j = 1, m\nif (x(j) > 0) goto 10\nend do\ny(i) = 1\nend do\nx(1) = 1\n10 x(2) = 2",
        );
        assert!(nested.starts_with("to_10 = false\ndo i = 1, n\n  do j = 1, m\n"), "{nested}");
        assert!(nested.contains("      to_10 = true\n      exit i\n"), "{nested}");
        assert!(
            nested.contains("  y[i] = 1.0f\nend do\nif (not to_10) then\n  x[1] = 1.0f\nend if\n"),
            "{nested}"
        );
    }

    #[test]
    fn a_jump_to_the_end_of_an_iteration() {
        assert_eq!(
            gotos("do 10 i = 1, n\nif (x(i) > 0) goto 10\nx(i) = 1\n10 continue"),
            "do i = 1, n\n  if (x[i] > 0) then\n  else\n    x[i] = 1.0f\n  end if\nend do"
        );
    }

    #[test]
    fn regions_nest() {
        assert_eq!(
            gotos(
                "if (n - 1) 10, 20, 30\n10 x(1) = 1\ngoto 40\n20 x(2) = 2\ngoto 40\n30 x(3) = 3\n40 continue"
            ),
            "to_40 = false\nto_30 = false\nto_20 = false\nif (n - 1 < 0) then\nelse if (n - 1 == 0) then\n  to_20 = true\nelse\n  \
             to_30 = true\nend if\nif (not to_20 and not to_30) then\n  x[1] = 1.0f\n  to_40 = true\nend if\n\
             if (not to_30 and not to_40) then\n  x[2] = 2.0f\n  to_40 = true\nend if\nif (not to_40) then\n  x[3] = 3.0f\nend if"
        );
    }
}
