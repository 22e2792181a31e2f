//! Temporaries that hold a value of their own in each trip of some loops.

use ir::access::AccessKind;
use ir::{Expr, Kernel, Name, Statement, walk};
use poly::{Error, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::ambiguous::{Use, User};
use crate::buffer::{common, numbers};
use crate::instance::{Instance, exactly_same_cell};
use dependence::any_cell::AnyCell;
use dependence::domain::{Domain, computed};

/// A temporary that is written before it is read in each trip of some loops.
///
/// Statements that use it are ordered as declared throughout such a trip, also across the loops that number its cells: what
/// a read finds there can only be what this trip has written.
#[derive(Default)]
pub(super) struct OwnTrip {
    /// The inames of these loops.
    pub(super) trip: Vec<Name>,
    /// The inames that number its cells.
    pub(super) cells: BTreeSet<Name>,
}

/// Such temporaries.
pub(super) type OwnTrips = BTreeMap<Name, OwnTrip>;

/// The trips of a temporary; `None` if some read may see another trip's value.
pub(super) fn of(
    kernel: &Kernel,
    types: &Kernel,
    users: &[User<'_>],
    name: &Name,
) -> Result<Option<OwnTrip>, Error> {
    let uses = |user: &&User<'_>| user.accesses.iter().any(|access| access.variable == *name);
    let users: Vec<&User<'_>> = users.iter().filter(uses).collect();
    let trip = common(name, users.iter().map(|user| user.statement));
    let own = OwnTrip { trip, cells: numbers(name, users.iter().map(|user| user.statement)) };
    for user in &users {
        for read in
            user.accesses.iter().filter(|access| access.variable == *name && access.kind == AccessKind::Read)
        {
            if !is_written(kernel, types, &users, (user, read), &own)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(own))
}

/// Whether what is read was written before in the same trip, for sure.
fn is_written(
    kernel: &Kernel,
    types: &Kernel,
    users: &[&User<'_>],
    (user, read): (&User<'_>, &Use),
    own: &OwnTrip,
) -> Result<bool, Error> {
    let any = AnyCell::new((kernel, types), &read.variable, (&read.inames, &read.index, &read.domain))?;
    let y_at = Instance::over("y.", any.inames).within(&any.domain);
    let mut needed = y_at.of(&any.domain)?;
    // What is written under one condition, which may also be written under its negation.
    let mut conditional: Vec<(Expr, &User<'_>, Set)> = Vec::new();
    for writer in users.iter().filter(|writer| kernel.comes_after(user.id, writer.id)) {
        let writes = |access: &&Use| access.variable == read.variable && access.kind == AccessKind::Write;
        for stored in writer.accesses.iter().filter(writes) {
            let happens = happens(kernel, types, writer.statement, user.statement)?;
            if happens == Happens::Unknown {
                continue;
            }
            let (x_at, domain) = stored.at("x.")?;
            let cells = exactly_same_cell(types, (&x_at, &stored.index), (&y_at, &any.index));
            let shared = writer.statement.inames.iter().filter(|iname| user.statement.inames.contains(iname));
            let shared: Vec<Name> = shared.filter(|iname| !own.cells.contains(*iname)).cloned().collect();
            let (Some(cells), Some(together)) = (cells, x_at.agree(&y_at, &shared)) else { continue };
            let pairs = domain.intersect(&needed)?.add_constraints(&[cells, together].concat())?;
            let mut written = pairs.project_onto(&y_at.columns())?;
            if let Happens::If(condition) = happens {
                let negated = condition.logical_not();
                let others = conditional.iter().filter(|(other, of, _)| {
                    *other == negated && is_settled(kernel, &condition, [of.id, writer.id])
                });
                let mut both = Set::empty(&[], &y_at.columns())?;
                for (_, _, other) in others {
                    both = both.union(&written.intersect(other)?)?;
                }
                conditional.push((condition, writer, written));
                written = both;
            }
            needed = needed.subtract(&written)?;
        }
    }
    needed.is_empty()
}

/// Whether what a condition reads has been written, if ever, before both statements.
fn is_settled(kernel: &Kernel, condition: &Expr, both: [&Name; 2]) -> bool {
    let names = walk::names(condition);
    let changes =
        |statement: &Statement| statement.target().is_some_and(|target| names.contains(target.name()));
    let mut writers = kernel.statements.iter().filter(|(_, statement)| changes(statement));
    writers.all(|(id, _)| both.iter().all(|reader| kernel.comes_after(reader, id)))
}

/// Whether a statement runs wherever another one does.
#[derive(PartialEq)]
enum Happens {
    Surely,
    /// Where a condition on data holds.
    If(Expr),
    Unknown,
}

fn happens(
    kernel: &Kernel,
    types: &Kernel,
    writer: &Statement,
    reader: &Statement,
) -> Result<Happens, Error> {
    let conditions = |statement: &Statement| Domain::of(kernel, types, statement, &statement.inames);
    let (own, other) = (conditions(writer)?, conditions(reader)?);
    let bounded = !computed(kernel, &own.set).is_empty();
    let inside = writer.inames.iter().all(|iname| reader.inames.contains(iname));
    let implied =
        own.data.is_empty() || inside && own.data.iter().all(|condition| other.data.contains(condition));
    Ok(match own.data.as_slice() {
        _ if bounded && !inside => Happens::Unknown,
        _ if implied => Happens::Surely,
        [condition] if inside => Happens::If(condition.clone()),
        _ => Happens::Unknown,
    })
}
