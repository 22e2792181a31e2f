//! Messages on a stream: a header with a length, then that many bytes of JSON.

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// Bytes of a message beyond which it is none that an editor sends.
const MAX_BYTES: u64 = 64 << 20;

/// Bytes of all headers of a message.
const MAX_HEADERS: u64 = 4096;

/// The next message; `None` at the end of the stream. Of one that is too large nothing is left.
///
/// # Errors
/// Where the stream ends within a message, or has no length.
pub(super) fn read(stream: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut length: Option<u64> = None;
    let mut seen = 0;
    loop {
        let mut line = Vec::new();
        let count = stream.by_ref().take(MAX_HEADERS).read_until(b'\n', &mut line)?;
        seen += u64::try_from(count).unwrap_or(MAX_HEADERS);
        if count == 0 && seen == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") || seen > MAX_HEADERS {
            return Err(invalid("a header without an end"));
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_end().split_once(':') {
            None if line.trim_end().is_empty() => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            _ => {}
        }
    }
    let length = length.ok_or_else(|| invalid("a message without a length"))?;
    if length > MAX_BYTES {
        // It is read past, so that the next message can be.
        let skipped = io::copy(&mut stream.take(length), &mut io::sink())?;
        return if skipped == length {
            Ok(Some(Vec::new()))
        } else {
            Err(invalid("a message without an end"))
        };
    }
    let mut bytes = Vec::new();
    let count = stream.take(length).read_to_end(&mut bytes)?;
    if u64::try_from(count).ok() == Some(length) {
        Ok(Some(bytes))
    } else {
        Err(invalid("a message without an end"))
    }
}

/// Writes a message.
///
/// # Errors
/// Where nobody reads any more.
pub(super) fn write(stream: &mut impl Write, message: &[u8]) -> io::Result<()> {
    let mut all = format!("Content-Length: {}\r\n\r\n", message.len()).into_bytes();
    all.extend_from_slice(message);
    stream.write_all(&all)?;
    stream.flush()
}

/// What a message says. Editors whose texts are UTF-16 write half of a pair of surrogates where only half was
/// typed; it counts as one letter here, too, but one that says that something is missing.
///
/// # Errors
/// Where it is no JSON.
pub(super) fn parse(message: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(message).or_else(|error| {
        let Ok(text) = std::str::from_utf8(message) else { return Err(error) };
        serde_json::from_str(&with_whole_letters(text))
    })
}

/// A JSON text with the replacement character for surrogates that stand alone.
fn with_whole_letters(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let kept = match (surrogate(escape), escape.get(6..).and_then(surrogate)) {
            (Some(Half::First), Some(Half::Second)) => 12,
            (Some(_), _) => {
                whole.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            // The character behind a backslash is no backslash of its own.
            (None, _) => escape.char_indices().nth(2).map_or(escape.len(), |(at, _)| at),
        };
        let (escape, behind) = escape.split_at_checked(kept).unwrap_or((escape, ""));
        whole.push_str(escape);
        rest = behind;
    }
    whole.push_str(rest);
    whole
}

/// Which half of a pair of surrogates it is.
#[derive(Debug, Clone, Copy)]
enum Half {
    First,
    Second,
}

/// The half of a pair that an escape stands for, if a text begins with one.
fn surrogate(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::First),
        0xdc00..=0xdfff => Some(Half::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_letters_are_replaced() {
        for (message, text) in [
            (r#""a\ud835""#, "a\u{fffd}"),
            (r#""a\ud83db\\ud83d""#, "a\u{fffd}b\\ud83d"),
            (r#""\udc00\ud83d\ude00\ud83d""#, "\u{fffd}\u{1f600}\u{fffd}"),
            (r#""\ud83d\ud83d\ude00\n""#, "\u{fffd}\u{1f600}\n"),
        ] {
            assert_eq!(parse(message.as_bytes()).unwrap(), text, "{message}");
        }
        assert!(parse(br#""\ud8"#).is_err());
    }

    #[test]
    fn messages_survive() {
        let mut stream = Vec::new();
        for message in ["{}", "", "ä"] {
            write(&mut stream, message.as_bytes()).unwrap();
        }
        let mut stream = stream.as_slice();
        for message in ["{}", "", "ä"] {
            assert_eq!(read(&mut stream).unwrap().unwrap(), message.as_bytes());
        }
        assert!(read(&mut stream).unwrap().is_none());
    }

    #[test]
    fn streams_that_hold_none() {
        for stream in [
            "x",
            "\r\n\r\n",
            "Content-Length: 3\r\n\r\nab",
            "Content-Length: 99999999999\r\n\r\n",
            "A: 1\n\n",
        ] {
            assert!(read(&mut stream.as_bytes()).is_err(), "{stream:?}");
        }
        let mut other = "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}".as_bytes();
        assert_eq!(read(&mut other).unwrap().unwrap(), b"{}");
    }
}
