//! Temporaries that share a `base_storage`: each has memory of its own here, so that none finds what another
//! one left.

use diag::{Diagnostic, Origin};
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Kernel, Name, Statement, affine};
use poly::{Aff, Constraint, Error, Set};

/// Refuses a kernel that reads elements of such temporaries which nothing has set before.
pub(super) fn check(kernel: &Kernel, shared: &[Name], call: Origin) -> Result<(), Diagnostic> {
    for temp in shared {
        for (id, statement) in &kernel.statements {
            let reads = accesses(kernel, statement).into_iter();
            let mut reads =
                reads.filter(|access| access.variable == *temp && access.kind == AccessKind::Read);
            if reads.any(|read| !is_set(kernel, id, statement, &read).unwrap_or(false)) {
                let message = format!(
                    "`{id}` reads elements of `{temp}` that no statement before it is known to set, and `base_storage` shares its memory"
                );
                let problem = Diagnostic::error("lp::script::base-storage", message);
                let problem = problem.note("temporaries pass no values through memory that they share");
                return Err(problem.at_entity(None, call, "in this call").help("use one temporary"));
            }
        }
    }
    Ok(())
}

/// Whether statements that come before set all that is read.
fn is_set(kernel: &Kernel, reader: &Name, statement: &Statement, read: &MemoryAccess) -> Result<bool, Error> {
    let Some(wanted) = elements(kernel, statement, read)? else { return Ok(false) };
    let mut left = wanted.intersect(&kernel.assumptions)?;
    for (id, writer) in &kernel.statements {
        let is_before = kernel.comes_after(reader, id) && writer.predicates.is_empty();
        let writes = accesses(kernel, writer).into_iter();
        let own =
            writes.filter(|access| access.variable == read.variable && access.kind == AccessKind::Write);
        for write in own.filter(|_| is_before) {
            if let Some(set) = elements(kernel, writer, &write)? {
                left = left.subtract(&set)?;
            }
        }
    }
    left.is_empty()
}

/// The elements that an access is about; `None` where a subscript is not affine.
fn elements(kernel: &Kernel, statement: &Statement, access: &MemoryAccess) -> Result<Option<Set>, Error> {
    let mut inames = statement.inames.clone();
    inames.extend(access.reduced.iter().filter(|iname| !statement.inames.contains(iname)).cloned());
    let columns: Vec<Name> = (0..access.index.len()).map(|axis| Name::new(format!("axis {axis}"))).collect();
    let Some(subscripts) = access.index.iter().map(affine::to_aff).collect::<Option<Vec<Aff>>>() else {
        return Ok(None);
    };
    let equal = columns.iter().zip(&subscripts).map(|(column, aff)| Constraint::eq(&Aff::dim(column), aff));
    let equal: Vec<Constraint> = equal.collect::<Option<_>>().ok_or(Error::Overflow)?;
    let set = kernel.domain_of(&inames)?.add_dims(&columns)?.add_constraints(&equal)?;
    set.project_onto(&columns).map(Some)
}
