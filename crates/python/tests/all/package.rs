//! The package in Python, by Python's own tests (`tests/test_*.py`).

use std::path::{Path, PathBuf};
use std::process::Command;

/// A Python with numpy, which need not be the first.
fn python() -> Option<&'static str> {
    let has_numpy = |python: &&str| {
        let asked = Command::new(python)
            .args(["-c", "import numpy, sys; assert sys.version_info >= (3, 11)"])
            .output();
        asked.is_ok_and(|done| done.status.success())
    };
    ["python3", "/usr/bin/python3"].into_iter().find(has_numpy)
}

/// The packages as they are installed: their files, and the native part beside those of `lp`.
fn installed(site: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(site);
    let _ = std::fs::remove_dir_all(&root);
    for package in ["lp", "loopy"] {
        copied(&Path::new(env!("CARGO_MANIFEST_DIR")).join(package), &root.join(package));
    }
    let own = std::env::current_exe().unwrap();
    let native = own.parent().unwrap().join("liblp_native.so");
    std::fs::copy(&native, root.join("lp/_native.abi3.so")).unwrap();
    root
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copied(&path, &target);
        } else {
            std::fs::copy(&path, target).unwrap();
        }
    }
}

#[test]
fn python_tests_pass() {
    let python = python().expect("no Python 3.11 or later has numpy: install python3-numpy");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let cache = tempfile::tempdir().unwrap();
    let done = Command::new(python)
        .args(["-W", "error::SyntaxWarning", "-m", "unittest", "discover", "--start-directory"])
        .arg(&tests)
        .current_dir(&cache)
        .env("PYTHONPATH", installed("tests"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("LP_CACHE", cache.path())
        .env("LP_ROOT", Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
}

/// Whether Python has a module.
fn has(python: &str, module: &str) -> bool {
    let asked = Command::new(python).args(["-c", &format!("import {module}")]).output();
    asked.is_ok_and(|done| done.status.success())
}

/// The code of a page, in the order in which a reader meets it. Modules that a block needs stand behind the
/// word `python` at its start; without them it is left out, which is said.
fn code_of(page: &str, python: &str) -> String {
    let mut code = Vec::new();
    for block in page.split("```python").skip(1) {
        let (needs, rest) = block.split_once('\n').unwrap();
        match needs.split_whitespace().find(|module| !has(python, module)) {
            Some(missing) => eprintln!("a block is not run: {missing} is not there"),
            None => code.extend(rest.split("```").next()),
        }
    }
    code.join("\n")
}

fn code_of_a_page_runs(page: &str, site: &str) {
    let python = python().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join(page)).unwrap();
    let cache = tempfile::tempdir().unwrap();
    let done = Command::new(python)
        .args(["-c", &code_of(&text, python)])
        .current_dir(&root)
        .env("PYTHONPATH", installed(site))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("LP_CACHE", cache.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn the_code_of_the_manual_runs() {
    code_of_a_page_runs("docs/python.md", "manual");
}

#[test]
fn the_code_of_the_walk_runs() {
    code_of_a_page_runs("docs/walks/python.md", "walk");
}
