//! What is said of a line that is none of a pipeline.

use crate::text::token::Token;
use diag::{Diagnostic, SourceId, Span};
use lalrpop_util::ParseError;

/// The first call inside of another, by its name, and where its bracket opens.
pub(super) fn nested_call<'a>(tokens: &[(usize, Token<'a>, usize)]) -> Option<(&'a str, usize)> {
    let mut depth = 0_usize;
    for (at, (start, token, _)) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        match (token, before) {
            (Token::Open, Some((_, Token::Name(name), _))) if depth > 0 => return Some((name, *start)),
            (Token::Open, _) => depth += 1,
            (Token::Close, _) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

pub(super) fn syntax_error(
    error: ParseError<usize, Token<'_>, ()>,
    end: usize,
    source: SourceId,
    nested: Option<(&str, usize)>,
) -> Diagnostic {
    let (start, end, expected) = match error {
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => (start, end, expected),
        ParseError::ExtraToken { token: (start, _, end) } => (start, end, Vec::new()),
        ParseError::UnrecognizedEof { expected, .. } => (end, end, expected),
        ParseError::InvalidToken { location } => (location, location, Vec::new()),
        ParseError::User { error: () } => (end, end, Vec::new()),
    };
    if let Some((name, _)) = nested.filter(|(_, open)| *open == start) {
        let help = match name {
            "dict" => "write a dictionary in braces: `{\"i\": \"g.0\"}` for `dict(i=\"g.0\")`",
            "list" | "tuple" | "set" => "write a list in brackets: `[\"i\", \"j\"]`",
            _ => "write the value itself, or use a script, `--script FILE.star`, where values are computed",
        };
        return Diagnostic::error("lp::pipeline::syntax", format!("`{name}(..)` is no value"))
            .at(Span::new(source, start, end), "a call inside of a call")
            .help(help);
    }
    let message = if start == end { "the line ends too early" } else { "this is not expected here" };
    Diagnostic::error("lp::pipeline::syntax", message)
        .at(Span::new(source, start, end), expectation(&expected))
        .help("a line is a call such as `split_iname(\"i\", 16, outer_tag=\"g.0\")`, or a parameter such as `bm = 128`")
}

/// What could stand there, in classes.
fn expectation(expected: &[String]) -> String {
    let mut classes: Vec<&str> = Vec::new();
    for token in expected {
        let class = match token.trim_matches('"') {
            "name" | "int" | "float" | "str" | "[" | "{" | "-" => "a value",
            "+" | "*" | "//" | "%" | "." | ":" => continue,
            "(" if expected.len() > 3 => continue,
            other => other,
        };
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    match classes.split_last() {
        None => String::new(),
        Some((last, [])) => format!("expected {last}"),
        Some((last, rest)) => format!("expected {} or {last}", rest.join(", ")),
    }
}
