//! The inputs of the tests and examples, which are damaged, and the finds of earlier runs, which are tried
//! again.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/driver")
}

/// All files below these folders, without snapshots, sorted.
pub(crate) fn files(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true if !path.ends_with("snapshots") => open.push(path),
                true => {}
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

/// The texts of that extension, with at most so many bytes.
pub(crate) fn texts(extension: &str, most: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for path in files(&["tests", "examples"]) {
        if path.extension().is_some_and(|found| found == extension)
            && let Ok(text) = std::fs::read_to_string(&path)
            && text.len() <= most
        {
            texts.push(text);
        }
    }
    texts
}

/// What was found in a target once: the names of the files and their texts.
pub(crate) fn kept(target: &str) -> Vec<(String, String)> {
    let folder = format!("tests/corpus/{target}");
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned()))
    };
    files(&[folder.as_str()]).into_iter().filter_map(read).collect()
}

/// The calls in the first lines of the transforms' cases, and pipelines of the examples.
pub(crate) fn pipelines() -> Vec<String> {
    let mut found = texts("txt", 4000);
    for text in texts("lpir", 20_000) {
        let calls = text.lines().filter_map(|line| line.strip_prefix("# RUN: "));
        found.extend(calls.map(str::to_owned));
    }
    found
}

/// Sets in the notation of isl.
pub(crate) fn sets() -> Vec<String> {
    let mut found: Vec<String> = SETS.iter().map(|text| (*text).to_owned()).collect();
    for text in texts("lpir", 20_000) {
        for line in text.lines() {
            if let Some((_, set)) = line.split_once("domain ") {
                let set = set.strip_prefix("in ").unwrap_or(set);
                found.push(set.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned());
            } else if let Some((_, set)) = line.split_once("assume ") {
                found.push(set.to_owned());
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

const SETS: &[&str] = &[
    "{ [i] }",
    "{ [i, j] : exists k, l : i = 2*k + 3*l and 0 <= k < 4 }",
    "[n] -> { [i] : n mod 16 = 0 and floor(i/4) <= 3 or i = n - 1 }",
    "[n, m] -> { [i, j] : not (i < j) and 0 <= i, j < n + m }",
    "[n] -> { [i] : max(0, n - 3) <= i < min(n, 10) }",
    "[p] -> { : p >= 1 and p mod 2 = 1 }",
    "{ [i] : i >= -9223372036854775808 and i <= 9223372036854775807 }",
];

/// Match expressions of both notations.
pub(crate) const MATCHES: &[&str] = &[
    "s",
    "s*",
    "s_?",
    "f$t",
    "*$tag",
    "g$three < h$two",
    "f < ... < s",
    "a or b and not c",
    "(a or $t) and not (f$u < s)",
    "id:s and tag:t",
    "writes:a or reads:b*",
    "iname:i_inner",
    "id:s > id:h > id:g$",
    "id:s > ... > id:g",
    "not (not (not s))",
    "",
];
