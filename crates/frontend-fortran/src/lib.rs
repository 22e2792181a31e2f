//! Fortran to intermediate representation.
//!
//! A file goes through these stages: `preprocess` (lines that start with `#`), `form` (columns, continuation,
//! comments), `directive` (`!$loopy` comments), `token`, `macros`, `parse` (one statement), `unit` (blocks and
//! subroutines), `lower` (names, types, kernels).

mod ast;
mod directive;
mod form;
mod macros;
mod parse;
mod preprocess;
mod token;
mod unit;
mod unsupported;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, missing_docs, unreachable_pub, unused)]
    grammar,
    "/grammar.rs"
);

use diag::{Diagnostic, SourceId, Span};

/// Source form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines of any layout; `&` continues a statement.
    Free,
    /// Labels, continuation and code in columns of their own.
    Fixed,
}

/// The script in a file's transform blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The text, each line where it stands in the file.
    pub text: String,
    /// What the script expects and leaves.
    pub style: Style,
    /// From the first block to the last.
    pub span: Span,
}

/// The two forms of transform block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `!$loopy begin transform`: each kernel is bound to its name before and read from it after.
    Transform,
    /// `!$loopy begin`: the text is bound to `SOURCE` and `FILENAME`, and the kernels are left in `RESULT`.
    Result,
}
