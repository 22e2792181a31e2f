//! Statements behind `!$`, which are comments where OpenMP is off (OpenMP 5.2, section 5.1).

use crate::layout::Form;
use crate::preprocess::Physical;
use std::borrow::Cow;

/// The lines with blanks for the sentinels of statements.
pub(crate) fn read<'a>(lines: Vec<Physical<'a>>, form: Form) -> Vec<Physical<'a>> {
    let read = |line: Physical<'a>| match place(&line.text, form) {
        Some(at) => {
            let mut text = line.text.into_owned();
            text.replace_range(at..at + SENTINEL, "  ");
            Physical { text: Cow::Owned(text), ..line }
        }
        None => line,
    };
    lines.into_iter().map(read).collect()
}

/// Bytes of a sentinel.
const SENTINEL: usize = 2;

/// Where the sentinel of a statement stands in a line. What stands behind that of a directive is a word.
fn place(text: &str, form: Form) -> Option<usize> {
    match form {
        Form::Free => {
            let body = text.trim_start();
            let behind = body.strip_prefix("!$")?;
            let is_statement = behind.is_empty() || behind.starts_with([' ', '\t', '&']);
            is_statement.then_some(text.len() - body.len())
        }
        Form::Fixed => {
            let behind = ["!$", "c$", "C$", "*$"].iter().find_map(|sentinel| text.strip_prefix(sentinel))?;
            let label = behind.split('\t').next().unwrap_or("");
            label.chars().take(3).all(|c| c == ' ' || c.is_ascii_digit()).then_some(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::layout::Form;

    #[test]
    fn statements_are_told_from_directives() {
        for (text, free, fixed) in [
            ("!$ x = 1", Some(0), None),
            ("!$    x = 1", Some(0), Some(0)),
            ("  !$ x = 1", Some(2), None),
            ("!$& + 1", Some(0), None),
            ("!$omp do", None, None),
            ("!$loopy begin", None, None),
            ("c$    x = 1", None, Some(0)),
            ("*$ 12 x = 1", None, Some(0)),
            ("C$\tx = 1", None, Some(0)),
            ("c$omp do", None, None),
            ("! $ a comment", None, None),
            ("", None, None),
        ] {
            assert_eq!([place(text, Form::Free), place(text, Form::Fixed)], [free, fixed], "{text}");
        }
    }
}
