//! Temporaries that the reference does not have, such as what fetches fill and what reductions accumulate in.
//!
//! The trips of the loops around all users of a buffer are its *trips*. In each it is filled, then updated, then used,
//! and no cell is filled twice; trips follow one another.

use diag::Diagnostic;
use ir::access::AccessKind;
use ir::{LValue, Name, Statement};
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Actor, Model};
use crate::order::{Kind, Question};
use crate::position::What;
use crate::ways::Ways;
use crate::witness::example;
use crate::{surely, update};
use dependence::access::Access;
use dependence::instance::{Instance, exactly_same_cell};
use dependence::required::{Agreeing, lexicographic};

/// A temporary that the reference does not have.
pub(super) struct Buffer {
    /// The inames whose values number its trips, outer loops first.
    pub(super) trip: Vec<Name>,
}

/// All of them.
pub(super) fn buffers(model: &Model<'_>) -> BTreeMap<Name, Buffer> {
    let own = model.kernel.temps.keys().filter(|name| !model.is_original(name));
    own.map(|name| (name.clone(), Buffer { trip: trip(model, name) })).collect()
}

/// A buffer's trips, outer loops first.
fn trip(model: &Model<'_>, name: &Name) -> Vec<Name> {
    let uses = |actor: &&Actor<'_>| actor.accesses.iter().any(|access| access.variable == *name);
    let users: Vec<&Actor<'_>> = model.actors.iter().filter(uses).collect();
    let mut trip = common(name, users.iter().map(|user| user.statement));
    let depth = |iname: &Name| {
        let is_loop = |what: What<'_>| matches!(what, What::Loop { iname: other, .. } if other == iname);
        let levels = users.first().map(|first| &first.path.levels);
        levels.and_then(|levels| levels.iter().position(|level| is_loop(level.what))).unwrap_or(usize::MAX)
    };
    trip.sort_by_key(depth);
    trip
}

/// Inames that all users of a variable have, but for those that tell its cells apart.
pub(super) fn common<'s>(name: &Name, users: impl Iterator<Item = &'s Statement>) -> Vec<Name> {
    let users: Vec<&Statement> = users.collect();
    let cells = numbers(name, users.iter().copied());
    let everywhere =
        |iname: &&Name| users.iter().all(|user| user.inames.contains(iname)) && !cells.contains(*iname);
    users.first().map(|first| first.inames.iter().filter(everywhere).cloned().collect()).unwrap_or_default()
}

/// Inames that tell apart the cells of a variable that are written. Where data select the cell, all trips may write one.
pub(super) fn numbers<'s>(name: &Name, users: impl Iterator<Item = &'s Statement>) -> BTreeSet<Name> {
    let targets = users.filter_map(|user| user.target()).filter(|target| target.name() == name);
    let affine = targets.flat_map(|target| target.index()).filter(|e| ir::affine::to_aff(e).is_some());
    affine.flat_map(ir::walk::names).collect()
}

/// When in a trip a statement uses a buffer.
pub(super) fn phase(actor: &Actor<'_>, variable: &Name) -> i64 {
    let writes = actor.runs && actor.statement.target().map(LValue::name) == Some(variable);
    match (writes, update::operation(actor.statement)) {
        (true, None) => 0,
        (true, Some(_)) => 1,
        (false, _) => 2,
    }
}

impl Buffer {
    /// What must hold of two accesses: trips in order, and the phases of a trip.
    pub(super) fn questions(
        &self,
        model: &Model<'_>,
        variable: &Name,
        (x, x_at): (&Actor<'_>, &Instance),
        (y, y_at): (&Actor<'_>, &Instance),
    ) -> Option<Vec<Question>> {
        let time = |actor, at: &Instance| {
            let trip = self.trip.iter().map(|iname| Aff::dim(&at.column(iname)));
            trip.chain([Aff::constant(phase(actor, variable))]).collect::<Vec<Aff>>()
        };
        let ordered = lexicographic(&time(x, x_at), &time(y, y_at), Agreeing::Excluded)?;
        let mut found: Vec<Question> =
            ordered.into_iter().map(|when| Question { when, kind: Kind::Ordered }).collect();
        if phase(x, variable) != phase(y, variable) {
            return Some(found);
        }
        let together = x_at.agree(y_at, &self.trip)?;
        if update::commute(model, x, y, variable) {
            found.push(Question { when: together, kind: Kind::Either });
        } else if x.id != y.id {
            found.push(Question { when: together, kind: Kind::Never });
        } else {
            for differ in x_at.differ(y_at, x_at.inames())? {
                let when = together.iter().cloned().chain(differ).collect();
                found.push(Question { when, kind: Kind::Never });
            }
        }
        Some(found)
    }
}

/// Reads of cells that nothing filled in the same trip.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    for (name, buffer) in &model.buffers {
        for (user, access) in model.users(name, AccessKind::Read) {
            if let Some(empty) = unfilled(model, buffer, user, access)? {
                let message = format!("`{}` may read a cell of `{name}` that nothing has filled", user.id);
                let error = Diagnostic::error("lp::legality::buffer", message);
                let point = empty.sample()?.and_then(|point| example("at", &point));
                let error = error.at_entity(
                    user.statement.loc.as_ref(),
                    user.statement.origin,
                    format!("`{}`", user.id),
                );
                let error =
                    point.map(|point| point.replace("y.", "")).into_iter().fold(error, Diagnostic::note);
                found.push(
                    error.help("let the fetch run in the same loops, work items and launches as its uses"),
                );
                break;
            }
        }
    }
    Ok(found)
}

fn unfilled(
    model: &Model<'_>,
    buffer: &Buffer,
    user: &Actor<'_>,
    read: &Access,
) -> Result<Option<Set>, Error> {
    let y_at = user.at("y.");
    let name = &read.variable;
    let mut needed = y_at.of(&read.domain)?;
    for (fill, stored) in model.users(name, AccessKind::Write) {
        if phase(fill, name) != 0 {
            continue;
        }
        let x_at = fill.at("x.");
        let cells = exactly_same_cell(model.kernel, (&x_at, &stored.index), (&y_at, &read.index));
        let trip = x_at.agree(&y_at, &buffer.trip);
        let runs = surely::runs(model, (fill, &x_at), (user, &y_at, &read.guards));
        let (Some(cells), Some(trip), Some(runs)) = (cells, trip, runs) else { continue };
        let together: Vec<Constraint> = [cells, trip, runs].concat();
        let pairs = x_at.of(&stored.domain)?.intersect(&needed)?.add_constraints(&together)?;
        let ways = Ways::new(model, name, (fill, &x_at), (user, &y_at)).ok_or(Error::Overflow)?;
        if let Some(filled) = ways.in_same_copy(&pairs)? {
            needed = needed.subtract(&filled.project_onto(&y_at.columns())?)?;
        }
    }
    Ok(if needed.is_empty()? { None } else { Some(needed) })
}
