//! Diagnostics as data.

use super::model::{Problem, Witness};
use crate::{explain, render};
use diag::{Diagnostic, Label, LabelPlace, Severity, SourceMap};

/// A diagnostic with all that is to be said of it.
pub(super) fn problem(sources: &mut SourceMap, diagnostic: &Diagnostic) -> Problem {
    let shown = render::whole(sources, diagnostic);
    let labels = shown.labels.iter().map(|label| place(sources, label)).collect();
    let witness = shown.witness.as_ref().map(|witness| Witness {
        instances: witness.instances.iter().map(|at| (at.statement.clone(), at.values.clone())).collect(),
        parameters: witness.parameters.clone(),
    });
    Problem {
        code: shown.code,
        error: shown.severity == Severity::Error,
        message: shown.message,
        notes: shown.notes,
        help: shown.help,
        labels,
        meaning: explain::find(shown.code).map(|entry| entry.meaning()),
        witness,
    }
}

fn place(sources: &mut SourceMap, label: &Label) -> (String, u32, String, String) {
    let span = render::resolve(sources, &label.place);
    let file = span.and_then(|span| Some((span, sources.get(span.source)?)));
    match (file, &label.place) {
        (Some((span, file)), _) => {
            let (line, _) = file.line_column(span.start);
            let start = file.offset(line, 1).unwrap_or(0);
            let text = file.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            (file.name.to_string(), line, text.to_owned(), label.text.clone())
        }
        (None, LabelPlace::Loc(loc)) => (loc.file.to_string(), loc.line, String::new(), label.text.clone()),
        (None, LabelPlace::Span(_)) => (String::new(), 0, String::new(), label.text.clone()),
    }
}
