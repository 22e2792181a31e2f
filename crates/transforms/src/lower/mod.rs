//! Lowering: from a transformed kernel to a loop tree that needs only to be printed.
//!
//! Each pass is a transform of its own, so a pipeline may stop after any of them.

pub(crate) mod assign_local_axes;
mod describe;
mod domains;
pub(crate) mod expand_rules;
mod filled;
pub(crate) mod infer_types;
pub(crate) mod insert_barriers;
pub(crate) mod insert_guards;
mod known_types;
mod limits;
mod literals;
mod outliving;
pub(crate) mod realize_ilp;
pub(crate) mod realize_reduction;
mod region;
pub(crate) mod resolve_address_spaces;
pub(crate) mod schedule;
mod separate;
mod sharing;
mod witness;

use diag::Diagnostic;
use ir::{Kernel, Scalar, conversions};
use legality::Proved;
use pass::{Refusal, place};

pub use assign_local_axes::{AssignLocalAxes, assign_local_axes};
pub use expand_rules::{ExpandRules, expand_rules};
pub use infer_types::{InferTypes, infer_types};
pub(crate) use insert_barriers::groups::{CONFLICT, around_groups};
pub use insert_barriers::{InsertBarriers, insert_barriers};
pub use insert_guards::{InsertGuards, insert_guards};
pub(crate) use known_types::with_known_types;
pub use realize_ilp::{RealizeIlp, realize_ilp};
pub(crate) use realize_reduction::neutral;
pub use realize_reduction::{RealizeReduction, realize_reduction};
pub use resolve_address_spaces::{ResolveAddressSpaces, resolve_address_spaces};
pub(crate) use schedule::EXTENT;
pub(crate) use schedule::cuts::CUT;
pub use schedule::{ScheduleStatements, schedule};

/// The names of all passes, in order.
pub const LOWERING: &[&str] = &[
    "infer_types",
    "expand_rules",
    "realize_reduction",
    "realize_ilp",
    "assign_local_axes",
    "resolve_address_spaces",
    "schedule",
    "insert_barriers",
    "insert_guards",
];

/// Runs all passes, unless the kernel is scheduled already, and then asks whether the result computes what
/// the kernel's reference does.
///
/// # Errors
/// Those of the first pass that refuses the kernel, or what is wrong with the result.
pub fn lower(kernel: &Kernel) -> Result<Proved<'static>, Vec<Diagnostic>> {
    let lowered = unproved(kernel)?;
    let _place = place::enter(&kernel.name, "proof");
    legality::prove(lowered)
}

/// Runs all passes, unless the kernel is scheduled already, and asks nothing of the result.
///
/// # Errors
/// Those of the first pass that refuses the kernel.
pub fn unproved(kernel: &Kernel) -> Result<Kernel, Vec<Diagnostic>> {
    limits::size(kernel).map_err(|error| vec![error])?;
    let lowered = match &kernel.schedule {
        Some(_) => kernel.clone(),
        None => run_passes(kernel).map_err(|Refusal(reasons)| reasons)?,
    };
    limits::copies(&lowered).map_err(|error| vec![error])?;
    limits::endless(&lowered).map_err(|error| vec![error])?;
    separate::check(&lowered)?;
    Ok(lowered)
}

fn run_passes(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let kernel = scheduled(placed(kernel)?)?;
    let place = place::enter(&kernel.name, "insert_barriers");
    let kernel = insert_barriers::synchronised(kernel)?;
    place.go_on("insert_guards");
    insert_guards::guarded(kernel)
}

/// Runs `schedule`, after which it is known what a launch does.
///
/// # Errors
/// Those of that pass.
pub(crate) fn scheduled(kernel: Kernel) -> Result<Kernel, Refusal> {
    let _place = place::enter(&kernel.name, "schedule");
    schedule::scheduled(kernel)
}

/// Runs the passes before `schedule`, after which each statement stands in its own loops, and has its axes.
///
/// # Errors
/// Those of the first pass that refuses the kernel.
pub(crate) fn placed(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let place = place::enter(&kernel.name, "infer_types");
    let kernel = infer_types(kernel, Some(Scalar::F64))?;
    place.go_on("expand_rules");
    let needed = !kernel.rules.is_empty();
    let kernel = passed(kernel, needed, expand_rules)?;
    place.go_on("realize_reduction");
    let needed = kernel.statements.values().any(realize_reduction::has_reduction);
    let kernel = passed(kernel, needed, realize_reduction)?;
    let kernel = if needed { conversions::written(&kernel) } else { kernel };
    place.go_on("realize_ilp");
    let needed = !realize_ilp::loops(&kernel).is_empty();
    let kernel = passed(kernel, needed, realize_ilp)?;
    place.go_on("assign_local_axes");
    let needed = assign_local_axes::next(&kernel).is_some();
    let kernel = passed(kernel, needed, assign_local_axes)?;
    place.go_on("resolve_address_spaces");
    resolve_address_spaces(&kernel)
}

/// What a pass makes of a kernel in which there is something to do for it: to copy a large one takes long.
fn passed(
    kernel: Kernel,
    is_needed: bool,
    pass: fn(&Kernel) -> Result<Kernel, Refusal>,
) -> Result<Kernel, Refusal> {
    if is_needed { pass(&kernel) } else { Ok(kernel) }
}
