//! Texts, of which each line is kept once, and what changes from one to the next.

use super::model::{Change, Text};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};
use std::collections::BTreeMap;

/// The share of words that two lines must have in common for one to count as the other, changed: a fraction.
const ALIKE: (usize, usize) = (2, 5);

/// Keeps lines.
#[derive(Debug, Default)]
pub(super) struct Pool {
    numbers: BTreeMap<String, usize>,
}

impl Pool {
    /// A text by the numbers of its lines.
    pub(super) fn text(&mut self, text: &str) -> Text {
        text.lines().map(|line| self.line(line)).collect()
    }

    fn line(&mut self, line: &str) -> usize {
        let next = self.numbers.len();
        match self.numbers.get(line) {
            Some(number) => *number,
            None => *self.numbers.entry(line.to_owned()).or_insert(next),
        }
    }

    /// All lines, by their numbers.
    pub(super) fn into_lines(self) -> Vec<String> {
        let mut lines: Vec<(String, usize)> = self.numbers.into_iter().collect();
        lines.sort_by_key(|(_, number)| *number);
        lines.into_iter().map(|(line, _)| line).collect()
    }
}

/// What changes from one text to the other.
pub(super) fn changes(old: &str, new: &str) -> Vec<Change> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    operations.iter().flat_map(|operation| change(operation, &old, &new)).collect()
}

fn change(operation: &DiffOp, old: &[&str], new: &[&str]) -> Vec<Change> {
    let gone = old.get(operation.old_range()).unwrap_or_default();
    let made = new.get(operation.new_range()).unwrap_or_default();
    match operation.tag() {
        DiffTag::Equal => vec![Change::Same(gone.len())],
        DiffTag::Delete | DiffTag::Insert | DiffTag::Replace => replaced(gone, made),
    }
}

/// Lines that take the place of others: those that are much alike stand together.
fn replaced(gone: &[&str], made: &[&str]) -> Vec<Change> {
    let mut found = Vec::new();
    let mut left: Vec<&str> = gone.to_vec();
    for line in made {
        match left.iter().position(|other| is_alike(&words(other), &words(line))) {
            None => found.push(Change::New(vec![(*line).to_owned()])),
            Some(at) => {
                // What stands before it is gone without a successor.
                found.extend(left.drain(..at).map(whole));
                let (old, new) = marked(left.remove(0), line);
                found.extend([Change::Gone(old), Change::New(new)]);
            }
        }
    }
    found.extend(left.into_iter().map(whole));
    found
}

fn whole(line: &str) -> Change {
    Change::Gone(vec![line.to_owned()])
}

fn is_alike(old: &[&str], new: &[&str]) -> bool {
    let operations = capture_diff_slices(Algorithm::Myers, old, new);
    let same = operations.iter().filter(|operation| operation.tag() == DiffTag::Equal);
    let same: usize = same.map(|operation| operation.old_range().len()).sum();
    same.saturating_mul(2 * ALIKE.1) > (old.len() + new.len()).saturating_mul(ALIKE.0)
}

/// Both lines in parts, of which every other one differs.
fn marked(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let (old, new) = (words(old), words(new));
    let (mut gone, mut made) = (vec![String::new()], vec![String::new()]);
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let is_same = operation.tag() == DiffTag::Equal;
        add(&mut gone, is_same, old.get(operation.old_range()).unwrap_or_default());
        add(&mut made, is_same, new.get(operation.new_range()).unwrap_or_default());
    }
    (gone, made)
}

/// Adds words to parts that are the same and others by turns, the first the same.
fn add(parts: &mut Vec<String>, is_same: bool, words: &[&str]) {
    if words.is_empty() {
        return;
    }
    if (parts.len() % 2 == 1) != is_same {
        parts.push(String::new());
    }
    if let Some(last) = parts.last_mut() {
        last.push_str(&words.concat());
    }
}

/// Names and numbers whole, blanks together, all else character by character.
fn words(line: &str) -> Vec<&str> {
    let class = |letter: char| match letter {
        letter if letter.is_alphanumeric() || letter == '_' => 1,
        letter if letter.is_whitespace() => 2,
        _ => 0,
    };
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let own = class(first);
        let end = rest.char_indices().skip(1).find(|(_, letter)| own == 0 || class(*letter) != own);
        let (word, tail) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        found.push(word);
        rest = tail;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that changes lead to, or come from.
    fn side(changes: &[Change], old: &str, of_new: bool) -> Vec<String> {
        let mut rest = old.lines();
        let mut found = Vec::new();
        for change in changes {
            match change {
                Change::Same(count) => found.extend(rest.by_ref().take(*count).map(str::to_owned)),
                Change::Gone(parts) => {
                    assert_eq!(rest.next().unwrap(), parts.concat());
                    found.extend((!of_new).then(|| parts.concat()));
                }
                Change::New(parts) => found.extend(of_new.then(|| parts.concat())),
            }
        }
        found
    }

    #[test]
    fn changes_lead_from_one_text_to_the_other() {
        let texts =
            ["", "a\nb\nc", "a\nx[i, j] = é + 1\nc", "a\nx[i_outer, j] = é + 1\nnew\nc", "c\nb\na", "x\nx"];
        for old in texts {
            for new in texts {
                let changes = changes(old, new);
                assert_eq!(side(&changes, old, true), new.lines().collect::<Vec<_>>(), "{changes:?}");
                assert_eq!(side(&changes, old, false), old.lines().collect::<Vec<_>>(), "{changes:?}");
            }
        }
    }

    #[test]
    fn changed_words_are_marked() {
        let parts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        let expected = vec![
            Change::Gone(parts(&["a[", "i", "] = é"])),
            Change::New(parts(&["a[", "i_inner + 16*i_outer", "] = é"])),
        ];
        assert_eq!(changes("a[i] = é", "a[i_inner + 16*i_outer] = é"), expected);
    }

    #[test]
    fn a_line_is_kept_once() {
        let mut pool = Pool::default();
        assert_eq!([pool.text("a\nb\na"), pool.text("b\nc")], [vec![0, 1, 0], vec![1, 2]]);
        assert_eq!(pool.into_lines(), ["a", "b", "c"]);
    }
}
