//! Quoted strings.

use super::token::BadToken;
use std::fmt::Write as _;

/// The text of a quoted string.
pub(crate) fn unquote(quoted: &str) -> Result<String, BadToken> {
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or(BadToken::String)?;
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        text.push(if c == '\\' { escaped(&mut rest).ok_or(BadToken::String)? } else { c });
    }
    Ok(text)
}

fn escaped(rest: &mut std::str::Chars<'_>) -> Option<char> {
    match rest.next()? {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        same @ ('"' | '\\') => Some(same),
        'u' => {
            let digits = rest.as_str().strip_prefix('{')?.split('}').next()?;
            let code = u32::from_str_radix(digits, 16).ok()?;
            rest.nth(digits.chars().count() + 1)?;
            char::from_u32(code)
        }
        _ => None,
    }
}

/// The string in quotes, on one line.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_comes_back() {
        for text in ["", "a b", "\"\\\n\r\t\u{1}\u{7f}é", "C:\\x", "u{41}"] {
            assert_eq!(unquote(&quote(text)).as_deref(), Ok(text));
            assert!(!quote(text).contains('\n'));
        }
        for bad in ["\"\\x\"", "\"\\u{}\"", "\"\\u{110000}\"", "\"\\u41\"", "\""] {
            assert_eq!(unquote(bad), Err(BadToken::String), "{bad}");
        }
    }
}
