//! Texts inside arguments, parsed where they stand.

use crate::{Refusal, Text};
use diag::Diagnostic;
use poly::{ParseError, Set};

/// A condition on parameters, such as `n mod 16 = 0`, or a set without dimensions, `[n] -> { : n >= 1 }`.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn condition(text: &Text) -> Result<Set, Refusal> {
    let set =
        if text.trim_start().starts_with(['[', '{']) { Set::parse(text) } else { Set::parse_condition(text) };
    set.map_err(|errors| Refusal(errors.into_iter().map(|error| located(error, text)).collect()))
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
