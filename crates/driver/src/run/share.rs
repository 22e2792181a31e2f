//! Which share of what a device can do a run reached.

use crate::stats::device::Description;
use crate::stats::roofline::{Bound, bound};
use crate::stats::units::{digits, duration};
use crate::stats::work::Work;
use counting::Sizes;
use diag::Diagnostic;
use ir::Kernel;
use runtime::Bindings;

/// A time beside the least that is possible.
#[derive(Debug)]
pub(super) struct Share {
    /// The least time.
    pub(super) bound: Bound,
    /// The least time divided by the time that was taken.
    pub(super) share: f64,
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Bound { seconds, by, is_exact } = &self.bound;
        let open = if *is_exact { "" } else { ", less where data spare some of it" };
        let (percent, least) = (digits(100.0 * self.share), duration(*seconds));
        write!(f, "{percent} % of what the device can do: at least {least} by {by}{open}")
    }
}

/// The share that a run of so many seconds reached.
///
/// # Errors
/// Where nothing is known of the device, or of the kernel.
pub(super) fn reached(
    kernel: &Kernel,
    before: &Bindings,
    path: &str,
    seconds: f64,
) -> Result<Share, Vec<Diagnostic>> {
    let device = Description::read(path).map_err(|error| vec![error])?;
    let lowered = transforms::lower::lower(kernel)?;
    let value = |value: runtime::Value| i64::try_from(value.as_int()?).ok();
    let sizes: Sizes = before.values().filter_map(|(name, own)| Some((name.clone(), value(own)?))).collect();
    let unknown = |why: String| {
        let message = format!("nothing is known of what kernel `{}` takes at least: {why}", kernel.name);
        vec![Diagnostic::error("lp::stats::count", message)]
    };
    let work = Work::count(&lowered, &sizes).map_err(|error| unknown(error.to_string()))?;
    let bound = bound(&work, &device).ok_or_else(|| unknown("data decide".to_owned()))?;
    let share = bound.seconds / seconds;
    Ok(Share { bound, share })
}
