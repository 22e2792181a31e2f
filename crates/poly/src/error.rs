//! Why a question about sets got no answer.

use crate::Name;
use crate::quota::DEFAULT_QUOTA;
use std::fmt;

/// Why an operation on sets failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The operation needed more steps than its quota allows; the answer is unknown.
    Quota,
    /// A coefficient or a coordinate leaves the 64-bit integers.
    Overflow,
    /// The set has no dimension or parameter of this name.
    UnknownDim(Name),
    /// Two columns of one set would have this name.
    DuplicateDim(Name),
    /// isl refused the operation; the text is its reason.
    Isl(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Quota => {
                write!(f, "the integer set solver gave up: more than {DEFAULT_QUOTA} steps for one question")
            }
            Error::Overflow => f.write_str("a number in an integer set leaves the 64-bit range"),
            Error::UnknownDim(name) => write!(f, "the set has no dimension or parameter `{name}`"),
            Error::DuplicateDim(name) => write!(f, "two dimensions of one set are named `{name}`"),
            Error::Isl(reason) => write!(f, "the integer set solver failed: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
