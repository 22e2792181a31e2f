//! Shell wildcards.

use std::fmt;

/// A name with wildcards: `*` stands for any characters, `?` for one, `[ab]` for one of these and `[!a-c]`
/// for one of the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glob(String);

/// What one piece of a glob stands for.
enum Piece {
    Many,
    One,
    Char(char),
    /// Ranges of characters, and whether it is one of the others.
    Class(Vec<(char, char)>, bool),
}

impl Piece {
    fn takes(&self, c: char) -> bool {
        match self {
            Piece::Many => false,
            Piece::One => true,
            Piece::Char(own) => *own == c,
            Piece::Class(ranges, others) => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *others
            }
        }
    }
}

impl Glob {
    /// The glob of that text.
    pub fn new(text: impl Into<String>) -> Self {
        Glob(text.into())
    }

    /// Whether it has wildcards: else it is a name.
    pub fn is_wild(&self) -> bool {
        self.0.contains(['*', '?', '['])
    }

    /// Whether the whole text matches.
    pub fn matches(&self, text: &str) -> bool {
        let pattern = self.pieces();
        let text: Vec<char> = text.chars().collect();
        let (mut at, mut p) = (0, 0);
        // Where to go on after a mismatch: behind the last `*`, which takes one character more each time.
        let mut retry: Option<(usize, usize)> = None;
        while let Some(c) = text.get(at) {
            match pattern.get(p) {
                Some(Piece::Many) => {
                    retry = Some((p + 1, at));
                    p += 1;
                }
                Some(piece) if piece.takes(*c) => {
                    at += 1;
                    p += 1;
                }
                _ => match retry {
                    Some((behind, from)) => {
                        retry = Some((behind, from + 1));
                        at = from + 1;
                        p = behind;
                    }
                    None => return false,
                },
            }
        }
        pattern.iter().skip(p).all(|piece| matches!(piece, Piece::Many))
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = self.0.as_str();
        while let Some(c) = rest.chars().next() {
            rest = rest.strip_prefix(c).unwrap_or_default();
            pieces.push(match c {
                '*' => Piece::Many,
                '?' => Piece::One,
                '[' => match class(rest) {
                    Some((class, behind)) => {
                        rest = behind;
                        class
                    }
                    None => Piece::Char('['),
                },
                other => Piece::Char(other),
            });
        }
        pieces
    }
}

/// A class of characters behind its `[`, and what follows it; `None` where nothing closes it. A `]` that
/// comes first is one of the characters.
fn class(text: &str) -> Option<(Piece, &str)> {
    let (others, text) = text.strip_prefix('!').map_or((false, text), |text| (true, text));
    let first = text.chars().next()?.len_utf8();
    let end = first + text.get(first..)?.find(']')?;
    let mut ranges = Vec::new();
    let mut rest = text.get(..end)?;
    while let Some(from) = rest.chars().next() {
        rest = rest.strip_prefix(from)?;
        let to = rest.strip_prefix('-').and_then(|behind| behind.chars().next());
        ranges.push((from, to.unwrap_or(from)));
        if let Some(to) = to {
            rest = rest.strip_prefix('-')?.strip_prefix(to)?;
        }
    }
    Some((Piece::Class(ranges, others), text.get(end + 1..)?))
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        for (glob, text, matches) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("?", "", false),
            ("a*c", "abbc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("*b*", "abc", true),
            ("i_?", "i_1", true),
            ("i_?", "i_12", false),
            ("*ab*ab", "ababab", true),
            ("**", "x", true),
            ("i[12]", "i2", true),
            ("i[12]", "i3", false),
            ("i[12]", "i", false),
            ("i[!1]", "i2", true),
            ("i[!1]", "i1", false),
            ("[a-c]*", "bcd", true),
            ("[a-c]*", "dcb", false),
            ("[]x]", "]", true),
            ("[!]]", "]", false),
            ("[a-]", "-", true),
            ("[z-a]", "m", false),
            ("i[1", "i[1", true),
            ("i[]", "i[]", true),
            ("*[!b]", "ab", false),
        ] {
            assert_eq!(Glob::new(glob).matches(text), matches, "{glob} on {text}");
        }
    }
}
