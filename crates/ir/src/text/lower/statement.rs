//! Statements and their clauses.

use super::super::build::Context;
use super::super::error;
use super::super::syntax::{Clause, StatementLine};
use super::Reader;
use crate::{Name, Provenance, Statement};
use diag::{Diagnostic, Span};

/// The statement of a line, and its identifier where it has one.
pub(crate) fn lower(
    reader: &mut Reader<'_, '_>,
    context: &Context<'_>,
    line: StatementLine,
    span: Span,
) -> (Option<Name>, Statement) {
    let StatementLine { id, kind, clauses, loc } = line;
    let mut statement = Statement::of_kind(kind);
    statement.loc = loc;
    statement.origin = span.into();
    let mut seen: Vec<&'static str> = Vec::new();
    for (span, clause) in clauses {
        let word = clause.word();
        if seen.contains(&word) {
            let message = format!("the statement has two `{word}` clauses");
            reader.report(error::DUPLICATE, message, span, "join them into one");
        }
        seen.push(word);
        apply(context, &mut statement, span, clause);
    }
    (id, statement)
}

fn apply(context: &Context<'_>, statement: &mut Statement, span: Span, clause: Clause) {
    let twice = |name: &Name, word: &str| {
        let message = format!("`{name}` stands twice in `{word}`");
        context.report(Diagnostic::error(error::DUPLICATE, message).at(span, "").help("remove one of them"));
    };
    match clause {
        Clause::In(inames) => statement.inames = inames,
        Clause::After(ids) => {
            for id in ids {
                if !statement.after.insert(id.clone()) {
                    twice(&id, "after");
                }
            }
        }
        Clause::If(predicates) => statement.predicates = predicates,
        Clause::Tags(tags) => statement.tags = tags.into_iter().collect(),
        Clause::NoSync(pairs) => statement.no_sync = pairs.into_iter().collect(),
        Clause::Groups(groups) => statement.groups = groups.into_iter().collect(),
        Clause::Conflicts(groups) => statement.conflicts = groups.into_iter().collect(),
        Clause::Priority(priority) => statement.priority = priority,
        Clause::Atomic(atomic) => statement.atomic = Some(atomic),
        Clause::Time(time) => statement.time = Some(time),
        Clause::Performs(instance) => statement.provenance = Some(Provenance::Performs(instance)),
        Clause::Part(instance) => statement.provenance = Some(Provenance::Part(instance)),
        Clause::Fetch(fetch) => statement.provenance = Some(Provenance::Fetch(fetch)),
        Clause::Over(over) => statement.over = over,
    }
}
