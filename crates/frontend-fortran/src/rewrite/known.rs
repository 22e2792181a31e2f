//! Claim: where an integer is known to hold an expression of what does not change, the expression may stand for it,
//! and where a condition is known, only the part of the `if` that is reached need stay.
//!
//! What is known follows from assignments, from the conditions and loops around, and from what the routine requires.
//! Calls are handed to whoever can put something in their place.

use super::facts::{Facts, Integers};
use super::symbolic::{self, Values};
use crate::hir::{Branch, Loop, Node, NodeKind, Routine, map_expressions};
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeMap;

/// How many parts an expression that stands for a variable may have.
const MAX_PARTS: usize = 12;

/// What puts statements in the place of a call, given what is known there.
pub(super) type Expand<'e> = dyn FnMut(&mut Routine, &Node, &Facts) -> Vec<Node> + 'e;

/// Folds what is known and replaces calls.
pub(super) fn rewrite(routine: &mut Routine, given: &Facts, expand: &mut Expand<'_>) {
    let integers = symbolic::integers(routine);
    let mut facts = given.clone();
    routine.requires.iter().for_each(|requirement| facts.add(&requirement.condition, &integers));
    let types = routine
        .variables
        .iter()
        .filter(|(name, variable)| {
            variable.ty.is_integer() && variable.axes.is_none() && !routine.is_argument(name)
        })
        .map(|(name, variable)| (name.clone(), variable.ty))
        .collect();
    let mut values = Values::at_start(routine);
    let body = std::mem::take(&mut routine.body);
    let mut walker = Walker { routine, integers, types, expand };
    let (body, _) = walker.block(body, &mut values, &facts);
    routine.body = body;
}

struct Walker<'r, 'e> {
    routine: &'r mut Routine,
    integers: Integers,
    /// Types of the local integers.
    types: BTreeMap<Name, Scalar>,
    expand: &'r mut Expand<'e>,
}

impl Walker<'_, '_> {
    /// The statements with what is known folded, and whether control goes on behind them.
    fn block(&mut self, nodes: Vec<Node>, values: &mut Values, facts: &Facts) -> (Vec<Node>, bool) {
        let mut facts = facts.clone();
        let mut kept = Vec::new();
        for mut node in nodes {
            map_expressions(&mut node, &mut |expr| self.folded(expr, values));
            match &mut node.kind {
                NodeKind::Assign(target, value) if target.index.is_none() => {
                    values.assign(&target.name, value);
                }
                NodeKind::Call(_) => {
                    let nodes = (self.expand)(self.routine, &node, &facts);
                    values.forget(&node);
                    nodes.iter().for_each(|node| values.forget_all(node));
                    kept.extend(nodes);
                    continue;
                }
                NodeKind::Loop(head) => {
                    let within = self.within(head, values, &facts);
                    values.forget_loop(head);
                    let body = std::mem::take(&mut head.body);
                    (head.body, _) = self.block(body, &mut values.inside(head), &within);
                }
                NodeKind::If(branches, otherwise) => {
                    let goes_on = self.branches(branches, otherwise, values, &mut facts);
                    if branches.is_empty() {
                        kept.append(otherwise);
                    } else {
                        kept.push(node);
                    }
                    if !goes_on {
                        return (kept, false);
                    }
                    continue;
                }
                NodeKind::Return | NodeKind::Cycle(_) | NodeKind::Exit(_) | NodeKind::Stop(_) => {
                    kept.push(node);
                    return (kept, false);
                }
                NodeKind::Assign(..) | NodeKind::Goto(_) | NodeKind::Label(_) => {}
            }
            kept.push(node);
        }
        (kept, true)
    }

    /// Folds the parts of an `if`; whether control goes on behind it.
    fn branches(
        &mut self,
        branches: &mut Vec<Branch>,
        otherwise: &mut Vec<Node>,
        values: &mut Values,
        facts: &mut Facts,
    ) -> bool {
        let start = values.clone();
        let mut ends = Vec::new();
        let mut before = facts.clone();
        let mut kept = Vec::new();
        let mut is_decided = false;
        for mut branch in std::mem::take(branches) {
            let condition = start.evaluate(&branch.condition);
            match condition.as_ref().and_then(|condition| before.decide(condition, &self.integers)) {
                Some(false) => continue,
                Some(true) => {
                    *otherwise = branch.body;
                    is_decided = true;
                    break;
                }
                None => {}
            }
            let mut inside = start.clone();
            let within = self.learnt(&before, condition.as_ref());
            let (body, goes_on) = self.block(branch.body, &mut inside, &within);
            branch.body = body;
            let negated = condition.as_ref().map(Expr::logical_not);
            before = self.learnt(&before, negated.as_ref());
            if goes_on {
                ends.push((condition, inside));
            } else {
                // Whoever is behind may also have come through a branch before.
                let through = ends.iter().map(|(condition, _): &(Option<Expr>, Values)| condition.clone());
                let ways: Option<Vec<Expr>> = through.chain([negated]).collect();
                *facts = self.learnt(facts, ways.map(crate::constant::any).as_ref());
            }
            kept.push(branch);
        }
        let mut last = start;
        let (body, goes_on) = self.block(std::mem::take(otherwise), &mut last, &before);
        *otherwise = body;
        let any = goes_on || !ends.is_empty();
        if kept.is_empty() && is_decided {
            *facts = before;
        }
        *values = symbolic::joined(ends, goes_on.then(|| last.clone()), last);
        *branches = kept;
        any
    }

    fn learnt(&self, facts: &Facts, condition: Option<&Expr>) -> Facts {
        condition.map_or_else(|| facts.clone(), |condition| facts.with(condition, &self.integers))
    }

    /// What is known in the iterations of a loop.
    fn within(&self, head: &Loop, values: &Values, facts: &Facts) -> Facts {
        let mut facts = facts.clone();
        symbolic::range(head, values).iter().flatten().for_each(|part| facts.add(part, &self.integers));
        facts
    }

    /// The expression with known integers replaced.
    fn folded(&self, expr: &Expr, values: &Values) -> Expr {
        let known = |name: &Name| {
            let ty = *self.types.get(name)?;
            values.known(name).filter(|value| self.may_stand_for(value, ty))
        };
        if walk::names(expr).iter().any(|name| known(name).is_some()) {
            crate::constant::condition(&walk::substitute(expr, &known))
        } else {
            expr.clone()
        }
    }

    /// Whether a value is short, and computed in that type wherever it stands.
    fn may_stand_for(&self, value: &Expr, ty: Scalar) -> bool {
        let mut parts = 0;
        walk::visit(value, &mut |_| parts += 1);
        let is_plain = !walk::any(value, &mut |part| match part.node() {
            Value::Var(name) => self.routine.variables.get(name).is_none_or(|variable| variable.ty != ty),
            Value::Int(_) | Value::Sum(_) | Value::Product(_) => false,
            _ => true,
        });
        parts <= MAX_PARTS && is_plain && (ty == Scalar::I32 || value.as_var().is_some())
    }
}
