//! Sets that are written out, `{"i", "j"}`, which Python has. Lists of the dialect take their place, as `set(..)` gives
//! them: all places in a script stay as they are.

use super::nesting;

/// A bracket that is open.
struct Open {
    bracket: char,
    at: usize,
    /// Whether it holds a colon, as dictionaries do.
    colon: bool,
    /// What it begins with, if anything.
    first: Option<char>,
}

/// The script with lists in the place of sets.
pub(super) fn listed(script: &str) -> String {
    let mut text = script.to_owned();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0_usize;
    while let Some(rest) = script.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        if first != '}'
            && !first.is_whitespace()
            && first != '#'
            && let Some(last) = open.last_mut()
        {
            last.first.get_or_insert(first);
        }
        match first {
            '(' | '[' | '{' => open.push(Open { bracket: first, at, colon: false, first: None }),
            ':' => open.iter_mut().next_back().into_iter().for_each(|last| last.colon = true),
            ')' | ']' | '}' => {
                if let Some(last) = open.pop().filter(|last| first == '}' && is_set(last)) {
                    text.replace_range(last.at..=last.at, "[");
                    text.replace_range(at..=at, "]");
                }
            }
            _ => {}
        }
        at += nesting::token(rest, first).max(1);
    }
    text
}

/// Whether braces hold elements: pairs have colons, and `**` puts pairs in.
fn is_set(braces: &Open) -> bool {
    braces.bracket == '{' && !braces.colon && braces.first.is_some_and(|first| first != '*')
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn sets_become_lists() {
        for (script, text) in [
            ("f(knl, {\"i\", \"j\"}, {'t'})", "f(knl, [\"i\", \"j\"], ['t'])"),
            ("{a[1:2], g({\"k\": 1})}", "[a[1:2], g({\"k\": 1})]"),
            ("{x for x in y}", "[x for x in y]"),
            ("{ # none\n 1}", "[ # none\n 1]"),
            ("é = {1}", "é = [1]"),
        ] {
            assert_eq!(listed(script), text);
        }
    }

    #[test]
    fn dictionaries_and_texts_stay() {
        for script in
            ["{}", "{ }", "{\"a\": {}}", "{**a}", "\"{i}\"", "# {i}", "}{", "{", "{1)", "f\"{a, b}\""]
        {
            assert_eq!(listed(script), script);
        }
    }
}
