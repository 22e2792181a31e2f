//! `lpopt grammar`: how editors colour our languages, in the form of each, all from one description.
//!
//! The words are those that the parsers use, so that a word cannot be added to a language and be forgotten
//! here.

mod language;
mod textmate;
mod tree_sitter;
mod vim;

use crate::exit::Outcome;
use crate::{cli, output};
pub use language::Language;

/// Who reads the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// JSON for Visual Studio Code and others that read TextMate's grammars
    Textmate,
    /// A syntax file for Vim and Neovim
    Vim,
    /// `grammar.js` for tree-sitter
    TreeSitter,
}

/// The grammar of a language.
pub fn text(form: Form, language: Language) -> String {
    let description = language.description();
    match form {
        Form::Textmate => textmate::text(&description),
        Form::Vim => vim::text(&description),
        Form::TreeSitter => tree_sitter::text(&description),
    }
}

/// Prints it.
pub fn run(form: Form, language: Language, common: cli::Common) -> Outcome {
    let printed = output::print(&text(form, language)).map_err(cli::Failure::from);
    cli::Session::new(common).finish(printed)
}
