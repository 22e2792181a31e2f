//! `lptranslate`: imports sources to `.lpir`, exports `.lpir` to OpenCL, CUDA or C; transforms nothing.

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::input::{self, InputKind};
use crate::seal;
use crate::times::{TimeForm, Times};
use crate::{check, effort, export, fortran_args, output};
use clap::Parser;
use diag::{Diagnostic, Severity};
use ir::{Kernel, Module};
use legality::{Proved, Seal};
use transforms::lower;

/// Imports Fortran and Loo.py kernels to .lpir, and exports .lpir to OpenCL, CUDA or C.
#[derive(Debug, Parser)]
#[command(name = "lptranslate", version)]
pub struct Cli {
    /// Input file; `-` is standard input. With `--check`, any number of Fortran files
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// Says of each routine of Fortran files whether it can be a kernel, and if not, why; writes nothing
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub check: Option<check::Form>,
    /// Output file; `-` is standard output. Beside code in `NAME.cl` and the like comes `NAME.launch.json`
    #[arg(short, long, default_value = "-")]
    pub output: String,
    /// Kind of the input, where its extension does not tell; standard input is .lpir by default
    #[arg(long, value_enum)]
    pub from: Option<InputKind>,
    /// How Fortran sources are read.
    #[command(flatten)]
    pub fortran: fortran_args::Args,
    /// Prints each routine of a Fortran file as it is read and after each rewrite that changed it; writes
    /// nothing
    #[arg(long)]
    pub print_hir: bool,
    /// How it is written.
    #[command(flatten)]
    export: export::Settings,
    /// Says how long each part took
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "table")]
    pub time: Option<TimeForm>,
    #[command(flatten)]
    common: Common,
}

/// Runs the tool.
pub fn run(cli: &Cli) -> Outcome {
    let mut session = Session::new(cli.common);
    let mut times = Times::default();
    let result = match cli.check {
        Some(form) => {
            let settings = cli.fortran.settings();
            settings.and_then(|settings| check::check(&cli.inputs, cli.from, &settings, form))
        }
        None => effort::watch(cli.common).and_then(|_| translate(cli, &mut session, &mut times)),
    };
    times.report(cli.time);
    session.finish(result)
}

fn translate(cli: &Cli, session: &mut Session, times: &mut Times) -> Result<(), Failure> {
    let [input] = cli.inputs.as_slice() else {
        let error = Diagnostic::error("lp::driver::usage", "one input is translated at a time");
        return Err(Failure::usage(error.help("`--check` takes several")));
    };
    if cli.export.to == Some(InputKind::Fortran) {
        return kept(cli, input);
    }
    let language = cli.export.language(&cli.output)?;
    let from = input::kind_of(input, cli.from).map_err(Failure::usage)?;
    let beside = cli.export.companions(language, &cli.output)?;
    let outputs: Vec<&str> = [&cli.output].into_iter().chain(&beside).map(String::as_str).collect();
    output::spare(&[input], &outputs).map_err(Failure::usage)?;
    let settings = cli.fortran.settings_for(&[from])?;
    let id = input::read(&mut session.sources, input)?;
    if cli.print_hir {
        let form = match from {
            InputKind::FortranFixed => frontend_fortran::Form::Fixed,
            _ => frontend_fortran::Form::Free,
        };
        output::print(&settings.routines(&mut session.sources, id, form))?;
    }
    let loaded = times.time("import", || input::import(&mut session.sources, id, from, &settings))?;
    session.emit(&loaded.warnings);
    if cli.print_hir {
        return Ok(());
    }
    output::spare_read(&session.sources, &outputs).map_err(Failure::usage)?;
    let Some(dialect) = language.dialect(&loaded.module)? else {
        return Ok(output::write(&cli.output, &ir::text::print_module(&loaded.module))?);
    };
    let seal = session.sources.get(id).and_then(|source| seal::seal(&source.text));
    let (lowered, left_out) = lowered(&loaded.module, seal.as_ref(), times)?;
    session.emit(&left_out);
    let code = times.time("print", || export::code(&lowered, cli.export, dialect, &cli.output))?;
    output::write_all(&code.outputs())?;
    session.emit(&code.notes);
    Ok(())
}

/// Writes a source of Fortran that calls its kernels.
fn kept(cli: &Cli, input: &str) -> Result<(), Failure> {
    let others = [
        (cli.export.host.is_some(), "--host"),
        (cli.export.fp_contract, "--fp-contract"),
        (cli.print_hir, "--print-hir"),
        (!cli.fortran.leave_out.is_empty(), "--leave-out"),
    ];
    if let Some((_, other)) = others.iter().find(|(is_given, _)| *is_given) {
        let error =
            Diagnostic::error("lp::driver::usage", format!("`{other}` does not go with `--to fortran`"));
        return Err(Failure::usage(error.help("such a source computes what the one that was given does")));
    }
    crate::lpfc::write_kept(input, cli.from, &cli.fortran, &cli.output)
}

/// Lowers what is not lowered yet, and checks what was not judged yet. A kernel of several for which that
/// cannot be done is left out, with a warning.
fn lowered(
    module: &Module,
    seal: Option<&Seal>,
    times: &mut Times,
) -> Result<(Vec<Proved<'static>>, Vec<Diagnostic>), Failure> {
    let mut lowered = Vec::new();
    let (mut warnings, mut errors) = (Vec::new(), Vec::new());
    for kernel in module.kernels.values() {
        let done = match seal {
            Some(seal) => times.time("lower", || lower::unproved(kernel)).and_then(|lowered| {
                seal::proved(seal, lowered, |lowered| times.time("check", || legality::prove(lowered)))
            }),
            None => times.time("lower and check", || lower::lower(kernel)),
        };
        match done {
            Ok(done) => lowered.push(done),
            Err(found) => {
                warnings.extend(found.iter().map(|error| left_out(kernel, error)));
                errors.extend(found);
            }
        }
    }
    if lowered.is_empty() && !errors.is_empty() { Err(errors.into()) } else { Ok((lowered, warnings)) }
}

/// The warning of a kernel that is left out.
fn left_out(kernel: &Kernel, error: &Diagnostic) -> Diagnostic {
    let message = format!("`{}` is left out: {}", kernel.name, error.message);
    Diagnostic { severity: Severity::Warning, message, ..error.clone() }
}
