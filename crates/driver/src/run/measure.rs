//! Measures what a device can do at most: a copy of an array, and sums of products in registers.

use super::Cli;
use crate::cli::Failure;
use crate::devices::{Wanted, worker};
use crate::output;
use crate::runnable::select;
use crate::stats::device::Description;
use crate::stats::units::scaled;
use crate::stats::work::real;
use diag::{Diagnostic, SourceMap};
use ir::{Kernel, Scalar};
use runtime::device::{self, DeviceInfo, Request};
use runtime::{Bindings, Inputs};
use std::collections::BTreeMap;

/// Copies an array of floats, four of them a work item: with one an H200 reaches two thirds of what it can.
const COPY: &str = include_str!("copy.lpir");

/// Eight chains of products that are added to, in each work item.
const COMPUTE: &str = include_str!("compute.lpir");

/// Bytes that the copy moves for an element.
const COPIED: f64 = 8.0;

/// Operations of a work item in a round.
const OPERATIONS: f64 = 16.0;

/// Runs of which the fastest counts.
const RUNS: u32 = 9;

/// How much is measured.
struct Amounts {
    copied: i64,
    items: i64,
    rounds: i64,
}

/// What keeps a GPU, or else a processor, busy for some milliseconds, in arrays that fit the device.
fn amounts(device: &DeviceInfo) -> Amounts {
    let mut amounts = if device.is_gpu {
        Amounts { copied: 1 << 28, items: 1 << 22, rounds: 1024 }
    } else {
        Amounts { copied: 1 << 24, items: 1 << 16, rounds: 256 }
    };
    let fits = |elements: i64| {
        u64::try_from(elements).is_ok_and(|n| n * 16 <= device.global_bytes.min(2 * device.max_buffer_bytes))
    };
    while !fits(amounts.copied) && amounts.copied > 1024 {
        amounts.copied /= 2;
    }
    amounts
}

/// Measures the device that is asked for, unless the file describes it already, and prints the file.
///
/// # Errors
/// Where there is no device, or it fails.
pub(super) fn measure(cli: &Cli, path: &str) -> Result<(), Failure> {
    let help = "devices are `opencl` and `opencl:NAME`; `lprun --list-devices` lists names";
    let wanted = cli.device.as_deref().map(Wanted::parse).transpose();
    let name = match wanted.map_err(|error| Failure::usage(error.help(help)))? {
        Some(Wanted::Interpreter) => {
            let error = Diagnostic::error("lp::run::device", "the interpreter is no device to be measured");
            return Err(Failure::usage(error.help(help)));
        }
        Some(Wanted::Device(name)) => name,
        None => None,
    };
    let devices = worker(cli.time_limit)?.list()?;
    let Some(device) = device::chosen(&devices, name) else {
        let error = Diagnostic::error("lp::run::device", "there is no OpenCL device to be measured");
        return Err(error.help(help).into());
    };
    let title = device::title(device);
    let before = if std::path::Path::new(path).exists() { Some(Description::read(path)?) } else { None };
    let description = match before.filter(|before| before.device == title) {
        Some(known) => known,
        None => {
            let new = measured(cli, device, name)?;
            new.write(path)?;
            new
        }
    };
    let mut text =
        format!("{}\n  memory   {}\n", description.device, scaled(description.bytes_per_second, "B/s"));
    for (ty, rate) in &description.operations_per_second {
        text.push_str(&format!("  {ty:8} {}\n", scaled(*rate, "op/s")));
    }
    Ok(output::print(&text)?)
}

fn measured(cli: &Cli, device: &DeviceInfo, name: Option<&str>) -> Result<Description, Failure> {
    let Amounts { copied, items, rounds } = amounts(device);
    let seconds = fastest(cli, name, COPY, &[("n", copied)])?;
    let bytes_per_second = COPIED * real(i128::from(copied)) / seconds;
    let mut operations_per_second = BTreeMap::new();
    for ty in [Scalar::F32, Scalar::F64] {
        if ty == Scalar::F64 && !device.has_f64 {
            continue;
        }
        let text = if ty == Scalar::F64 { in_doubles(COMPUTE) } else { COMPUTE.to_owned() };
        let seconds = fastest(cli, name, &text, &[("n", items), ("m", rounds)])?;
        let rate = OPERATIONS * real(i128::from(items)) * real(i128::from(rounds)) / seconds;
        operations_per_second.insert(ty.numpy_name().to_owned(), rate);
    }
    Ok(Description { device: device::title(device), bytes_per_second, operations_per_second })
}

fn in_doubles(text: &str) -> String {
    text.replace("f32", "f64").replace("0.5f", "0.5d").replace("0.25f", "0.25d")
}

/// The least time of some runs, in seconds.
fn fastest(cli: &Cli, name: Option<&str>, text: &str, sets: &[(&str, i64)]) -> Result<f64, Failure> {
    let mut sources = SourceMap::default();
    let id = sources.add("<measure>", text);
    let module = ir::text::parse_module(text, id)?;
    let kernel: &Kernel = select(&module, None)?;
    let sets = sets.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let mut bindings = Bindings::new(kernel, &Inputs { sets, ..Inputs::default() })?;
    let lowered = transforms::lower::lower(kernel)?;
    let options = codegen_opencl::Options { fp_contract: true, ..Default::default() };
    let (source, _) = codegen_opencl::noted([&lowered], options)?;
    let description = codegen_opencl::description(&lowered, codegen_opencl::Dialect::OpenCl)?;
    let plan = device::plan(&lowered, &bindings, &source, &description)?;
    let request = Request { device: name.map(str::to_owned), repeat: RUNS, enough: None };
    let outcome = worker(cli.time_limit)?.run(&plan, &mut bindings, &request)?;
    let fastest = outcome.seconds.iter().copied().filter(|time| *time > 0.0).min_by(f64::total_cmp);
    fastest.ok_or_else(|| Diagnostic::error("lp::stats::device", "the device told no times").into())
}
