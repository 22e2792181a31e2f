//! Fortran in fixed and free form, from text to trees.
//!
//! A file goes through these stages: `preprocess` (lines that start with `#`), `form` (columns, continuation,
//! comments), `include` (lines of other files), `directive` (`!$loopy` comments), `token`, `macros`, `parse`
//! (one statement), `unit` and `blocks` (program units and their trees). What names mean is not known here.

mod alternate;
pub mod ast;
pub mod block_scope;
pub mod blocks;
mod classify;
pub mod declared;
pub mod directive;
mod entries;
pub mod files;
pub mod form;
pub mod include;
mod interface;
pub mod labels;
pub mod layout;
mod legacy;
mod macros;
pub mod mention;
pub mod output;
pub mod parse;
pub mod part;
pub mod preprocess;
pub mod token;
pub mod unit;
mod unsupported;
pub mod walk;

diag::generated!(mod grammar, "/grammar.rs");

use diag::{Diagnostic, Severity};

/// Whether it keeps a routine from being a kernel.
#[must_use]
pub fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}
