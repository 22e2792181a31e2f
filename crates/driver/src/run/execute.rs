//! Running a kernel where the user wants it.

use super::Cli;
use crate::cli::Failure;
use crate::devices::{Wanted, worker};
use crate::exit::Outcome;
use crate::output;
use diag::Diagnostic;
use ir::Kernel;
use runtime::Bindings;
use runtime::device::{self, Request};
use std::time::Instant;

/// How a run went.
pub(super) struct Ran {
    /// Where it ran.
    pub(super) place: String,
    /// Median time in seconds, where it was taken.
    pub(super) seconds: Option<f64>,
    /// Time to compile the source, in seconds.
    pub(super) build_seconds: Option<f64>,
    /// What is to be said of the code that ran.
    pub(super) notes: Vec<Diagnostic>,
}

/// Runs the kernel; its arrays hold the results afterwards.
pub(super) fn run(cli: &Cli, kernel: &Kernel, bindings: &mut Bindings) -> Result<Ran, Failure> {
    let help = "devices are `interp`, `opencl` and `opencl:NAME`; `--list-devices` lists names";
    let wanted = cli.device.as_deref().map(Wanted::parse).transpose();
    match wanted.map_err(|error| Failure::usage(error.help(help)))? {
        Some(Wanted::Interpreter) => interpreter(cli, kernel, bindings, "the interpreter"),
        Some(Wanted::Device(name)) => on_device(cli, kernel, bindings, name),
        None if worker(cli.time_limit)?.list()?.is_empty() => {
            interpreter(cli, kernel, bindings, "the interpreter, since there is no OpenCL device")
        }
        None => on_device(cli, kernel, bindings, None),
    }
}

fn interpreter(cli: &Cli, kernel: &Kernel, bindings: &mut Bindings, place: &str) -> Result<Ran, Failure> {
    // What a device would run: along the loop tree every access and every race is looked at.
    let lowered = transforms::lower::lower(kernel)?;
    let kernel = &*lowered;
    let inputs = bindings.clone();
    let start = Instant::now();
    runtime::interpret(kernel, bindings, &runtime::Options::default())?;
    let mut times = vec![start.elapsed().as_secs_f64()];
    for _ in 1..cli.repeat {
        let mut again = inputs.clone();
        let start = Instant::now();
        runtime::interpret(kernel, &mut again, &runtime::Options::default())?;
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied();
    Ok(Ran {
        place: place.to_owned(),
        seconds: median.filter(|_| cli.repeat > 0),
        build_seconds: None,
        notes: Vec::new(),
    })
}

/// Source that does not compile is a fault of ours, so it is kept with what the compiler says of it.
fn kept(error: Diagnostic, source: &str) -> Failure {
    if error.code != "lp::device::build" {
        return error.into();
    }
    let path = "lprun-reproducer.cl";
    let log: String = error.notes.iter().map(|line| format!("// {line}\n")).collect();
    let error = match output::write(path, &format!("{source}\n// {}\n{log}", error.message)) {
        Ok(()) => error
            .help(format!("this is a bug of the code generator; `{path}` holds the code, please report it")),
        Err(problem) => error.note(problem.message),
    };
    Failure { outcome: Outcome::Internal, diagnostics: vec![error] }
}

fn on_device(
    cli: &Cli,
    kernel: &Kernel,
    bindings: &mut Bindings,
    name: Option<&str>,
) -> Result<Ran, Failure> {
    let lowered = transforms::lower::lower(kernel)?;
    let options =
        codegen_opencl::Options { line_map: true, fp_contract: cli.fp_contract, ..Default::default() };
    let (source, notes) = codegen_opencl::noted([&lowered], options)?;
    let description = codegen_opencl::description(&lowered, codegen_opencl::Dialect::OpenCl)?;
    let plan = device::plan(&lowered, bindings, &source, &description)?;
    let request = Request { device: name.map(str::to_owned), repeat: cli.repeat, enough: None };
    let run = worker(cli.time_limit)?.run(&plan, bindings, &request);
    let outcome = run.map_err(|error| kept(error, &source))?;
    let (place, seconds) = (device::title(&outcome.device), outcome.median());
    Ok(Ran { place, seconds, build_seconds: Some(outcome.build_seconds), notes })
}
