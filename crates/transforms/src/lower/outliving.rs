//! Temporaries that no launch can hold, where nobody said in which memory they lie.

use super::{CUT, schedule};
use crate::save_and_reload_temporaries::in_global_memory;
use ir::{Expr, Kernel, Name, Scalar, Statement, StatementKind, SyncScope, Temp};
use pass::Refusal;

/// Bytes of a temporary that each launch can hold. Threads of a processor have some megabytes for all that
/// they call, and groups of a GPU have some 48 to 228 KiB of local memory.
const MOST_BYTES: i64 = 1 << 16;

/// Chooses the memory of temporaries where that is open: the one that `narrowest` tells, if a launch can hold
/// them there.
///
/// Those whose extents are no numbers, those that are larger than a stack or local memory is for sure, and
/// those whose values pass from one launch to another, lie in global memory, with a copy for each work group
/// and work item, as `save_and_reload_temporaries` makes them. What was said of a temporary's memory holds.
///
/// # Errors
/// Those of `narrowest`.
pub(super) fn resolve(
    kernel: &Kernel,
    narrowest: &dyn Fn(&Kernel) -> Result<Kernel, Refusal>,
) -> Result<Kernel, Refusal> {
    let large = open(kernel).filter(|(_, temp)| !fits(temp)).map(|(name, _)| name.clone());
    let kernel = moved(kernel, &large.collect::<Vec<_>>()).unwrap_or_else(|| kernel.clone());
    let resolved = narrowest(&kernel)?;
    let ends_launch = |statement: &Statement| statement.kind == StatementKind::Barrier(SyncScope::Global);
    if open(&kernel).next().is_none() || !kernel.statements.values().any(ends_launch) {
        return Ok(resolved);
    }
    // What a launch cannot hold shows in the schedule.
    let Err(Refusal(problems)) = schedule(&resolved) else { return Ok(resolved) };
    let outlives = |name: &Name| {
        problems.iter().any(|problem| problem.code == CUT && problem.about.iter().any(|one| **name == **one))
    };
    let outliving: Vec<Name> = open(&kernel).map(|(name, _)| name.clone()).filter(outlives).collect();
    let kept = moved(&kernel, &outliving).and_then(|kept| narrowest(&kept).ok());
    Ok(kept.filter(|kept| schedule(kept).is_ok()).unwrap_or(resolved))
}

/// Whether a temporary has a size that a launch can hold.
fn fits(temp: &Temp) -> bool {
    let element = temp.ty.map_or(Scalar::C128.bytes(), Scalar::bytes);
    let bytes = temp
        .shape
        .iter()
        .try_fold(i64::from(element), |bytes, extent| bytes.checked_mul(Expr::as_int(extent)?));
    bytes.is_some_and(|bytes| bytes <= MOST_BYTES)
}

/// The temporaries of which nobody said where they lie.
fn open(kernel: &Kernel) -> impl Iterator<Item = (&Name, &Temp)> {
    kernel.temps.iter().filter(|(_, temp)| temp.space.is_none())
}

/// The kernel with temporaries in global memory; nothing where there are none, or that cannot be.
fn moved(kernel: &Kernel, names: &[Name]) -> Option<Kernel> {
    (!names.is_empty()).then(|| in_global_memory(kernel, names).ok()).flatten().map(|applied| applied.kernel)
}
