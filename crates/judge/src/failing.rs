//! All that can go wrong with a pipeline, as one question: does a step fail, does lowering or the checker
//! refuse, can no code be printed, or does the result differ?

use crate::{Change, Evidence, Judge, Verdict, factors};
use diag::{Code, Diagnostic};
use ir::{IndexMap, Kernel, Module, Name};
use legality::Proved;
use pass::{Failure, Silent, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a fault of ours is called.
pub const INTERNAL: Code = "lp::internal";
/// What a result that differs is called.
pub const CHANGED: Code = "lp::verify::changed";

/// Why a kernel or a pipeline fails. Two failures are the same where their codes are.
#[derive(Debug, Clone, PartialEq)]
pub struct Failing {
    /// What kind of failure it is.
    pub code: Code,
    /// All that there is to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Failing {
    fn new(diagnostics: Vec<Diagnostic>) -> Self {
        Failing { code: diagnostics.first().map_or(INTERNAL, |first| first.code), diagnostics }
    }

    fn internal(message: String) -> Self {
        Failing::new(vec![Diagnostic::error(INTERNAL, message)])
    }
}

/// Examines what becomes of the kernels of a module.
#[derive(Debug)]
pub struct Examiner {
    judges: IndexMap<Name, Judge>,
}

impl Examiner {
    /// An examiner that takes the reference of each kernel for the truth, or else the kernel itself.
    pub fn new(module: &Module, steps: &[Step]) -> Self {
        let judges = module.kernels.iter().map(|(name, kernel)| (name.clone(), truth(kernel, steps)));
        Examiner { judges: judges.collect() }
    }

    /// Lowers all kernels, asks the checker, prints code, and compares results: the smallest number of runs
    /// that a kernel was compared in, and what on.
    ///
    /// # Errors
    /// What fails first.
    pub fn check(&mut self, module: &Module) -> Result<(usize, &'static str), Failing> {
        let mut seen = None;
        for (name, kernel) in &module.kernels {
            let attempt = || -> Result<Proved<'static>, Vec<Diagnostic>> {
                let lowered = transforms::lower::lower(kernel)?;
                codegen_opencl::source([&lowered], codegen_opencl::Options::default())?;
                Ok(lowered)
            };
            let lowered = match catch_unwind(AssertUnwindSafe(attempt)) {
                Ok(result) => result.map_err(Failing::new)?,
                Err(_) => return Err(Failing::internal(format!("lowering of `{name}` panicked"))),
            };
            let Some(judge) = self.judges.get_mut(name) else { continue };
            let runs = match judge.compare(&lowered) {
                Verdict::Same(runs) => runs,
                Verdict::Unknown(_) => 0,
                Verdict::Changed(change) => return Err(change.failing(name)),
            };
            if seen.is_none_or(|(least, _)| runs < least) {
                seen = Some((runs, judge.numbers()));
            }
        }
        Ok(seen.unwrap_or((0, "nothing")))
    }
}

/// A judge that knows what a kernel should compute.
pub fn truth(kernel: &Kernel, steps: &[Step]) -> Judge {
    let original = kernel.reference.as_deref().unwrap_or(kernel);
    Judge::new(original.clone(), factors(kernel, steps))
}

/// Applies steps.
///
/// # Errors
/// The first step that is refused or fails.
pub fn apply(module: &Module, steps: &[Step]) -> Result<Module, Failing> {
    match transforms::manager(&mut Silent).run(module, steps) {
        Ok(done) => Ok(done.result),
        Err(Failure::Refused(problems)) => Err(Failing::new(problems)),
        Err(Failure::Internal(internal)) => Err(Failing::internal(internal.message)),
    }
}

/// Applies steps and examines the result: the number of runs in which it agreed, and what on.
///
/// # Errors
/// What fails first.
pub fn examine(module: &Module, steps: &[Step]) -> Result<(usize, &'static str), Failing> {
    let result = apply(module, steps)?;
    Examiner::new(module, steps).check(&result)
}

impl Change {
    /// The change as a failure of the kernel of that name.
    fn failing(&self, name: &Name) -> Failing {
        let code = match &self.evidence {
            Evidence::Error(error) => error.code,
            Evidence::Array { .. } | Evidence::Written { .. } => CHANGED,
        };
        let message = format!("`{name}` does not compute what it should: {}", self.evidence);
        let mut error = Diagnostic::error(CHANGED, message);
        error.notes.extend(self.notes());
        Failing { code, diagnostics: vec![error] }
    }
}
