//! Which conditions stand before what.

use super::condition::Condition;
use crate::lower::domains::Domains;
use crate::lower::region::Region;
use dependence::domain::is_fixed;
use ir::{Comparison, Expr, IndexMap, Kernel, Loop, Node as ExprNode, Statement, Step, affine, walk};
use pass::Refusal;
use poly::{Constraint, Error, Name, Set};
use std::collections::BTreeSet;

/// A step and the conditions under which it runs, in the order of their evaluation.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) conditions: Vec<Condition>,
    pub(super) what: NodeKind,
    /// Variables that it writes.
    pub(super) writes: BTreeSet<Name>,
    /// Whether work items meet in it.
    pub(super) meets: bool,
}

/// A step without its conditions.
#[derive(Debug, Clone)]
pub(super) enum NodeKind {
    Step(Step),
    Loop { frame: Loop<Step>, body: Vec<Node> },
}

/// Finds the conditions.
pub(super) struct Planner<'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) domains: Domains<'k>,
    /// Inames that differ between the work items of a group.
    pub(super) work_items: BTreeSet<Name>,
}

impl Planner<'_> {
    /// The steps with their conditions, given what is certain where they stand.
    pub(super) fn nodes(&self, steps: &[Step], region: &Region) -> Result<Vec<Node>, Refusal> {
        let mut nodes = Vec::new();
        let mut known: IndexMap<&[Name], Vec<Vec<Constraint>>> = IndexMap::default();
        for step in steps {
            match step {
                Step::Run(id) => {
                    let Some(statement) = self.kernel.statements.get(id) else { continue };
                    let missing = match known.get(statement.inames.as_slice()) {
                        Some(missing) => missing.clone(),
                        None => region.missing(&self.domains.joint_domain(&statement.inames)?)?,
                    };
                    if !missing.is_empty() {
                        nodes.extend(self.run(id, statement, &missing, region)?);
                    }
                    known.insert(&statement.inames, missing);
                }
                Step::For(frame) => nodes.extend(self.repeated(frame, region)?),
                Step::Barrier { .. } => nodes.push(Node { meets: true, ..plain(step.clone()) }),
                Step::If { condition, then, otherwise } => {
                    let inner = self.nodes(then, &region.assuming(condition)?)?;
                    let outer = self.nodes(otherwise, region)?;
                    let writes =
                        inner.iter().chain(&outer).flat_map(|node| node.writes.iter().cloned()).collect();
                    let meets = inner.iter().chain(&outer).any(|node| node.meets);
                    let (then, otherwise) = (super::emit::steps(inner), super::emit::steps(outer));
                    let step = Step::If { condition: condition.clone(), then, otherwise };
                    nodes.push(Node { writes, meets, ..plain(step) });
                }
            }
        }
        Ok(nodes)
    }

    /// A statement; none where its predicates never hold, unless they hold nowhere at all.
    fn run(
        &self,
        id: &Name,
        statement: &Statement,
        missing: &[Vec<Constraint>],
        region: &Region,
    ) -> Result<Option<Node>, Refusal> {
        let mut node = plain(Step::Run(id.clone()));
        node.conditions = Condition::alternatives(self.kernel, &self.work_items, missing);
        for part in statement.predicates.iter().flat_map(parts) {
            match self.decided(statement, part, missing, region)? {
                Some(true) => {}
                Some(false) if self.runs_somewhere(statement)? => return Ok(None),
                Some(false) | None => {
                    node.conditions.push(Condition::new(self.kernel, &self.work_items, part.clone()));
                }
            }
        }
        node.writes.extend(statement.target().map(|target| target.name().clone()));
        Ok(Some(node))
    }

    /// What a condition is wherever the region, with the conditions that it misses, lets the statement run.
    fn decided(
        &self,
        statement: &Statement,
        condition: &Expr,
        missing: &[Vec<Constraint>],
        region: &Region,
    ) -> Result<Option<bool>, Error> {
        let Some(holds) = self.points(statement, condition)? else { return Ok(None) };
        match missing {
            [conditions] if !conditions.is_empty() => region.with_constraints(conditions)?.decides(&holds),
            _ => region.decides(&holds),
        }
    }

    /// Where a condition holds that depends on iterations alone; others are moved out of loops, and shared by
    /// more steps if all keep them.
    fn points(&self, statement: &Statement, condition: &Expr) -> Result<Option<Set>, Error> {
        let inames = &statement.inames;
        let names = walk::names(condition);
        let known = names.iter().all(|name| is_fixed(self.kernel, inames, name));
        let varies = names.iter().any(|name| inames.contains(name));
        let constraints = affine::to_constraints(condition).filter(|_| known && varies);
        constraints.map(|constraints| Set::from_constraints(&[], &[], &constraints)).transpose()
    }

    /// Whether all such conditions hold at some point of the domain.
    fn runs_somewhere(&self, statement: &Statement) -> Result<bool, Error> {
        let mut domain = self.domains.joint_domain(&statement.inames)?.intersect(&self.kernel.assumptions)?;
        for part in statement.predicates.iter().flat_map(parts) {
            if let Some(holds) = self.points(statement, part)? {
                domain = domain.intersect(&holds)?;
            }
        }
        Ok(!domain.is_empty()?)
    }

    /// A loop; conditions that do not depend on the iteration are moved before it.
    fn repeated(&self, frame: &Loop<Step>, region: &Region) -> Result<Option<Node>, Refusal> {
        let body = self.nodes(&frame.body, &region.inside(frame)?)?;
        if body.is_empty() {
            return Ok(None);
        }
        let writes = body.iter().flat_map(|node| node.writes.iter().cloned()).collect();
        let meets = body.iter().any(|node| node.meets);
        let frame = Loop { body: Vec::new(), ..frame.clone() };
        let mut node = Node { conditions: Vec::new(), what: NodeKind::Loop { frame, body }, writes, meets };
        self.hoist(&mut node, region)?;
        Ok(Some(node))
    }

    fn hoist(&self, node: &mut Node, region: &Region) -> Result<(), Refusal> {
        let NodeKind::Loop { frame, body } = &mut node.what else { return Ok(()) };
        let mut moved = common(body);
        moved.retain(|c| {
            !c.names.contains(&frame.iname) && (c.uniform || !node.meets) && c.names.is_disjoint(&node.writes)
        });
        retain_justified(&mut moved, body);
        let mut before = Vec::new();
        if moved.iter().any(|c| c.memory) && !never_empty(frame, region)? {
            let ends = affine::to_aff(&frame.lower).zip(affine::to_aff(&frame.upper));
            let iterations = ends.and_then(|(lower, upper)| Constraint::le(&lower, &upper));
            let iterations = iterations.map_or_else(
                || {
                    Expr::new(ExprNode::Compare(
                        Comparison::LessEqual,
                        frame.lower.clone(),
                        frame.upper.clone(),
                    ))
                },
                |iterations| affine::from_constraint(&iterations),
            );
            before.push(Condition::new(self.kernel, &self.work_items, iterations));
        }
        body.iter_mut().for_each(|inner| inner.conditions.retain(|c| !moved.contains(c)));
        node.conditions = before.into_iter().chain(moved).collect();
        Ok(())
    }
}

/// The operands of a conjunction.
fn parts(predicate: &Expr) -> &[Expr] {
    if let ExprNode::And(parts) = predicate.node() { parts } else { std::slice::from_ref(predicate) }
}

fn plain(step: Step) -> Node {
    Node { conditions: Vec::new(), what: NodeKind::Step(step), writes: BTreeSet::new(), meets: false }
}

/// Whether a step is a barrier, which any condition suits on which all work items agree.
fn is_barrier(node: &Node) -> bool {
    matches!(node.what, NodeKind::Step(Step::Barrier { .. }))
}

/// The conditions that all steps have.
fn common(nodes: &[Node]) -> Vec<Condition> {
    let mut guarded = nodes.iter().filter(|node| !is_barrier(node));
    let Some(first) = guarded.next() else { return Vec::new() };
    let mut all = first.conditions.clone();
    guarded.for_each(|node| all.retain(|c| node.conditions.contains(c)));
    all
}

/// Drops conditions that read memory unless some step would evaluate them at once where the others hold.
pub(super) fn retain_justified(shared: &mut Vec<Condition>, nodes: &[Node]) {
    let mut at = 0;
    while let Some(condition) = shared.get(at) {
        let justified = !condition.memory
            || nodes.iter().any(|node| {
                let before = node.conditions.iter().take_while(|c| *c != condition);
                let before: Vec<&Condition> = before.collect();
                before.len() < node.conditions.len()
                    && before.iter().all(|c| shared.iter().take(at).any(|s| s == *c))
            });
        if justified {
            at += 1;
        } else {
            shared.remove(at);
        }
    }
}

/// Whether a loop must have an iteration.
fn never_empty(frame: &Loop<Step>, region: &Region) -> Result<bool, poly::Error> {
    let ends = affine::to_aff(&frame.lower).zip(affine::to_aff(&frame.upper));
    let empty = ends.and_then(|(lower, upper)| Constraint::lt(&upper, &lower));
    empty.map_or(Ok(false), |empty| region.excludes(&empty))
}
