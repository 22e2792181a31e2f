//! What the parser could not read, in words.

use super::token::Token;
use diag::{Diagnostic, SourceId, Span};
use lalrpop_util::ParseError;

/// The diagnostic of a parse error.
pub(super) fn diagnostic(error: ParseError<usize, Token<'_>, ()>, source: SourceId) -> Diagnostic {
    match error {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected(Some(token), &expected, Span::new(source, start, end))
        }
        ParseError::ExtraToken { token: (start, token, end) } => {
            unexpected(Some(token), &[], Span::new(source, start, end))
        }
        ParseError::UnrecognizedEof { location, expected } => {
            unexpected(None, &expected, Span::new(source, location, location))
        }
        ParseError::InvalidToken { location } => unexpected(None, &[], Span::new(source, location, location)),
        ParseError::User { error: () } => Diagnostic::error("lp::loopy::syntax", "syntax error"),
    }
}

fn unexpected(token: Option<Token<'_>>, expected: &[String], span: Span) -> Diagnostic {
    let found = match token {
        None | Some(Token::Newline) => "unexpected end of line".to_owned(),
        Some(token) => format!("unexpected `{token}`"),
    };
    let diagnostic = Diagnostic::error("lp::loopy::syntax", found).at(span, wanted(expected));
    match token.and_then(help) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// The expected tokens as the reader thinks of them.
fn wanted(expected: &[String]) -> String {
    let has = |token: &str| expected.iter().any(|e| e == token);
    if has("number") {
        return "expected an expression".to_owned();
    }
    if has("word") {
        return "expected a name".to_owned();
    }
    let marks: Vec<String> = [")", "]", "=", ":=", "newline"]
        .into_iter()
        .filter(|mark| has(mark) || has(&format!("\"{mark}\"")))
        .map(|mark| if mark == "newline" { "the end of the line".to_owned() } else { format!("`{mark}`") })
        .collect();
    if marks.is_empty() { String::new() } else { format!("expected {}", marks.join(" or ")) }
}

/// What the writer may have meant by a token that cannot stand where it does.
fn help(token: Token<'_>) -> Option<&'static str> {
    match token {
        Token::Colon => Some("a block has no colon; it ends with `end`"),
        Token::Assign => Some("`=` assigns, `==` compares"),
        Token::Ampersand | Token::Bar => Some("conditions are joined by `and` and `or`"),
        Token::Foreign("+=" | "-=" | "*=" | "/=") => Some("write `x = x + ...` in full"),
        _ => None,
    }
}
