//! The text of pipelines: tokens, literals, and lines whose names are not looked up yet.

pub(crate) mod condition;
pub(crate) mod context;
pub(crate) mod token;

use crate::value::Value;
use context::Context;
use ir::IndexMap;
use logos::Logos;
use token::Token;

diag::generated!(pub(crate) mod grammar, "/text/grammar.rs");

/// The words that have a meaning of their own somewhere in a pipeline.
pub fn words() -> impl Iterator<Item = &'static str> {
    token::WORDS.iter().map(|(word, _)| *word)
}

/// The names of values.
pub const CONSTANTS: [&str; 3] = ["True", "False", "None"];

/// The value of a literal that lies in no source; `None` where the text is none.
pub fn literal(text: &str) -> Option<Value> {
    let tokens: Vec<_> = Token::lexer(text)
        .spanned()
        .map(|(token, range)| Some((range.start, token.ok()?, range.end)))
        .collect::<Option<_>>()?;
    let parameters = IndexMap::default();
    let mut cx = Context { source: None, parameters: &parameters, problems: Vec::new() };
    let value = grammar::LiteralParser::new().parse(&mut cx, tokens.into_iter().map(Ok)).ok()?;
    cx.problems.is_empty().then_some(value)
}
