//! Texts of C: literals, and lines of limited length.

use crate::LINE;

/// Characters of one literal. C99 promises 4095 in one after concatenation.
const LITERAL: usize = 100;

/// A character as it stands in a literal. `??` begins trigraphs.
fn escaped(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".to_owned(),
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    }
}

/// Literals that stand for a text together, none of them long.
fn literals(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for byte in text.bytes() {
        let is_full = all.last().is_some_and(|last| last.len() >= LITERAL);
        if is_full {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            last.push_str(&escaped(byte));
        }
    }
    all.into_iter().map(|literal| format!("\"{literal}\"")).collect()
}

/// A literal.
pub(super) fn quoted(text: &str) -> String {
    literals(text).join(" ")
}

/// The elements of an array of literals, line by line.
pub(super) fn elements(text: &str) -> String {
    let lines = text.split_inclusive('\n').flat_map(literals);
    lines.map(|literal| format!("  {literal},\n")).collect()
}

/// A line with this indentation, broken behind commas and operators where it is too long.
pub(super) fn line(depth: usize, text: &str) -> String {
    let indent = "  ".repeat(depth);
    let mut broken = indent.clone();
    let mut width = indent.len();
    for word in pieces(text) {
        let is_first = width == indent.len();
        if !is_first && width + 1 + word.len() > LINE {
            broken.push_str(&format!("\n{indent}    "));
            width = indent.len() + 4;
        } else if !is_first {
            broken.push(' ');
            width += 1;
        }
        broken.push_str(&word);
        width += word.len();
    }
    broken.push('\n');
    broken
}

/// The parts of a line that stay together.
fn pieces(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in words(text) {
        match all.last_mut() {
            Some(last) if !last.ends_with([',', ';', '{', '&', '|', '?', ':', '+', '*', '"']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}

/// The parts of a text between blanks outside of literals.
fn words(text: &str) -> Vec<&str> {
    let mut is_outside = outside_of_literals();
    text.split(move |c: char| is_outside(c) && c == ' ').filter(|word| !word.is_empty()).collect()
}

/// A line of a comment, broken at blanks where it is too long; what follows stands `hang` columns in.
pub(super) fn remark(hang: usize, text: &str) -> String {
    let (mut lines, mut rest) = (String::new(), text.to_owned());
    loop {
        let room = LINE - " * ".len();
        let head: String = rest.chars().take(room).collect();
        let gap = head.rfind(' ').filter(|gap| head.len() < rest.len() && *gap > hang);
        let Some((own, next)) = gap.and_then(|gap| rest.split_at_checked(gap)) else {
            lines.push_str(format!(" * {rest}").trim_end());
            lines.push('\n');
            return lines;
        };
        lines.push_str(&format!(" * {}\n", own.trim_end()));
        rest = format!("{}{}", " ".repeat(hang), next.trim_start());
    }
}

/// Text that can stand in a comment between `/*` and `*/`.
pub(super) fn comment(text: &str) -> String {
    crate::literal::comment(text).replace("*/", "* /").replace("/*", "/ *")
}

/// Tells of the characters of a text, one after the other, whether they stand outside of literals.
fn outside_of_literals() -> impl FnMut(char) -> bool {
    let (mut is_literal, mut is_escaped) = (false, false);
    move |c| {
        is_literal ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        !is_literal
    }
}

/// Whether a text of C has this word, outside of literals.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    let mut is_outside = outside_of_literals();
    let outside: String = text.chars().filter(|c| is_outside(*c)).collect();
    outside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stand_for_any_text() {
        assert_eq!(quoted("a \"b\"\\ ??/ é\n"), "\"a \\\"b\\\"\\\\ \\?\\?/ \\303\\251\\n\"");
        let long = quoted(&"x".repeat(250));
        assert_eq!(long.matches("\" \"").count(), 2);
        assert_eq!(elements("a\nb"), "  \"a\\n\",\n  \"b\",\n");
    }

    #[test]
    fn long_lines_are_broken_outside_of_literals() {
        let text = format!("f({}, \"{}\");", "a, ".repeat(40), "b ".repeat(20));
        let broken = line(1, &text);
        assert!(broken.lines().all(|line| line.len() <= LINE) && broken.contains(&"b ".repeat(20)));
        assert_eq!(broken.split_whitespace().count(), text.split_whitespace().count());
    }

    #[test]
    fn long_remarks_hang() {
        let text = format!("  x  {}end", "word ".repeat(30));
        let broken = remark(5, &text);
        assert!(
            broken.lines().all(|line| line.len() <= LINE) && broken.contains("\n *      word"),
            "{broken}"
        );
        let endless = "x".repeat(300);
        assert_eq!(remark(2, &endless), format!(" * {endless}\n"));
    }

    #[test]
    fn words_in_literals_are_no_words() {
        assert!(mentions("f(a, \"b\")", "a") && !mentions("f(a, \"b\")", "b") && !mentions("ab", "a"));
    }
}
