//! Where an entity of a kernel comes from.

use crate::Span;
use std::fmt;
use std::sync::Arc;

/// A place in a source that was imported, kept in `.lpir` text as `@"file":line:column`, and behind it that
/// of the call that it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc {
    /// The file's name as it was given.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The call in the imported routine that it stands for, if it is in another one that was put in place.
    pub call: Option<Box<Loc>>,
}

impl fmt::Display for Loc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@\"{}\":{}:{}", self.file, self.line, self.column)?;
        self.call.as_ref().map_or(Ok(()), |call| write!(f, " {call}"))
    }
}

/// The span of an entity in the text that this run read, if any.
///
/// It never takes part in comparisons: two kernels that differ in it alone are equal.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin(pub Option<Span>);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Origin {}

impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Origin(Some(span))
    }
}
