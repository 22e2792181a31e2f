//! `tests/transform/NAME`: a kernel whose first line says which calls to run on it, and what becomes of it.
//! Cases named `refuse_..` must be refused.

use crate::parse::round_trip;
use crate::snapshot::{check, inputs, rendered, root, trial};
use diag::SourceMap;
use driver::input;
use libtest_mimic::Trial;
use pass::{Failure, Group, Pipeline, Silent};
use std::collections::BTreeSet;

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("tests/transform", &["lpir"]);
    let mut trials: Vec<Trial> = Vec::new();
    for path in files.clone() {
        trials.push(trial(&path.clone(), move || run(&path)));
    }
    trials.push(trial("tests/transform: each transform has accepted and refused cases", move || {
        complete(&files)
    }));
    trials
}

/// The calls on the first line.
pub(crate) fn run_line(text: &str) -> Result<&str, String> {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("# RUN:").map(str::trim).ok_or_else(|| "the first line is no `# RUN: call`".to_owned())
}

fn run(path: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path).map_err(|d| d.message)?;
    let text = sources.get(id).ok_or("no source")?.text.clone();
    let module = ir::text::parse_module(&text, id).map_err(|errors| rendered(&sources, &errors))?;
    let calls = run_line(&text)?.to_owned();
    let pipeline_id = sources.add("<pipeline>", calls.as_str());
    let expects_refusal = path.rsplit('/').next().is_some_and(|name| name.starts_with("refuse_"));
    let result = Pipeline::parse(&transforms::REGISTRY, &calls, pipeline_id, &[]).and_then(|pipeline| {
        transforms::manager(&mut Silent).run(&module, &pipeline.steps).map_err(|failure| match failure {
            Failure::Refused(problems) => problems,
            Failure::Internal(internal) => panic!("{}\n{}", internal.message, internal.reproducer),
        })
    });
    match result {
        Ok(done) => {
            let printed = ir::text::print_module(&done.result);
            assert!(!expects_refusal, "it should have been refused:\n{printed}");
            round_trip(&done.result);
            let warnings =
                if done.warnings.is_empty() { String::new() } else { rendered(&sources, &done.warnings) };
            check(path, &format!("{printed}{warnings}"));
        }
        Err(errors) => {
            let text = rendered(&sources, &errors);
            assert!(expects_refusal, "refused:\n{text}");
            check(path, &text);
        }
    }
    Ok(())
}

fn complete(files: &[String]) -> Result<(), String> {
    let mut missing = Vec::new();
    for spec in transforms::REGISTRY.specs().iter().filter(|spec| spec.group != Group::Lowering) {
        let folder = format!("tests/transform/{}/", spec.name);
        let own: BTreeSet<&str> = files.iter().filter_map(|path| path.strip_prefix(&folder)).collect();
        if !own.iter().any(|name| name.starts_with("refuse_")) {
            missing.push(format!("{folder} has no refused case (refuse_WHY.lpir)"));
        }
        if !own.iter().any(|name| !name.starts_with("refuse_")) {
            missing.push(format!("{folder} has no accepted case"));
        }
    }
    for folder in std::fs::read_dir(root().join("tests/transform")).into_iter().flatten().flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        if transforms::REGISTRY.find(&name).is_none() {
            missing.push(format!("tests/transform/{name} belongs to no transform"));
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}
