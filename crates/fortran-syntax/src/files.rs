//! Texts of other files, for those who know where these lie.

use crate::layout::Form;

/// What another file should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'n> {
    /// A routine or module of that name.
    Unit(&'n str),
    /// The text that an `include` or `#include` line names.
    Text {
        /// Its name there.
        name: &'n str,
        /// The file beside which it is looked for first: that of the line for `#include`, and the one that is
        /// compiled for `include`.
        from: &'n str,
    },
}

/// Whoever knows where other files lie.
pub type Find<'f> = dyn FnMut(Wanted<'_>) -> Option<Found> + 'f;

/// The text of a file that was looked for.
#[derive(Debug, Clone)]
pub struct Found {
    /// The path of the file.
    pub name: String,
    /// Its source form.
    pub form: Form,
    /// What stands in it.
    pub text: String,
    /// Whether nothing but its modules counts: the program may have other procedures by the names of those
    /// that stand beside them.
    pub only_modules: bool,
}
