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

/// Writes a line to standard error; that nobody reads there is no fault.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Refuses outputs that would replace what the run reads, since nobody could run it again, and two outputs in one place.
///
/// # Errors
/// Where two of them are the same file, or both are standard output.
pub fn spare(inputs: &[&str], outputs: &[&str]) -> Result<(), Diagnostic> {
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

/// Whether two paths lead to one file, be it there or not. Devices and pipes take more than one output.
fn is_same(a: &str, b: &str) -> bool {
    let place = |path: &str| {
        let path = Path::new(path);
        path.canonicalize().or_else(|_| {
            let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
        })
    };
    a == b && a == "-"
        || matches!((place(a), place(b)), (Ok(a), Ok(b)) if a == b && (a.is_file() || !a.exists()))
}

fn failed(path: &str, error: &io::Error) -> Diagnostic {
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
