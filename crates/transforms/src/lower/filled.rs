//! Arrays of a work item that are filled anew in each iteration before they are read.

use super::domains::Domains;
use super::schedule::is_parallel;
use super::sharing::{StatementRef, runs_before};
use dependence::instance::exactly_same_element;
use ir::access::MemoryAccess;
use poly::{Aff, Constraint, Error, Name};

/// Whether a statement before the reader writes each element that is read, in the same iteration of all loops
/// around both, those of the hardware among them, so that the value of no other copy is wanted. The checker
/// proves it; this only tells what to ask it about.
pub(super) fn is_filled_before(
    domains: &Domains<'_>,
    writer: StatementRef<'_>,
    reader: StatementRef<'_>,
    read: &MemoryAccess,
) -> Result<bool, Error> {
    let kernel = domains.kernel();
    let (write, statement) = (writer.statement, reader.statement);
    let Some(target) = write.target().filter(|target| !target.index().is_empty()) else { return Ok(false) };
    let is_inside = |iname: &Name| statement.inames.contains(iname) || !is_parallel(kernel, iname);
    if !read.reduced.is_empty()
        || !write.inames.iter().all(is_inside)
        || !runs_before(domains, writer, reader)
    {
        return Ok(false);
    }
    let (x, writes) = domains.instance("x.", &write.inames, &write.predicates)?;
    let (y, reads) = domains.instance("y.", &statement.inames, &statement.predicates)?;
    let Some(element) = exactly_same_element(kernel, x.element(target.index()), y.element(&read.index))
    else {
        return Ok(false);
    };
    let shared = write.inames.iter().filter(|iname| statement.inames.contains(iname));
    let agree = shared.map(|iname| Constraint::eq(&Aff::dim(&x.column(iname)), &Aff::dim(&y.column(iname))));
    let agree: Vec<Constraint> = agree.collect::<Option<_>>().ok_or(Error::Overflow)?;
    let filled = writes.intersect(&reads)?.add_constraints(&element)?.add_constraints(&agree)?;
    let columns: Vec<Name> = statement.inames.iter().map(|iname| y.column(iname)).collect();
    reads.is_subset(&filled.project_onto(&columns)?)
}
