//! Files by their handles, and ranges of bytes in them.

/// One file of a [`SourceMap`](crate::SourceMap).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

impl SourceId {
    /// The handle of the file that was added at that place; places past 2^32 share one.
    pub(crate) fn new(place: usize) -> Self {
        SourceId(u32::try_from(place).unwrap_or(u32::MAX))
    }

    /// At which place the file was added.
    pub(crate) fn place(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

/// A half-open range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from byte `start` to before byte `end`; offsets past 4 GiB saturate.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { source, start: clip(start), end: clip(end.max(start)) }
    }

    /// The smallest span that covers both, which lie in one file.
    pub fn cover(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
