//! What `lpopt` does without a subcommand: applies the transforms of a pipeline, a script, or a Fortran
//! file's own transform block.

mod expect;
mod observe;
pub(crate) mod pass_name;
pub(crate) mod process;
mod verify_each;

use crate::cli::{Failure, assignments};
use crate::export::{self, Language};
use crate::input::InputKind;
use crate::times::TimeForm;
use crate::tuned::table;
use crate::{dot, fortran_args, stats};
use clap::ValueEnum;
use diag::Diagnostic;

/// Options of a run.
#[derive(Debug, Default, clap::Args)]
#[command(group = clap::ArgGroup::new("counted").multiple(true).args(["stats", "explain", "report"]))]
pub struct Options {
    /// Input file; `-` is standard input
    #[arg(required_unless_present_any = ["list_passes", "script"])]
    pub input: Option<String>,
    /// Output file; `-` is standard output. Beside code in `NAME.cl` and the like comes `NAME.launch.json`
    #[arg(short, long, default_value = "-")]
    pub output: String,
    /// Kind of the input, where its extension does not tell; standard input is .lpir by default
    #[arg(long, value_enum)]
    pub from: Option<InputKind>,
    /// How it is written.
    #[command(flatten)]
    pub export: export::Settings,
    /// File that lists the transforms, one call a line
    #[arg(long, value_name = "FILE")]
    pub pipeline: Option<String>,
    /// Transforms to apply after those of the file, separated by semicolons
    #[arg(short = 'p', long = "passes", value_name = "CALLS")]
    pub passes: Option<String>,
    /// Script in the Python dialect of transform blocks
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pipeline", "passes"])]
    pub script: Option<String>,
    /// Overrides a parameter of the pipeline
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Takes values of parameters from `tuned.json` in this folder, which `lprun tune` wrote; `--set` goes
    /// before them
    #[arg(long, value_name = "FOLDER")]
    pub tuned: Option<std::path::PathBuf>,
    /// The device whose values `--tuned` takes, by a part of its name; may be left out where there is one
    #[arg(long, value_name = "NAME", requires = "tuned")]
    pub device: Option<String>,
    /// Values of parameters that a search chose; `--set` goes before them.
    #[arg(skip)]
    pub chosen: Vec<(String, String)>,
    /// How Fortran sources are read.
    #[command(flatten)]
    pub fortran: fortran_args::Args,
    /// Writes the straight calls that a script or a transform block made, and the steps that `auto_parallel`
    /// took
    #[arg(long, value_name = "FILE")]
    pub emit_pipeline: Option<String>,
    /// Refuses promises and steps that skip a check (`unchecked=True`), also those that the input holds
    #[arg(long)]
    pub strict: bool,
    /// Refuses a result that cannot be lowered, of which there is only a warning otherwise
    #[arg(long)]
    pub check: bool,
    /// Runs the kernel on small inputs after each pass, and names the first pass that changed a result
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "interp", help_heading = "Testing")]
    pub verify_each: Option<VerifyHow>,
    /// Prints the kernel before the passes of this name, or `all`
    #[arg(long, value_name = "NAME|all", value_parser = pass_name::pass_or_all, help_heading = "Looking inside")]
    pub print_ir_before: Vec<String>,
    /// Prints the kernel after the passes of this name, or `all`
    #[arg(long, value_name = "NAME|all", value_parser = pass_name::pass_or_all, help_heading = "Looking inside")]
    pub print_ir_after: Vec<String>,
    /// Prints what each pass changed, as a diff
    #[arg(long, help_heading = "Looking inside")]
    pub print_ir_changed: bool,
    /// Writes how often the result does what instead of the result: operations, accesses, distinct elements
    /// of arrays, barriers and launches. In its parameters, or with `--size` as numbers, and then also how
    /// work items share memory, and what a device takes at least
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table", conflicts_with = "dot", help_heading = "Looking inside")]
    pub stats: Option<stats::Form>,
    /// Writes how the loops of the result run instead of the result: of each nest, which of its loops are
    /// parallel, and why the others are not. With `--size` also how neighbours share memory, what is moved,
    /// and what a device takes at least
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table", conflicts_with_all = ["dot", "stats"], help_heading = "Looking inside")]
    pub explain: Option<stats::Form>,
    /// The value of an integer argument of the kernel, for `--stats`, `--explain` and `--report`; all of them
    /// need one
    #[arg(long, value_name = "NAME=VALUE", requires = "counted", help_heading = "Looking inside")]
    pub size: Vec<String>,
    /// The device of which `--stats`, `--explain` and `--report` say what it takes at least;
    /// `lprun --measure-device FILE` writes the file
    #[arg(long, value_name = "FILE", requires = "counted", help_heading = "Looking inside")]
    pub device_description: Option<String>,
    /// Writes a graph for Graphviz instead of the result
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Looking inside")]
    pub dot: Option<dot::Form>,
    /// Writes a page for a browser that shows each step: kernels, code, loop trees, and what was refused
    #[arg(long, value_name = "FILE", conflicts_with_all = ["split_input_file", "verify_diagnostics"], help_heading = "Looking inside")]
    pub report: Option<String>,
    /// Says how long each pass took
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table", help_heading = "Looking inside")]
    pub time: Option<TimeForm>,
    /// Lists all transforms and passes
    #[arg(long, help_heading = "Looking inside")]
    pub list_passes: bool,
    /// Treats each part of the input between lines `# -----` as an input of its own
    #[arg(long, help_heading = "Testing")]
    pub split_input_file: bool,
    /// Compares diagnostics with the comments `expected-error@+1 {{text}}` of the input
    #[arg(long, help_heading = "Testing")]
    pub verify_diagnostics: bool,
}

impl Options {
    /// Values that are given from outside for parameters; of two for one the last counts.
    ///
    /// # Errors
    /// Where `--set` is no list of assignments.
    fn overrides(&self) -> Result<Vec<(String, String)>, Failure> {
        let set = assignments(&self.set).map_err(Failure::usage)?;
        let tuned = match &self.tuned {
            Some(folder) => table::chosen(folder, self.device.as_deref())?,
            None => Vec::new(),
        };
        Ok(tuned.into_iter().chain(self.chosen.iter().cloned()).chain(set).collect())
    }

    /// Whether facts about the result are written instead of it.
    fn writes_facts(&self) -> bool {
        self.stats.is_some() || self.explain.is_some() || self.dot.is_some()
    }

    /// What the output is written in; counts and graphs are texts of their own.
    ///
    /// # Errors
    /// Where that is no language that is written, or the input has parts.
    fn language(&self) -> Result<Language, Failure> {
        if self.writes_facts() {
            return Ok(Language::Lpir);
        }
        let language = self.export.language(&self.output)?;
        if self.split_input_file && language != Language::Lpir {
            let error = Diagnostic::error("lp::driver::usage", "the parts of an input make no code");
            return Err(Failure::usage(error.help("leave out `--split-input-file`, or write `.lpir`")));
        }
        Ok(language)
    }

    /// Whether all kernels must be lowered, also those that no step has changed.
    fn lowers_all(&self) -> Result<bool, Failure> {
        Ok(self.check || self.language()? != Language::Lpir)
    }

    /// Whether what steps do is shown.
    fn looks_inside(&self) -> bool {
        self.report.is_some()
            || self.print_ir_changed
            || !self.print_ir_before.is_empty()
            || !self.print_ir_after.is_empty()
    }
}

/// How results of passes are verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerifyHow {
    /// On the reference interpreter.
    Interp,
}
