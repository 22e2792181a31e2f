//! From text to trees, with errors that a person can act on.

use super::tree::{Formula, Range, Tree};
use super::{ParseError, grammar, token};
use crate::print;
use lalrpop_util::ErrorRecovery;
use token::{Spanned, Token};

/// Levels of nesting that a formula may have.
const MAX_DEPTH: usize = 64;

type Recovered = Vec<ErrorRecovery<usize, Token, ()>>;
type Failure = lalrpop_util::ParseError<usize, Token, ()>;

/// Reads a whole set.
pub(crate) fn set(text: &str) -> Result<Tree, Vec<ParseError>> {
    run(text, |errors, tokens| grammar::SetParser::new().parse(errors, tokens))
}

/// Reads a formula alone.
pub(crate) fn condition(text: &str) -> Result<Formula, Vec<ParseError>> {
    run(text, |errors, tokens| grammar::FormulaParser::new().parse(errors, tokens))
}

fn run<T>(
    text: &str,
    parse: impl FnOnce(&mut Recovered, Vec<Spanned>) -> Result<T, Failure>,
) -> Result<T, Vec<ParseError>> {
    let tokens = token::tokens(text);
    if let Some(range) = token::too_deep(&tokens, MAX_DEPTH) {
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        return Err(vec![ParseError::new("lp::domain::depth", range, message)]);
    }
    let mut recovered = Vec::new();
    let result = parse(&mut recovered, tokens);
    let mut errors: Vec<ParseError> =
        recovered.into_iter().map(|recovery| explain(recovery.error, text)).collect();
    let tree = result.map_err(|failure| errors.push(explain(failure, text))).ok();
    errors.dedup_by(|next, first| !separate(first, next, text));
    tree.filter(|_| errors.is_empty()).ok_or(errors)
}

/// Whether a condition begins between two errors; else the later one may just follow from the earlier one.
fn separate(first: &ParseError, next: &ParseError, text: &str) -> bool {
    let between = text.get(first.start..next.start).unwrap_or_default();
    token::tokens(between)
        .iter()
        .any(|(_, token, _)| matches!(token, Token::And | Token::Or | Token::Semicolon))
}

fn explain(failure: Failure, text: &str) -> ParseError {
    use lalrpop_util::ParseError as Lalrpop;
    match failure {
        Lalrpop::UnrecognizedToken { token: (start, token, end), expected } => {
            unexpected((start, end), &token, &expected, text)
        }
        Lalrpop::ExtraToken { token: (start, token, end) } => unexpected((start, end), &token, &[], text),
        Lalrpop::UnrecognizedEof { location, expected } => {
            let error =
                ParseError::new("lp::domain::syntax", (location, location), "the text ends too early");
            with_expected(error, &expected)
        }
        Lalrpop::InvalidToken { location } => {
            ParseError::new("lp::domain::syntax", (location, location), "unexpected text")
        }
        Lalrpop::User { error: () } => {
            ParseError::new("lp::domain::syntax", (0, text.len()), "unexpected text")
        }
    }
}

fn unexpected(range: Range, token: &Token, expected: &[String], text: &str) -> ParseError {
    let shown = text.get(range.0..range.1).map_or_else(|| token.to_string(), String::from);
    let error = ParseError::new("lp::domain::syntax", range, format!("unexpected `{shown}`"));
    match token {
        Token::Bad(bad) => match bad.chars().next() {
            Some('&' | '∧') => error.help("write `and`"),
            Some('|' | '∨') => error.help("write `or`"),
            Some('!' | '¬') => error.help("write `not`"),
            Some('≤') => error.help("write `<=`"),
            Some('≥') => error.help("write `>=`"),
            Some('≠') => error.help("write `!=`"),
            Some('∃') => error.help("write `exists`"),
            Some('→') => error.help("write `->`"),
            _ => with_expected(error, expected),
        },
        _ => {
            // `3 an i`: the word before was taken for a name, and this one does not fit behind it.
            let before = text.get(..range.0).unwrap_or_default().trim_end();
            let word = before.split_whitespace().next_back().unwrap_or_default();
            let meant = |word: &str| {
                let lower = word.to_ascii_lowercase();
                diag::nearest(&lower, print::RESERVED).filter(|near| word.len() > 1 && *near != word)
            };
            if let Some(near) = meant(&shown) {
                return error.help(format!("did you mean `{near}`?"));
            }
            let Some(near) = meant(word) else { return with_expected(error, expected) };
            let range = (before.len() - word.len(), before.len());
            let error = ParseError::new("lp::domain::syntax", range, format!("unexpected `{word}`"));
            error.help(format!("did you mean `{near}`?"))
        }
    }
}

/// Names what could stand here, in classes: a full list is too long to read.
fn with_expected(error: ParseError, expected: &[String]) -> ParseError {
    let has = |word: &str| expected.iter().any(|e| e.trim_matches('"') == word);
    let mut classes = Vec::new();
    if has("number") {
        classes.push("an expression");
    } else if has("name") {
        classes.push("a name");
    }
    if has("<=") {
        classes.push("a comparison");
    }
    if has("and") {
        classes.push("`and`");
    }
    for (word, class) in
        [("[", "`[`"), ("]", "`]`"), ("{", "`{`"), ("}", "`}`"), (")", "`)`"), (":", "`:`"), ("->", "`->`")]
    {
        if has(word) {
            classes.push(class);
        }
    }
    if classes.is_empty() {
        return error.help("nothing may follow here");
    }
    error.help(format!("expected {}", classes.join(" or ")))
}
