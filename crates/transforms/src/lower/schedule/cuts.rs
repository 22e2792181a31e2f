//! Values that would have to outlive the launch that computed them.

use super::launches::Draft;
use crate::lower::domains::Domains;
use crate::lower::witness::{ConflictSide, conflict};
use dependence::instance::same_element;
use diag::{Code, Diagnostic, Shown};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, IndexMap, Kernel, LValue};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Name};

/// The code of a value that would have to outlive its launch; the diagnostic is about the temporary.
pub(crate) const CUT: Code = "lp::schedule::cut";

/// What a launch does with a temporary: the first statement that reads it before any write, and one that
/// writes it.
#[derive(Debug, Default, Clone, Copy)]
struct VariableUse {
    reads: Option<usize>,
    writes: Option<usize>,
    touched: bool,
}

/// Tests that private and local temporaries are written in the launch that reads them.
pub(super) fn check(kernel: &Kernel, drafts: &[Draft]) -> Result<(), Refusal> {
    let launches: Vec<Vec<usize>> = drafts.iter().flat_map(Draft::launches).collect();
    let repeated = drafts.iter().any(|draft| matches!(draft, Draft::For { .. }));
    if launches.len() < 2 && !repeated {
        return Ok(());
    }
    let mut uses: IndexMap<Name, Vec<VariableUse>> = IndexMap::default();
    for (at, launch) in launches.iter().enumerate() {
        for number in launch {
            record(kernel, *number, at, launches.len(), &mut uses);
        }
    }
    let mut failures = Vec::new();
    for (name, uses) in &uses {
        let numbered = || uses.iter().enumerate();
        let writer = numbered().find_map(|(launch, u)| Some((launch, u.writes?)));
        let reader = numbered().find_map(|(launch, u)| Some((launch, u.reads?)));
        if let Some(((wrote, writer), (read, reader))) = writer.zip(reader) {
            let mut found = outlives(kernel, name, writer, reader);
            let shown = witness(kernel, drafts, name, writer, reader, wrote < read)?;
            found = shown.into_iter().fold(found, Diagnostic::shown);
            failures.push(found);
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// A write and a read of one element by the same work item and group, in words; the read in the same
/// iteration of the host's loops or in a later one.
fn witness(
    kernel: &Kernel,
    drafts: &[Draft],
    name: &Name,
    writer: usize,
    reader: usize,
    same_iteration: bool,
) -> Result<Option<Shown>, Error> {
    let statement = |at: usize| kernel.statements.get_index(at);
    let Some(((writer, write), (reader, read))) = statement(writer).zip(statement(reader)) else {
        return Ok(None);
    };
    let domains = Domains::new(kernel);
    let (x, writes) = domains.instance("x.", &write.inames, &write.predicates)?;
    let (y, reads) = domains.instance("y.", &read.inames, &read.predicates)?;
    let element = write.target().map(LValue::index).unwrap_or_default();
    let mut accesses = accesses(kernel, read).into_iter();
    let used = accesses.find(|access| access.kind == AccessKind::Read && access.variable == *name);
    let used = used.map(|access| access.index).unwrap_or_default();
    let Some(mut together) = same_element(kernel, x.element(element), y.element(&used)) else {
        return Ok(None);
    };
    let host: Vec<Name> = drafts.iter().flat_map(Draft::loops).collect();
    let common = write.inames.iter().filter(|iname| read.inames.contains(iname));
    let innermost = common.clone().rfind(|iname| host.contains(iname)).filter(|_| !same_iteration);
    for iname in common.filter(|iname| host.contains(iname) || super::is_parallel(kernel, iname)) {
        let relate = if Some(iname) == innermost { Constraint::lt } else { Constraint::eq };
        together.extend(relate(&Aff::dim(&x.column(iname)), &Aff::dim(&y.column(iname))));
    }
    let pairs = writes.intersect(&reads)?.add_constraints(&together)?;
    let index: Vec<Option<Aff>> = element.iter().map(|own| x.subscript(kernel, own)).collect();
    let write = ConflictSide { id: writer, at: &x, write: true };
    let read = ConflictSide { id: reader, at: &y, write: false };
    conflict(kernel, &pairs, name, &index, [write, read], "in a later launch")
}

fn record(
    kernel: &Kernel,
    number: usize,
    launch: usize,
    launches: usize,
    uses: &mut IndexMap<Name, Vec<VariableUse>>,
) {
    let Some((_, statement)) = kernel.statements.get_index(number) else { return };
    for access in accesses(kernel, statement) {
        let temp = kernel.temps.get(&access.variable);
        if temp.is_none_or(|temp| temp.space == Some(AddressSpace::Global)) {
            continue;
        }
        let all = uses.entry(access.variable).or_insert_with(|| vec![VariableUse::default(); launches]);
        let Some(used) = all.get_mut(launch) else { continue };
        match access.kind {
            AccessKind::Read if !used.touched => used.reads = Some(number),
            AccessKind::Read => {}
            AccessKind::Write => used.writes = used.writes.or(Some(number)),
        }
        used.touched = true;
    }
}

fn outlives(kernel: &Kernel, name: &Name, writer: usize, reader: usize) -> Diagnostic {
    let space = kernel.temps.get(name).and_then(|temp| temp.space).unwrap_or(AddressSpace::Private);
    let message =
        format!("the {space} temporary `{name}` would have to keep its value across a global barrier");
    let mut found = Diagnostic::error(CUT, message).about([name]);
    for (at, does) in [(writer, "writes"), (reader, "reads")] {
        if let Some((id, statement)) = kernel.statements.get_index(at) {
            found = found.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}` {does} it"));
        }
    }
    found.help(format!("give every value an element of its own in a global temporary: `set_temporary_address_space(\"{name}\", \"global\")` and an axis for each iname"))
}
