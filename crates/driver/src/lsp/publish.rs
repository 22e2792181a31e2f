//! Diagnostics as the protocol has them.

use super::address;
use super::analysis::Analysis;
use super::document::Document;
use super::language;
use super::position::Lines;
use crate::render;
use diag::{Diagnostic, Label, LabelPlace, Severity, SourceMap, Span};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, PublishDiagnosticsParams,
    Range, Uri,
};
use std::path::Path;

/// How many diagnostics of a document are shown.
const MOST: usize = 200;

/// What is wrong with a document, for its version.
pub(super) fn published(document: &Document, analysis: &Analysis) -> Option<PublishDiagnosticsParams> {
    params(document, problems(document, analysis).map(|(_, shown)| shown).collect())
}

/// What is wrong with a document, and how that is shown.
pub(super) fn problems<'a>(
    document: &'a Document,
    analysis: &'a Analysis,
) -> impl Iterator<Item = (&'a Diagnostic, lsp_types::Diagnostic)> {
    let mut places = Places { document, analysis, sources: analysis.sources.clone() };
    analysis.problems.iter().take(MOST).map(move |problem| (problem, places.diagnostic(problem)))
}

/// Says something of a document as a whole, where no analysis came to its end.
pub(super) fn failure(document: &Document, problem: &Diagnostic) -> Option<PublishDiagnosticsParams> {
    let range = document.lines.range(&document.text, 0, 0);
    params(document, vec![bare(problem, range)])
}

fn params(document: &Document, diagnostics: Vec<lsp_types::Diagnostic>) -> Option<PublishDiagnosticsParams> {
    let uri: Uri = document.uri.parse().ok()?;
    Some(PublishDiagnosticsParams { uri, diagnostics, version: Some(document.version) })
}

fn bare(problem: &Diagnostic, range: Range) -> lsp_types::Diagnostic {
    let severity = match problem.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(problem.code.to_owned())),
        source: Some("lpopt".to_owned()),
        message: message(problem),
        ..lsp_types::Diagnostic::default()
    }
}

/// The message with all that is said under it.
fn message(problem: &Diagnostic) -> String {
    let notes = problem.notes.iter().map(|note| format!("\nnote: {note}"));
    let help = problem.help.iter().map(|help| format!("\nhelp: {help}"));
    std::iter::once(problem.message.clone()).chain(notes).chain(help).collect()
}

/// Where the labels of a document's diagnostics lie.
struct Places<'a> {
    document: &'a Document,
    analysis: &'a Analysis,
    sources: SourceMap,
}

impl Places<'_> {
    fn diagnostic(&mut self, problem: &Diagnostic) -> lsp_types::Diagnostic {
        let problem = render::whole(&self.sources, problem);
        let spans: Vec<(Option<Span>, &Label)> = problem
            .labels
            .iter()
            .map(|label| (render::resolve(&mut self.sources, &label.place), label))
            .collect();
        let own = spans.iter().position(|(span, _)| span.is_some_and(|span| self.is_own(span)));
        let range = own.and_then(|own| self.range(spans.get(own)?.0?)).unwrap_or_else(|| self.anchor());
        let mut shown = bare(&problem, range);
        if let Some((_, label)) =
            own.and_then(|own| spans.get(own)).filter(|(_, label)| !label.text.is_empty())
        {
            shown.message =
                shown.message.replacen(&problem.message, &format!("{}: {}", problem.message, label.text), 1);
        }
        let others = spans.iter().enumerate().filter(|(at, _)| Some(*at) != own);
        let related: Vec<_> = others.filter_map(|(_, (span, label))| self.related(*span, label)).collect();
        shown.related_information = (!related.is_empty()).then_some(related);
        shown
    }

    /// Whether a span lies in the document.
    fn is_own(&self, span: Span) -> bool {
        Some(span.source) == self.analysis.id || {
            let own = self.analysis.id.and_then(|id| self.sources.get(id));
            let other = self.sources.get(span.source);
            // A routine that stands for a call has a handle of its own.
            own.zip(other).is_some_and(|(own, other)| own.name == other.name && own.text == other.text)
        }
    }

    fn range(&self, span: Span) -> Option<Range> {
        let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).ok());
        let mark = self.document.mark();
        Some(self.document.lines.range(&self.document.text, start? + mark, end? + mark))
    }

    /// Where to speak of what lies in no line of the document: at the line that names another file, else at
    /// the start.
    fn anchor(&self) -> Range {
        let line = language::kernel_line(&self.document.text).filter(|_| self.analysis.kernel_file.is_some());
        let (start, end) = line.map_or((0, 0), |(start, name)| {
            let rest = self.document.text.get(start..).unwrap_or_default();
            (start, start + rest.find(name).unwrap_or(0) + name.len())
        });
        self.document.lines.range(&self.document.text, start, end)
    }

    fn related(&self, span: Option<Span>, label: &Label) -> Option<DiagnosticRelatedInformation> {
        let location = match (span, &label.place) {
            (Some(span), _) if self.is_own(span) => {
                Location { uri: self.document.uri.parse().ok()?, range: self.range(span)? }
            }
            (Some(span), _) => location(&self.sources, span)?,
            (None, LabelPlace::Loc(_) | LabelPlace::Span(_)) => return None,
        };
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location, message })
    }
}

/// The place of a span in a file.
pub(super) fn location(sources: &SourceMap, span: Span) -> Option<Location> {
    let source = sources.get(span.source)?;
    let uri = address::uri_of(Path::new(&*source.name)).unwrap_or_else(|| source.name.to_string());
    let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).ok());
    let range = Lines::new(&source.text).range(&source.text, start?, end?);
    Some(Location { uri: uri.parse().ok()?, range })
}
