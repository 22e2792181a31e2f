//! What `lpopt bisect` and `lpopt reduce` work on: a module, and calls from a pipeline, a script or a Fortran
//! file.

use crate::apply::{Options, process};
use crate::cli::{Failure, Session, assignments};
use crate::input::{self, InputKind};
use crate::output;
use crate::registry::registry;
use crate::script;
use ir::Module;
use pass::{Pipeline, Step};

/// The input and what is applied to it.
#[derive(Debug, clap::Args)]
pub(super) struct Plan {
    /// Input file; `-` is standard input
    input: String,
    /// Kind of the input, where its extension does not tell; standard input is .lpir by default
    #[arg(long, value_enum)]
    from: Option<InputKind>,
    /// File that lists the transforms, one call a line
    #[arg(long, value_name = "FILE")]
    pipeline: Option<String>,
    /// Transforms to apply after those of the file, separated by semicolons
    #[arg(short = 'p', long = "passes", value_name = "CALLS")]
    passes: Option<String>,
    /// Script in the Python dialect of transform blocks
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pipeline", "passes"])]
    script: Option<String>,
    /// Overrides a parameter of the pipeline
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// How Fortran sources are read.
    #[command(flatten)]
    fortran: crate::fortran_args::Args,
}

/// The input as read.
pub(super) struct Loaded {
    pub(super) module: Module,
    pub(super) steps: Vec<Step>,
}

impl Plan {
    /// Reads the input. A script runs as far as it gets: the last step may be one that is refused.
    pub(super) fn load(&self, session: &mut Session) -> Result<Loaded, Failure> {
        output::spare(&self.inputs(), &[]).map_err(Failure::usage)?;
        let kind = input::kind_of(&self.input, self.from).map_err(Failure::usage)?;
        let overrides = assignments(&self.set).map_err(Failure::usage)?;
        let id = input::read(&mut session.sources, &self.input)?;
        let settings = self.fortran.settings_for(&[kind])?;
        let loaded = input::import(&mut session.sources, id, kind, &settings)?;
        session.emit(&loaded.warnings);
        let module = loaded.module.clone();
        let is_pipeline = self.pipeline.is_some() || self.passes.is_some();
        let calls = if let Some(path) = &self.script {
            let script = input::read(&mut session.sources, path)?;
            script::calls_of_file(session, script, loaded.module, &overrides)?
        } else if !is_pipeline && loaded.script.is_some() {
            script::calls_of_block(session, id, loaded, &overrides)?
        } else {
            process::is_read(&self.options(), &overrides)?;
            return Ok(Loaded { module, steps: process::steps(&self.options(), session)? });
        };
        let id = session.sources.add("<calls of the script>", calls.as_str());
        Ok(Loaded { module, steps: Pipeline::parse(registry(), &calls, id, &[])?.steps })
    }

    /// The file of the pipeline.
    pub(super) fn file(&self) -> Option<String> {
        self.pipeline.clone()
    }

    /// All files that are read.
    pub(super) fn inputs(&self) -> Vec<&str> {
        let others = [&self.script, &self.pipeline].into_iter().flatten().map(String::as_str);
        [self.input.as_str()].into_iter().chain(others).collect()
    }

    fn options(&self) -> Options {
        Options {
            pipeline: self.pipeline.clone(),
            passes: self.passes.clone(),
            set: self.set.clone(),
            ..Options::default()
        }
    }
}
