//! The order in which a compiler wants files: one that uses a module comes behind the one that holds it.

use std::path::PathBuf;

/// A file, with the modules that it holds and uses.
struct File<'f> {
    path: &'f PathBuf,
    holds: Vec<String>,
    uses: Vec<String>,
}

/// The files in that order; those that use each other in a circle come last, as they are.
pub(super) fn modules_first(files: &[PathBuf]) -> Vec<&PathBuf> {
    let text = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let mut open: Vec<File<'_>> = files.iter().map(|path| read(path, &text(path))).collect();
    let mut ordered = Vec::new();
    loop {
        let is_open = |module: &String| open.iter().any(|file| file.holds.contains(module));
        let is_ready =
            |file: &File<'_>| file.uses.iter().all(|module| file.holds.contains(module) || !is_open(module));
        let ready: Vec<bool> = open.iter().map(is_ready).collect();
        let before = ordered.len();
        let mut at = ready.into_iter();
        open.retain(|file| {
            let is_ready = at.next().unwrap_or(false);
            ordered.extend(is_ready.then_some(file.path));
            !is_ready
        });
        if ordered.len() == before {
            ordered.extend(open.iter().map(|file| file.path));
            return ordered;
        }
    }
}

fn read<'f>(path: &'f PathBuf, text: &str) -> File<'f> {
    let mut file = File { path, holds: Vec::new(), uses: Vec::new() };
    for line in text.lines() {
        let line = line.trim_start().to_ascii_lowercase();
        let named = |rest: &str| {
            let rest = rest.rsplit_once("::").map_or(rest, |(_, name)| name).trim_start();
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("").to_owned()
        };
        if let Some(rest) = line.strip_prefix("module ") {
            file.holds.push(named(rest));
        } else if let Some(rest) = line.strip_prefix("use ").or_else(|| line.strip_prefix("use,")) {
            file.uses.push(named(rest));
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_comes_first() {
        let folder = std::env::temp_dir().join(format!("lp-order-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files = [
            file("a.f90", "subroutine a\n  use m, only: n\nend"),
            file("b.f90", "      MODULE M\n      USE, INTRINSIC :: ISO_C_BINDING\n      USE K\n      END"),
            file("c.f90", "module k\nuse elsewhere\nend module"),
            file("d.f90", "module p\nuse q\nend\nmodule q\nuse p\nend"),
        ];
        let ordered: Vec<&str> =
            modules_first(&files).iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(ordered, ["c.f90", "d.f90", "b.f90", "a.f90"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
