//! Where results go: standard output, or a file that appears whole or not at all.

use diag::Diagnostic;
use std::io::{self, Write};
use std::path::Path;

/// Writes text to a path, or to standard output for `-`.
///
/// A failed run leaves the old file, see [`runtime::replace`].
///
/// # Errors
/// A diagnostic that names the path.
pub fn write(path: &str, text: &str) -> Result<(), Diagnostic> {
    if path == "-" {
        return match io::stdout().lock().write_all(text.as_bytes()) {
            // A reader that has seen enough is no fault.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(failed("<stdout>", &error)),
            _ => Ok(()),
        };
    }
    runtime::replace(Path::new(path), text.as_bytes()).map_err(|error| failed(path, &error))
}

fn failed(path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("lp::driver::write", format!("cannot write `{path}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_names_the_path_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no/such/file");
        let error = write(missing.to_str().unwrap(), "x").unwrap_err();
        assert!(error.message.contains("no/such/file"));
        let file = folder.path().join("out");
        write(file.to_str().unwrap(), "one").unwrap();
        write(file.to_str().unwrap(), "two").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
