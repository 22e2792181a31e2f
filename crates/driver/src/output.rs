//! Output files: they appear whole or not at all.

use diag::Diagnostic;
use std::io::{self, Write};
use std::path::Path;

/// Writes text to a path, or to standard output for `-`.
///
/// A file is written beside its destination and renamed, so that a failed run leaves the old one.
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
    replace(Path::new(path), text).map_err(|error| failed(path, &error))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".lp-").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    set_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private to their user; outputs are not.
#[cfg(unix)]
fn set_readable(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_readable(_: &std::fs::File) -> io::Result<()> {
    Ok(())
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
