//! Every `.lpir` case under `tests/legality`: what starts with `refuse_` would change a result, and is
//! refused with the code that it names; the others keep it, and are accepted. The driver's tests run these
//! and the Fortran and native ones.

use crate::common;

use diag::{Diagnostic, Severity};
use ir::Kernel;
use pass::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use transforms::lower;

fn cases() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/legality")];
    while let Some(folder) = open.pop() {
        for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let made_by_hand = file.file_name().unwrap().to_string_lossy().starts_with("wrong_");
            if file.is_dir() {
                open.push(file);
            } else if file.extension().is_some_and(|extension| extension == "lpir") && !made_by_hand {
                found.push(file);
            }
        }
    }
    found.sort();
    found
}

/// Reasons against a kernel: lowering refuses it, or the checker does.
fn problems(kernel: &Kernel) -> Vec<Diagnostic> {
    let found = match lower::lower(kernel) {
        Ok(lowered) => legality::findings(&lowered),
        Err(problems) => problems,
    };
    found.into_iter().filter(|problem| problem.severity == Severity::Error).collect()
}

/// Reasons against what the pipeline in the first line makes.
fn refusals(text: &str) -> Vec<Diagnostic> {
    let pipeline =
        text.lines().next().and_then(|line| line.strip_prefix("# RUN:")).expect("a `# RUN:` line").trim();
    let module = common::module(text);
    let module = match pipeline {
        "" => module,
        _ => match common::run(pipeline, &module) {
            Ok(done) => done.result,
            Err(Failure::Refused(problems)) => return problems,
            Err(failure) => panic!("{}", common::failure(&failure)),
        },
    };
    module.kernels.values().flat_map(problems).collect()
}

#[test]
fn illegal_kernels_are_refused_and_their_legal_twins_are_not() {
    let mut wrong = String::new();
    let mut counts = [0, 0];
    for case in cases() {
        let text = fs::read_to_string(&case).unwrap();
        let name = case.file_stem().unwrap().to_string_lossy().into_owned();
        let found = refusals(&text);
        let refuse = name.starts_with("refuse_");
        counts[usize::from(refuse)] += 1;
        let expected = text.lines().find_map(|line| line.strip_prefix("# EXPECT: ")?.split(' ').next());
        let fits = found.first().is_some_and(|problem| Some(problem.code) == expected);
        if refuse != fits || refuse == found.is_empty() {
            wrong += &format!("{name}:\n{}\n", common::shown(&found));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(counts.iter().all(|count| *count >= 60), "{counts:?}");
}
