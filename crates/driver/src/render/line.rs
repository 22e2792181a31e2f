//! Diagnostics as single lines, for programs.

use super::resolve;
use crate::excerpt::harmless;
use diag::{Diagnostic, LabelPlace, Severity, SourceMap};
use serde_json::json;

/// `file:line:column: error: message [code]`, at the first place that is known.
pub(super) fn short(sources: &mut SourceMap, diagnostic: &Diagnostic) -> String {
    let place = diagnostic.labels.iter().find_map(|label| position(sources, &label.place));
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let mut message = harmless(&diagnostic.message).replace('\n', "; ");
    let call = diagnostic.labels.first().and_then(|label| super::outer::call(sources, &label.place));
    if let Some(call) = call.and_then(|call| position(sources, &call)) {
        message.push_str(&format!("; inlined from {call}"));
    }
    format!("{place}{}: {message} [{}]", severity(diagnostic), diagnostic.code)
}

/// `file:line:column`
fn position(sources: &mut SourceMap, place: &LabelPlace) -> Option<String> {
    if let LabelPlace::Loc(loc) = place {
        return Some(format!("{}:{}:{}", loc.file, loc.line, loc.column));
    }
    let span = resolve(sources, place)?;
    let file = sources.get(span.source)?;
    let (line, column) = file.line_column(span.start);
    Some(format!("{}:{line}:{column}", file.name))
}

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A diagnostic as a JSON object.
pub(super) fn json(sources: &mut SourceMap, diagnostic: &Diagnostic) -> String {
    let mut labels = Vec::new();
    for label in &diagnostic.labels {
        let span = resolve(sources, &label.place);
        let file = span.and_then(|span| Some((span, sources.get(span.source)?)));
        labels.push(match (file, &label.place) {
            (Some((span, file)), _) => {
                let ((line, column), (end_line, end_column)) =
                    (file.line_column(span.start), file.line_column(span.end));
                json!({
                    "file": &*file.name, "line": line, "column": column,
                    "end_line": end_line, "end_column": end_column, "text": label.text,
                })
            }
            (None, LabelPlace::Loc(loc)) => {
                json!({"file": &*loc.file, "line": loc.line, "column": loc.column, "text": label.text})
            }
            (None, LabelPlace::Span(_)) => json!({"text": label.text}),
        });
    }
    json!({
        "code": diagnostic.code, "severity": severity(diagnostic), "message": diagnostic.message,
        "labels": labels, "help": diagnostic.help, "notes": diagnostic.notes,
    })
    .to_string()
}
