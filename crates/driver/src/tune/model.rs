//! What the static model expects of a variant, before anything runs: a number by which variants are
//! ordered, and no time.
//!
//! It counts what the kernel does at the sizes of the search, in bytes of global memory that take as long:
//! elements of arrays and temporaries by the space that they lie in, operations, barriers and launches. It
//! knows no device, and nothing of how many work items run at once.

use crate::cli::{Failure, assignments};
use crate::stats;
use crate::stats::work::real;
use counting::{Count, Synchronization};
use ir::{AddressSpace, Kernel, Name};
use std::collections::BTreeMap;

/// What an operation counts.
const OPERATION: f64 = 0.5;

/// What a byte of local memory counts.
const LOCAL: f64 = 0.125;

/// What a barrier of a group counts.
const BARRIER: f64 = 64.0;

/// What a launch counts.
const LAUNCH: f64 = 1e6;

/// What a kernel costs at these sizes; nothing where a number is not known.
///
/// # Errors
/// Where the sizes are no assignments.
pub(super) fn cost(kernel: &Kernel, lowered: &Kernel, set: &[String]) -> Result<Option<f64>, Failure> {
    let sets = assignments(set).map_err(Failure::usage)?;
    let sizes: BTreeMap<String, i64> =
        sets.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect();
    let value = |count: &Option<Count>| {
        let of = |name: &Name| sizes.get(name.as_str()).copied();
        count.as_ref()?.eval(&of).map(real)
    };
    let typed = stats::typed(kernel);
    let mut parts = Vec::new();
    for (access, count) in counting::accesses(&typed) {
        let weight = match access.space {
            Some(AddressSpace::Global) => 1.0,
            Some(AddressSpace::Local) => LOCAL,
            _ => 0.0,
        };
        let bytes = f64::from(access.ty.bytes());
        parts.push(value(&count).map(|count| count * weight * bytes));
    }
    parts.extend(counting::operations(&typed).values().map(|count| value(count).map(|n| n * OPERATION)));
    for (kind, count) in counting::synchronizations(lowered) {
        let weight = match kind {
            Synchronization::Barrier => BARRIER,
            Synchronization::Launch => LAUNCH,
        };
        parts.push(value(&count).map(|count| count * weight));
    }
    Ok(parts.into_iter().sum())
}
