//! `lpopt`: applies the transforms of a pipeline, a script, or a Fortran file's own transform block.

mod bisect;
mod explain;
mod fmt;
mod help;
mod order;
mod picture;
mod plan;
mod reduce;
mod shrink;
mod why;

use crate::apply::{Options, process};
use crate::cases;
use crate::cli::{self, Common, Failure, Session};
use crate::exit::Outcome;
use crate::explore;
use crate::grammar;
use crate::guard::{Memory, guarded};
use crate::lsp;
use crate::registry;
use crate::script;
use crate::terminal;
use clap::{Parser, Subcommand};
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

/// The whole of a program that is `lpopt` with these transforms beside ours: pipelines, scripts, help,
/// editors and the checker treat them alike. It must be the first that `main` does.
///
/// A transform whose name is taken ends the program with a message, as a wrong command line does.
pub fn main_with(own: &[&'static pass::Spec]) -> ExitCode {
    if let Err(taken) = script::refuse_taken(own).and_then(|()| registry::extend(own)) {
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
