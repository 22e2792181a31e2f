//! Claim (must run): Where the constraints hold that are found here, one instance runs wherever another one makes its access.

use ir::{Expr, Name, Node, walk};
use poly::Constraint;

use crate::actor::{Actor, ActorInstance};
use crate::buffers::BufferUse;
use crate::model::Model;
use crate::place::position::{Level, LevelKind, common};
use dependence::access::Access;
use dependence::condition;
use dependence::domain::computed;

/// The constraints under which the first runs where the second makes an access under some conditions, as far
/// as data decides; `None` if that is not known.
///
/// A condition on data decides alike if its memory is never written, if both read it for the same reference
/// instance, or if both are in the same branch of one test; a bound that the kernel computes, if both are in
/// that loop.
pub(super) fn runs(
    model: &Model<'_>,
    x: ActorInstance<'_>,
    y: ActorInstance<'_>,
    guards: &[Expr],
) -> Option<Vec<Constraint>> {
    runs_within(model, x, y, guards, &[])
}

/// The same, where the caller compares how far the loops over `settled` go.
pub(super) fn runs_within(
    model: &Model<'_>,
    x: ActorInstance<'_>,
    y: ActorInstance<'_>,
    guards: &[Expr],
    settled: &[Name],
) -> Option<Vec<Constraint>> {
    let shared = common(&x.actor.path, &y.actor.path);
    let mut same = loops_together(model, x.actor, y.actor, settled)?;
    let known = |condition: &Expr| {
        y.actor.data.iter().chain(guards).any(|other| condition::are_equivalent(other, condition))
    };
    let mut together = Vec::new();
    for condition in &x.actor.data {
        if let Some(depth) = shared.iter().position(|level| tests(level, condition)) {
            same.extend(loops(shared.get(..=depth)?));
            continue;
        }
        if !known(condition) {
            return None;
        }
        let names = walk::names(condition);
        let written = model.written();
        for name in names.iter().filter(|name| written.contains(name)) {
            // All uses of a buffer in one sweep of an iteration come after what fills and updates it.
            match model.buffers.get(name) {
                Some(buffer) => {
                    together.extend(buffer.together(&BufferUse::read(x), &BufferUse::read(y))?);
                    same.extend(buffer.sweep.iter().cloned());
                }
                None => together.extend(one_instance(model, x, y)?),
            }
        }
        same.extend(names.into_iter().filter(|name| x.actor.statement.inames.contains(name)));
    }
    same.sort();
    same.dedup();
    together.extend(x.at.agree(y.at, &same)?);
    Some(together)
}

/// The loops of whose iteration both must be the same, so that loops with bounds that the kernel computes let
/// both run; `None` if there is such a loop around the first alone.
pub(super) fn loops_together(
    model: &Model<'_>,
    x: &Actor<'_>,
    y: &Actor<'_>,
    settled: &[Name],
) -> Option<Vec<Name>> {
    let shared = common(&x.path, &y.path);
    let mut same: Vec<Name> = Vec::new();
    for iname in bounded_by_data(model, x).into_iter().filter(|iname| !settled.contains(iname)) {
        let depth = shared.iter().position(
            |level| matches!(level.what, LevelKind::Loop { iname: other, .. } if *other == iname),
        )?;
        same.extend(loops(shared.get(..=depth)?));
    }
    Some(same)
}

/// The conditions on data that hold, for sure, where an access is made.
pub(super) fn known_conditions(y: &Actor<'_>, access: &Access) -> Vec<Expr> {
    let is_tested = |condition: &&Expr| y.runs || y.path.levels.iter().any(|level| tests(level, condition));
    y.data.iter().filter(is_tested).chain(&access.guards).cloned().collect()
}

/// When two instances work for the same reference instance, if they can.
fn one_instance(model: &Model<'_>, x: ActorInstance<'_>, y: ActorInstance<'_>) -> Option<Vec<Constraint>> {
    let (first, second) = (model.images(x.actor, x.at).ok()?, model.images(y.actor, y.at).ok()?);
    let ([first], [second]) = (first.as_slice(), second.as_slice()) else { return None };
    if first.statement != second.statement || first.relation.is_some() || second.relation.is_some() {
        return None;
    }
    first.at.iter().zip(&second.at).map(|((_, a), (_, b))| Constraint::eq(a, b)).collect()
}

/// Inames whose bounds the kernel computes.
fn bounded_by_data(model: &Model<'_>, actor: &Actor<'_>) -> Vec<Name> {
    let homes = model.kernel.domains_of(&actor.statement.inames).into_iter();
    let homes = homes.filter_map(|at| model.kernel.domains.get(at));
    let bounded = homes.filter(|home| !computed(model.kernel, &home.set).is_empty());
    bounded
        .flat_map(|home| home.set.dims().to_vec())
        .filter(|iname| actor.statement.inames.contains(iname))
        .collect()
}

fn loops(levels: &[Level<'_>]) -> Vec<Name> {
    let iname = |level: &Level<'_>| {
        if let LevelKind::Loop { iname, .. } = level.what { Some(iname.clone()) } else { None }
    };
    levels.iter().filter_map(iname).collect()
}

/// Whether the way goes on only where the condition holds.
fn tests(level: &Level<'_>, condition: &Expr) -> bool {
    match level.what {
        LevelKind::Branch { condition: tested, taken: true } => match tested.node() {
            Node::And(operands) => {
                operands.iter().any(|operand| condition::are_equivalent(operand, condition))
            }
            _ => condition::are_equivalent(tested, condition),
        },
        LevelKind::Branch { condition: tested, taken: false } => condition::are_opposite(tested, condition),
        _ => false,
    }
}
