//! Claim: where `return`, `cycle` and `exit` skip statements, these statements stand under conditions
//! instead.
//!
//! What follows an `if` of which all parts but one jump belongs to that part. Elsewhere a flag is raised at
//! the jump, and what follows is done where it is not raised. A flag is lowered where the jump's target
//! begins: at the start of the routine for `return`, before the loop for `exit`, at the start of each
//! iteration for `cycle`. A loop that was left goes on counting and does nothing: all of its body stands
//! under one flag.

use super::cases;
use super::{symbolic, way_on};
use fortran_sema::hir::{Branch, Loop, Node, NodeKind, Routine, Target, Variables, blocks, visit};
use ir::{Expr, Scalar};
use poly::Name;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a jump skips.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Jump {
    Return,
    Cycle(Name),
    Exit(Name),
}

/// The flags of jumps that may have been taken, the jump of each.
type Raised = BTreeMap<Jump, Name>;

/// Replaces all jumps.
pub(super) fn rewrite(routine: &mut Routine) {
    let body = std::mem::take(&mut routine.body);
    let mut rewriter = Rewriter { routine, flags: BTreeMap::new() };
    let (mut body, raised) = rewriter.block(body, &[Jump::Return]);
    if let Some(flag) = raised.get(&Jump::Return)
        && let Some(first) = body.first()
    {
        let lowered = assign(flag, false, first);
        body.insert(0, lowered);
    }
    routine.body = body;
}

struct Rewriter<'r> {
    routine: &'r mut Routine,
    /// Flags that were made, so that all jumps to one target share one.
    flags: Raised,
}

impl Rewriter<'_> {
    /// Statements without jumps, and the flags that they may raise. After the last statement nothing follows
    /// before the targets of the jumps in `ends`.
    fn block(&mut self, nodes: Vec<Node>, ends: &[Jump]) -> (Vec<Node>, Raised) {
        let mut block = Vec::new();
        let mut raised = Raised::new();
        let mut nodes = nodes.into_iter();
        while let Some(mut node) = nodes.next() {
            if let Some(jump) = jump_of(&node) {
                // What follows is never reached.
                if !ends.contains(&jump) {
                    let flag = self.flag(&jump, &node);
                    block.push(assign(&flag, true, &node));
                    raised.insert(jump, flag);
                }
                return (block, raised);
            }
            let is_if = matches!(node.kind, NodeKind::If(..));
            if !has_jumps(&node) {
                block.push(node);
                continue;
            }
            let rest: Vec<Node> = nodes.collect();
            let rest = if is_if { way_on::into_only(&mut node, rest, ends_in_jump) } else { rest };
            let inner_ends = if rest.is_empty() { ends } else { &[] };
            let own = self.node(&mut node, inner_ends, &mut block);
            raise_last(&mut node, &self.routine.variables);
            block.push(node);
            let (rest, later) = self.block(rest, ends);
            match rest.first().cloned() {
                Some(first) if !own.is_empty() => block.push(if_then(none_of(&own), rest, &first)),
                _ => block.extend(rest),
            }
            raised.extend(own);
            raised.extend(later);
            return (block, raised);
        }
        (block, raised)
    }

    /// Rewrites what a statement holds; what must stand before it goes to `before`.
    fn node(&mut self, node: &mut Node, ends: &[Jump], before: &mut Vec<Node>) -> Raised {
        let place = node.clone();
        match &mut node.kind {
            NodeKind::If(branches, otherwise) => {
                let mut raised = Raised::new();
                let parts = branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]);
                for part in parts {
                    let (body, own) = self.block(std::mem::take(part), ends);
                    *part = body;
                    raised.extend(own);
                }
                raised
            }
            NodeKind::Loop(head) => self.loop_body(head, &place, before),
            _ => Raised::new(),
        }
    }

    fn loop_body(&mut self, head: &mut Loop, place: &Node, before: &mut Vec<Node>) -> Raised {
        let cycle = Jump::Cycle(head.variable.clone());
        let exit = Jump::Exit(head.variable.clone());
        let (mut body, mut raised) = self.block(std::mem::take(&mut head.body), std::slice::from_ref(&cycle));
        let skipped = raised.remove(&cycle);
        let ended = (!raised.is_empty()).then(|| self.ended(&mut body, &raised, head, place, before));
        if let Some(flag) = skipped {
            body.insert(0, assign(&flag, false, place));
        }
        if let Some(flag) = ended {
            body = vec![if_then(Expr::var(flag).logical_not(), body, place)];
        }
        head.body = body;
        if let Some(flag) = raised.remove(&exit) {
            before.push(assign(&flag, false, place));
        }
        raised
    }

    /// The flag under which no further iteration does anything. Nothing in the body comes after it is raised,
    /// so that one condition stands around all of it.
    fn ended(
        &mut self,
        body: &mut Vec<Node>,
        raised: &Raised,
        head: &Loop,
        place: &Node,
        before: &mut Vec<Node>,
    ) -> Name {
        let mut flags = raised.values();
        if let (Some(only), None) = (flags.next(), flags.next())
            && is_raised_last(body, only)
        {
            return only.clone();
        }
        let flag = self.routine.add_scalar(&format!("{}_ended", head.variable), Scalar::Bool, place.span);
        before.push(assign(&flag, false, place));
        let any = Expr::any(raised.values().map(|flag| Expr::var(flag.clone())).collect());
        body.push(if_then(any, vec![assign(&flag, true, place)], place));
        flag
    }

    /// The flag of a jump's target.
    fn flag(&mut self, jump: &Jump, node: &Node) -> Name {
        if let Some(flag) = self.flags.get(jump) {
            return flag.clone();
        }
        let base = match jump {
            Jump::Return => "returned".to_owned(),
            Jump::Cycle(variable) => format!("{variable}_skipped"),
            Jump::Exit(variable) => format!("{variable}_left"),
        };
        let flag = self.routine.add_scalar(&base, Scalar::Bool, node.span);
        self.flags.insert(jump.clone(), flag.clone());
        flag
    }
}

fn jump_of(node: &Node) -> Option<Jump> {
    match &node.kind {
        NodeKind::Return | NodeKind::Stop(_) => Some(Jump::Return),
        NodeKind::Cycle(variable) => Some(Jump::Cycle(variable.clone())),
        NodeKind::Exit(variable) => Some(Jump::Exit(variable.clone())),
        _ => None,
    }
}

fn has_jumps(node: &Node) -> bool {
    let mut found = false;
    for block in blocks(node) {
        visit(block, &mut |inner| found |= jump_of(inner).is_some());
    }
    found
}

/// Whether statements end in a jump.
fn ends_in_jump(body: &[Node]) -> bool {
    body.last().is_some_and(|last| jump_of(last).is_some())
}

/// Puts the part of an `if` that does nothing but raise flags behind the other one, so that no condition on
/// them is asked for once they are raised.
fn raise_last(node: &mut Node, variables: &Variables) {
    let NodeKind::If(branches, otherwise) = &mut node.kind else { return };
    let raises = |node: &Node| matches!(&node.kind, NodeKind::Assign(_, value) if *value == Expr::bool(true));
    if let [Branch { condition, body, .. }] = branches.as_mut_slice()
        && !body.is_empty()
        && !otherwise.is_empty()
        && body.iter().all(raises)
    {
        *condition = symbolic::opposite(condition, &|expr| cases::of_integers(expr, variables));
        std::mem::swap(body, otherwise);
    }
}

/// Whether a flag is raised in one place, behind which the statements end.
fn is_raised_last(nodes: &[Node], flag: &Name) -> bool {
    let raises = |node: &Node| matches!(&node.kind, NodeKind::Assign(target, _) if target.name == *flag);
    let mut count = 0;
    visit(nodes, &mut |node| count += usize::from(raises(node)));
    let mut last = nodes.last();
    while let Some(Node { kind: NodeKind::If(branches, otherwise), .. }) = last {
        last = if otherwise.is_empty() {
            branches.last().and_then(|branch| branch.body.last())
        } else {
            otherwise.last()
        };
    }
    count == 1 && last.is_some_and(raises)
}

/// That no flag is raised.
fn none_of(raised: &Raised) -> Expr {
    Expr::all(raised.values().map(|flag| Expr::var(flag.clone()).logical_not()).collect())
}

fn assign(flag: &Name, value: bool, place: &Node) -> Node {
    let target = Target { name: flag.clone(), index: None };
    Node { kind: NodeKind::Assign(target, Expr::bool(value)), span: place.span, tags: Rc::clone(&place.tags) }
}

fn if_then(condition: Expr, body: Vec<Node>, place: &Node) -> Node {
    let tags = Rc::clone(&place.tags);
    let branch = Branch { condition, span: place.span, tags: Rc::clone(&tags), body };
    Node { kind: NodeKind::If(vec![branch], Vec::new()), span: place.span, tags }
}

#[cfg(test)]
mod tests {
    use crate::tests::body;

    fn exits(statements: &str) -> String {
        body("exits", statements)
    }

    #[test]
    fn a_return_puts_what_follows_under_the_opposite() {
        assert_eq!(
            exits("if (n < 1) return\nx(1) = 1\nreturn\nx(2) = 2"),
            "if (n < 1) then\nelse\n  x[1] = 1.0f\nend if"
        );
        assert_eq!(
            exits(
                "if (n < 1) then\nx(1) = 2\nreturn\nelse if (n < 2) then\nx(1) = 3\nreturn\nend if\nx(1) = 1"
            ),
            "if (n < 1) then\n  x[1] = 2.0f\nelse if (n < 2) then\n  x[1] = 3.0f\nelse\n  x[1] = 1.0f\nend if"
        );
    }

    #[test]
    fn a_return_inside_raises_a_flag() {
        assert_eq!(
            exits("if (n < 1) then\nif (m < 1) return\nx(1) = 1\nend if\nx(2) = 2"),
            "returned = false\nif (n < 1) then\n  if (m >= 1) then\n    x[1] = 1.0f\n  else\n    returned = true\n  end if\nend if\n\
             if (not returned) then\n  x[2] = 2.0f\nend if"
        );
    }

    #[test]
    fn jumps_of_loops() {
        assert_eq!(
            exits("do i = 1, n\nif (x(i) > 0) cycle\nx(i) = 1\nend do"),
            "do i = 1, n\n  if (x[i] > 0) then\n  else\n    x[i] = 1.0f\n  end if\nend do"
        );
        assert_eq!(
            exits("do i = 1, n\nif (x(i) > 0) exit\nx(i) = 1\nend do"),
            "i_left = false\ndo i = 1, n\n  if (not i_left) then\n    if (not x[i] > 0) then\n      x[i] = 1.0f\n    else\n      \
             i_left = true\n    end if\n  end if\nend do"
        );
        let outer =
            exits("a: do i = 1, n\ndo j = 1, m\nif (x(j) > 0) cycle a\nx(j) = 1\nend do\ny(i) = 1\nend do a");
        assert!(
            outer.starts_with("do i = 1, n\n  i_skipped = false\n  do j = 1, m\n    if (not i_skipped) then"),
            "{outer}"
        );
        assert!(outer.contains("  if (not i_skipped) then\n    y[i] = 1.0f"), "{outer}");
    }
}
