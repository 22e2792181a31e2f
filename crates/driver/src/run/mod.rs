//! `lprun`: runs kernels at any stage, checks one against another, and times them.

mod data;
mod execute;
mod measure;
mod report;
mod share;
mod verify;

use crate::agreement::{Agreement, is_result};
use crate::cli::{Common, Failure, Session, assignments};
use crate::devices::worker;
use crate::exit::Outcome;
use crate::input::{self, InputKind, Stops};
use crate::runnable::{in_definite_order, select, typed, with_types_of};
use crate::{distinct, effort, fortran_args, output, tune};
use clap::{Parser, Subcommand};
use diag::Diagnostic;
use ir::{Kernel, Module, Name};
use runtime::{Bindings, device};

/// Runs a kernel on the reference interpreter or an OpenCL device.
#[derive(Debug, Parser)]
#[command(name = "lprun", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Input file, at any stage; `-` is standard input
    #[arg(required_unless_present_any = ["list_devices", "verify_fortran", "measure_device"])]
    pub input: Option<String>,
    /// Kind of the input, where its extension does not tell; standard input is .lpir by default
    #[arg(long, value_enum)]
    pub from: Option<InputKind>,
    /// Where to run: `interp`, `opencl`, `opencl:NAME`; by default the first GPU, else the first OpenCL
    /// device, else the interpreter
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Which kernel to run, where the input holds several
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Value of a scalar argument; a letter stands for its character code where the type is `i8`
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// What random inputs depend on
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Draws small integers, for which sums and products are exact in any order
    #[arg(long)]
    pub exact: bool,
    /// Contents of an array argument; `-` is standard input
    #[arg(long = "in", value_name = "NAME=FILE.npy")]
    pub arrays_in: Vec<String>,
    /// Where to write an array argument afterwards; `-` is standard output, and the report goes to standard
    /// error then
    #[arg(long = "out", value_name = "NAME=FILE.npy")]
    pub arrays_out: Vec<String>,
    /// Compares with this file's kernel on the interpreter; without a file, with the input's own reference
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub against: Option<String>,
    /// How many timed runs to take the median of
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub repeat: u32,
    /// Lets the device's compiler fuse products with sums: faster, and rounded once instead of twice
    #[arg(long)]
    pub fp_contract: bool,
    /// Seconds that a device may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub time_limit: u64,
    /// Prints one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// How Fortran sources are read.
    #[command(flatten)]
    pub fortran: fortran_args::Args,
    /// Builds this Fortran file with gfortran and compares each routine with the kernel made of it
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub verify_fortran: Option<String>,
    /// How many inputs of each routine `--verify-fortran` compares
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub cases: usize,
    /// Measures what the device can do at most, and writes it to a file, unless that describes the device
    /// already
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "verify_fortran", "list_devices"])]
    pub measure_device: Option<String>,
    /// What the device can do at most: says which share of that a timed run reaches
    #[arg(long, value_name = "FILE", requires = "repeat")]
    pub device_description: Option<String>,
    /// Lists the OpenCL devices
    #[arg(long)]
    pub list_devices: bool,
    #[command(flatten)]
    common: Common,
}

/// Other things that `lprun` does.
#[derive(Debug, Subcommand)]
enum Command {
    /// Finds the fastest variant of a kernel among those that the `tune` lines of its pipeline or script list
    ///
    /// Each variant is proved to compute what the kernel does, run once and compared with it, and timed, in
    /// a process of its own. What came of it is a line of `journal.jsonl` in the folder of `--into`, from
    /// which a search that was killed goes on, and in which several processes may take part. The fastest is
    /// written to `best.txt`, a pipeline without choices, and its values to `tuned.json`, from which `lpopt
    /// --tuned` takes them.
    Tune {
        #[command(flatten)]
        args: Box<tune::Args>,
    },
}

/// Runs the tool.
pub fn run(cli: &Cli) -> Outcome {
    if let Some(Command::Tune { args }) = &cli.command {
        return tune::run(args, cli.common);
    }
    let mut session = Session::new(cli.common);
    let result = match &cli.verify_fortran {
        _ if cli.list_devices => list_devices(cli),
        _ if cli.measure_device.is_some() => {
            cli.measure_device.iter().try_for_each(|path| measure::measure(cli, path))
        }
        Some(path) => verify::verify(cli, &mut session, path),
        None => effort::watch(cli.common).and_then(|_| run_kernel(cli, &mut session)),
    };
    session.finish(result)
}

fn list_devices(cli: &Cli) -> Result<(), Failure> {
    let devices = worker(cli.time_limit)?.list()?;
    let none = "no OpenCL device; `--device interp` runs the interpreter\n".to_owned();
    let lines = devices.iter().map(|device| format!("{}\n", device::title(device)));
    Ok(output::print(&if devices.is_empty() { none } else { lines.collect() })?)
}

fn run_kernel(cli: &Cli, session: &mut Session) -> Result<(), Failure> {
    let path = cli.input.as_deref().unwrap_or("-");
    spare(cli, path).map_err(Failure::usage)?;
    let (module, stops) = load(cli, session, path, cli.from)?;
    let kernel = typed(select(&module, cli.kernel.as_deref())?)?;
    let inputs = data::inputs(cli)?;
    let before = Bindings::new(&kernel, &inputs)?;
    runtime::check_assumptions(&kernel, &before)?;
    runtime::check_promises(&kernel, &before)?;
    distinct::check(&kernel, &before)?;
    // First, since the interpreter says of a subscript outside of its array where a device may only crash.
    let expected = match cli.against.as_deref() {
        None => None,
        Some(other) => Some(Expected::compute(cli, session, &kernel, &before, other)?),
    };
    let written = assignments(&cli.arrays_out).map_err(Failure::usage)?;
    let written: Vec<&str> = written.iter().map(|(_, file)| file.as_str()).collect();
    output::spare_read(&session.sources, &written).map_err(Failure::usage)?;
    let mut after = before.clone();
    let ran = execute::run(cli, &kernel, &mut after)?;
    session.emit(&ran.notes);
    let agreement = expected.as_ref().map(|expected| expected.compare(&after));
    data::write(cli, &after)?;
    let share = match (&cli.device_description, ran.seconds) {
        (Some(path), Some(seconds)) => Some(share::reached(&kernel, &before, path, seconds)?),
        _ => None,
    };
    let told = report::Told { agreement: agreement.as_ref(), share: share.as_ref() };
    let report = report::text(cli, &kernel, &before, &ran, &told);
    if data::is_printed(cli)? {
        output::say(report.trim_end());
    } else {
        output::print(&report)?;
    }
    if let Some((agreement, expected)) = agreement.zip(expected) {
        agreement.verdict()?;
        expected.compare_types(&kernel, &before)?;
    }
    stopped(&stops, &kernel, &after).map_or(Ok(()), |stopped| Err(stopped.into()))
}

/// What the original of a kernel would have said instead of going on.
fn stopped(stops: &[Stops], kernel: &Kernel, after: &Bindings) -> Option<Diagnostic> {
    let stops = stops.iter().find(|stops| stops.kernel == kernel.name)?;
    let number = after.array(&stops.flag)?.get(&[])?.as_int()?;
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    let said = stops.said.get(at)?;
    let message = format!("`{}` ended early: {said}", kernel.name);
    let stopped = Diagnostic::error("lp::run::stopped", message);
    Some(stopped.help(format!("`{}` is {number}; what it computed is good where that is 0", stops.flag)))
}

/// Refuses to write arrays over kernels and over arrays that are read, or two arrays to one file.
fn spare(cli: &Cli, path: &str) -> Result<(), Diagnostic> {
    let (read, written) = (assignments(&cli.arrays_in)?, assignments(&cli.arrays_out)?);
    let arrays = read.iter().map(|(_, file)| file.as_str());
    let others = cli.against.as_deref().into_iter().chain(cli.device_description.as_deref());
    let inputs: Vec<&str> = [path].into_iter().chain(others).chain(arrays).collect();
    let outputs: Vec<&str> = written.iter().map(|(_, file)| file.as_str()).collect();
    output::spare(&inputs, &outputs)
}

/// What the files are that are read, as far as their names tell.
fn kinds(cli: &Cli) -> Vec<InputKind> {
    let own = input::kind_of(cli.input.as_deref().unwrap_or("-"), cli.from);
    let other = cli.against.as_deref().filter(|other| !other.is_empty());
    own.into_iter().chain(other.and_then(|other| input::kind_of(other, None).ok())).collect()
}

fn load(
    cli: &Cli,
    session: &mut Session,
    path: &str,
    from: Option<InputKind>,
) -> Result<(Module, Vec<Stops>), Failure> {
    let kind = input::kind_of(path, from).map_err(Failure::usage)?;
    let id = input::read(&mut session.sources, path)?;
    let settings = cli.fortran.settings_for(&kinds(cli))?;
    let loaded = input::import(&mut session.sources, id, kind, &settings)?;
    session.emit(&loaded.warnings);
    Ok((loaded.module, loaded.stops))
}

/// What another kernel leaves of the same inputs, on the interpreter.
struct Expected {
    kernel: Kernel,
    /// Where it comes from.
    name: String,
    arrays: Bindings,
}

impl Expected {
    fn compute(
        cli: &Cli,
        session: &mut Session,
        kernel: &Kernel,
        before: &Bindings,
        other: &str,
    ) -> Result<Expected, Failure> {
        let (judge, name) = judge(cli, session, kernel, other)?;
        let judge = in_definite_order(typed(&with_types_of(kernel, judge))?)?;
        session.emit(&alike_in_results(kernel, &judge, &name)?);
        let mut arrays = before.rebind(&judge)?;
        runtime::interpret(&judge, &mut arrays, &runtime::Options::default())?;
        Ok(Expected { kernel: judge, name, arrays })
    }

    fn compare(&self, after: &Bindings) -> Agreement {
        Agreement::compare(&self.kernel, &self.name, &self.arrays, after)
    }

    /// Numbers of few digits agree although they are computed in other types: so others are tried, on the
    /// interpreter.
    fn compare_types(&self, kernel: &Kernel, before: &Bindings) -> Result<(), Diagnostic> {
        if judge::is_open(kernel) {
            return Ok(());
        }
        let integers = before
            .values()
            .filter_map(|(name, value)| Some((name.clone(), i64::try_from(value.as_int()?).ok()?)));
        let change = judge::width_change(&self.kernel, kernel, &integers.collect());
        change.map_or(Ok(()), |change| {
            let message =
                format!("operations are done in other types than in {}: {}", self.name, change.evidence);
            let error = Diagnostic::error("lp::run::different", message);
            Err(change.notes().into_iter().fold(error, Diagnostic::note))
        })
    }
}

/// Refuses a kernel whose results the other one does not have, as nothing would compare them. Results of the
/// other one alone are warned of.
fn alike_in_results(kernel: &Kernel, judge: &Kernel, name: &str) -> Result<Vec<Diagnostic>, Diagnostic> {
    let lacks = |other: &Kernel, array: &Name| other.args.get(array).is_none_or(|arg| arg.shape().is_none());
    if let Some(array) = results(judge).find(|array| lacks(kernel, array)) {
        let message = format!("`{array}`, which {name} computes, is no array of `{}`", kernel.name);
        let own: Vec<String> = results(kernel).map(|array| format!("`{array}`")).collect();
        let error = Diagnostic::error("lp::run::against", message);
        return Err(error.help(format!("`{}` computes {}", kernel.name, own.join(", "))));
    }
    let warning = |array: &Name| {
        Diagnostic::warning(
            "lp::run::against",
            format!("`{array}` is not compared: {name} has no such array"),
        )
    };
    Ok(results(kernel).filter(|array| lacks(judge, array)).map(warning).collect())
}

/// The arrays that a kernel writes.
fn results(kernel: &Kernel) -> impl Iterator<Item = &Name> {
    kernel.args.iter().filter(|(_, arg)| is_result(arg)).map(|(name, _)| name)
}

/// The kernel to compare with, and where it comes from.
fn judge(
    cli: &Cli,
    session: &mut Session,
    kernel: &Kernel,
    other: &str,
) -> Result<(Kernel, String), Failure> {
    if other.is_empty() {
        let Some(reference) = &kernel.reference else {
            let error = Diagnostic::error("lp::run::against", "the input is its own reference");
            return Err(error.help("name a file to compare with: `--against FILE`").into());
        };
        return Ok(((**reference).clone(), "its own reference".to_owned()));
    }
    let (module, _) = load(cli, session, other, None)?;
    let names = [Some(&kernel.name), kernel.reference.as_ref().map(|reference| &reference.name)];
    let named = names.into_iter().flatten().find(|name| module.kernels.contains_key(*name));
    let asked = cli.kernel.as_deref().filter(|_| module.kernels.len() > 1);
    Ok((select(&module, named.map(|name| name.as_str()).or(asked))?.clone(), other.to_owned()))
}
