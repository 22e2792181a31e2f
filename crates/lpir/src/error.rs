//! What goes wrong, as data and as plain text.

use crate::diagnostic::{Diagnostic, LabelPlace, Severity, SourceMap};
use std::fmt;

/// Why there is no result: what is wrong, and the texts that it points into.
///
/// It displays as lines of plain text, `k.f90:3:5: error[lp::fortran::..]: ..`, with notes and help below.
#[derive(Debug, Clone)]
pub struct Error {
    /// What is wrong, with warnings among it. Codes are stable; `lpopt explain CODE` says more of one.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that were read.
    pub sources: SourceMap,
}

impl Error {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, sources: &SourceMap) -> Self {
        Error { diagnostics, sources: sources.clone() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(plain(&self.sources, &self.diagnostics).trim_end())
    }
}

impl std::error::Error for Error {}

/// Diagnostics as lines of plain text: place, severity, code and message, then notes and help.
pub fn plain(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| rendered(sources, diagnostic)).collect()
}

fn rendered(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let first = diagnostic.labels.first().map(|label| place(sources, &label.place)).unwrap_or_default();
    let mut text = format!("{first}{severity}[{}]: {}\n", diagnostic.code, diagnostic.message);
    for label in diagnostic.labels.iter().filter(|label| !label.text.is_empty()) {
        text.push_str(&format!("  {}{}\n", place(sources, &label.place), label.text));
    }
    diagnostic.notes.iter().for_each(|note| text.push_str(&format!("  note: {note}\n")));
    diagnostic.help.iter().for_each(|help| text.push_str(&format!("  help: {help}\n")));
    text
}

/// A place with a colon behind it; nothing where the text is not at hand.
fn place(sources: &SourceMap, place: &LabelPlace) -> String {
    let loc = match place {
        LabelPlace::Span(span) => sources.loc(*span),
        LabelPlace::Loc(loc) => Some(loc.clone()),
    };
    loc.map_or_else(String::new, |loc| format!("{}:{}:{}: ", loc.file, loc.line, loc.column))
}
