//! Words for diagnostics.

use diag::Diagnostic;
use ir::{InameTag, Kernel};
use poly::Name;
use std::collections::BTreeSet;

/// Names separated by commas.
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a Name>) -> String {
    let names: Vec<&str> = names.into_iter().map(Name::as_str).collect();
    names.join(", ")
}

/// Names in backticks, separated by commas.
pub(super) fn quoted<'a>(names: impl IntoIterator<Item = &'a Name>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Adds a label at a statement.
pub(super) fn at_statement(
    found: Diagnostic,
    kernel: &Kernel,
    id: &Name,
    text: impl Into<String>,
) -> Diagnostic {
    match kernel.statements.get(id) {
        Some(statement) => found.at_entity(statement.loc.as_ref(), statement.origin, text),
        None => found,
    }
}

/// The error of a pass that needs a loop tree.
pub(super) fn not_scheduled(pass: &str) -> Diagnostic {
    Diagnostic::error("lp::lower::not-scheduled", format!("`{pass}` needs a loop tree"))
        .help("run `schedule()` first")
}

/// Whether an iname runs on work items of a group.
pub(super) fn is_work_item(kernel: &Kernel, iname: &Name) -> bool {
    matches!(kernel.tag(iname), Some(InameTag::Local(_)))
}

/// Inames that run on work items of a group.
pub(super) fn work_item_inames(kernel: &Kernel) -> BTreeSet<Name> {
    kernel.inames.keys().filter(|iname| is_work_item(kernel, iname)).cloned().collect()
}
