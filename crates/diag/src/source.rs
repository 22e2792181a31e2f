//! Source files and the spans that point into them.

use std::sync::Arc;

/// One file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

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
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A file's name and text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as the user gave it, `<stdin>`, or a name in angle brackets for text that lies in no file.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: Vec<usize>,
}

impl Source {
    /// Line and column of a byte offset, both counted from 1, the column in characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX).min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.text.get(start..offset).map_or(offset - start, |before| before.chars().count());
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// Byte offset of a line and column, both counted from 1; `None` where the file has no such place.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let line = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *self.line_starts.get(line)?;
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        let rest = self.text.get(start..)?;
        let within = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).nth(column)?;
        Some(start + within)
    }
}

/// All files that one run of a tool has read.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
}

impl SourceMap {
    /// Adds a file and returns the handle that spans carry.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceId {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.sources.push(Source { name: name.into(), text, line_starts });
        SourceId(u32::try_from(self.sources.len() - 1).unwrap_or(u32::MAX))
    }

    /// The file behind a handle of this map.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(usize::try_from(id.0).ok()?)
    }

    /// The file of that name, where it was added.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        let at = self.sources.iter().rposition(|source| &*source.name == name)?;
        u32::try_from(at).ok().map(SourceId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let mut map = SourceMap::default();
        let id = map.add("a", "é=1\n\nx");
        let source = map.get(id).unwrap();
        assert_eq!(source.line_column(0), (1, 1));
        assert_eq!(source.line_column(2), (1, 2));
        assert_eq!(source.line_column(6), (3, 1));
        assert_eq!(source.line_column(999), (3, 2));
        assert_eq!(source.offset(3, 1), Some(6));
        assert_eq!(source.offset(1, 2), Some(2));
        assert_eq!(source.offset(4, 1), None);
    }
}
