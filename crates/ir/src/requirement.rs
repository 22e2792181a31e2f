//! What must hold of the arguments for a kernel to be launched.

use crate::{Expr, Loc, Origin};
use std::fmt;

/// Functions that a condition may call: a host computes them from comparisons and C's own operators.
pub const FUNCTIONS: &[&str] = &["abs", "div_trunc", "max", "min", "rem_trunc"];

/// A condition on value arguments that the host tests before a launch. It refuses the launch with the message
/// where the condition is false, so the kernel may take it for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// What must be true: a truth value computed from value arguments.
    pub condition: Expr,
    /// What the caller is told where it is false.
    pub message: String,
    /// Where it was written.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

/// The code that a character flag has where a text gives its letter, as `N` or `'N'`: flags are arguments of
/// type `i8`.
pub fn character_code(text: &str) -> Option<u8> {
    let quoted = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    match quoted.unwrap_or(text).as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    }
}

impl Requirement {
    /// Whether another one refuses the same launches in the same words, as far as texts tell.
    pub fn says(&self, other: &Requirement) -> bool {
        self.condition == other.condition && self.message == other.message
    }
}

/// The condition alone, as in messages.
impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.condition.fmt(f)
    }
}
