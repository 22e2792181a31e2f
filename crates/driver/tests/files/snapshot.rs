//! Snapshots that mirror their inputs, and the check that none is left over.

use diag::{Diagnostic, SourceMap};
use driver::render::Renderer;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

static REFERENCED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The project's root folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the crate lies in crates/driver").to_path_buf()
}

/// All files below a folder of the project with one of these extensions, sorted, as paths from the root.
pub(crate) fn inputs(folder: &str, extensions: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
            if path.is_dir() {
                open.push(path);
            } else if extensions.contains(&extension) {
                let relative = path.strip_prefix(root()).expect("below the root");
                found.push(relative.to_str().expect("file names are UTF-8").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// A trial whose failure is a panic or an error.
pub(crate) fn trial(name: &str, body: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name.to_owned(), move || {
        std::env::set_current_dir(root()).map_err(|error| Failed::from(error.to_string()))?;
        match catch_unwind(AssertUnwindSafe(body)) {
            Ok(result) => result.map_err(Failed::from),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                Err(Failed::from(text.unwrap_or_else(|| "panicked".to_owned())))
            }
        }
    })
}

/// Compares text with the snapshot at `tests/snapshots/PATH.snap`, without the `tests/` of inputs that lie
/// there.
pub(crate) fn check(path: &str, text: &str) {
    let full = root().join("tests/snapshots").join(path.strip_prefix("tests/").unwrap_or(path));
    let folder = full.parent().expect("a snapshot lies in a folder");
    let name = full.file_name().and_then(|name| name.to_str()).expect("file names are UTF-8");
    REFERENCED.lock().expect("no holder panics").insert(folder.join(format!("{name}.snap")));
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Diagnostics as a terminal without colours shows them.
pub(crate) fn rendered(sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let renderer = Renderer::default();
    let mut sources = sources.clone();
    let texts: Vec<String> = diagnostics.iter().map(|d| renderer.render(&mut sources, d)).collect();
    texts.join("\n\n") + "\n"
}

/// An error for each snapshot that no trial of this run compared with.
pub(crate) fn all_referenced() -> Result<(), String> {
    let referenced = REFERENCED.lock().map_err(|error| error.to_string())?;
    let existing = inputs("tests/snapshots", &["snap"]);
    let left: Vec<String> =
        existing.into_iter().filter(|path| !referenced.contains(&root().join(path))).collect();
    if left.is_empty() {
        Ok(())
    } else {
        Err(format!("no test refers to these snapshots:\n{}", left.join("\n")))
    }
}
