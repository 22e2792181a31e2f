//! `lpopt`: applies the transforms of a pipeline, a script, or a Fortran file's own transform block.

mod bisect;
mod expect;
mod fmt;
mod help;
mod observe;
mod order;
mod picture;
mod plan;
pub(crate) mod process;
mod reduce;
pub(crate) mod reproducer;
mod shrink;
mod verify_each;
mod why;

use crate::cases;
use crate::cli::{self, Common, Failure, Session, assignments};
use crate::exit::Outcome;
use crate::explain;
use crate::explore;
use crate::export::{self, Language};
use crate::grammar;
use crate::guard::{Memory, guarded};
use crate::input::InputKind;
use crate::lsp;
use crate::registry;
use crate::stats;
use crate::terminal;
use crate::times::TimeForm;
use crate::tune;
use clap::{Parser, Subcommand, ValueEnum};
use diag::Diagnostic;
use std::process::ExitCode;

/// Applies transforms to kernels: .lpir to .lpir, any importable input too, and with `-o NAME.cl` down to
/// code.
///
/// After the last step each transformed kernel is lowered and checked. One that would not compute what the
/// imported kernel does is refused, with the step that makes it so, and nothing is written. One that cannot
/// be lowered as it stands (a race, no schedule) is written with a warning that names the step, since further
/// steps may mend it; `--check` refuses it too. Without a warning, `lptranslate` accepts the result. Where
/// code is wanted, all kernels must be lowered, and the code is the one that `lptranslate` makes of the
/// result, without a file between them.
#[derive(Debug, Parser)]
#[command(name = "lpopt", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    common: Common,
}

impl Cli {
    /// Whether the terminal is borrowed.
    fn explores(&self) -> bool {
        matches!(self.command, Some(Command::Explore { .. }))
    }

    /// What the server is told, where that is what is wanted.
    fn server(&self) -> Option<lsp::Args> {
        match self.command {
            Some(Command::Lsp(args)) => Some(args),
            _ => None,
        }
    }
}

/// Other things that `lpopt` does.
#[derive(Debug, Subcommand)]
enum Command {
    /// Formats .lpir files in place; `-` formats standard input to standard output
    Fmt {
        /// Files to format
        #[arg(required = true)]
        files: Vec<String>,
        /// Only says which files are not formatted; exit code 1 if any
        #[arg(long)]
        check: bool,
    },
    /// Prints how an editor colours a language of ours; the folder `editors` has them all
    Grammar {
        /// Who reads it
        #[arg(value_enum)]
        form: grammar::Form,
        /// Of which language
        #[arg(value_enum)]
        language: grammar::Language,
    },
    /// Serves an editor over standard input and output, in the Language Server Protocol
    Lsp(lsp::Args),
    /// Finds the first call after which a step fails, lowering refuses the kernel, or its results differ
    ///
    /// Lowers the kernel after each call, asks the checker, prints code, and compares results on the
    /// interpreter with those of the kernel's reference, or else of the input. Prints a line for each call up
    /// to the first after which the kernel is wrong, or fails as the whole pipeline does, and why; the exit
    /// code is 1 then, and 0 where nothing fails.
    Bisect {
        #[command(flatten)]
        plan: plan::Plan,
    },
    /// Makes a failing kernel and its pipeline smaller while they fail in the same way
    ///
    /// Drops calls, kernels, statements, conditions and parts of expressions, and shrinks the numbers of
    /// calls, as long as the failure keeps its code. The result is a file with the calls on its first line
    /// and the code on its second, fit for `tests/repro`.
    Reduce {
        #[command(flatten)]
        plan: plan::Plan,
        /// Output file; `-` is standard output
        #[arg(short, long, default_value = "-")]
        output: String,
        /// How many smaller inputs to try at most
        #[arg(long, value_name = "COUNT", default_value_t = 2000)]
        tries: usize,
    },
    /// Explains a refusal by the smallest kernel and pipeline that still show it
    ///
    /// Says what the code means, and draws the two instances that conflict, where the refusal names them:
    /// among the iterations of their loops, and in the order in which they run.
    Why {
        #[command(flatten)]
        plan: plan::Plan,
        /// How many smaller inputs to try at most
        #[arg(long, value_name = "COUNT", default_value_t = 2000)]
        tries: usize,
    },
    /// Runs files that say in comments which commands to run on them, and what these must say
    ///
    /// A comment `RUN: lpopt %s -p '..'` makes a file a case; `EXPECT`, `CHECK` and `OUTPUT` say what is
    /// expected, as `docs/testing.md` explains. The exit code is 0 where everything is as expected, and 1
    /// where something is not.
    Test {
        #[command(flatten)]
        args: cases::Args,
    },
    /// Explains a transform; without a name, lists them all
    Help {
        /// Its name
        name: Option<String>,
    },
    /// Explains the code of a diagnostic; without one, lists them all, and with the second part of codes,
    /// those of that part
    Explain {
        /// The code, such as `lp::legality::order`, or a part, such as `legality`
        code: Option<String>,
    },
    /// Steps through a pipeline at the terminal: the kernel after each step, its code, what changed; tries
    /// steps, takes them back, and writes those that are kept
    Explore {
        #[command(flatten)]
        plan: plan::Plan,
    },
    /// Prints a completion script
    Completions {
        /// The shell
        shell: clap_complete::Shell,
        /// The tool whose arguments are completed
        #[arg(value_enum, default_value = "lpopt")]
        tool: help::Tool,
    },
    /// Prints a manual page, for `man -l -`
    Man {
        /// The tool that it is about
        #[arg(value_enum, default_value = "lpopt")]
        tool: help::Tool,
    },
}

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
    pub fortran: crate::fortran::Args,
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
    #[arg(long, value_name = "NAME|all", value_parser = help::pass_or_all, help_heading = "Looking inside")]
    pub print_ir_before: Vec<String>,
    /// Prints the kernel after the passes of this name, or `all`
    #[arg(long, value_name = "NAME|all", value_parser = help::pass_or_all, help_heading = "Looking inside")]
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
    pub dot: Option<crate::dot::Form>,
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
            Some(folder) => tune::chosen(folder, self.device.as_deref())?,
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

/// The whole of a program that is `lpopt` with these transforms beside ours: pipelines, scripts, help,
/// editors and the checker treat them alike. It must be the first that `main` does.
///
/// A transform whose name is taken ends the program with a message, as a wrong command line does.
pub fn main_with(own: &[&'static pass::Spec]) -> ExitCode {
    if let Err(taken) = registry::extend(own) {
        return Session::default().finish(Err(Failure::usage(taken))).into();
    }
    let cli: Cli = cli::parse();
    if cli.explores() {
        terminal::remember();
    }
    match cli.server() {
        Some(server) => lsp::serve(server),
        None => guarded("lpopt", Memory::Compiler, || run(&cli).into()),
    }
}

/// Runs the tool.
fn run(cli: &Cli) -> Outcome {
    match &cli.command {
        Some(Command::Fmt { files, check }) => fmt::run(files, *check, cli.common),
        Some(Command::Grammar { form, language }) => grammar::run(*form, *language, cli.common),
        // The server watches a process of its own; `lpopt` asks for it before anything else is done.
        Some(Command::Lsp(_)) => Outcome::Internal,
        Some(Command::Bisect { plan }) => bisect::run(plan, cli.common),
        Some(Command::Reduce { plan, output, tries }) => reduce::run(plan, output, *tries, cli.common),
        Some(Command::Why { plan, tries }) => why::run(plan, *tries, cli.common),
        Some(Command::Test { args }) => cases::test(args, cli.common),
        Some(Command::Help { name: Some(name) }) => help::explain(name, cli.common),
        Some(Command::Help { name: None }) => help::list(),
        Some(Command::Explain { code }) => explain::run(code.as_deref(), cli.common),
        Some(Command::Explore { plan }) => explore(plan, cli.common),
        Some(Command::Completions { shell, tool }) => help::completions(*shell, *tool),
        Some(Command::Man { tool }) => help::manual(*tool, cli.common),
        None if cli.options.list_passes => help::list(),
        None => process::run(&cli.options, cli.common),
    }
}

fn explore(plan: &plan::Plan, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = plan.load(&mut session).and_then(|loaded| {
        let calls: Vec<String> = loaded.steps.iter().map(pass::Step::call).collect();
        explore::explore(&mut session, loaded.module, &calls, plan.file())
    });
    session.finish(result)
}
