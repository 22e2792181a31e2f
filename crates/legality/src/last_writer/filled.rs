//! Claim (filled): Each read of a variable that the reference lacks finds its element filled, in the same iteration and copy.

use diag::Diagnostic;
use ir::Name;
use ir::access::AccessKind;
use poly::{Constraint, Error, Set};

use super::alongside;
use crate::actor::{Actor, ActorAccess, ActorInstance};
use crate::buffers::{Buffer, BufferUse, FILL, phase};
use crate::model::Model;
use crate::must_run;
use crate::place::ways::Ways;
use crate::vouched::Findings;
use crate::witness::example;
use dependence::access::Access;
use dependence::instance::exactly_same_element;

/// Reads of an element that nothing filled in the same iteration, up to the first that is not forgiven.
pub(crate) fn check(
    model: &Model<'_>,
    name: &Name,
    buffer: &Buffer,
    found: &mut Findings<'_>,
) -> Result<(), Error> {
    for ActorAccess { actor: user, access } in model.users(name, AccessKind::Read) {
        let Some(empty) = unfilled(model, buffer, user, access)? else { continue };
        let message = format!("`{}` may read an element of `{name}` that nothing has filled", user.id);
        let point = empty.sample()?.and_then(|point| example("at", &point));
        let (loc, origin) = (user.statement.loc.as_ref(), user.statement.origin);
        let error = Diagnostic::error("lp::legality::buffer", message).about([name, user.id]);
        let error = error.at_entity(loc, origin, format!("`{}`", user.id));
        let error = point.map(|point| point.replace("y.", "")).into_iter().fold(error, Diagnostic::note);
        let help = "let the fetch run in the same loops, work items and launches as its uses";
        found.add(error.help(help));
        if found.refused() {
            break;
        }
    }
    Ok(())
}

fn unfilled(
    model: &Model<'_>,
    buffer: &Buffer,
    user: &Actor<'_>,
    read: &Access,
) -> Result<Option<Set>, Error> {
    let name = &read.variable;
    let reading = ActorAccess { actor: user, access: read };
    let fills_alongside = |write: ActorAccess<'_, '_>| {
        phase(write.actor, name) == FILL && alongside::fills(model, write, reading)
    };
    if model.users(name, AccessKind::Write).any(fills_alongside) {
        return Ok(None);
    }
    let y_at = user.instance("y.");
    let y = ActorInstance::new(user, &y_at);
    let mut needed = y_at.points(&read.domain)?;
    for ActorAccess { actor: fill, access: stored } in model.users(name, AccessKind::Write) {
        if phase(fill, name) != FILL {
            continue;
        }
        let x_at = fill.instance("x.");
        let x = ActorInstance::new(fill, &x_at);
        let elements =
            exactly_same_element(model.kernel, x_at.element(&stored.index), y_at.element(&read.index));
        let iteration = buffer.together(&BufferUse::fill(x), &BufferUse::read(y));
        let runs = must_run::runs(model, x, y, &read.guards);
        let (Some(elements), Some(iteration), Some(runs)) = (elements, iteration, runs) else { continue };
        let together: Vec<Constraint> = [elements, iteration, runs].concat();
        let pairs = x_at.points(&stored.domain)?.intersect(&needed)?.add_constraints(&together)?;
        let ways = Ways::new(model.kernel, name, x.placed(), y.placed()).ok_or(Error::Overflow)?;
        if let Some(filled) = ways.in_same_copy(&pairs)?
            && !filled.is_known_empty()
        {
            needed = needed.subtract(&filled.project_onto(&y_at.columns())?)?;
        }
    }
    Ok(if needed.is_empty()? { None } else { Some(needed) })
}
