//! A line of text that is typed.

/// A line, and where the cursor stands in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    letters: Vec<char>,
    cursor: usize,
}

impl Line {
    /// A line that has this text already, the cursor behind it.
    pub(super) fn from_text(text: &str) -> Self {
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).collect();
        Line { cursor: letters.len(), letters }
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// The text before the cursor.
    pub(super) fn before_cursor(&self) -> String {
        self.letters.iter().take(self.cursor).collect()
    }

    pub(super) fn insert(&mut self, letter: char) {
        if !letter.is_control() {
            self.letters.insert(self.cursor.min(self.letters.len()), letter);
            self.cursor += 1;
        }
    }

    /// Takes away the letter before the cursor.
    pub(super) fn erase(&mut self) {
        if self.cursor > 0 && self.cursor <= self.letters.len() {
            self.cursor -= 1;
            self.letters.remove(self.cursor);
        }
    }

    /// Takes away the letter at the cursor.
    pub(super) fn delete(&mut self) {
        if self.cursor < self.letters.len() {
            self.letters.remove(self.cursor);
        }
    }

    /// Puts a text in the place of the last letters before the cursor.
    pub(super) fn complete(&mut self, letters: usize, text: &str) {
        (0..letters).for_each(|_| self.erase());
        text.chars().for_each(|letter| self.insert(letter));
    }

    pub(super) fn left(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    pub(super) fn right(&mut self) {
        self.cursor = self.cursor.saturating_add(1).min(self.letters.len());
    }

    pub(super) fn home(&mut self) {
        self.cursor = 0;
    }

    pub(super) fn end(&mut self) {
        self.cursor = self.letters.len();
    }
}
