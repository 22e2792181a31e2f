//! One case: a source, what is done to it, and what its comments say must become of it.

use crate::snapshot::rendered;
use diag::{Diagnostic, Severity};
use driver::cli::{Common, Session};
use driver::input::{self, InputKind};
use ir::{Kernel, Module};
use pass::{Failure, Pipeline, Silent, Step};
use std::path::Path;

/// Extensions of cases.
pub(super) const EXTENSIONS: &[&str] = &["lpir", "loopy", "f90", "f"];

/// A case that was read and transformed.
pub(super) struct Case {
    pub(super) session: Session,
    /// The kernels as they were imported.
    pub(super) imported: Module,
    /// The steps of the pipeline.
    pub(super) steps: Vec<Step>,
    /// The kernels after all steps, or why one refused.
    pub(super) transformed: Result<Module, Vec<Diagnostic>>,
}

/// What the comments of a case say.
pub(super) struct Header {
    /// Codes of its refusal: the one that a user sees first, then the checker's, where a pass refuses before
    /// it.
    pub(super) expect: Vec<String>,
    /// The case with the smallest change that makes it legal.
    pub(super) twin: Option<String>,
    /// What the step would have made, where it makes nothing.
    pub(super) wrong: Option<String>,
    /// Why no run can show a difference.
    pub(super) unshown: Option<String>,
    calls: Option<String>,
}

impl Header {
    pub(super) fn of(text: &str) -> Header {
        let find = |key: &str| {
            let comment = |line: &'_ str| line.trim_start_matches(['!', '#', ' ']).trim_end().to_owned();
            let lines = text.lines().filter(|line| line.starts_with(['!', '#'])).map(comment);
            lines.filter_map(|line| Some(line.strip_prefix(key)?.trim().to_owned())).next()
        };
        let expect = find("EXPECT:").unwrap_or_default();
        Header {
            expect: expect.split_whitespace().map(str::to_owned).collect(),
            twin: find("TWIN:"),
            wrong: find("WRONG:"),
            unshown: find("UNSHOWN:"),
            calls: find("RUN:"),
        }
    }
}

/// Whether a case must be refused.
pub(super) fn is_illegal(path: &str) -> bool {
    stem(path).starts_with("refuse_")
}

/// The name of a case without folder and extension.
pub(super) fn stem(path: &str) -> &str {
    Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// The folder of a case: its family.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Case {
    /// Reads a case and runs its pipeline: the calls of its `RUN:` comment, or its transform block.
    pub(super) fn load(path: &str) -> Result<Case, String> {
        let mut session = Session::new(Common::default());
        let id = input::read(&mut session.sources, path).map_err(|d| d.message)?;
        let text = session.sources.get(id).ok_or("no source")?.text.to_string();
        let kind = InputKind::of_path(path).ok_or("no kind")?;
        let loaded = input::import(&mut session.sources, id, kind, &driver::fortran::Settings::default())
            .map_err(|e| rendered(&session.sources, &e))?;
        let imported = loaded.module.clone();
        let calls = match Header::of(&text).calls {
            Some(calls) => calls,
            None if loaded.script.is_none() => {
                return Err("it has neither `RUN:` nor a transform block".into());
            }
            None => match driver::script::run_block(&mut session, id, loaded, &[]) {
                Ok(ran) => ran.pipeline,
                Err(failure) => {
                    let transformed = Err(failure.diagnostics);
                    return Ok(Case { session, imported, steps: Vec::new(), transformed });
                }
            },
        };
        let id = session.sources.add("<pipeline>", calls.as_str());
        let steps = Pipeline::parse(&transforms::REGISTRY, &calls, id, &[])
            .map_err(|e| rendered(&session.sources, &e))?
            .steps;
        let transformed = match transforms::manager(&mut Silent).run(&imported, &steps) {
            Ok(done) => Ok(done.result),
            Err(Failure::Refused(problems)) => Err(problems),
            Err(Failure::Internal(internal)) => {
                return Err(format!("{}\n{}", internal.message, internal.reproducer));
            }
        };
        Ok(Case { session, imported, steps, transformed })
    }

    /// Why the kernel is refused, by a transform, by lowering, or by the checker at its end.
    pub(super) fn refusals(&self) -> Vec<Diagnostic> {
        let found = match &self.transformed {
            Err(problems) => problems.clone(),
            Ok(module) => module
                .kernels
                .values()
                .flat_map(|kernel| transforms::lower::lower(kernel).err().unwrap_or_default())
                .collect(),
        };
        found.into_iter().filter(|problem| problem.severity == Severity::Error).collect()
    }

    /// What each kernel should compute, and the kernel as it was transformed.
    pub(super) fn pairs(&self) -> Vec<(&Kernel, &Kernel)> {
        let transformed = self.transformed.iter().flat_map(|module| module.kernels.values());
        self.originals().into_iter().zip(transformed).collect()
    }

    /// The kernels as they were imported; a kernel between two steps carries its own.
    pub(super) fn originals(&self) -> Vec<&Kernel> {
        let kernels = self.imported.kernels.values();
        kernels.map(|kernel| kernel.reference.as_deref().unwrap_or(kernel)).collect()
    }

    pub(super) fn rendered(&self, diagnostics: &[Diagnostic]) -> String {
        rendered(&self.session.sources, diagnostics)
    }
}
