//! Finds the end of code in a line: comments, statement separators and character constants.

/// What a line's code consists of.
pub(super) struct Scanned {
    /// Where each `;` stands.
    pub(super) ends: Vec<usize>,
    /// Where the comment starts, else the length of the text.
    pub(super) length: usize,
    /// The quote of a character constant that is still open.
    pub(super) quote: Option<char>,
}

/// Scans a text that starts inside a character constant where `quote` says so.
pub(super) fn scan(text: &str, mut quote: Option<char>) -> Scanned {
    let mut ends = Vec::new();
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, ';') => ends.push(at),
            (None, '!') => return Scanned { ends, length: at, quote },
            (None, _) => {}
        }
    }
    Scanned { ends, length: text.len(), quote }
}
