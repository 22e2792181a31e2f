//! The lists that are made from the directory: each transform is registered by the file that declares it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A struct that derives `Transform`, and the module that holds it.
struct Found {
    path: Vec<String>,
    structs: Vec<String>,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn search(directory: &Path, path: &[String], found: &mut Vec<Found>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        let stem = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut path = path.to_vec();
        if entry.is_dir() {
            path.push(stem);
            if entry.join("mod.rs").exists() || entry.with_extension("rs").exists() {
                search(&entry, &path, found);
            }
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            if stem != "mod" {
                path.push(stem);
            }
            let structs = declared(&fs::read_to_string(&entry).unwrap());
            if !structs.is_empty() {
                found.push(Found { path, structs });
            }
        }
    }
}

/// Names of the structs that stand under a `#[transform(..)]` attribute.
fn declared(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[transform(") {
            let line = lines
                .find(|line| line.starts_with("pub struct "))
                .expect("a public struct below the attribute");
            let name = line.trim_start_matches("pub struct ");
            names.push(name.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned());
        }
    }
    names
}

/// The module through which a file's structs are seen: its own, or the folder's where that keeps its files
/// private and hands on what they declare.
fn visible(path: &[String]) -> String {
    let Some((name, folder)) = path.split_last().filter(|(_, folder)| !folder.is_empty()) else {
        return path.join("::");
    };
    let file = source().join(folder.join("/")).join("mod.rs");
    let text = fs::read_to_string(file).unwrap_or_default();
    let public =
        text.contains(&format!("pub(crate) mod {name};")) || text.contains(&format!("pub mod {name};"));
    if public { path.join("::") } else { folder.join("::") }
}

const BEGIN: &str = "// BEGIN GENERATED\n";
const END: &str = "// END GENERATED\n";

fn lines(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

/// Compares what is there with what should be there, or writes it where `UPDATE` is set.
fn check(file: &Path, is: &str, should: &str, whole: impl Fn() -> String) {
    if lines(is) == lines(should) {
        return;
    }
    assert!(std::env::var_os("UPDATE").is_some(), "{} is stale: run `./run codegen`", file.display());
    fs::write(file, whole()).unwrap();
}

#[test]
fn transforms_are_registered() {
    let mut found = Vec::new();
    search(&source(), &[], &mut found);
    let library = source().join("lib.rs");
    let text = fs::read_to_string(&library).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (is, after) = rest.split_once(END).unwrap();
    let by_hand = |module: &str| before.contains(&format!("mod {module};"));
    let modules: BTreeSet<&String> =
        found.iter().map(|found| &found.path[0]).filter(|top| !by_hand(top)).collect();
    let modules: String = modules.iter().map(|module| format!("mod {module};\n")).collect();
    let uses: String = found
        .iter()
        .flat_map(|Found { path, structs }| {
            let module = visible(path);
            structs.iter().map(move |name| format!("pub use {module}::{name};\n"))
        })
        .collect();
    let should = format!("{modules}\n{uses}");
    check(&library, is, &should, || format!("{before}{BEGIN}{should}{END}{after}"));

    let entries: String = found
        .iter()
        .flat_map(|found| found.structs.iter().map(|name| format!("    crate::{name}::SPEC,\n")))
        .collect();
    let catalogue = format!(
        "//! All transforms; made by `./run codegen` from the files that declare them.\n\n\
         pub(crate) static CATALOGUE: &[&pass::Spec] = &[\n{entries}];\n"
    );
    let file = source().join("catalogue.rs");
    check(&file, &fs::read_to_string(&file).unwrap_or_default(), &catalogue, || catalogue.clone());

    let uses: String = found
        .iter()
        .flat_map(|Found { path, structs }| {
            let module = visible(path);
            structs.iter().map(move |name| {
                format!("pub use crate::{module}::{name};\npub use crate::{module}::{name}Call;\n")
            })
        })
        .collect();
    let calls = format!(
        "//! All transforms, and what calls of them in Rust are; made by `./run codegen` from the files that\n\
         //! declare them.\n\n{uses}"
    );
    let file = source().join("calls.rs");
    check(&file, &fs::read_to_string(&file).unwrap_or_default(), &calls, || calls.clone());
}

#[test]
fn the_reference_pages_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (name, should) in transforms::reference_pages() {
        let file = docs.join(name);
        if fs::read_to_string(&file).is_ok_and(|is| is == should) {
            continue;
        }
        assert!(std::env::var_os("UPDATE").is_some(), "{} is stale: run `./run codegen`", file.display());
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, should).unwrap();
    }
}
