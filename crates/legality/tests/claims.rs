//! Each file of the checker begins with what it proves, and a test names that claim.
//!
//! A case of `tests/legality` names claims in a comment `CLAIM: name, name`; it would have another verdict if
//! one of them were false. Another test names one in a comment `// Claim: name` above it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Lemmas that the checker shares with transforms.
fn lemmas() -> Vec<(PathBuf, String)> {
    texts("../dependence/src").into_iter().filter(|(_, text)| text.starts_with("//! Claim (")).collect()
}

/// The file of each claim.
fn claims() -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let own = texts("src").into_iter().filter(|(path, _)| !path.ends_with("lib.rs"));
    for (path, text) in own.chain(lemmas()) {
        let claim = text.strip_prefix("//! Claim (").and_then(|rest| rest.split_once("): "));
        let (name, sentence) =
            claim.unwrap_or_else(|| panic!("{} does not begin with `//! Claim (name): ..`", path.display()));
        assert!(sentence.starts_with(char::is_uppercase), "{}: the claim is no sentence", path.display());
        let other = found.insert(name.to_owned(), path.clone());
        assert!(other.is_none(), "{} and {} make one claim", path.display(), other.unwrap().display());
    }
    found
}

/// The claims that tests name.
fn tested() -> BTreeSet<String> {
    let cases = texts("../../tests/legality");
    let cases = cases.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.split_once("CLAIM: "));
    let units = texts("src").into_iter().chain(lemmas()).chain(texts("../driver/tests/all/faults"));
    let units: Vec<_> = units.collect();
    let units =
        units.iter().flat_map(|(_, text)| text.lines()).filter_map(|line| line.split_once("// Claim: "));
    let named = cases.chain(units).flat_map(|(_, names)| names.split(','));
    named.map(|name| name.trim().to_owned()).collect()
}

#[test]
fn each_claim_has_a_test_that_names_it() {
    let (claims, tested) = (claims(), tested());
    let open: Vec<_> = claims.iter().filter(|(name, _)| !tested.contains(*name)).collect();
    assert!(open.is_empty(), "no test names these claims: {open:?}");
    let unknown: Vec<_> = tested.iter().filter(|name| !claims.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "tests name what no file claims: {unknown:?}");
}
