//! Numbers as C writes them, in conditions.

use crate::token::{Number, Spanned, Token};

/// The tokens with numbers of C as decimal ones: `0x1F`, `017`, `3UL`, `'A'`.
pub(super) fn of_c(tokens: Vec<Spanned>) -> Vec<Spanned> {
    let mut all: Vec<Spanned> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some((start, token, mut end)) = tokens.next() {
        let written = match &token {
            Token::Number(number) => {
                // Letters that stand directly behind the digits belong to the number.
                let is_more = |(next, token, _): &Spanned| *next == end && matches!(token, Token::Word(_));
                let more = tokens.next_if(is_more);
                let mut text = number.digits.clone();
                if let Some((_, Token::Word(word), last)) = more {
                    text.push_str(&word);
                    end = last;
                }
                Some(value(&text))
            }
            Token::Text(text) => character(text).map(Some),
            _ => None,
        };
        let token = match written {
            // What is no number makes the condition unreadable.
            Some(value) => value.map_or(Token::Bad(String::new()), decimal),
            None => token,
        };
        all.push((start, token, end));
    }
    all
}

fn decimal(value: i64) -> Token {
    Token::Number(Number { digits: value.to_string(), real: false, kind: None })
}

/// The value of a number of C.
fn value(text: &str) -> Option<i64> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    match (digits.strip_prefix("0x"), digits.strip_prefix('0')) {
        (Some(hexadecimal), _) => i64::from_str_radix(hexadecimal, 16).ok(),
        (None, Some(octal)) if !octal.is_empty() => i64::from_str_radix(octal, 8).ok(),
        _ => digits.parse().ok(),
    }
}

/// A number moved by so many bits to the left, by a negative number to the right, as GCC's preprocessor does.
pub(crate) fn shifted(value: i64, by: i64) -> i64 {
    let distance = u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX);
    match by < 0 {
        true => value.checked_shr(distance).unwrap_or(if value < 0 { -1 } else { 0 }),
        false => value.checked_shl(distance).unwrap_or(0),
    }
}

/// The code of a character between quotes.
fn character(text: &str) -> Option<i64> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut all = inner.chars();
    match (all.next(), all.next()) {
        (Some(only), None) => Some(i64::from(u32::from(only))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn numbers_have_the_values_of_c() {
        for (text, expected) in [
            ("0", Some(0)),
            ("010", Some(8)),
            ("0x1F", Some(31)),
            ("3UL", Some(3)),
            ("09", None),
            ("1e5", None),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }
}
