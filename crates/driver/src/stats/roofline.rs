//! What a kernel takes at least on a device: the time to move what it must move, or to compute what it
//! computes.

use super::device::Description;
use super::work::{Work, real};

/// The least time of a run, and why it is no less.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bound {
    /// Seconds.
    pub(crate) seconds: f64,
    /// `memory`, or the type of numbers whose operations take longest.
    pub(crate) by: String,
    /// Whether all counts are exact; else data may spare some of the time.
    pub(crate) is_exact: bool,
}

/// The least time that work takes on a device. Types compute side by side, and beside the memory; of a type
/// whose rate is not known nothing is said. `None` where no number is known.
pub(crate) fn bound(work: &Work, device: &Description) -> Option<Bound> {
    let memory =
        work.least_bytes.map(|bytes| ("memory".to_owned(), real(bytes.number) / device.bytes_per_second));
    let types = work.flops.iter().filter_map(|(ty, amount)| {
        Some((ty.numpy_name().to_owned(), real(amount.as_ref()?.number) / device.rate(*ty)?))
    });
    let (by, seconds) = memory.into_iter().chain(types).max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    let is_known = |amount: &Option<counting::Amount>| amount.is_some_and(|amount| amount.exact);
    let is_exact = is_known(&work.least_bytes) && work.flops.values().all(is_known);
    Some(Bound { seconds, by, is_exact })
}
