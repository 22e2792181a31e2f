//! `lptranslate`: imports sources to `.lpir`, exports `.lpir` to OpenCL, CUDA or C; transforms nothing.

use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::input::{self, InputKind};
use crate::output;
use crate::seal::{self, Judged};
use crate::times::{TimeForm, Times};
use clap::Parser;
use codegen_opencl::Dialect;
use diag::Diagnostic;
use indexmap::IndexMap;
use ir::Module;

/// Imports Fortran and Loo.py kernels to .lpir, and exports .lpir to OpenCL, CUDA or C.
#[derive(Debug, Parser)]
#[command(name = "lptranslate", version)]
pub struct Cli {
    /// Input file; `-` is standard input. With `--check`, any number of Fortran files
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// Says of each routine of Fortran files whether it can be a kernel, and if not, why; writes nothing
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub check: Option<crate::check::Form>,
    /// Output file; `-` is standard output. Beside `NAME.cl` and `NAME.cu` comes `NAME.launch.json`
    #[arg(short, long, default_value = "-")]
    pub output: String,
    /// Kind of the input, where its extension does not tell; standard input is .lpir by default
    #[arg(long, value_enum)]
    pub from: Option<InputKind>,
    /// Kind of the output, where its extension does not tell
    #[arg(long, value_enum)]
    pub to: Option<InputKind>,
    /// How Fortran sources are read.
    #[command(flatten)]
    pub fortran: crate::fortran::Args,
    /// Prints each routine of a Fortran file as it is read and after each rewrite that changed it; writes nothing
    #[arg(long)]
    pub print_hir: bool,
    /// Leaves out the `#line` directives that lead from generated code to the source
    #[arg(long)]
    pub no_line_map: bool,
    /// Lets the compiler of generated code fuse products with sums: faster, and rounded once instead of twice
    #[arg(long)]
    pub fp_contract: bool,
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
        Some(form) => crate::check::check(cli, form),
        None => translate(cli, &mut session, &mut times),
    };
    times.report(cli.time);
    session.finish(result)
}

fn translate(cli: &Cli, session: &mut Session, times: &mut Times) -> Result<(), Failure> {
    let to = cli.to.or_else(|| InputKind::of_path(&cli.output)).unwrap_or(InputKind::Lpir);
    // What the file says of a target is known once it is read; what lies beside the output, its name tells.
    let named = InputKind::of_path(&cli.output).and_then(InputKind::dialect);
    let dialect = if to == InputKind::Target { named.or(Some(Dialect::default())) } else { to.dialect() };
    if dialect.is_none() && to != InputKind::Lpir {
        let message =
            format!("`{}` cannot be written; outputs are .lpir, .cl, .cu, .c and .ispc files", cli.output);
        return Err(Failure::usage(Diagnostic::error("lp::driver::kind", message)));
    }
    let [input] = cli.inputs.as_slice() else {
        let error = Diagnostic::error("lp::driver::usage", "one input is translated at a time");
        return Err(Failure::usage(error.help("`--check` takes several")));
    };
    let from = input::kind_of(input, cli.from).map_err(Failure::usage)?;
    let beside = dialect.and_then(|dialect| description_beside(&cli.output, dialect));
    let outputs: Vec<&str> = [cli.output.as_str()].into_iter().chain(beside.as_deref()).collect();
    output::spare(&[input], &outputs).map_err(Failure::usage)?;
    let settings = cli.fortran.settings()?;
    let id = input::read(&mut session.sources, input)?;
    if cli.print_hir {
        let form = match from {
            InputKind::FortranFixed => frontend_fortran::Form::Fixed,
            _ => frontend_fortran::Form::Free,
        };
        let shown = session.sources.get(id).map(|source| settings.routines(source, id, form));
        return Ok(output::print(&shown.unwrap_or_default())?);
    }
    let loaded = times.time("import", || input::import(&session.sources, id, from, &settings))?;
    session.emit(&loaded.warnings);
    let wanted = if to == InputKind::Target { Some(target(&loaded.module)?) } else { dialect };
    let Some(dialect) = wanted else {
        return Ok(output::write(&cli.output, &ir::text::print_module(&loaded.module))?);
    };
    let options =
        codegen_opencl::Options { dialect, line_map: !cli.no_line_map, fp_contract: cli.fp_contract };
    let judged = session.sources.get(id).and_then(|source| seal::judged(&source.text));
    let notes = export(&loaded.module, judged.as_ref(), options, &cli.output, times)?;
    session.emit(&notes);
    Ok(())
}

/// The language that all kernels of a file are wanted in.
fn target(module: &Module) -> Result<Dialect, Diagnostic> {
    let mut targets =
        module.kernels.values().map(|kernel| kernel.target.map_or(Dialect::default(), Dialect::from));
    let first = targets.next().unwrap_or_default();
    match targets.find(|other| *other != first) {
        None => Ok(first),
        Some(other) => {
            let message = format!("one kernel is wanted in {}, another in {}", first.name(), other.name());
            Err(Diagnostic::error("lp::driver::target", message)
                .help("say which: `--to opencl`, `--to cuda`, `--to c` or `--to ispc`"))
        }
    }
}

/// Lowers what is not lowered yet, checks what was not judged yet, and writes the source and, where there is a device, the launch description beside it. Returns
/// what is to be said of the source.
fn export(
    module: &Module,
    judged: Option<&Judged>,
    options: codegen_opencl::Options,
    path: &str,
    times: &mut Times,
) -> Result<Vec<Diagnostic>, Failure> {
    let mut lowered = Vec::new();
    let mut descriptions = Vec::new();
    let mut functions = IndexMap::new();
    for kernel in module.kernels.values() {
        let kernel = match judged {
            Some(_) => times.time("lower", || transforms::lower::lower_judged(kernel))?,
            None => times.time("lower and check", || transforms::lower::lower(kernel))?,
        };
        let description = codegen_opencl::description(&kernel, options.dialect)?;
        for function in description.kernels.iter().map(|info| &info.function) {
            if let Some(other) = functions.insert(function.clone(), kernel.name.clone()) {
                let names = format!("`{}` and `{other}`", kernel.name);
                let message = format!("the kernels {names} would both have a function `{function}`");
                let error = Diagnostic::error("lp::driver::function", message);
                return Err(error.help("give one of them another name, or a file of its own").into());
            }
        }
        descriptions.push(description.to_json());
        lowered.push(kernel);
    }
    let (source, notes) = times.time("print", || codegen_opencl::noted(&lowered, options))?;
    let Some(beside) = description_beside(path, options.dialect) else {
        output::write(path, &source)?;
        return Ok(notes);
    };
    let description = match descriptions.as_slice() {
        [single] => single.clone(),
        several => format!("[\n{}]\n", several.join(",\n")),
    };
    output::write_all(&[(path, &source), (&beside, &description)])?;
    Ok(notes)
}

/// Where the launch description goes that comes with code for devices.
fn description_beside(path: &str, dialect: Dialect) -> Option<String> {
    let extension = match dialect {
        Dialect::OpenCl => ".cl",
        Dialect::Cuda => ".cu",
        Dialect::C | Dialect::Ispc => return None,
    };
    path.strip_suffix(extension).map(|stem| format!("{stem}.launch.json"))
}
