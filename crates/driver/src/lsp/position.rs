//! Positions of the protocol, which count lines and UTF-16 units, and offsets of texts, which count bytes.

use lsp_types::{Position, Range};

/// Where the lines of a text begin, by the protocol's rule: a line ends in `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    /// The lines of a text.
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Lines(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    /// The position of a byte; one inside of a character is that of the character.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.0.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.0.get(line).copied().unwrap_or(0);
        let units = text.get(start..).unwrap_or_default().char_indices();
        let before = units.take_while(|(at, letter)| start + at + letter.len_utf8() <= offset);
        let character = before.map(|(_, letter)| letter.len_utf16()).sum();
        Position { line: count(line), character: count(character) }
    }

    /// The byte at a position. One behind the end of a line is that end, one in the middle of a character is
    /// its start.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(start) = self.0.get(line).copied() else { return text.len() };
        let wanted = usize::try_from(position.character).unwrap_or(usize::MAX);
        let mut units = 0;
        let rest = text.get(start..).unwrap_or_default();
        for (at, letter) in rest.char_indices() {
            units += letter.len_utf16();
            if units > wanted || matches!(letter, '\n' | '\r') {
                return start + at;
            }
        }
        text.len()
    }

    /// The range of a span of bytes.
    pub(super) fn range(&self, text: &str, start: usize, end: usize) -> Range {
        Range { start: self.position(text, start), end: self.position(text, end.max(start)) }
    }

    /// The whole of a text.
    pub(super) fn whole(&self, text: &str) -> Range {
        self.range(text, 0, text.len())
    }
}

/// A number as the protocol has it, which nothing that fits a message exceeds.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn characters_count_as_in_utf_16() {
        let text = "ä𝛼x\r\n\ry\n";
        let lines = Lines::new(text);
        let places = [
            (0, position(0, 0)),
            (2, position(0, 1)),
            (6, position(0, 3)),
            (7, position(0, 4)),
            (9, position(1, 0)),
            (10, position(2, 0)),
        ];
        for (offset, position) in places {
            assert_eq!(lines.position(text, offset), position, "{offset}");
            assert_eq!(lines.offset(text, position), offset, "{position:?}");
        }
        assert_eq!(lines.position(text, text.len()), position(3, 0));
        assert_eq!(lines.position(text, 4), position(0, 1), "inside of a character");
        assert_eq!(lines.offset(text, position(0, 2)), 2, "inside of a pair");
        assert_eq!(lines.offset(text, position(0, 99)), 7, "behind the line");
        assert_eq!(lines.offset(text, position(99, 0)), text.len());
    }

    #[test]
    fn each_offset_comes_back() {
        let text = "a\u{feff}ß\r\r\n𝛼\n\nend";
        let lines = Lines::new(text);
        for (offset, _) in text.char_indices() {
            let is_in_break = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            let back = lines.offset(text, lines.position(text, offset));
            assert_eq!(back, offset - usize::from(is_in_break));
        }
    }
}
