//! Where results go: standard output, or a file that appears whole or not at all.

use diag::{Diagnostic, SourceMap};
use std::fs::Metadata;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    let outputs: Vec<(&str, &[u8])> = outputs.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    write_all_bytes(&outputs)
}

/// Writes bytes to paths: all files of a run, or none.
///
/// # Errors
/// A diagnostic that names the path that cannot be written.
pub fn write_all_bytes(outputs: &[(&str, &[u8])]) -> Result<(), Diagnostic> {
    let is_file = |(path, _): &&(&str, &[u8])| *path != "-";
    let files: Vec<(&Path, &[u8])> =
        outputs.iter().filter(is_file).map(|(path, bytes)| (Path::new(*path), *bytes)).collect();
    runtime::replace_all(&files).map_err(|(at, error)| {
        failed(&files.get(at).map(|(path, _)| path.to_string_lossy()).unwrap_or_default(), &error)
    })?;
    outputs.iter().filter(|(path, _)| *path == "-").try_for_each(|(_, bytes)| print_bytes(bytes))
}

/// Writes text to standard output.
///
/// # Errors
/// Where that fails for another reason than that nobody reads any more, which is no fault.
pub fn print(text: &str) -> Result<(), Diagnostic> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output.
///
/// # Errors
/// Where that fails for another reason than that nobody reads any more, which is no fault.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(failed("<stdout>", &error)),
        _ => Ok(()),
    }
}

/// Writes a line to standard error; that nobody reads there is no fault.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes text to standard error as it is.
pub fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Refuses outputs that would replace what the run reads, since nobody could run it again, and two outputs in
/// one place.
///
/// # Errors
/// Where two outputs are the same file, or both are standard output, or two inputs are standard input.
pub fn spare(inputs: &[&str], outputs: &[&str]) -> Result<(), Diagnostic> {
    if inputs.iter().filter(|input| **input == "-").count() > 1 {
        let error = Diagnostic::error("lp::driver::read", "standard input would be read twice");
        return Err(error.help("give a file for one of both"));
    }
    let taken = |message: String| Diagnostic::error("lp::driver::write", message);
    for (at, output) in outputs.iter().enumerate() {
        if *output != "-" && inputs.iter().any(|input| *input != "-" && is_same(input, output)) {
            let error = taken(format!("`{output}` is an input of the run and would be lost"));
            return Err(error.help("write to another file, and rename it when you are satisfied"));
        }
        if outputs.iter().take(at).any(|other| is_same(other, output)) {
            let place = if *output == "-" { "standard output".to_owned() } else { format!("`{output}`") };
            let error = taken(format!("two outputs would be written to {place}"));
            return Err(error.help("give each a file of its own"));
        }
    }
    Ok(())
}

/// Refuses outputs that would replace a file which the run has read: also one that an input includes, or a
/// module that it uses.
///
/// # Errors
/// Where an output is such a file.
pub fn spare_read(sources: &SourceMap, outputs: &[&str]) -> Result<(), Diagnostic> {
    spare(&files_of(sources), outputs)
}

/// The files among sources; others are texts of a command line or of standard input.
fn files_of(sources: &SourceMap) -> Vec<&str> {
    sources.names().filter(|name| Path::new(name).is_file()).collect()
}

/// Whether two paths lead to one file, be it there or not, also through links and under two names. Devices
/// and pipes take more than one output.
fn is_same(a: &str, b: &str) -> bool {
    if a == "-" || b == "-" {
        return a == b;
    }
    match (std::fs::metadata(a), std::fs::metadata(b)) {
        (Ok(first), Ok(second)) => first.is_file() && is_one(Path::new(a), &first, Path::new(b), &second),
        (Err(_), Err(_)) => matches!((place(a), place(b)), (Ok(a), Ok(b)) if a == b),
        _ => false,
    }
}

#[cfg(unix)]
fn is_one(_: &Path, first: &Metadata, _: &Path, second: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (first.dev(), first.ino()) == (second.dev(), second.ino())
}

#[cfg(not(unix))]
fn is_one(a: &Path, _: &Metadata, b: &Path, _: &Metadata) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Where a file that is not there yet would be.
fn place(path: &str) -> io::Result<PathBuf> {
    let path = runtime::destination(Path::new(path))?;
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize()?.join(path.file_name().unwrap_or_default()))
}

pub(crate) fn failed(path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("lp::driver::write", format!("cannot write `{path}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_replace_neither_inputs_nor_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (input, other, link) = (path("in"), path("./in"), path("link"));
        std::fs::write(&input, "x").unwrap();
        std::os::unix::fs::symlink(&input, &link).unwrap();
        let is_refused = |inputs: &[&str], outputs: &[&str]| spare(inputs, outputs).is_err();
        assert!(is_refused(&[&input], &[&other]) && is_refused(&[&input], &[&link]));
        assert!(is_refused(&["-", &input], &["-", &input]) && is_refused(&[], &["-", "-"]));
        assert!(is_refused(&[], &[&path("new"), &path("./new")]) && is_refused(&[], &["new", "./new"]));
        assert!(!is_refused(&["-"], &["-"]) && !is_refused(&[&input], &[&path("new"), "-"]));
        assert!(!is_refused(&["/dev/null"], &["/dev/null", "/dev/null"]));
        let (hard, dangling) = (path("hard"), path("dangling"));
        std::fs::hard_link(&input, &hard).unwrap();
        std::os::unix::fs::symlink("new", &dangling).unwrap();
        assert!(is_refused(&[&input], &[&hard]));
        assert!(is_refused(&[], &[&path("new"), &dangling]) && !is_refused(&[&input], &[&dangling]));
    }

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
