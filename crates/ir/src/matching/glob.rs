//! Shell wildcards.

use std::fmt;

/// A name with wildcards: `*` stands for any characters, `?` for one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Glob(String);

impl Glob {
    /// The glob of that text.
    pub fn new(text: impl Into<String>) -> Self {
        Glob(text.into())
    }

    /// Whether the whole text matches.
    pub fn matches(&self, text: &str) -> bool {
        let pattern: Vec<char> = self.0.chars().collect();
        let text: Vec<char> = text.chars().collect();
        let (mut at, mut p) = (0, 0);
        // Where to go on after a mismatch: behind the last `*`, which takes one character more each time.
        let mut retry: Option<(usize, usize)> = None;
        while let Some(c) = text.get(at) {
            match pattern.get(p) {
                Some('*') => {
                    retry = Some((p + 1, at));
                    p += 1;
                }
                Some(wanted) if *wanted == '?' || wanted == c => {
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
        pattern.iter().skip(p).all(|c| *c == '*')
    }
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
        ] {
            assert_eq!(Glob::new(glob).matches(text), matches, "{glob} on {text}");
        }
    }
}
