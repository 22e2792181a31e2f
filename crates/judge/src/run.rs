//! Runs of the original and of the kernel that is judged, on the same inputs.

use crate::evidence::{self, Evidence, Known, difference};
use crate::{Sizes, sizes};
use diag::{Code, Diagnostic};
use ir::{Kernel, Schedule};
use runtime::{Bindings, Floats, Inputs, Numbers, Options, WorkItemOrder};
use std::rc::Rc;

/// Steps of the interpreter that the original may take.
const FUEL: u64 = 200_000;
/// How many times as many the other kernel may take: it tests conditions and fills buffers.
pub(crate) const OVERHEAD: u64 = 50;
/// Steps of the original that one which takes fewer counts for: the other may start many work items that do
/// nothing.
const LEAST: u64 = 20_000;

/// What the original does at some sizes.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    Ran(Rc<Known>),
    /// It takes too long, or its arguments cannot be made.
    Skipped,
    /// It has no defined result.
    Failed(Vec<Diagnostic>),
    /// It asks for what the field has no value for.
    Inexact,
}

/// What inputs are drawn for runs of a kind: the field wants many different ones, rounding wants exact sums.
pub(crate) fn numbers(floats: Floats) -> Numbers {
    if floats == Floats::Field { Numbers::Real } else { Numbers::SmallIntegers }
}

/// Arguments for these sizes; `None` where there are none.
pub(crate) fn arguments(kernel: &Kernel, sizes: &Sizes, numbers: Numbers) -> Option<Bindings> {
    let sets = sizes.iter().map(|(name, value)| (name.to_string(), sizes::text(kernel, name, *value)));
    bindings(kernel, &Inputs { sets: sets.collect(), seed: 1, numbers, ..Inputs::default() })
}

fn bindings(kernel: &Kernel, inputs: &Inputs) -> Option<Bindings> {
    let bindings = Bindings::new(kernel, inputs).ok()?;
    runtime::check_assumptions(kernel, &bindings).is_ok().then_some(bindings)
}

/// Runs the original.
pub(crate) fn original(kernel: &Kernel, sizes: &Sizes, floats: Floats, numbers: Numbers) -> Expected {
    arguments(kernel, sizes, numbers).map_or(Expected::Skipped, |before| expected(kernel, before, floats))
}

/// Runs the original on these inputs, with numbers as their types have them.
pub(crate) fn on_inputs(kernel: &Kernel, inputs: &Inputs) -> Expected {
    bindings(kernel, inputs).map_or(Expected::Skipped, |before| expected(kernel, before, Floats::Rounded))
}

fn expected(kernel: &Kernel, before: Bindings, floats: Floats) -> Expected {
    let mut after = before.clone();
    match runtime::interpret(kernel, &mut after, &Options { fuel: FUEL, floats, ..Options::default() }) {
        Ok(report) => Expected::Ran(Rc::new(Known {
            before,
            after,
            written: report.written,
            fuel: report.steps.max(LEAST) * OVERHEAD,
        })),
        Err(errors) if errors.iter().any(|error| error.code == evidence::INEXACT) => Expected::Inexact,
        Err(errors) if errors.iter().all(|error| is_no_input(error.code)) => Expected::Skipped,
        Err(errors) => Expected::Failed(errors),
    }
}

/// Whether an error of the original says that the inputs are none that it is meant for.
fn is_no_input(code: Code) -> bool {
    evidence::tells_nothing(code) || code == "lp::run::promise"
}

/// Runs the other kernel on the same inputs: whether it could be run, or what shows that it does something
/// else, and the order of work items in which it does.
pub(crate) fn evidence(
    kernel: &Kernel,
    known: &Known,
    floats: Floats,
) -> Result<bool, (Option<WorkItemOrder>, Box<Evidence>)> {
    let orders: &[WorkItemOrder] = match has_work_items(kernel) {
        true => &[WorkItemOrder::Ascending, WorkItemOrder::Descending, WorkItemOrder::Random(1)],
        false => &[WorkItemOrder::Ascending],
    };
    for work_items in orders {
        let shown = kernel.schedule.is_some().then_some(*work_items);
        let mut found = match known.before.rebind(kernel) {
            Ok(bindings) => bindings,
            Err(errors) => return failed(errors).map_err(|evidence| (shown, evidence)),
        };
        let options = Options { fuel: known.fuel, work_items: *work_items, floats, ..Options::default() };
        match runtime::interpret(kernel, &mut found, &options) {
            Err(errors) => return failed(errors).map_err(|evidence| (shown, evidence)),
            Ok(report) => {
                if let Some(evidence) = difference(known, &found, &report.written) {
                    return Err((shown, Box::new(evidence)));
                }
            }
        }
    }
    Ok(true)
}

/// Whether some group has several work items, which may run in any order.
fn has_work_items(kernel: &Kernel) -> bool {
    let launches = kernel.schedule.iter().flat_map(Schedule::launches);
    launches.into_iter().any(|launch| !launch.device_work_items().is_empty())
}

fn failed(errors: Vec<Diagnostic>) -> Result<bool, Box<Evidence>> {
    match errors.into_iter().find(|error| !evidence::tells_nothing(error.code)) {
        Some(error) => Err(Box::new(Evidence::Error(Box::new(error)))),
        None => Ok(false),
    }
}
