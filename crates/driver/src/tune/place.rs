//! Where variants run.

use super::Args;
use crate::cli::Failure;
use crate::devices::{Wanted, worker};
use codegen_opencl::Dialect;
use diag::Diagnostic;
use legality::Proved;
use runtime::Bindings;
use runtime::device::{self, Request};
use std::time::Instant;

/// A device, or the interpreter.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// The interpreter.
    Interpreter,
    /// A device, by a part of its name where one was asked for.
    Device(Option<String>),
}

/// What a run took.
#[derive(Debug, Clone, Default)]
pub(super) struct Ran {
    /// The first run, in seconds.
    pub(super) first: f64,
    /// The others.
    pub(super) seconds: Vec<f64>,
    /// Seconds to compile the source.
    pub(super) build: Option<f64>,
}

/// How often to run, and after which time no more.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs {
    pub(super) repeat: u32,
    pub(super) enough: Option<f64>,
}

impl Place {
    /// The place that is asked for, and its name.
    ///
    /// # Errors
    /// Where there is none.
    pub(super) fn find(args: &Args) -> Result<(Self, String), Failure> {
        let help = "devices are `interp`, `opencl` and `opencl:NAME`; `lprun --list-devices` lists names";
        let wanted = args.device.as_deref().map(Wanted::parse).transpose();
        let name = match wanted.map_err(|error| Failure::usage(error.help(help)))? {
            Some(Wanted::Interpreter) => return Ok((Place::Interpreter, INTERPRETER.to_owned())),
            Some(Wanted::Device(name)) => name.map(str::to_owned),
            None => None,
        };
        let devices = worker(args.time_limit)?.list()?;
        match device::chosen(&devices, name.as_deref()) {
            Some(device) => Ok((Place::Device(name), device::title(device))),
            None if args.device.is_none() => Ok((Place::Interpreter, INTERPRETER.to_owned())),
            None => {
                let wanted = name.map(|name| format!(" called `{name}`")).unwrap_or_default();
                let error =
                    Diagnostic::error("lp::run::device", format!("there is no OpenCL device{wanted}"));
                Err(error
                    .help("`lprun --list-devices` lists names; `--device interp` takes the interpreter")
                    .into())
            }
        }
    }

    /// Runs a kernel; its arrays hold the results of the first run afterwards.
    ///
    /// # Errors
    /// Where it cannot run there.
    pub(super) fn run(
        &self,
        args: &Args,
        kernel: &Proved<'_>,
        bindings: &mut Bindings,
        runs: Runs,
    ) -> Result<Ran, Failure> {
        match self {
            Place::Interpreter => interpret(kernel, bindings, runs),
            Place::Device(name) => on_device(args, kernel, bindings, name.clone(), runs),
        }
    }
}

/// The name of the interpreter among devices.
const INTERPRETER: &str = "interpreter";

fn interpret(kernel: &Proved<'_>, bindings: &mut Bindings, runs: Runs) -> Result<Ran, Failure> {
    let inputs = bindings.clone();
    let timed = |bindings: &mut Bindings| -> Result<f64, Failure> {
        let start = Instant::now();
        runtime::interpret(kernel, bindings, &runtime::Options::default())?;
        Ok(start.elapsed().as_secs_f64())
    };
    let mut ran = Ran { first: timed(bindings)?, ..Ran::default() };
    for _ in 0..runs.repeat {
        if device::takes_too_long(ran.first, &ran.seconds, runs.enough) {
            break;
        }
        ran.seconds.push(timed(&mut inputs.clone())?);
    }
    Ok(ran)
}

fn on_device(
    args: &Args,
    kernel: &Proved<'_>,
    bindings: &mut Bindings,
    name: Option<String>,
    runs: Runs,
) -> Result<Ran, Failure> {
    let options = codegen_opencl::Options { fp_contract: args.fp_contract, ..Default::default() };
    let (source, _) = codegen_opencl::noted([kernel], options)?;
    let description = codegen_opencl::description(kernel, Dialect::OpenCl)?;
    let plan = device::plan(kernel, bindings, &source, &description)?;
    let request = Request { device: name, repeat: runs.repeat, enough: runs.enough };
    let outcome = worker(args.time_limit)?.run(&plan, bindings, &request)?;
    let (first, seconds) = (outcome.first_seconds, outcome.seconds);
    Ok(Ran { first, seconds, build: Some(outcome.build_seconds) })
}
