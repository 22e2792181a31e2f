//! Comments of C, which headers hold besides directives.

use std::borrow::Cow;

/// The text with blanks for comments; lines stay lines.
pub(super) fn removed(text: &str) -> String {
    joined(text, " ")
}

/// Whether a comment in a text does not end there.
pub(super) fn is_open(text: &str) -> bool {
    // What stands behind a text is left only if no comment goes on there.
    const BEHIND: &str = "*";
    !joined(&format!("{text} {BEHIND}"), "").ends_with(BEHIND)
}

/// The text with `between` in the place of each comment; lines stay lines.
pub(super) fn joined(text: &str, between: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if quote.is_none()
            && let Some(inside) = rest.strip_prefix("/*")
        {
            let (comment, after) = inside.split_once("*/").unwrap_or((inside, ""));
            kept.push_str(between);
            kept.extend(comment.chars().filter(|c| *c == '\n'));
            rest = after;
            continue;
        }
        quote = match quote {
            // No text goes on in the next line of a header.
            Some(open) if first == open || first == '\n' => None,
            None if matches!(first, '\'' | '"') => Some(first),
            other => other,
        };
        kept.push(first);
        rest = rest.get(first.len_utf8()..).unwrap_or("");
    }
    kept
}

/// A line of Fortran with blanks for the comments of C that begin and end in it; all else keeps its column.
pub(super) fn blanked(line: Cow<'_, str>) -> Cow<'_, str> {
    if !line.contains("/*") {
        return line;
    }
    let mut quote = None;
    let mut text = line.clone().into_owned();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        quote = match quote {
            Some(open) if first == open => None,
            None if matches!(first, '\'' | '"') => Some(first),
            other => other,
        };
        if quote.is_none() && first == '!' {
            break;
        }
        let length = rest.strip_prefix("/*").filter(|_| quote.is_none()).and_then(|inside| inside.find("*/"));
        match length {
            Some(length) => {
                let end = at + length + 4;
                text.replace_range(at..end, &" ".repeat(end - at));
                at = end;
            }
            None => at += first.len_utf8(),
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::{blanked, removed};

    #[test]
    fn lines_of_fortran_keep_their_columns() {
        for (text, expected) in [
            ("x = 1 /* one */ + 2", "x = 1           + 2"),
            ("x = '/* a */' ! /* b */", "x = '/* a */' ! /* b */"),
            ("x /* no end", "x /* no end"),
        ] {
            assert_eq!(blanked(text.into()), expected, "{text}");
        }
    }

    #[test]
    fn comments_are_blanks() {
        for (text, expected) in [
            ("", ""),
            ("a/**/b", "a b"),
            ("a /* x\ny */ b", "a  \n b"),
            ("'/* a */' // \"/*\"", "'/* a */' // \"/*\""),
            ("don't\n/* c */x", "don't\n x"),
            ("a /* no end\n", "a  \n"),
            ("a */ b", "a */ b"),
        ] {
            assert_eq!(removed(text), expected, "{text}");
        }
    }
}
