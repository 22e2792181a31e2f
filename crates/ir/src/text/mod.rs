//! The text form of kernels, `.lpir`.
//!
//! One entity a line, in a fixed order, nothing implied: `parse(print(k)) == k`, and printing what was parsed gives
//! the same text again. `docs/lpir.md` is the reference of the language.
//!
//! Words are keywords by their place alone (`context`), lines are independent of each other (`lines`), so every line
//! in error is reported. The grammar (`grammar.lalrpop`) reads one line; `lower` puts lines together.

mod build;
mod context;
mod error;
mod format;
mod lines;
mod lower;
mod print;
mod quote;
mod syntax;
mod token;
mod words;

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::too_many_lines,
        clippy::too_many_arguments,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        missing_docs,
        unreachable_pub,
        unused
    )]
    grammar,
    "/text/grammar.rs"
);

pub use build::MAX_DEPTH;
pub use format::format;
pub use print::{print_module, print_statement};

use crate::{Expr, Module};
use build::Context;
use diag::{Diagnostic, SourceId};

/// The version of the format, which the first line of a file states.
pub const VERSION: u32 = 1;

/// Reads a whole file.
///
/// # Errors
/// Everything that is wrong with the text, not only the first of it. What the text says may still be inconsistent:
/// that is for [`crate::verify`].
pub fn parse_module(text: &str, source: SourceId) -> Result<Module, Vec<Diagnostic>> {
    let (lines, _) = lines::split(text);
    let parsed = lower::module(text, source, &lines, &mut |_, _| {});
    if parsed.diagnostics.is_empty() { Ok(parsed.module) } else { Err(parsed.diagnostics) }
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
    let context = Context::new(source, base, is_rule);
    let tokens = lines::expression(text);
    if !error::report_bad(&context, text, &tokens) {
        match grammar::ValueParser::new().parse(&context, tokens.iter().cloned()) {
            Ok(expr) => {
                let diagnostics = context.into_diagnostics();
                return if diagnostics.is_empty() { Ok(expr) } else { Err(diagnostics) };
            }
            Err(wrong) => context.report(error::syntax(&context, text, &tokens, wrong)),
        }
    }
    Err(context.into_diagnostics())
}
