//! Where results go: standard output, or a file that appears whole or not at all.

use diag::Diagnostic;
use std::io::{self, Write};
use std::path::Path;

/// Writes text to a path, or to standard output for `-`.
///
/// A failed run leaves the old file, see [`runtime::replace_all`].
///
/// # Errors
/// A diagnostic that names the path.
pub fn write(path: &str, text: &str) -> Result<(), Diagnostic> {
    write_all(&[(path, text)])
}

/// Writes texts to paths: all files of a run, or none.
///
/// # Errors
/// A diagnostic that names the path that cannot be written.
pub fn write_all(outputs: &[(&str, &str)]) -> Result<(), Diagnostic> {
    let is_file = |(path, _): &&(&str, &str)| *path != "-";
    let files: Vec<(&Path, &[u8])> =
        outputs.iter().filter(is_file).map(|(path, text)| (Path::new(*path), text.as_bytes())).collect();
    runtime::replace_all(&files).map_err(|(at, error)| {
        failed(&files.get(at).map(|(path, _)| path.to_string_lossy()).unwrap_or_default(), &error)
    })?;
    outputs.iter().filter(|(path, _)| *path == "-").try_for_each(|(_, text)| print(text))
}

/// Writes text to standard output.
///
/// # Errors
/// Where that fails for another reason than that nobody reads any more, which is no fault.
pub fn print(text: &str) -> Result<(), Diagnostic> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(failed("<stdout>", &error)),
        _ => Ok(()),
    }
}

/// Refuses an output that is the run's input: nobody could run it again.
///
/// # Errors
/// Where both are the same file.
pub fn spare(input: &str, output: &str) -> Result<(), Diagnostic> {
    let same = |a: &str, b: &str| Some(std::fs::canonicalize(a).ok()? == std::fs::canonicalize(b).ok()?);
    if input == "-" || output == "-" || same(input, output) != Some(true) {
        return Ok(());
    }
    let error = Diagnostic::error("lp::driver::write", format!("`{output}` is the input and would be lost"));
    Err(error.help("write to another file, and rename it when you are satisfied"))
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
