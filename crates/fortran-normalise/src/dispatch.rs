//! Claim: a block with labels is the same as a loop that begins, in each iteration, at the part whose number
//! a variable has: a jump to a label of the block sets the number and starts the next iteration.
//!
//! That holds for jumps of any kind, and tells least of what the block does, so it is done only where jumps
//! backward and forward make no loops and conditions: where what would be a loop is entered at several
//! places.

use fortran_sema::hir::{Branch, Loop, Node, NodeKind, Routine, Target, blocks_mut, visit};
use ir::{Comparison, Expr, Node as Value, Scalar};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Rewrites the blocks that hold these labels, as far as all jumps to them come from within the block.
/// Whether there was such a block.
pub(super) fn rewrite(routine: &mut Routine, labels: &BTreeSet<u32>) -> bool {
    let body = std::mem::take(&mut routine.body);
    let mut jumps = BTreeMap::new();
    count(&body, &mut jumps);
    let (body, changed) = block(body, routine, labels, &jumps);
    routine.body = body;
    changed
}

/// How many jumps there are to each label.
fn count(nodes: &[Node], jumps: &mut BTreeMap<u32, usize>) {
    visit(nodes, &mut |node| {
        if let NodeKind::Goto(label) = node.kind {
            *jumps.entry(label).or_default() += 1;
        }
    });
}

fn block(
    mut nodes: Vec<Node>,
    routine: &mut Routine,
    labels: &BTreeSet<u32>,
    all: &BTreeMap<u32, usize>,
) -> (Vec<Node>, bool) {
    let mut own = BTreeMap::new();
    count(&nodes, &mut own);
    let is_entered = |node: &Node| match node.kind {
        NodeKind::Label(label) => own.get(&label).is_some_and(|count| all.get(&label) == Some(count)),
        _ => false,
    };
    let is_asked = |node: &Node| matches!(node.kind, NodeKind::Label(label) if labels.contains(&label));
    if nodes.iter().any(|node| is_asked(node) && is_entered(node)) {
        return (dispatched(nodes, routine, &is_entered), true);
    }
    let mut changed = false;
    for inner in nodes.iter_mut().flat_map(blocks_mut) {
        let (body, did) = block(std::mem::take(inner), routine, labels, all);
        *inner = body;
        changed |= did;
    }
    (nodes, changed)
}

fn dispatched(nodes: Vec<Node>, routine: &mut Routine, is_entered: &dyn Fn(&Node) -> bool) -> Vec<Node> {
    let Some(place) = nodes.first().map(|first| Node { kind: NodeKind::Return, ..first.clone() }) else {
        return nodes;
    };
    let mut parts = vec![Vec::new()];
    let mut numbers = BTreeMap::new();
    for node in nodes {
        match node.kind {
            NodeKind::Label(label) if is_entered(&node) => {
                if parts.last().is_some_and(|part: &Vec<Node>| !part.is_empty()) || numbers.is_empty() {
                    parts.push(Vec::new());
                }
                numbers.insert(label, parts.len() - 1);
            }
            _ => parts.last_mut().into_iter().for_each(|part| part.push(node.clone())),
        }
    }
    let part = routine.add_scalar("part", Scalar::I32, place.span);
    let iteration = routine.add_scalar("iteration", Scalar::I64, place.span);
    let to = Redirect { part: &part, iteration: &iteration, numbers: &numbers };
    let mut body: Vec<Node> =
        parts.into_iter().enumerate().map(|(at, nodes)| to.guarded(at, nodes, &place)).collect();
    body.push(Node { kind: NodeKind::Exit(iteration.clone()), ..place.clone() });
    let first = to.start(0, &place);
    vec![first, Node { kind: NodeKind::Loop(Loop::endless(iteration, body)), ..place }]
}

/// What jumps become.
struct Redirect<'r> {
    part: &'r Name,
    iteration: &'r Name,
    numbers: &'r BTreeMap<u32, usize>,
}

impl Redirect<'_> {
    /// Sets the part that is done first.
    fn start(&self, number: usize, place: &Node) -> Node {
        let target = Target { name: self.part.clone(), index: None };
        Node { kind: NodeKind::Assign(target, counted(number)), ..place.clone() }
    }

    /// A part, which is done unless control begins behind it.
    fn guarded(&self, number: usize, nodes: Vec<Node>, place: &Node) -> Node {
        let body = self.block(nodes);
        let at = body.first().unwrap_or(place);
        let (span, tags) = (at.span, Rc::clone(&at.tags));
        let here = Value::Compare(Comparison::LessEqual, Expr::var(self.part.clone()), counted(number));
        let branch = Branch { condition: Expr::new(here), span, tags: Rc::clone(&tags), body };
        Node { kind: NodeKind::If(vec![branch], Vec::new()), span, tags }
    }

    fn block(&self, nodes: Vec<Node>) -> Vec<Node> {
        let mut done = Vec::new();
        for mut node in nodes {
            let number = match node.kind {
                NodeKind::Goto(label) => self.numbers.get(&label),
                _ => None,
            };
            if let Some(number) = number {
                done.push(self.start(*number, &node));
                node.kind = NodeKind::Cycle(self.iteration.clone());
            }
            for inner in blocks_mut(&mut node) {
                *inner = self.block(std::mem::take(inner));
            }
            done.push(node);
        }
        done
    }
}

fn counted(number: usize) -> Expr {
    Expr::int(i64::try_from(number).unwrap_or(i64::MAX))
}
