//! Diagnostics of the grammar.

use super::build::Context;
use super::context::{CLAUSE_WORDS, LINE_WORDS};
use super::lines::Spanned;
use super::token::{BadToken, Token};
use diag::Diagnostic;
use lalrpop_util::ParseError;

/// The text does not have the form of a line, or of an expression.
pub(crate) const SYNTAX: &str = "lp::lpir::syntax";
/// The header is missing or that of another version.
pub(crate) const VERSION: &str = "lp::lpir::version";
/// A word that is not one of those that may stand in its place.
pub(crate) const WORD: &str = "lp::lpir::unknown-word";
/// Braces do not nest, or a line stands where it may not.
pub(crate) const STRUCTURE: &str = "lp::lpir::structure";
/// Two entities have one name.
pub(crate) const DUPLICATE: &str = "lp::lpir::duplicate";
/// An expression or a nest of blocks is too deep.
pub(crate) const DEPTH: &str = "lp::lpir::depth";
/// An expression that must be affine is not.
pub(crate) const AFFINE: &str = "lp::lpir::not-affine";
/// A number is out of its range.
pub(crate) const RANGE: &str = "lp::lpir::range";
/// A set could not be built.
pub(crate) const SET: &str = "lp::lpir::set";

/// A name in a set that no kernel may use.
pub(crate) const NAME: &str = "lp::domain::name";

/// Expected tokens that together mean an expression.
const EXPRESSION: &[&str] = &["word", "integer", "real", "true", "false", "not", "-", "("];

/// Operators, after any of which an expression goes on.
const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">=", "==", "!=", "and", "or", "$", "[", "("];

/// Reports tokens that are none; `true` where there was one.
pub(crate) fn report_bad(context: &Context<'_>, text: &str, tokens: &[Spanned<'_>]) -> bool {
    let bad = tokens.iter().find_map(|(start, token, end)| match token {
        Token::Bad(bad) => Some((*start, *bad, *end)),
        _ => None,
    });
    let Some((start, bad, end)) = bad else { return false };
    let shown = text.get(start..end).unwrap_or_default();
    let diagnostic = match bad {
        BadToken::Character if shown.starts_with('"') => {
            Diagnostic::error(SYNTAX, "string without a closing quote").help("close it on the same line")
        }
        BadToken::Character => Diagnostic::error(SYNTAX, format!("unexpected character `{shown}`"))
            .help("names consist of the letters a to z and A to Z, digits and `_`"),
        BadToken::String => Diagnostic::error(SYNTAX, "unknown escape in a string")
            .help("known are \\\", \\\\, \\n, \\r, \\t and \\u{..}"),
        BadToken::Integer => Diagnostic::error(RANGE, format!("`{shown}` does not fit into 64 bits"))
            .help("write a floating-point number, with a `.`"),
    };
    context.report(diagnostic.at(context.span(start, end), ""));
    true
}

/// What a line with these tokens that the grammar refuses may have been meant to start with.
fn meant(tokens: &[Spanned<'_>], found: usize) -> Option<&'static str> {
    match tokens {
        [(_, Token::Word(first), _), (second, _, _), ..] if *second == found => {
            diag::nearest(first, LINE_WORDS.iter().copied())
        }
        _ => None,
    }
}

/// What the grammar says of tokens it refuses.
pub(crate) fn syntax(
    context: &Context<'_>,
    text: &str,
    tokens: &[Spanned<'_>],
    error: ParseError<usize, Token<'_>, ()>,
) -> Diagnostic {
    let end_of_line = tokens.last().map_or(0, |(_, _, end)| *end);
    let (found, start, end, expected) = match error {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            let diagnostic = unexpected(context, text, &(start, token, end), &expected);
            return match meant(tokens, start) {
                Some(word) => diagnostic.help(format!("did you mean `{word}`, at the start of the line?")),
                None => diagnostic,
            };
        }
        ParseError::ExtraToken { token: (start, _, end) } => {
            let shown = text.get(start..end).unwrap_or_default();
            (format!("unexpected `{shown}`"), start, end, Vec::new())
        }
        ParseError::UnrecognizedEof { expected, .. } => {
            ("the line ends too early".to_owned(), end_of_line, end_of_line, expected)
        }
        ParseError::InvalidToken { location } => {
            ("unexpected text".to_owned(), location, location, Vec::new())
        }
        ParseError::User { error: () } => ("unexpected text".to_owned(), 0, 0, Vec::new()),
    };
    with_expected(Diagnostic::error(SYNTAX, found).at(context.span(start, end), ""), &expected)
}

fn unexpected(context: &Context<'_>, text: &str, place: &Spanned<'_>, expected: &[String]) -> Diagnostic {
    let (start, token, end) = place;
    let shown = text.get(*start..*end).unwrap_or_default();
    let diagnostic =
        Diagnostic::error(SYNTAX, format!("unexpected `{shown}`")).at(context.span(*start, *end), "");
    let clauses =
        expected.iter().map(|word| word.trim_matches('"')).filter(|word| CLAUSE_WORDS.contains(word));
    match token {
        Token::Word(word) => match diag::nearest(word, clauses) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => with_expected(diagnostic, expected),
        },
        _ => with_expected(diagnostic, expected),
    }
}

fn with_expected(diagnostic: Diagnostic, expected: &[String]) -> Diagnostic {
    let mut rest: Vec<&str> = expected.iter().map(|word| word.trim_matches('"')).collect();
    let mut classes = Vec::new();
    let mut take = |rest: &mut Vec<&str>, class: &str, members: &[&str], least: usize| {
        if rest.iter().filter(|word| members.contains(word)).count() >= least {
            rest.retain(|word| !members.contains(word));
            classes.push(class.to_owned());
        }
    };
    take(&mut rest, "an expression", EXPRESSION, 4);
    take(&mut rest, "an operator", OPERATORS, 3);
    take(&mut rest, "a clause", CLAUSE_WORDS, 3);
    let named = rest.iter().map(|word| match *word {
        "word" => "a name".to_owned(),
        "integer" => "a number".to_owned(),
        "string" => "a string".to_owned(),
        "set" => "a set".to_owned(),
        other => format!("`{other}`"),
    });
    classes.extend(named);
    match classes.len() {
        1..=6 => diagnostic.help(format!("expected {}", classes.join(" or "))),
        _ => diagnostic,
    }
}
