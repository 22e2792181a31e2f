//! Kernels, and what can be done with them.

use crate::code::{Code, Language, code};
use crate::transform::{Registry, RustCall};
use crate::{Error, Proved};
use diag::{Diagnostic, SourceMap};
use ir::{Kernel, Module};
use pass::{Failure, Pipeline, Silent, Step};
use runtime::{Bindings, Inputs};
use std::fmt;

/// The kernels of a file. It is a value: each step gives another one, and the old one stays as it is.
///
/// It displays as `.lpir` text, which [`read`](crate::read) takes.
#[derive(Debug, Clone)]
pub struct Program {
    pub(crate) module: Module,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) sources: SourceMap,
}

impl Program {
    /// All kernels, in the order of the file.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.module.kernels.values()
    }

    /// The kernel of that name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.module.kernels.get(name)
    }

    /// What was said of the text and of all steps since, none of which kept it from being done.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The texts that diagnostics point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The kernels after a call of a transform: `program.apply(SplitIname::new("i", 16).inner_tag("l.0"))`.
    /// Whether they compute what they did is asked when [`prove`](Self::prove) or [`code`](Self::code) is.
    ///
    /// # Errors
    /// What is wrong with the call, or why the transform does not apply.
    pub fn apply(&self, call: impl Into<RustCall>) -> Result<Program, Error> {
        let step = call.into().step().map_err(|problems| self.error(problems))?;
        self.transformed(&[step], self.sources.clone())
    }

    /// The kernels after all steps of a pipeline, the text of which stands in `docs/pipelines.md`. The
    /// registry tells which transforms there are: [`REGISTRY`](crate::transform::REGISTRY), or that one
    /// [`extended_by`](Registry::extended_by) others.
    ///
    /// # Errors
    /// What is wrong with the text, or why a step does not apply.
    pub fn run_pipeline(&self, text: &str, registry: &Registry) -> Result<Program, Error> {
        let mut sources = self.sources.clone();
        let id = sources.add("<pipeline>", text);
        match Pipeline::parse(registry, text, id, &[]) {
            Ok(pipeline) => self.transformed(&pipeline.steps, sources),
            Err(problems) => Err(Error { diagnostics: problems, sources }),
        }
    }

    fn transformed(&self, steps: &[Step], sources: SourceMap) -> Result<Program, Error> {
        match transforms::manager(&mut Silent).run(&self.module, steps) {
            Ok(done) => {
                let warnings = [self.warnings.clone(), done.warnings].concat();
                Ok(Program { module: done.result, warnings, sources })
            }
            Err(Failure::Refused(diagnostics)) => Err(Error { diagnostics, sources }),
            Err(Failure::Internal(fault)) => {
                let first = Diagnostic::error("lp::internal", fault.message).note(fault.reproducer);
                Err(Error { diagnostics: [vec![first], fault.violations].concat(), sources })
            }
        }
    }

    /// Lowers all kernels, and proves that each computes what it did when it was read. What the user vouched
    /// for is left out.
    ///
    /// # Errors
    /// Why a kernel cannot be lowered, or what shows that it computes something else.
    pub fn prove(&self) -> Result<Vec<Proved<'static>>, Error> {
        let lowered = self.kernels().map(transforms::lower::lower);
        lowered.collect::<Result<_, _>>().map_err(|problems| self.error(problems))
    }

    /// The code of all kernels, after they were proved.
    ///
    /// # Errors
    /// Those of [`prove`](Self::prove), and what the language lacks.
    pub fn code(&self, language: Language) -> Result<Code, Error> {
        code(&self.prove()?, language).map_err(|problems| self.error(problems))
    }

    /// Runs a kernel on the reference interpreter, which checks every access, and gives its arguments after
    /// the run. What the inputs do not tell, sizes aside, is drawn at random.
    ///
    /// # Errors
    /// Where there is no such kernel, the arguments do not fit, or the run has no defined result.
    pub fn interpret(&self, kernel: &str, inputs: &Inputs) -> Result<Bindings, Error> {
        let run = || {
            let kernel = self.kernel(kernel).ok_or_else(|| vec![self.unknown(kernel)])?;
            let kernel = &transforms::lower::infer_types(kernel, Some(ir::Scalar::F64)).map_err(|no| no.0)?;
            let mut arguments = Bindings::new(kernel, inputs)?;
            runtime::interpret(kernel, &mut arguments, &runtime::Options::default())?;
            Ok(arguments)
        };
        run().map_err(|problems| self.error(problems))
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        let error = Diagnostic::error("lp::step::unknown-kernel", format!("there is no kernel `{name}`"));
        match diag::nearest(name, self.kernels().map(|kernel| kernel.name.as_str())) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    fn error(&self, problems: Vec<Diagnostic>) -> Error {
        Error::new(problems, &self.sources)
    }
}

impl From<Module> for Program {
    fn from(module: Module) -> Self {
        Program { module, warnings: Vec::new(), sources: SourceMap::default() }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.module.fmt(f)
    }
}
