//! Running steps on texts.

use diag::{Diagnostic, SourceMap};
use ir::Module;
use pass::{Done, Failure, Pipeline, Silent};

/// Reads a module.
pub(crate) fn module(text: &str) -> Module {
    let id = SourceMap::default().add("case.lpir", text);
    ir::text::parse_module(text, id).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

/// Runs a pipeline on a module.
pub(crate) fn run(pipeline: &str, module: &Module) -> Result<Done<Module>, Failure> {
    let id = SourceMap::default().add("passes.txt", pipeline);
    let pipeline = Pipeline::parse(&transforms::REGISTRY, pipeline, id, &[]).map_err(Failure::Refused)?;
    transforms::manager(&mut Silent).run(module, &pipeline.steps)
}

/// The pipeline in the first line.
pub(crate) fn run_line(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("# RUN: ").unwrap_or_else(|| panic!("no `# RUN:` in `{line}`"))
}

/// Diagnostics as lines.
pub(crate) fn shown(problems: &[Diagnostic]) -> String {
    let line = |problem: &Diagnostic| {
        let help = problem.help.as_ref().map(|help| format!("; help: {help}")).unwrap_or_default();
        format!("{}: {}{help}\n", problem.code, problem.message)
    };
    problems.iter().map(line).collect()
}

/// A failure as text.
pub(crate) fn failure(failure: &Failure) -> String {
    match failure {
        Failure::Refused(problems) => shown(problems),
        Failure::Internal(internal) => {
            format!("internal: {}\n{}{}", internal.message, shown(&internal.violations), internal.reproducer)
        }
    }
}
