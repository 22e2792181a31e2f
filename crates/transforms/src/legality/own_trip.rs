//! Temporaries that hold a value of their own in each trip of some loops.

use ir::access::AccessKind;
use ir::{Kernel, Name, Statement};
use poly::Error;

use super::ambiguous::{Use, User};
use super::buffer::common;
use super::domain::{Domain, computed};
use super::instance::exactly_same_cell;
use super::required::comes_after;

/// The inames whose trips each write a temporary before they read it; `None` if some read may see another trip's value.
pub(super) fn of(
    kernel: &Kernel,
    types: &Kernel,
    users: &[User<'_>],
    name: &Name,
) -> Result<Option<Vec<Name>>, Error> {
    let uses = |user: &&User<'_>| user.accesses.iter().any(|access| access.variable == *name);
    let users: Vec<&User<'_>> = users.iter().filter(uses).collect();
    let trip = common(name, users.iter().map(|user| user.statement));
    if trip.is_empty() {
        return Ok(None);
    }
    for user in &users {
        for read in
            user.accesses.iter().filter(|access| access.variable == *name && access.kind == AccessKind::Read)
        {
            if !is_written(kernel, types, &users, (user, read), &trip)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(trip))
}

/// Whether what is read was written before in the same trip, for sure.
fn is_written(
    kernel: &Kernel,
    types: &Kernel,
    users: &[&User<'_>],
    (user, read): (&User<'_>, &Use),
    trip: &[Name],
) -> Result<bool, Error> {
    let (y_at, mut needed) = read.at("y.")?;
    for writer in users.iter().filter(|writer| comes_after(kernel, user.id, writer.id)) {
        let writes = |access: &&Use| access.variable == read.variable && access.kind == AccessKind::Write;
        for stored in writer.accesses.iter().filter(writes) {
            if !happens(kernel, types, writer.statement, user.statement)? {
                continue;
            }
            let (x_at, domain) = stored.at("x.")?;
            let cells = exactly_same_cell(types, (&x_at, &stored.index), (&y_at, &read.index));
            // What is declared holds where all shared inames agree.
            let shared = writer.statement.inames.iter().filter(|iname| user.statement.inames.contains(iname));
            let shared: Vec<Name> = shared.chain(trip).cloned().collect();
            let (Some(cells), Some(together)) = (cells, x_at.agree(&y_at, &shared)) else { continue };
            let pairs = domain.intersect(&needed)?.add_constraints(&[cells, together].concat())?;
            needed = needed.subtract(&pairs.project_onto(&y_at.columns())?)?;
        }
    }
    needed.is_empty()
}

/// Whether a statement runs wherever another one does, as far as data decides.
fn happens(kernel: &Kernel, types: &Kernel, writer: &Statement, reader: &Statement) -> Result<bool, Error> {
    let conditions = |statement: &Statement| Domain::of(kernel, types, statement, &statement.inames);
    let (own, other) = (conditions(writer)?, conditions(reader)?);
    let bounded = !computed(kernel, &own.set).is_empty();
    let inside = writer.inames.iter().all(|iname| reader.inames.contains(iname));
    let implied =
        own.data.is_empty() || inside && own.data.iter().all(|condition| other.data.contains(condition));
    Ok(implied && (!bounded || inside))
}
