//! What must hold of the arguments for a kernel to be launched.

use crate::fold::Values;
use crate::{Comparison, Expr, Kernel, Loc, Name, Node, Origin};
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

/// The values that integer arguments may have, by the requirements that list them:
/// `trans == 78 or trans == 110`.
pub fn allowed(kernel: &Kernel) -> Values {
    let mut found = Values::new();
    for requirement in &kernel.requires {
        if let Some((name, values)) = listed(&requirement.condition) {
            let known = found.entry(name.clone()).or_insert_with(|| values.clone());
            known.retain(|value| values.contains(value));
        }
    }
    found
}

/// The argument that a condition gives a list of values, and the values.
fn listed(condition: &Expr) -> Option<(&Name, Vec<i64>)> {
    let one = std::slice::from_ref(condition);
    let tests = if let Node::Or(tests) = condition.node() { tests.as_slice() } else { one };
    let mut name = None;
    let mut values = Vec::new();
    for test in tests {
        let Node::Compare(Comparison::Equal, a, b) = test.node() else { return None };
        let (own, value) = a.as_var().zip(b.as_int()).or_else(|| b.as_var().zip(a.as_int()))?;
        if *name.get_or_insert(own) != own {
            return None;
        }
        values.push(value);
    }
    Some((name?, values))
}

/// The condition alone, as in messages.
impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.condition.fmt(f)
    }
}
