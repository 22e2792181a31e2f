//! What newcomers are told of the project: every test has its line in `CONTRIBUTING.md`, every crate its description.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

#[test]
fn every_test_is_told_of() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut missing = Vec::new();
    for package in entries(&root().join("crates")) {
        for test in entries(&package.join("tests")) {
            let is_binary =
                test.extension().is_some_and(|kind| kind == "rs") || test.join("main.rs").exists();
            let row = format!("| `{}` | `{}` |", stem(&package), stem(&test));
            missing.extend(Some(row).filter(|row| is_binary && !text.contains(row)));
        }
    }
    for folder in entries(&root().join("tests")).iter().filter(|path| path.is_dir()) {
        let name = format!("`tests/{}/", stem(folder));
        missing.extend(Some(name).filter(|name| !text.contains(name)));
    }
    assert!(missing.is_empty(), "CONTRIBUTING.md says nothing of {missing:?}");
}

#[test]
fn every_crate_says_what_it_is() {
    for package in entries(&root().join("crates")) {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("\ndescription = \""), "{} has no description", package.display());
    }
}

#[test]
fn the_page_of_names_is_current() {
    let path = root().join("docs/loopy-compat.md");
    let page = driver::script::compat::page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let stale = "run `UPDATE=1 cargo test --workspace --test project`";
    assert!(fs::read_to_string(&path).is_ok_and(|own| own == page), "docs/loopy-compat.md is stale: {stale}");
}

#[test]
fn every_case_that_is_named_is_there() {
    let text = fs::read_to_string(root().join("docs/cases.md")).unwrap();
    let named: Vec<&str> = text.split('`').filter(|part| part.contains('/') && part.contains('.')).collect();
    let missing: Vec<&str> = named.iter().copied().filter(|path| !root().join(path).is_file()).collect();
    assert!(named.len() > 60 && missing.is_empty(), "docs/cases.md names what is not there: {missing:?}");
}
