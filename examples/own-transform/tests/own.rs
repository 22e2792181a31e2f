//! The transform is called like those of the compiler: in Rust, in pipelines, scripts, help and cases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use lpir::Language;
use lpir::transform::REGISTRY;
use own_transform::ReverseIname;
use std::path::Path;
use std::process::Command;

/// Each iteration is for itself.
const FREE: &str = "kernel scale\nargs n : int32\nargs a : float64[n]\n{ [i] : 0 <= i < n }\na[i] = 2*a[i]\n";

/// Each iteration needs the one before it.
const BOUND: &str = "kernel sums\nargs n : int32\nargs a : float64[n]\noptions order(text)\n\
    { [i] : 1 <= i < n }\na[i] = a[i-1] + a[i]\n";

/// What `own-lpopt` prints in a folder with these kernels, and whether it succeeds.
fn own_lpopt(folder: &Path, arguments: &[&str]) -> (bool, String) {
    std::fs::write(folder.join("free.loopy"), FREE).unwrap();
    std::fs::write(folder.join("bound.loopy"), BOUND).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_own-lpopt"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let text = [run.stdout, run.stderr].concat();
    (run.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn in_rust() {
    let program = lpir::read("free.loopy", FREE).unwrap();
    let reversed = program.apply(ReverseIname::new("i").new_iname("back")).unwrap();
    let code = reversed.code(Language::C).unwrap();
    assert!(code.source.contains("for (int back = 1 - n; back < 1; ++back)"), "{}", code.source);
    let registry = REGISTRY.extended_by(&[ReverseIname::SPEC]).unwrap();
    let same = program.run_pipeline("reverse_iname('i', new_iname='back')", &registry).unwrap();
    assert_eq!(same.to_string(), reversed.to_string());
}

#[test]
fn the_checker_refuses_what_changes_a_result() {
    let program = lpir::read("bound.loopy", BOUND).unwrap();
    let error = program.apply(ReverseIname::new("i")).unwrap().prove().unwrap_err();
    assert_eq!(error.diagnostics[0].code, "lp::legality::order");
    let folder = tempfile::tempdir().unwrap();
    let (is_done, text) = own_lpopt(folder.path(), &["bound.loopy", "-p", "reverse_iname('i')"]);
    assert!(
        !is_done && text.contains("lp::legality::order") && text.contains("this step makes it so"),
        "{text}"
    );
}

#[test]
fn in_pipelines_and_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let calls = "reverse_iname('i'); split_iname('i_reversed', 16)";
    let (is_done, pipeline) = own_lpopt(folder.path(), &["free.loopy", "-p", calls]);
    assert!(is_done && pipeline.contains("i_reversed_outer"), "{pipeline}");
    let script = "knl = lp.reverse_iname(knl, 'i')\nknl = lp.split_iname(knl, 'i_reversed', 16)\n";
    std::fs::write(folder.path().join("own.py"), script).unwrap();
    let (is_done, scripted) = own_lpopt(folder.path(), &["free.loopy", "--script", "own.py"]);
    assert!(is_done, "{scripted}");
    assert_eq!(scripted, pipeline);
}

#[test]
fn in_help_and_cases() {
    let folder = tempfile::tempdir().unwrap();
    let (is_done, help) = own_lpopt(folder.path(), &["help", "reverse_iname"]);
    assert!(is_done && help.starts_with("reverse_iname(iname, new_iname=None)\n"), "{help}");
    let (_, list) = own_lpopt(folder.path(), &["--list-passes"]);
    assert!(list.contains("  reverse_iname ") && list.contains("  split_iname "), "{list}");
    let (is_done, wrong) = own_lpopt(folder.path(), &["free.loopy", "-p", "revers_iname('i')"]);
    assert!(!is_done && wrong.contains("did you mean `reverse_iname`?"), "{wrong}");
    let case = format!("# RUN: lpopt %s -p 'reverse_iname(\"i\")'\n# CHECK: iname i_reversed\n{FREE}");
    std::fs::write(folder.path().join("case.loopy"), case).unwrap();
    let (is_done, told) = own_lpopt(folder.path(), &["test", "case.loopy"]);
    assert!(is_done && told.contains("1 passed"), "{told}");
}
