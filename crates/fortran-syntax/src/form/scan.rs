//! Finds the end of code in a line: comments, statement separators and character constants.

/// What a line's code consists of.
pub(super) struct Scanned {
    /// Where each `;` stands.
    pub(super) ends: Vec<usize>,
    /// Where the comment starts, else the length of the text.
    pub(super) length: usize,
    /// The quote of a character constant that is still open.
    pub(super) quote: Option<char>,
    /// Whether characters behind their number go beyond the text.
    pub(super) lacks_characters: bool,
}

/// How many characters follow the letter `h` that stands behind this text: `4HYES `.
pub(super) fn counted(before: &str) -> Option<usize> {
    let rest = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let count = before.get(rest.len()..)?.parse().ok()?;
    rest.trim_end().ends_with(['(', ',', '/', '=', '*', '.']).then_some(count)
}

/// Scans a text that starts inside a character constant where `quote` says so.
pub(super) fn scan(text: &str, mut quote: Option<char>) -> Scanned {
    let mut ends = Vec::new();
    let mut skipped = 0_usize;
    for (at, c) in text.char_indices() {
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        match (quote, c) {
            (None, 'h' | 'H') => skipped = text.get(..at).and_then(counted).unwrap_or(0),
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, ';') => ends.push(at),
            (None, '!') => return Scanned { ends, length: at, quote, lacks_characters: false },
            (None, _) => {}
        }
    }
    Scanned { ends, length: text.len(), quote, lacks_characters: skipped > 0 }
}
