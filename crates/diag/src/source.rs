//! Source files and what leads from one into another.

use crate::{Loc, SourceId, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a text is read in the middle of another, and where in that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outer {
    /// A line includes the file.
    Included(Span),
    /// The text of a routine stands for a call of it.
    Inlined(Span),
}

impl Outer {
    /// The line or the call.
    pub fn span(self) -> Span {
        match self {
            Outer::Included(span) | Outer::Inlined(span) => span,
        }
    }
}

/// From here on a text was made of the lines of another.
#[derive(Debug, Clone)]
struct Marker {
    start: usize,
    file: Arc<str>,
    line: u32,
}

/// A file's name and text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as the user gave it, `<stdin>`, or a name in angle brackets for text that lies in no file.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: Arc<[usize]>,
    outer: Option<Outer>,
    markers: Arc<Vec<Marker>>,
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

    /// Whether what stands at an offset was made of a line of another file.
    pub fn is_made(&self, offset: u32) -> bool {
        self.marker(offset).is_some()
    }

    fn marker(&self, offset: u32) -> Option<&Marker> {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let next = self.markers.partition_point(|marker| marker.start <= offset);
        self.markers.get(next.checked_sub(1)?)
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
///
/// A routine that is put in the place of a call gets a handle of its own for the call, so that each span in
/// it leads to both the text of the routine and the call.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
    /// What was made of a source for a call.
    inlined: BTreeMap<(SourceId, Span), SourceId>,
}

impl SourceMap {
    /// Adds a file and returns the handle that spans carry.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceId {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let (name, markers) = (name.into(), Arc::default());
        self.push(Source { name, text, line_starts, outer: None, markers })
    }

    /// Adds a file that a line includes.
    pub fn add_included(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        line: Span,
    ) -> SourceId {
        let id = self.add(name, text);
        if let Some(source) = self.get_mut(id) {
            source.outer = Some(Outer::Included(line));
        }
        id
    }

    /// The names of all files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| &*source.name)
    }

    /// The handle of the same text where it stands for a call.
    pub fn inlined(&mut self, id: SourceId, call: Span) -> SourceId {
        if let Some(known) = self.inlined.get(&(id, call)) {
            return *known;
        }
        let Some(source) = self.get(id).cloned() else { return id };
        let new = self.push(Source { outer: Some(Outer::Inlined(call)), ..source });
        self.inlined.insert((id, call), new);
        new
    }

    /// Notes that the text from `start` on was made of the lines of a file from `line` on.
    pub fn mark(&mut self, id: SourceId, start: usize, file: &str, line: u32) {
        let Some(source) = self.get_mut(id) else { return };
        if source.markers.last().is_none_or(|last| last.start < start) {
            Arc::make_mut(&mut source.markers).push(Marker { start, file: file.into(), line });
        }
    }

    fn push(&mut self, source: Source) -> SourceId {
        self.sources.push(source);
        SourceId::new(self.sources.len() - 1)
    }

    fn get_mut(&mut self, id: SourceId) -> Option<&mut Source> {
        self.sources.get_mut(id.place()?)
    }

    /// Why the text of a span is read in the middle of another, if it is.
    pub fn outer(&self, span: Span) -> Option<Outer> {
        self.get(span.source)?.outer
    }

    /// The place in the outermost text: that of the line that includes the file of a span, or of the call
    /// that it stands for.
    pub fn outermost(&self, mut span: Span) -> Span {
        while let Some(outer) = self.outer(span) {
            span = outer.span();
        }
        span
    }

    /// The call in the outermost routine that a span stands for, if it is in one that was put in place.
    pub fn call(&self, mut span: Span) -> Option<Span> {
        let mut outermost = None;
        while let Some(outer) = self.outer(span) {
            span = outer.span();
            if let Outer::Inlined(call) = outer {
                outermost = Some(call);
            }
        }
        outermost
    }

    /// The place where a span begins in what the user wrote, and the call that it stands for.
    pub fn loc(&self, span: Span) -> Option<Loc> {
        let source = self.get(span.source)?;
        let (mut line, column) = source.line_column(span.start);
        let mut file = Arc::clone(&source.name);
        if let Some(marker) = source.marker(span.start) {
            let (first, _) = source.line_column(u32::try_from(marker.start).unwrap_or(u32::MAX));
            line = marker.line.saturating_add(line.saturating_sub(first));
            file = Arc::clone(&marker.file);
        }
        let call = self.call(span).and_then(|call| self.loc(call)).map(Box::new);
        Some(Loc { file, line, column, call })
    }

    /// The file behind a handle of this map.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.place()?)
    }

    /// The file of that name, where it was added as the user wrote it.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        let is_it = |source: &Source| &*source.name == name && source.markers.is_empty();
        self.sources.iter().rposition(is_it).map(SourceId::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_lead_to_files_and_calls() {
        let mut map = SourceMap::default();
        let [main, callee] = ["main", "callee"].map(|name| map.add(name, "one\ntwo\n"));
        let call = Span::new(main, 4, 7);
        let inlined = map.inlined(callee, call);
        assert_eq!(map.inlined(callee, call), inlined);
        let inner = map.inlined(callee, Span::new(inlined, 0, 3));
        let text = |span| map.loc(span).unwrap().to_string();
        assert_eq!(text(Span::new(inner, 4, 5)), "@\"callee\":2:1 @\"main\":2:1");
        assert_eq!(map.outermost(Span::new(inner, 4, 5)), call);
    }

    #[test]
    fn made_lines_lead_to_those_that_they_were_made_of() {
        let mut map = SourceMap::default();
        let text = "# 1 \"a\"\nx\n# 7 \"b\"\ny\nz\n";
        let id = map.add("a", text);
        map.mark(id, 8, "a", 1);
        map.mark(id, 18, "b", 7);
        let at = |word: &str| map.loc(Span::new(id, text.find(word).unwrap(), 0)).unwrap().to_string();
        assert_eq!([at("x"), at("y"), at("z")], ["@\"a\":1:1", "@\"b\":7:1", "@\"b\":8:1"]);
        assert_eq!(map.find("a"), None, "it is not what the user wrote");
    }

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
