//! From text to trees, with errors that a person can act on.

use super::tree::{Formula, Range, Tree};
use super::{ParseError, grammar, print, token};
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
    match result {
        Ok(tree) if errors.is_empty() => Ok(tree),
        Ok(_) => Err(errors),
        Err(failure) => {
            errors.push(explain(failure, text));
            Err(errors)
        }
    }
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
        Token::Name(name) => {
            let lower = name.to_ascii_lowercase();
            match diag::nearest(&lower, print::RESERVED).filter(|_| !name.is_empty()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => with_expected(error, expected),
            }
        }
        _ => with_expected(error, expected),
    }
}

/// Names what could stand here, in classes: a full list is too long to read.
fn with_expected(error: ParseError, expected: &[String]) -> ParseError {
    let has = |word: &str| expected.iter().any(|e| e.trim_matches('"') == word);
    let mut classes = Vec::new();
    if has("number") || has("(") {
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
