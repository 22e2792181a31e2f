//! Loops that no matrix unit computes.

/// Why a loop is printed as it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PlainLoop {
    pub(crate) why: String,
    /// What its user can do about it.
    pub(crate) help: String,
}

impl PlainLoop {
    /// The reason, and what to do about it.
    pub(crate) fn new(why: impl Into<String>, help: impl Into<String>) -> Self {
        PlainLoop { why: why.into(), help: help.into() }
    }
}
