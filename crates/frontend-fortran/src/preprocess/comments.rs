//! Comments of C, which headers hold besides directives.

/// The text with blanks for comments; lines stay lines.
pub(super) fn removed(text: &str) -> String {
    joined(text, " ")
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

#[cfg(test)]
mod tests {
    use super::removed;

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
