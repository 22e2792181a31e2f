//! Places in the files of a script.

/// Bytes of a file of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The file, as its reader numbered it.
    pub file: usize,
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
}
