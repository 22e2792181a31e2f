//! Claim (filled): Each read of a variable that the reference lacks finds its element filled, in the same iteration and copy.

use diag::Diagnostic;
use ir::Name;
use ir::access::AccessKind;
use poly::{Constraint, Error, Set};

use crate::buffers::{Buffer, BufferUse, phase};
use crate::last_writer::alongside;
use crate::model::{AccessOf, Actor, Model};
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
    for (user, access) in model.users(name, AccessKind::Read) {
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
    let alongside = |write: AccessOf<'_>| alongside::fills(model, write, (user, read));
    if model.users(name, AccessKind::Write).any(|write| phase(write.0, name) == 0 && alongside(write)) {
        return Ok(None);
    }
    let y_at = user.at("y.");
    let mut needed = y_at.of(&read.domain)?;
    for (fill, stored) in model.users(name, AccessKind::Write) {
        if phase(fill, name) != 0 {
            continue;
        }
        let x_at = fill.at("x.");
        let elements = exactly_same_element(model.kernel, (&x_at, &stored.index), (&y_at, &read.index));
        let iteration = buffer.together([BufferUse::fill(fill, &x_at), BufferUse::read(user, &y_at)]);
        let runs = must_run::runs(model, (fill, &x_at), (user, &y_at, &read.guards));
        let (Some(elements), Some(iteration), Some(runs)) = (elements, iteration, runs) else { continue };
        let together: Vec<Constraint> = [elements, iteration, runs].concat();
        let pairs = x_at.of(&stored.domain)?.intersect(&needed)?.add_constraints(&together)?;
        let ways = Ways::new(model, name, (fill, &x_at), (user, &y_at)).ok_or(Error::Overflow)?;
        if let Some(filled) = ways.in_same_copy(&pairs)?
            && !filled.is_known_empty()
        {
            needed = needed.subtract(&filled.project_onto(&y_at.columns())?)?;
        }
    }
    Ok(if needed.is_empty()? { None } else { Some(needed) })
}
