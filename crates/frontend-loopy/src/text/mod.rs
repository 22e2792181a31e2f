//! From text to the syntax tree.

mod build;
pub(crate) mod call;
mod fault;
mod layout;
pub(crate) mod token;
pub(crate) mod tree;

use diag::{Diagnostic, SourceId};
use std::borrow::Cow;
use token::Raw;
use tree::{Declaration, Expr, Located};

diag::generated!(mod grammar, "/text/grammar.rs");

/// The words of the language.
pub fn words() -> impl Iterator<Item = String> {
    token::WORDS.iter().map(ToString::to_string)
}

/// The lines of a text that starts at byte `base` of its source; those that do not parse become diagnostics.
pub(crate) fn lines<'s>(
    text: &'s str,
    source: SourceId,
    base: usize,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Located<'s>> {
    let tokens = layout::tokens(text, source, base, errors);
    let mut faults = Vec::new();
    let parsed = grammar::LinesParser::new().parse(source, &mut faults, tokens);
    errors.extend(faults.into_iter().map(|fault| fault::diagnostic(fault.error, source)));
    parsed.unwrap_or_else(|fault| {
        errors.push(fault::diagnostic(fault, source));
        Vec::new()
    })
}

/// One expression, such as the value of an `if` option.
pub(crate) fn expression(raw: Raw<'_>, source: SourceId, errors: &mut Vec<Diagnostic>) -> Option<Expr> {
    let tokens = single(raw, source, errors);
    let parsed = grammar::ExprParser::new().parse(source, &mut Vec::new(), tokens);
    parsed.map_err(|fault| errors.push(fault::diagnostic(fault, source))).ok()
}

/// One declaration of arguments without the word `args`.
pub(crate) fn declaration(
    raw: Raw<'_>,
    source: SourceId,
    errors: &mut Vec<Diagnostic>,
) -> Option<Declaration> {
    let tokens = single(raw, source, errors);
    let parsed = grammar::DeclarationParser::new().parse(source, &mut Vec::new(), tokens);
    parsed.map_err(|fault| errors.push(fault::diagnostic(fault, source))).ok()
}

/// The tokens of a text in which the end of a line means nothing.
fn single<'s>(raw: Raw<'s>, source: SourceId, errors: &mut Vec<Diagnostic>) -> Vec<layout::Spanned<'s>> {
    let mut tokens = layout::tokens(raw.text, source, raw.start, errors);
    tokens.retain(|(_, token, _)| *token != token::Token::Newline);
    tokens
}

/// A text of the same length with blanks for comments.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let mut blanked = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find('#').unwrap_or(line.len()));
        blanked.push_str(code);
        // Bytes count, so that offsets stay.
        blanked.extend(comment.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    Cow::Owned(blanked)
}
