//! Links the tools at fixed addresses: to relocate thirty megabytes at each start takes longer than a small
//! kernel.
//!
//! Tells the tools a number that stands for their sources: what another build has judged, this one judges
//! again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() {
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let mut hasher = DefaultHasher::new();
    std::env::var("CARGO_PKG_VERSION").ok().hash(&mut hasher);
    let mut sources = vec![PathBuf::from("src"), "Cargo.lock".into()];
    // A package from a registry lies beside foreign ones; its own lock file has the sums of all that it uses.
    if Path::new("../../Cargo.lock").is_file() {
        let crates = fs::read_dir("..").into_iter().flatten().flatten().map(|one| one.path().join("src"));
        sources = crates.filter(|path| path.is_dir()).chain(["../../Cargo.lock".into()]).collect();
    }
    sources.sort();
    for source in sources {
        println!("cargo::rerun-if-changed={}", source.display());
        // A source that cannot be read would not have been compiled.
        let _ = add(&source, &mut hasher);
    }
    println!("cargo::rustc-env=LP_SOURCES={:016x}", hasher.finish());
}

/// Adds the texts of a file or folder, in the order of their names.
fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if !path.is_dir() {
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let mut inside = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    inside.iter().try_for_each(|path| add(path, hasher))
}
