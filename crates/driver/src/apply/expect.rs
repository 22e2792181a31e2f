//! `--verify-diagnostics`: comments `expected-error@+1 {{text}}` say which diagnostics an input must give.
//!
//! The offset counts lines from the comment; without `@` the comment's own line is meant. Each expectation
//! must be met by an error whose first label lies on that line and whose message holds the text, and each
//! error must be expected.

use diag::{Diagnostic, LabelPlace, SourceId, SourceMap, Span};

struct Expectation {
    line: u32,
    text: String,
    span: Span,
    met: bool,
}

/// What is wrong: errors that nobody expected, and expectations that no error met.
pub(super) fn compare(sources: &SourceMap, id: SourceId, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut expectations = expectations(sources, id);
    let mut problems = Vec::new();
    for diagnostic in found {
        let line = first_line(sources, id, diagnostic);
        let meets =
            |e: &&mut Expectation| !e.met && line == Some(e.line) && diagnostic.message.contains(&e.text);
        match expectations.iter_mut().find(meets) {
            Some(expectation) => expectation.met = true,
            None => problems.push(diagnostic.clone()),
        }
    }
    for left in expectations.into_iter().filter(|expectation| !expectation.met) {
        let message = format!("no error on line {} says `{}`", left.line, left.text);
        problems.push(Diagnostic::error("lp::driver::expected", message).at(left.span, "expected here"));
    }
    problems
}

/// The line of the diagnostic's first label in this source.
fn first_line(sources: &SourceMap, id: SourceId, diagnostic: &Diagnostic) -> Option<u32> {
    let source = sources.get(id)?;
    diagnostic.labels.iter().find_map(|label| match &label.place {
        LabelPlace::Span(span) if span.source == id => Some(source.line_column(span.start).0),
        LabelPlace::Loc(loc) if loc.file == source.name => Some(loc.line),
        _ => None,
    })
}

fn expectations(sources: &SourceMap, id: SourceId) -> Vec<Expectation> {
    let Some(source) = sources.get(id) else { return Vec::new() };
    let mut found = Vec::new();
    for (start, _) in source.text.match_indices("expected-error") {
        let rest = source.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
        let Some((head, tail)) = rest.split_once("{{") else { continue };
        let Some((text, _)) = tail.split_once("}}") else { continue };
        let offset =
            head.split_once('@').and_then(|(_, offset)| offset.trim().parse::<i32>().ok()).unwrap_or(0);
        let span = Span::new(id, start, start + rest.trim_end().len());
        let own = source.line_column(span.start).0;
        found.push(Expectation {
            line: own.saturating_add_signed(offset),
            text: text.trim().to_owned(),
            span,
            met: false,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_missing_and_unexpected_errors_are_problems() {
        let mut sources = SourceMap::default();
        let id = sources.add("t", "# expected-error@+1 {{bad}}\nx\ny\n");
        let at = |start: usize| Diagnostic::error("c", "a bad thing").at(Span::new(id, start, start + 1), "");
        assert_eq!(compare(&sources, id, &[at(28)]), vec![]);
        assert_eq!(compare(&sources, id, &[at(30)]).len(), 2);
        assert_eq!(compare(&sources, id, &[]).len(), 1);
    }
}
