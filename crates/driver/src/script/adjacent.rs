//! Texts that stand side by side, `"a" "b"`, which Python joins. The dialect has `+` for it, which takes the place of a
//! blank between them: all places in a script stay as they are.

use super::nesting;

/// What may stand before texts for a sum of them to be what Python makes of them.
const BEFORE: &[&str] = &["(", "[", "{", ",", "=", ":", "+", "\n", "return"];

/// What may stand behind them.
const BEHIND: &[&str] = &[")", "]", "}", ",", ":", "+", "\n", "for", "if"];

/// A word, a sign, a text with its prefix, or the end of a line outside of brackets.
struct Token<'t> {
    start: usize,
    text: &'t str,
    is_text: bool,
}

/// The script with sums in the place of texts side by side.
pub(super) fn joined(script: &str) -> String {
    let tokens = tokens(script);
    let mut places: Vec<usize> = Vec::new();
    let mut at = 0_usize;
    for run in tokens.chunk_by(|a, b| a.is_text && b.is_text) {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before)).map_or("\n", |token| token.text);
        at += run.len();
        let behind = tokens.get(at).map_or("\n", |token| token.text);
        if BEFORE.contains(&before) && BEHIND.contains(&behind) {
            places.extend(run.windows(2).filter_map(|pair| blank(script, pair)));
        }
    }
    let mut text = script.to_owned();
    for place in places {
        text.replace_range(place..=place, "+");
    }
    text
}

/// A blank between two tokens that is in no comment.
fn blank(script: &str, pair: &[Token<'_>]) -> Option<usize> {
    let [first, second] = pair else { return None };
    let (behind, before) = (first.start + first.text.len(), second.start.checked_sub(1)?);
    let is_blank = |at: &usize| script.as_bytes().get(*at).is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    [before, behind].into_iter().find(|at| *at >= behind && *at < second.start && is_blank(at))
}

fn tokens(script: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let mut depth = 0_usize;
    for (start, text) in nesting::tokens(script) {
        let first = text.chars().next().unwrap_or(' ');
        let is_text = matches!(first, '"' | '\'');
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let prefix = found.last().filter(|last| {
            is_text
                && last.start + last.text.len() == start
                && matches!(last.text, "f" | "r" | "b" | "rb" | "fr")
        });
        let is_blank = first == '#' || first.is_whitespace() && (first != '\n' || depth > 0);
        if let Some(begin) = prefix.map(|last| last.start) {
            found.pop();
            found.push(Token {
                start: begin,
                text: script.get(begin..start + text.len()).unwrap_or(text),
                is_text,
            });
        } else if !is_blank {
            found.push(Token { start, text, is_text });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_side_by_side_are_added() {
        let pairs = [
            ("f(\"a\" 'b')", "f(\"a\"+'b')"),
            (
                "f(\"a\"  # it's (\n   \"b\",\n   r'c' f'd')\n",
                "f(\"a\"  # it's (\n  +\"b\",\n   r'c'+f'd')\n",
            ),
            ("x = \"a\" \\\n", "x = \"a\" \\\n"),
            ("{\"a\" \"b\": '''c\n''' \"d\"}", "{\"a\"+\"b\": '''c\n'''+\"d\"}"),
            ("return \"é\" \"b\"\n", "return \"é\"+\"b\"\n"),
            ("[\"a\" \"b\" \"c\" for x in y]", "[\"a\"+\"b\"+\"c\" for x in y]"),
        ];
        for (script, sum) in pairs {
            assert_eq!(joined(script), sum);
        }
    }

    #[test]
    fn what_a_sum_would_not_mean_stays() {
        for script in [
            "f(\"a\" \"b\" % x)",
            "f(\"a\" \"b\".format(x))",
            "f(2 * \"a\" \"b\")",
            "f(\"a\" \"b\"[0])",
            "x = \"a\"\n\"b\"\n",
            "f(\"a\"\"b\")",
            "f(\"a\", \"b\")",
            "\"",
        ] {
            assert_eq!(joined(script), script);
        }
    }
}
