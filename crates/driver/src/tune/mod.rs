//! `lprun tune`: which variant of a kernel is the fastest. The crate `tune` has the search; here variants
//! are made and measured.
//!
//! Each variant is made, proved, compared and timed in a child process, whose end, whatever it is, becomes
//! a sample.

mod export;
mod isolate;
mod model;
mod outcome;
mod place;
mod plan;
mod progress;
mod search;
mod variant;

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::input::InputKind;
use crate::tuned::table;
use crate::{fortran_args, output};
use diag::Diagnostic;
use std::path::PathBuf;

/// Options of a search.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Args {
    /// Input file
    pub input: String,
    /// Kind of the input, where its extension does not tell
    #[arg(long, value_enum)]
    pub from: Option<InputKind>,
    /// File that lists the transforms, with `tune` lines
    #[arg(long, value_name = "FILE")]
    pub pipeline: Option<String>,
    /// Script in the Python dialect of transform blocks, with `tune` lines
    #[arg(long, value_name = "FILE", conflicts_with = "pipeline")]
    pub script: Option<String>,
    /// Folder of the journal and the results; made where it is not there
    #[arg(long, value_name = "FOLDER")]
    pub into: PathBuf,
    /// Value of a scalar argument, at which variants are timed
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Value of a scalar argument, at which results are compared; those of `--set` by default
    #[arg(long, value_name = "NAME=VALUE")]
    pub check: Vec<String>,
    /// Gives a parameter of the pipeline a value that is not searched
    #[arg(long, value_name = "NAME=VALUE")]
    pub fix: Vec<String>,
    /// Where to run: `interp`, `opencl`, `opencl:NAME`, as for `lprun`
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Which kernel to time, where there are several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// In which order variants are tried
    #[arg(long, value_enum, default_value = "all")]
    pub strategy: StrategyName,
    /// How many variants to measure at most, those of earlier and other processes counted
    #[arg(long, value_name = "N")]
    pub budget: Option<usize>,
    /// What the order of variants depends on where it is random, and what random inputs depend on
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many timed runs of a variant to take the median of, after one that warms up
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Lets the device's compiler fuse products with sums
    #[arg(long)]
    pub fp_contract: bool,
    /// Seconds that the device may take for a variant
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub time_limit: u64,
    /// Writes all samples of the device too, in the format of Kernel Tuner's cache files
    #[arg(long, value_name = "FILE.json")]
    pub export: Option<String>,
    /// How Fortran sources are read.
    #[command(flatten)]
    pub fortran: fortran_args::Args,
}

/// In which order variants are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum StrategyName {
    /// All of them
    All,
    /// All of them, those first that the static model expects to be fast
    Model,
    /// At random
    Random,
    /// From one to its fastest neighbour, again and again
    Greedy,
    /// Simulated annealing: now and then to a slower neighbour
    Annealing,
}

/// Runs the tool.
pub(crate) fn run(args: &Args, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = search::run(args, &mut session);
    session.finish(result)
}

/// Refuses to write samples over what the search reads, or over what else it writes.
fn spare(args: &Args, session: &Session) -> Result<(), Failure> {
    let own =
        [::tune::JOURNAL, outcome::BEST, table::NAME].map(|name| args.into.join(name).display().to_string());
    let outputs: Vec<&str> = own.iter().chain(&args.export).map(String::as_str).collect();
    output::spare_read(&session.sources, &outputs).map_err(Failure::usage)
}

/// A command line or a program that no search can be made of.
fn refused(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("lp::tune::search", message)
}

/// The first fault as a line of text.
fn line(failure: &Failure) -> String {
    let first = failure.diagnostics.first();
    first
        .map_or_else(|| "no reason is known".to_owned(), |first| format!("{}: {}", first.code, first.message))
}
