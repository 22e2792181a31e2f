//! Comments of C, which headers hold besides directives.

use crate::layout::Form;
use std::borrow::Cow;

/// The text with blanks for comments; all else stays where it was.
pub(super) fn removed(text: &str) -> String {
    replace_comments(text, &|comment| {
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        comment.chars().map(blank).collect()
    })
}

/// Whether a comment in a text does not end there.
pub(super) fn is_open(text: &str) -> bool {
    // What stands behind a text is left only if no comment goes on there.
    const BEHIND: &str = "*";
    !joined(&format!("{text} {BEHIND}"), "").ends_with(BEHIND)
}

/// The text with `between` in the place of each comment; lines stay lines.
pub(super) fn joined(text: &str, between: &str) -> String {
    replace_comments(text, &|comment| between.to_owned() + &"\n".repeat(comment.matches('\n').count()))
}

/// The text with something in the place of each comment.
fn replace_comments(text: &str, instead: &dyn Fn(&str) -> String) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if quote.is_none()
            && let Some(inside) = rest.strip_prefix("/*")
        {
            let length = inside.find("*/").map_or(rest.len(), |end| end + 4);
            let (comment, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            kept.push_str(&instead(comment));
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

/// A text of Fortran with blanks for the comments of C that go on in further lines, but for those of
/// directives.
///
/// `disputed` is told where one begins within a comment of Fortran. Preprocessors disagree about what is
/// behind it: a comment of C to those that know C alone, statements to others. They stay statements here.
pub(crate) fn without_long<'t>(text: &'t str, form: Form, disputed: &mut dyn FnMut(usize)) -> Cow<'t, str> {
    if !text.contains("/*") {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut directive = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let (line, mut behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if line.starts_with('#') || !directive.is_empty() {
            directive.push_str(line);
            if !is_open(&directive) && !line.trim_end().ends_with('\\') {
                directive.clear();
            }
            kept.push_str(line);
            rest = behind;
            continue;
        }
        match long(rest, line, form) {
            Some(Long { start, end, is_disputed: false }) => {
                let (before, comment) = rest.split_at_checked(start).unwrap_or((rest, ""));
                let comment = comment.get(..end - start).unwrap_or("");
                kept.push_str(before);
                kept.push_str(&removed(comment));
                behind = rest.get(end..).unwrap_or("");
            }
            Some(Long { start, .. }) => {
                disputed(kept.len() + start);
                kept.push_str(line);
            }
            None => kept.push_str(line),
        }
        rest = behind;
    }
    Cow::Owned(kept)
}

/// A comment of C that ends in another line than it begins in.
struct Long {
    start: usize,
    end: usize,
    /// Whether it begins in a comment of Fortran.
    is_disputed: bool,
}

/// The one that begins in the first line of a text.
fn long(text: &str, line: &str, form: Form) -> Option<Long> {
    let mut is_disputed = form == Form::Fixed && line.starts_with(['c', 'C', '*', '!']);
    let mut quote = None;
    let short = blanked(Cow::Borrowed(line));
    for (at, c) in short.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '!' => is_disputed = true,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if short.get(at..)?.starts_with("/*") => {
                // The star of `/*/` does not end what it begins.
                let end = at + 2 + text.get(at + 2..)?.find("*/")? + 2;
                return Some(Long { start: at, end, is_disputed });
            }
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{blanked, removed, without_long};
    use crate::layout::Form;

    #[test]
    fn comments_of_several_lines_are_blanks() {
        for (text, expected) in [
            ("a /* b\nc */ d /* e\n*/\n", "a     \n     d     \n  \n"),
            ("#define A /* x\n y */ 1\nb\n", "#define A /* x\n y */ 1\nb\n"),
            ("x = '/*'\n'*/'\n", "x = '/*'\n'*/'\n"),
            ("! don't /* b\nc */\n", "! don't /* b\nc */\n"),
            ("a /* no end\n", "a /* no end\n"),
            ("a /*/ b\nc\n", "a /*/ b\nc\n"),
        ] {
            assert_eq!(without_long(text, Form::Free, &mut |at| panic!("{at}")), expected, "{text}");
        }
    }

    #[test]
    fn comments_of_c_in_comments_of_fortran_are_disputed() {
        for (text, form) in
            [("x = 1\n! a /* b\nx = 2\n! */\n", Form::Free), ("C     /*\n      x = 1\nC */\n", Form::Fixed)]
        {
            let mut places = Vec::new();
            assert_eq!(without_long(text, form, &mut |at| places.push(at)), text);
            assert_eq!(places, [text.find("/*").unwrap()], "{text}");
        }
    }

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
            ("a/**/b", "a    b"),
            ("a /* x\ny */ b", "a     \n     b"),
            ("'/* a */' // \"/*\"", "'/* a */' // \"/*\""),
            ("don't\n/* c */x", "don't\n       x"),
            ("a /* no end\n", "a          \n"),
            ("a */ b", "a */ b"),
        ] {
            assert_eq!(removed(text), expected, "{text}");
        }
    }
}
