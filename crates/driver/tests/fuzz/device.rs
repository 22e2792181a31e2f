//! Generated code of random kernels, run on an OpenCL device and compared with the interpreter bit for bit.
//!
//! Inputs are small integers, so most sums and products are exact whatever the compiler contracts.

use crate::case::{Case, Outcome, lowered, shown};
use crate::tally::Tally;
use crate::target::Target;
use ir::Kernel;
use judge::{Sizes, choose, factors, show};
use runtime::device::{CHILD_FLAG, Plan, Request, Worker, plan, serve};
use runtime::{Bindings, Inputs, Numbers, Options, Tolerance, compare, interpret};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Oclgrind as an OpenCL driver, from the Debian package.
const OCLGRIND: &str = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";
/// Kernels with more memory would take long on a simulator.
const FUEL: u64 = 20_000;
/// Sizes at which a kernel runs.
const SIZES: usize = 2;

/// How the report of a device begins that lacks memory for a kernel's groups.
const DOES_NOT_FIT: &str = "lp::device::limit";

/// The target: a device, or Oclgrind, which also reports data races, reads of uninitialised memory and
/// accesses out of bounds.
pub(crate) struct Device {
    worker: Worker,
    /// Where Oclgrind writes what it finds.
    log: Option<PathBuf>,
}

/// The side that talks to OpenCL, where this process was started as such.
pub(crate) fn child(arguments: &[String]) -> Option<ExitCode> {
    let at = arguments.iter().position(|argument| argument == CHILD_FLAG)?;
    Some(serve(Path::new(arguments.get(at + 1)?)))
}

impl Device {
    /// The first device; nothing where there is none.
    pub(crate) fn opencl() -> Option<Device> {
        let worker = Worker::this_program(Duration::from_secs(60)).ok()?;
        worker.list().is_ok_and(|devices| !devices.is_empty()).then_some(Device { worker, log: None })
    }

    /// Oclgrind; nothing where it is not installed. It is chosen by the environment, which the caller has to
    /// set.
    pub(crate) fn oclgrind() -> Option<Device> {
        let log = PathBuf::from(std::env::var("OCLGRIND_LOG").ok()?);
        let worker = Worker::this_program(Duration::from_secs(60)).ok()?;
        worker.list().is_ok_and(|devices| !devices.is_empty()).then_some(Device { worker, log: Some(log) })
    }

    fn check(&self, case: &Case, tally: &mut Tally) -> Result<(), String> {
        let Ok(Outcome::Accepted(lowered)) = lowered(&case.kernel) else { return Ok(()) };
        let Ok(proved) = legality::check(&lowered) else { return Ok(()) };
        let fault = |what: String| case.fault(&what);
        let source = codegen_opencl::source([&proved], codegen_opencl::Options::default());
        let description = codegen_opencl::description(&lowered, codegen_opencl::Dialect::OpenCl);
        let (Ok(source), Ok(description)) = (source, description) else {
            tally.count("no code");
            return Ok(());
        };
        let all = choose(&lowered, &lowered.assumptions, &factors(&case.original, &case.steps()?));
        let mut runs = 0;
        // Those behind the first ones lie round the factors of the steps.
        for sizes in all.iter().skip(1).step_by(2).chain(all.iter().step_by(2)) {
            let Some((before, after)) = expected(&lowered, sizes) else { continue };
            let planned =
                plan(&lowered, &before, &source, &description).map_err(|errors| fault(shown(&errors)))?;
            let different = match self.run(&planned, before, &after) {
                Err(what) if what.starts_with(DOES_NOT_FIT) => {
                    tally.count("kernels that do not fit the device");
                    return Ok(());
                }
                ran => ran.map_err(|what| fault(format!("at {}: {what}\n{source}", show(sizes))))?,
            };
            tally.count(if different {
                "runs where rounding differs"
            } else {
                "runs that agree bit for bit"
            });
            runs += 1;
            if runs == SIZES {
                break;
            }
        }
        if runs > 0 {
            tally.count("pairs");
            if source.contains(".s1") || source.contains("vload") || source.contains("vstore") {
                tally.count("pairs with vectors");
            }
            tally.count(if case.legal { "pairs that are legal by construction" } else { "other pairs" });
        }
        Ok(())
    }

    /// Runs on the device; whether results differ as much as rounding allows.
    fn run(&self, plan: &Plan, before: Bindings, after: &Bindings) -> Result<bool, String> {
        let mut found = before;
        if let Some(log) = &self.log {
            std::fs::remove_file(log).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error.to_string()),
            })?;
        }
        self.worker.run(plan, &mut found, &Request::default()).map_err(|error| shown(&[error]))?;
        let report = self.log.as_ref().and_then(|log| std::fs::read_to_string(log).ok()).unwrap_or_default();
        if !report.trim().is_empty() {
            return Err(format!("Oclgrind reports\n{report}"));
        }
        let mut different = false;
        for (name, left) in after.arrays() {
            let Some(right) = found.array(name) else { continue };
            if let Some(difference) = compare(left, right, Tolerance::EXACT) {
                if compare(left, right, Tolerance { relative: 1e-5, absolute: 1e-5 }).is_some() {
                    return Err(format!("`{name}`: {difference}"));
                }
                different = true;
            }
        }
        Ok(different)
    }
}

/// What the interpreter makes of the loop tree.
fn expected(kernel: &Kernel, sizes: &Sizes) -> Option<(Bindings, Bindings)> {
    let sets = sizes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let inputs = Inputs { sets, seed: 1, numbers: Numbers::SmallIntegers, ..Inputs::default() };
    let before = Bindings::new(kernel, &inputs).ok()?;
    runtime::check_assumptions(kernel, &before).ok()?;
    let mut after = before.clone();
    interpret(kernel, &mut after, &Options { fuel: FUEL, ..Options::default() }).ok()?;
    Some((before, after))
}

impl Target for Device {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        let mut ignored = Tally::default();
        Case::random(seed, &mut ignored)?.map_or(Ok(()), |case| self.check(&case, tally))
    }

    fn show(&self, seed: u64) -> String {
        Case::shown(seed)
    }

    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        Case::read(text, tally)?.map_or(Ok(()), |case| self.check(&case, tally))
    }
}

/// What a child that uses Oclgrind finds in its environment, where it is installed.
pub(crate) fn environment(folder: &Path) -> Option<Vec<(&'static str, String)>> {
    if !Path::new(OCLGRIND).exists() {
        return None;
    }
    let log = folder.join("oclgrind.log").to_string_lossy().into_owned();
    Some(vec![
        ("OCL_ICD_VENDORS", OCLGRIND.to_owned()),
        // Optimised code holds instructions that the simulator does not know.
        ("OCLGRIND_BUILD_OPTIONS", "-cl-opt-disable".to_owned()),
        ("OCLGRIND_DATA_RACES", "1".to_owned()),
        ("OCLGRIND_UNINITIALIZED", "1".to_owned()),
        ("OCLGRIND_LOG", log),
    ])
}
