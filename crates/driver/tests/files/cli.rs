//! `tests/cli/*.sh`: what commands print, and their exit codes. `$OUT` is an empty folder.

use crate::snapshot::{check, inputs, root, trial};
use libtest_mimic::Trial;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/cli", &["sh"]);
    files.into_iter().map(|path| trial(&path.clone(), move || run(&path))).collect()
}

fn run(path: &str) -> Result<(), String> {
    let tools = Path::new(env!("CARGO_BIN_EXE_lpopt")).parent().ok_or("the tools lie nowhere")?;
    let search = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let out = tempfile::tempdir().map_err(|error| error.to_string())?;
    let output = Command::new("sh")
        .arg(path)
        .current_dir(root())
        .env("PATH", search)
        .env("OUT", out.path())
        .env("NO_COLOR", "1")
        .env("TERM", "xterm")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let clean = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&*out.path().to_string_lossy(), "$OUT");
        let text = text.replace(&*root().to_string_lossy(), "$ROOT");
        // The number in this line depends on the sources of the tools.
        text.split_inclusive('\n').filter(|line| !line.starts_with("# judged ")).collect::<String>()
    };
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    let text =
        format!("{}\n--- stderr\n{}\n--- exit code {code}\n", clean(&output.stdout), clean(&output.stderr));
    check(path, &text);
    Ok(())
}
