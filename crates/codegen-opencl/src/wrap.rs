//! Long lines of code in several.

use crate::LINE;

/// How much further in what continues a line stands.
const CONTINUED: usize = 4;

/// A line of code that ends at the width of a page, with what is too long for it below, further in. It is
/// broken where the fewest parentheses are open, not within a product if it is in a sum, and as late as
/// possible.
pub(crate) fn wrapped(indent: usize, text: &str) -> String {
    let (mut lines, mut rest, mut open, mut margin) = (String::new(), text, 0, indent);
    while let Some(Break { at, depth, .. }) = break_at(rest, LINE.saturating_sub(margin), open) {
        let (line, others) = rest.split_at(at);
        lines.push_str(&format!("{}{line}\n", " ".repeat(margin)));
        (rest, open, margin) = (others.trim_start(), depth, indent.saturating_add(CONTINUED));
    }
    lines.push_str(&format!("{}{rest}", " ".repeat(margin)));
    lines
}

/// Where a line may be broken.
#[derive(Debug, Clone, Copy)]
struct Break {
    at: usize,
    /// How many parentheses are open there.
    depth: usize,
    /// How tightly what stands there binds.
    tightness: u8,
}

/// Where a text that is too wide should be broken, unless it is a directive or has a comment or a string. A
/// break in the first half of a line gains little.
fn break_at(text: &str, width: usize, open: usize) -> Option<Break> {
    let is_one_line = text.starts_with('#') || text.contains("//") || text.contains('"');
    if text.len() <= width || is_one_line {
        return None;
    }
    let mut depth = open;
    let mut found: Vec<Break> = Vec::new();
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' => found.extend(tightness(text, at).map(|tightness| Break { at, depth, tightness })),
            _ => {}
        }
    }
    let loosest = |least: usize| {
        let fitting = found.iter().filter(move |one| least < one.at && one.at <= width);
        fitting.min_by_key(|one| (one.depth, one.tightness, std::cmp::Reverse(one.at)))
    };
    loosest(width / 2).or_else(|| loosest(0)).or(found.first()).copied()
}

/// How tightly what stands at a blank binds, if a line may be broken there: before an operator, behind a
/// comma, behind a part of a loop's head, or behind the sign of an assignment.
fn tightness(text: &str, at: usize) -> Option<u8> {
    let (before, after) = text.split_at(at);
    if before.ends_with(';') {
        return Some(0);
    }
    match after.trim_start().split(' ').next().unwrap_or("") {
        "*" | "/" | "%" => Some(2),
        "+" | "-" | "&&" | "||" | "?" | ":" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&" | "|" | "^" => {
            Some(1)
        }
        _ => (before.ends_with(',') || before.ends_with(" =")).then_some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_outside_of_parentheses_first() {
        let term = format!("f({}, {})", "x".repeat(20), "y".repeat(20));
        let text = format!("a = {term} + {term} - {term};");
        assert_eq!(wrapped(2, &text), format!("  a = {term} + {term}\n      - {term};"));
    }

    #[test]
    fn no_line_is_too_long_where_it_can_be_broken() {
        let text = format!("a[i] = {};", vec!["(b[i] * c[i + 1] + d[i])"; 40].join(" * "));
        let lines = wrapped(4, &text);
        assert!(lines.lines().all(|line| line.len() <= LINE), "{lines}");
        assert_eq!(lines.split_whitespace().collect::<Vec<_>>().join(" "), text);
    }

    #[test]
    fn what_fits_and_comments_stay() {
        assert_eq!(wrapped(2, "a = 1;"), "  a = 1;");
        let comment = format!("barrier(); // {}", "b + ".repeat(40));
        assert_eq!(wrapped(2, &comment), format!("  {comment}"));
    }
}
