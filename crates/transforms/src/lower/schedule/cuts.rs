//! Values that would have to outlive the launch that computed them.

use super::launches::Draft;
use diag::Diagnostic;
use indexmap::IndexMap;
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Kernel};
use poly::Name;

/// What a launch does with a temporary: the first statement that reads it before any write, and one that writes it.
#[derive(Debug, Default, Clone, Copy)]
struct Use {
    reads: Option<usize>,
    writes: Option<usize>,
    touched: bool,
}

/// Tests that private and local temporaries are written in the launch that reads them.
pub(super) fn check(kernel: &Kernel, drafts: &[Draft]) -> Result<(), Vec<Diagnostic>> {
    let launches: Vec<Vec<usize>> = drafts.iter().flat_map(Draft::launches).collect();
    let repeated = drafts.iter().any(|draft| matches!(draft, Draft::For { .. }));
    if launches.len() < 2 && !repeated {
        return Ok(());
    }
    let mut uses: IndexMap<Name, Vec<Use>> = IndexMap::new();
    for (at, launch) in launches.iter().enumerate() {
        for number in launch {
            record(kernel, *number, at, launches.len(), &mut uses);
        }
    }
    let mut failures = Vec::new();
    for (name, uses) in &uses {
        let writer = uses.iter().find_map(|u| u.writes);
        let reader = uses.iter().find_map(|u| u.reads.filter(|_| writer.is_some()));
        if let Some((writer, reader)) = writer.zip(reader) {
            failures.push(outlives(kernel, name, writer, reader));
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}

fn record(
    kernel: &Kernel,
    number: usize,
    launch: usize,
    launches: usize,
    uses: &mut IndexMap<Name, Vec<Use>>,
) {
    let Some((_, statement)) = kernel.statements.get_index(number) else { return };
    for access in accesses(kernel, statement) {
        let temp = kernel.temps.get(&access.variable);
        if temp.is_none_or(|temp| temp.space == Some(AddressSpace::Global)) {
            continue;
        }
        let all = uses.entry(access.variable).or_insert_with(|| vec![Use::default(); launches]);
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
    let mut found = Diagnostic::error("lp::schedule::cut", message);
    for (at, does) in [(writer, "writes"), (reader, "reads")] {
        if let Some((id, statement)) = kernel.statements.get_index(at) {
            found = found.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}` {does} it"));
        }
    }
    found.help(format!("give every value a cell of its own in a global temporary: `set_temporary_address_space(\"{name}\", \"global\")` and an axis for each iname"))
}
