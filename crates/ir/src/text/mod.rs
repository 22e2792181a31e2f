//! The text form of kernels, `.lpir`.
//!
//! One entity a line, in a fixed order, nothing implied: `parse(print(k)) == k`, and printing what was parsed
//! gives the same text again. `docs/lpir.md` is the reference of the language.
//!
//! Words are keywords by their place alone (`context`), lines are independent of each other (`lines`), so
//! every line in error is reported. The grammar (`grammar.lalrpop`) reads one line; `lower` puts lines
//! together.

mod build;
mod context;
mod error;
mod format;
mod lines;
mod lower;
mod print;
mod quote;
mod set;
mod syntax;
mod token;
mod words;

diag::generated!(mod grammar, "/text/grammar.rs");

pub use build::MAX_DEPTH;
pub use context::{CLAUSE_WORDS, LINE_WORDS, OPERATOR_WORDS};
pub use format::format;
pub use print::{print_entity, print_kernel, print_module, print_statement};
pub use set::{parse_condition, parse_set};

use crate::{Expr, Module, Promise, conversions};
use build::Context;
use diag::{Diagnostic, SourceId};
use lalrpop_util::ParseError;

/// The version of the format, which the first line of a file states.
pub const VERSION: u32 = 1;

/// Reads a whole file, and writes out the conversions that its expressions leave to types
/// ([`crate::conversions`]).
///
/// # Errors
/// Everything that is wrong with the text, not only the first of it. What the text says may still be
/// inconsistent: that is for [`crate::verify`].
pub fn parse_module(text: &str, source: SourceId) -> Result<Module, Vec<Diagnostic>> {
    let (lines, _) = lines::split(text);
    let parsed = lower::module(text, source, &lines, &mut |_, _| {});
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let mut module = parsed.module;
    for kernel in module.kernels.values_mut() {
        *kernel = conversions::written(kernel);
    }
    Ok(module)
}

/// Reads one expression that starts `base` bytes into its source; `is_rule` tells which names are rules.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_expr(
    text: &str,
    source: SourceId,
    base: usize,
    is_rule: &dyn Fn(&str) -> bool,
) -> Result<Expr, Vec<Diagnostic>> {
    let parser = grammar::ValueParser::new();
    entry(text, Context::new(source, base, is_rule), |context, tokens| parser.parse(context, tokens))
}

/// Reads one promise, `injective idx`, `distinct s` or `0 <= idx < n`, that starts `base` bytes into its
/// source.
///
/// # Errors
/// What is wrong with the text.
pub fn parse_promise(text: &str, source: SourceId, base: usize) -> Result<Promise, Vec<Diagnostic>> {
    let parser = grammar::PromiseParser::new();
    entry(text, Context::new(source, base, &|_| false), |context, tokens| parser.parse(context, tokens))
}

/// What a parser makes of a text that is no line of a file.
fn entry<'t, T>(
    text: &'t str,
    context: Context<'_>,
    parse: impl FnOnce(
        &Context<'_>,
        std::vec::IntoIter<lines::Spanned<'t>>,
    ) -> Result<T, ParseError<usize, token::Token<'t>, ()>>,
) -> Result<T, Vec<Diagnostic>> {
    let tokens = lines::expression(text);
    if error::report_bad(&context, text, &tokens) {
        return Err(context.into_diagnostics());
    }
    match parse(&context, tokens.clone().into_iter()) {
        Ok(read) => {
            let diagnostics = context.into_diagnostics();
            if diagnostics.is_empty() { Ok(read) } else { Err(diagnostics) }
        }
        Err(wrong) => {
            context.report(error::syntax(&context, text, &tokens, wrong));
            Err(context.into_diagnostics())
        }
    }
}
