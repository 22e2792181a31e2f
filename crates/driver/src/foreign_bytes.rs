//! Texts with bytes that are no UTF-8, as old sources have them in comments.
//!
//! Each such byte stands as one character for private use. So a text that is written again has the bytes that
//! it had, and columns are those that a compiler counts.

/// The character that stands for the byte 0.
const FIRST: u32 = 0xF700;

/// The text of these bytes; `None` where it has such characters itself.
pub(crate) fn decoded(bytes: &[u8]) -> Option<String> {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        if chunk.valid().chars().any(|c| byte_of(c).is_some()) {
            return None;
        }
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    Some(text)
}

/// The bytes of such a text.
pub(crate) fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        match byte_of(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// The byte that a character stands for.
fn byte_of(c: char) -> Option<u8> {
    let byte = u32::from(c).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok());
    byte.filter(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn all_bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&all[..], b"", b"caf\xe9 et \xc3\xa9", b"\xe2\x82", "\u{feff}x".as_bytes()] {
            assert_eq!(decoded(bytes).map(|text| encoded(&text)).as_deref(), Some(bytes));
        }
        assert_eq!(decoded(b"caf\xe9").map(|text| text.chars().count()), Some(4));
        assert_eq!(decoded("\u{f7e9}".as_bytes()), None);
    }
}
