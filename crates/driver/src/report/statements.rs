//! What is said of statements.

use super::model::{self, Place};
use ir::{Kernel, Name, Provenance};

/// The statements of a kernel and their lines in its text.
pub(super) fn statements(
    kernel: &Kernel,
    text: &str,
    place: &mut dyn FnMut(&ir::Statement) -> Option<Place>,
) -> Vec<model::Statement> {
    let mut lines = text.lines().enumerate();
    let statement = |(id, statement): (&Name, &ir::Statement)| {
        let own = ir::text::print_statement(id, statement);
        let line = lines.find(|(_, line)| line.trim() == own.trim()).map(|(at, _)| at);
        model::Statement { id: id.to_string(), of: originals(id, statement), line, source: place(statement) }
    };
    kernel.statements.iter().map(statement).collect()
}

/// The statements of the original that a statement is for.
pub(super) fn originals(id: &Name, statement: &ir::Statement) -> Vec<String> {
    match &statement.provenance {
        Some(Provenance::Performs(instance) | Provenance::Part(instance)) => {
            vec![instance.statement.to_string()]
        }
        Some(Provenance::Fetch(fetch)) => fetch.of.iter().map(ToString::to_string).collect(),
        None => vec![id.to_string()],
    }
}

/// A statement by its name and what it does; two spaces divide that from all else that is known of it.
pub(super) fn short(id: &Name, statement: &ir::Statement) -> String {
    let line = ir::text::print_statement(id, statement);
    line.trim().split("  ").next().unwrap_or_default().to_owned()
}
