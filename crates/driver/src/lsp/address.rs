//! Addresses of documents: `file:` URIs and paths.

use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The path that a `file:` URI names on this machine.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).and(uri.get(5..))?;
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    let path = path.split(['?', '#']).next().filter(|path| path.starts_with('/'))?;
    let bytes = decoded(path)?;
    (!bytes.contains(&0)).then(|| PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

/// The URI of a path; of one that is not absolute there is none.
pub(super) fn uri_of(path: &Path) -> Option<String> {
    let mut uri = "file://".to_owned();
    for byte in path.is_absolute().then(|| path.as_os_str().as_bytes())? {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(*byte));
            }
            other => drop(write!(uri, "%{other:02X}")),
        }
    }
    Some(uri)
}

/// The bytes of a text in which some are written as `%` and two digits.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(behind.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?);
        rest = behind.get(2..)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive() {
        for path in ["/a/b.lpir", "/with space/%41#?.txt", "/ä/𝛼:~.f90", "/"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert!(uri.is_ascii() && !uri.contains(' '), "{uri}");
            assert_eq!(path_of(&uri).unwrap(), Path::new(path));
        }
    }

    #[test]
    fn other_spellings_and_other_schemes() {
        for (uri, path) in [
            ("file:///a%20b", Some("/a b")),
            ("file:/a", Some("/a")),
            ("FILE://localhost/a%2fb", Some("/a/b")),
            ("file:///c%C3%A4?x#y", Some("/cä")),
            ("untitled:Untitled-1", None),
            ("file://elsewhere", None),
            ("file:///a%2", None),
            ("file:///a%+1", None),
            ("file:///a%00", None),
            ("", None),
        ] {
            assert_eq!(path_of(uri), path.map(PathBuf::from), "{uri}");
        }
        assert_eq!(uri_of(Path::new("a")), None);
    }
}
