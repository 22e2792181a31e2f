//! Texts inside arguments, parsed where they stand.

use diag::{Diagnostic, SourceId, SourceMap, Span};
use ir::{Expr, Kernel, Promise};
use pass::{Refusal, Text};
use poly::{ParseError, Set};

/// A condition on parameters, such as `n mod 16 = 0`, or a set without dimensions, `[n] -> { : n >= 1 }`.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn condition(text: &Text) -> Result<Set, Refusal> {
    let whole = text.trim_start().starts_with(['[', '{']);
    let parse = if whole { ir::text::parse_set } else { ir::text::parse_condition };
    parse(text).map_err(|errors| Refusal(errors.into_iter().map(|error| located(error, text)).collect()))
}

/// An error in a text, at its place in the literal.
pub fn located(error: ParseError, text: &Text) -> Diagnostic {
    let place = text.span_of(error.start, error.end);
    let problem = Diagnostic::error(error.code, error.message).at_entity(None, diag::Origin(place), "");
    match error.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// An expression in the notation of statements.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn expression(kernel: &Kernel, text: &Text) -> Result<Expr, Refusal> {
    let is_rule = |name: &str| kernel.rules.contains_key(name);
    placed(text, |source, start| ir::text::parse_expr(text, source, start, &is_rule))
}

/// A promise, such as `injective idx`.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn promise(text: &Text) -> Result<Promise, Refusal> {
    placed(text, |source, start| ir::text::parse_promise(text, source, start))
}

/// Parses a text at its place in the literal.
fn placed<T>(
    text: &Text,
    parse: impl FnOnce(SourceId, usize) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, Refusal> {
    let place = text.span_of(0, text.len());
    // Without a place, spans point nowhere: any source will do, and the labels are dropped.
    let span = place.unwrap_or_else(|| Span::new(SourceMap::default().add("", ""), 0, 0));
    let start = usize::try_from(span.start).unwrap_or(usize::MAX);
    parse(span.source, start).map_err(|mut problems| {
        if place.is_none() {
            problems.iter_mut().for_each(|problem| problem.labels.clear());
        }
        problems.into()
    })
}
