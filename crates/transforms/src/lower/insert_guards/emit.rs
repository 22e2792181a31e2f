//! Steps with conditions as nested `if`s.
//!
//! In launches with barriers, a loop that all work items run together does not share its condition with a
//! branch behind it on which they differ: PoCL 3.1 lets all of them, or only the first, run what follows
//! (`docs/reliability.md`).

use super::condition::Condition;
use super::plan::{Node, NodeKind, retain_justified};
use ir::{Expr, Loop, Step};
use poly::Name;
use std::collections::{BTreeSet, VecDeque};

/// The steps of a launch, neighbours with common conditions under one `if`.
pub(super) fn steps(nodes: Vec<Node>) -> Vec<Step> {
    let has_barriers = nodes.iter().any(|node| node.meets);
    Emitter { has_barriers }.steps(nodes)
}

/// Makes the steps of one launch.
#[derive(Clone, Copy)]
struct Emitter {
    /// Whether work items meet in the launch.
    has_barriers: bool,
}

impl Emitter {
    fn steps(self, nodes: Vec<Node>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut nodes = VecDeque::from(nodes);
        while !nodes.is_empty() {
            let (shared, length) = self.group(nodes.make_contiguous());
            let mut inner: Vec<Node> = nodes.drain(..length).collect();
            if shared.is_empty() {
                steps.extend(inner.into_iter().map(|node| self.step(node.what)));
                continue;
            }
            strip(&mut inner, &shared);
            match opposite(&shared, &inner, nodes.make_contiguous()) {
                Some((decider, length)) => {
                    let mut otherwise: Vec<Node> = nodes.drain(..length).collect();
                    let others: Vec<Condition> = shared.iter().filter(|c| **c != decider).cloned().collect();
                    strip(&mut otherwise, &others);
                    otherwise
                        .iter_mut()
                        .for_each(|node| node.conditions.retain(|c| !c.is_negation_of(&decider)));
                    let (then, otherwise) = (self.steps(inner), self.steps(otherwise));
                    let choice = Step::If { condition: decider.expr, then, otherwise };
                    steps.push(if others.is_empty() { choice } else { only_if(&others, vec![choice]) });
                }
                None => {
                    let then = self.steps(inner);
                    steps.push(only_if(&shared, then));
                }
            }
        }
        steps
    }

    fn step(self, what: NodeKind) -> Step {
        match what {
            NodeKind::Step(step) => step,
            NodeKind::Loop { frame, body } => Step::For(Loop { body: self.steps(body), ..frame }),
        }
    }

    /// The longest run of steps at the front that share a condition, and what they share.
    fn group(self, nodes: &[Node]) -> (Vec<Condition>, usize) {
        let Some((first, rest)) = nodes.split_first() else { return (Vec::new(), 0) };
        if first.conditions.is_empty() {
            return (Vec::new(), 1);
        }
        let mut shared: Vec<Condition> = first.conditions.clone();
        let mut best = (shared.clone(), 1);
        let mut written: BTreeSet<&Name> = first.writes.iter().collect();
        let mut meets = first.meets;
        let mut looped = runs_together(first);
        for (at, node) in rest.iter().enumerate() {
            if self.has_barriers && looped && node.conditions.iter().any(|c| !c.uniform) {
                break;
            }
            looped |= runs_together(node);
            meets |= node.meets;
            shared.retain(|c| {
                let changed = c.memory && c.names.iter().any(|name| written.contains(name));
                node.conditions.contains(c) && !changed && (c.uniform || !meets)
            });
            let mut justified = shared.clone();
            retain_justified(&mut justified, nodes.get(..at + 2).unwrap_or(nodes));
            if justified.is_empty() {
                break;
            }
            best = (justified, at + 2);
            written.extend(&node.writes);
        }
        best
    }
}

/// Whether all work items of a group run a loop alike.
fn runs_together(node: &Node) -> bool {
    matches!(node.what, NodeKind::Loop { .. }) && node.conditions.iter().all(|condition| condition.uniform)
}

/// Steps under conditions. Those that can be evaluated anywhere stand first: where they do not hold, no
/// statement asks for the others.
fn only_if(conditions: &[Condition], then: Vec<Step>) -> Step {
    let (free, bound): (Vec<&Condition>, Vec<&Condition>) =
        conditions.iter().partition(|condition| condition.is_free());
    let condition = Expr::all(free.iter().chain(&bound).map(|condition| condition.expr.clone()).collect());
    Step::If { condition, then, otherwise: Vec::new() }
}

fn strip(nodes: &mut [Node], conditions: &[Condition]) {
    nodes.iter_mut().for_each(|node| node.conditions.retain(|c| !conditions.contains(c)));
}

/// Whether the steps behind a group run where one of its conditions does not hold: that condition, and how
/// many do.
fn opposite(shared: &[Condition], inner: &[Node], behind: &[Node]) -> Option<(Condition, usize)> {
    let first = behind.first()?;
    let decider = shared.iter().find(|c| first.conditions.iter().any(|other| other.is_negation_of(c)))?;
    let mut written: BTreeSet<&Name> = inner.iter().flat_map(|node| &node.writes).collect();
    if inner.iter().any(|node| node.meets) && !decider.uniform {
        return None;
    }
    let mut length = 0;
    for node in behind {
        let changed = decider.memory && decider.names.iter().any(|name| written.contains(name));
        let others = shared.iter().filter(|c| *c != decider).all(|c| node.conditions.contains(c));
        let negated = node.conditions.iter().any(|c| c.is_negation_of(decider));
        if changed || !others || !negated || (node.meets && !decider.uniform) {
            break;
        }
        length += 1;
        written.extend(&node.writes);
    }
    (length > 0).then(|| (decider.clone(), length))
}
