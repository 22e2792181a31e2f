//! F20: what the tools are built from.

use crate::faults::tool::root;
use serde_json::Value;
use std::process::Command;

/// Licences that a program under the MIT licence may be linked with.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

#[test]
fn every_dependency_has_a_licence_of_the_list() {
    let mut command = Command::new(env!("CARGO"));
    // Packages of other systems are not there without a network.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    command.args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &host]);
    command.current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_allowed(licence), "{name} is under {licence}");
        let is_ours = package["source"].is_null();
        let source = package["source"].as_str().unwrap_or_default();
        assert!(is_ours || source.starts_with("registry+"), "{name} comes from {source}");
    }
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` can be satisfied.
fn is_allowed(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let any = |part: &str| part.split(" OR ").any(|licence| LICENCES.contains(&licence.trim()));
    plain.split(" AND ").all(any)
}

#[test]
fn licence_expressions() {
    assert!(
        is_allowed("MIT") && is_allowed("MIT/Apache-2.0") && is_allowed("(MIT OR GPL-3.0) AND Unicode-3.0")
    );
    assert!(!is_allowed("GPL-3.0-only") && !is_allowed("none") && !is_allowed("MIT AND GPL-3.0"));
}

/// Files that may hold unsafe code: the borders to isl and to OpenCL.
const UNSAFE: &[&str] = &["crates/poly/src/isl.rs", "crates/runtime/src/device/opencl.rs"];

#[test]
fn unsafe_code_lies_at_the_borders_alone() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"deny\""));
    let mut folders = vec![root().join("crates")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.ends_with("/tests") {
                    folders.push(path);
                }
            } else if name.ends_with("Cargo.toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(
                    text.contains("[lints]\nworkspace = true"),
                    "{name} does not take the workspace's lints"
                );
            } else if name.ends_with(".rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let allows = text.contains("allow(unsafe_code") || text.contains("expect(unsafe_code");
                assert!(!allows || UNSAFE.contains(&name.as_str()), "{name} allows unsafe code");
                found += usize::from(allows);
            }
        }
    }
    assert!(found > 0);
}
