//! Documents as the client sees them.

use super::address;
use super::language::Language;
use super::position::Lines;
use super::scan;
use lsp_types::TextDocumentContentChangeEvent;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// An open document.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// Its address as the client writes it.
    pub(super) uri: String,
    /// The file that it will be saved in, where it has one.
    pub(super) path: Option<PathBuf>,
    /// The client's name of its language.
    pub(super) language_id: String,
    /// The number of its text; each change has another.
    pub(super) version: i32,
    /// The text, saved or not.
    pub(super) text: Arc<str>,
    /// Where its lines begin.
    pub(super) lines: Lines,
}

impl Document {
    /// A document as it is opened.
    pub(super) fn new(uri: String, language_id: String, version: i32, text: &str) -> Self {
        let path = address::path_of(&uri);
        Document { uri, path, language_id, version, text: text.into(), lines: Lines::new(text) }
    }

    /// The name under which messages speak of it.
    pub(super) fn name(&self) -> String {
        self.path.as_ref().map_or_else(|| self.uri.clone(), |path| path.display().to_string())
    }

    /// Which language it is in, where that is one of ours.
    pub(super) fn language(&self) -> Option<Language> {
        Language::of_document(self)
    }

    /// Takes up changes, one after the other.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let [from, to] = [range.start, range.end].map(|end| self.lines.offset(&self.text, end));
                    let before = self.text.get(..from.min(to)).unwrap_or_default();
                    let after = self.text.get(from.max(to)..).unwrap_or_default();
                    [before, &change.text, after].concat()
                }
            };
            self.lines = Lines::new(&text);
            self.text = text.into();
        }
    }

    /// The part of the text that calls transforms, each byte where it is in the text.
    pub(super) fn calls(&self) -> Option<Cow<'_, str>> {
        match self.language()? {
            Language::Pipeline | Language::Script => Some(Cow::Borrowed(&self.text)),
            Language::Kernel(kind) if kind.is_fortran() => Some(Cow::Owned(scan::blocks(&self.text))),
            Language::Kernel(_) => None,
        }
    }

    /// How many bytes stand before the text that is read: the mark of an encoding is none of it.
    pub(super) fn mark(&self) -> usize {
        if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    #[test]
    fn changes_follow_each_other() {
        let mut document = Document::new("untitled:a".to_owned(), String::new(), 1, "ä\nb");
        let change = |start: (u32, u32), end: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range {
                start: Position { line: start.0, character: start.1 },
                end: Position { line: end.0, character: end.1 },
            }),
            range_length: None,
            text: text.to_owned(),
        };
        document.change(2, vec![change((0, 1), (1, 0), "\n𝛼"), change((1, 2), (1, 3), "")]);
        assert_eq!((&*document.text, document.version), ("ä\n𝛼", 2));
        document.change(3, vec![change((1, 0), (0, 0), "x"), change((9, 9), (9, 9), "!")]);
        assert_eq!(&*document.text, "x𝛼!", "ends that are exchanged or behind the text");
        let whole = TextDocumentContentChangeEvent { range: None, range_length: None, text: String::new() };
        document.change(4, vec![whole]);
        assert_eq!(&*document.text, "");
    }
}
