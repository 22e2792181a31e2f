//! What newcomers are told of the project: every test has its line in `CONTRIBUTING.md`, every crate its
//! description.

use std::collections::BTreeSet;
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

/// The folders of all crates.
fn packages() -> Vec<PathBuf> {
    let mut packages = entries(&root().join("crates"));
    packages.push(root().join("examples/own-transform"));
    packages
}

/// Whether a file or folder is a test binary of its own, and not the one that holds many.
fn is_binary(test: &Path) -> bool {
    let is_file = test.extension().is_some_and(|kind| kind == "rs");
    stem(test) != "all" && (is_file || test.join("main.rs").exists())
}

/// Whether a file or folder of a test binary has tests, and not only what they need.
fn holds_tests(module: &Path) -> bool {
    if module.is_dir() {
        return entries(module).iter().any(|file| holds_tests(file));
    }
    fs::read_to_string(module).is_ok_and(|text| text.contains("#[test]"))
}

#[test]
fn every_test_is_told_of() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut missing = Vec::new();
    for package in packages() {
        let tests = package.join("tests");
        let in_one = entries(&tests.join("all")).into_iter().filter(|path| holds_tests(path));
        for test in entries(&tests).into_iter().filter(|test| is_binary(test)).chain(in_one) {
            let row = format!("| `{}` | `{}` ", stem(&package), stem(&test));
            missing.extend(Some(row).filter(|row| !text.contains(row)));
        }
    }
    for folder in entries(&root().join("tests")).iter().filter(|path| path.is_dir()) {
        let name = format!("`tests/{}/", stem(folder));
        missing.extend(Some(name).filter(|name| !text.contains(name)));
    }
    assert!(missing.is_empty(), "CONTRIBUTING.md says nothing of {missing:?}");
}

#[test]
fn every_crate_says_what_it_is_under_a_name_of_its_own() {
    for package in packages() {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("\ndescription = \""), "{} has no description", package.display());
        let has_prefix = manifest.starts_with("[package]\nname = \"lpir");
        let is_example = !package.starts_with(root().join("crates"));
        assert!(has_prefix || is_example, "{} is called as a foreign crate may be", package.display());
    }
}

#[test]
fn every_crate_is_on_the_map() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let is_missing = |package: &PathBuf| !map.contains(&format!("`{}`", stem(package)));
    let missing: Vec<PathBuf> = entries(&root().join("crates")).into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md says nothing of {missing:?}");
}

#[test]
fn the_page_of_names_is_current() {
    let path = root().join("docs/loopy-compat.md");
    let page = driver::script::compat::page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let stale = "run `UPDATE=1 cargo test --workspace --test all -- project::`";
    assert!(fs::read_to_string(&path).is_ok_and(|own| own == page), "docs/loopy-compat.md is stale: {stale}");
}

#[test]
fn the_page_of_codes_is_current() {
    let path = root().join("docs/diagnostics.md");
    let page = driver::explain::page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let stale = "run `UPDATE=1 cargo test --workspace --test all -- project::`";
    assert!(fs::read_to_string(&path).is_ok_and(|own| own == page), "docs/diagnostics.md is stale: {stale}");
}

/// All files below a folder with one of these extensions.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "lalrpop") {
            found.push(path);
        }
    }
}

/// The codes in a source, without its unit tests: `"lp::` and words joined by `::`, up to a quotation mark.
fn codes(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_code = |code: &&str| {
        code.split("::").all(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        })
    };
    let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    own.split("\"lp::")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(is_code)
        .map(|code| format!("lp::{code}"))
}

#[test]
fn every_code_is_explained() {
    let mut files = Vec::new();
    for package in entries(&root().join("crates")) {
        sources(&package.join("src"), &mut files);
    }
    let texts: Vec<String> = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let used: BTreeSet<String> = texts.iter().flat_map(|text| codes(text)).collect();
    let told: Vec<&str> =
        driver::explain::chapters().iter().flat_map(|chapter| &chapter.entries).map(|e| e.code).collect();
    let missing: Vec<&String> = used.iter().filter(|code| !told.contains(&code.as_str())).collect();
    assert!(missing.is_empty(), "nothing in crates/driver/src/explain explains {missing:?}");
    let left: Vec<&&str> = told.iter().filter(|code| !used.contains(**code)).collect();
    assert!(left.is_empty(), "no source uses {left:?}, which crates/driver/src/explain explains");
    let distinct: BTreeSet<&&str> = told.iter().collect();
    assert_eq!(distinct.len(), told.len(), "a code is explained twice");
}

#[test]
fn every_case_that_is_named_is_there() {
    let text = fs::read_to_string(root().join("docs/cases.md")).unwrap();
    let named: Vec<&str> = text.split('`').filter(|part| part.contains('/') && part.contains('.')).collect();
    let missing: Vec<&str> = named.iter().copied().filter(|path| !root().join(path).is_file()).collect();
    assert!(named.len() > 60 && missing.is_empty(), "docs/cases.md names what is not there: {missing:?}");
}
