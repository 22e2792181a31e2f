//! Steps that the user took without proof.

use std::fmt;

/// A step that the user took without proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trusted {
    /// The call.
    pub step: String,
    /// What the step made that cannot be proved, in the words of the legality checker, such as `order a`.
    /// Nothing else is forgiven.
    pub unproved: Vec<String>,
}

impl fmt::Display for Trusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.step)?;
        match self.unproved.as_slice() {
            [] => Ok(()),
            unproved => write!(f, ", unproved: {}", unproved.join(", ")),
        }
    }
}
