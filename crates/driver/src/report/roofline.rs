//! What kernels do at given sizes, beside what a device can do and what a search measured on it.

use super::measured::Measured;
use super::model::{Roofline, Sampled, Work};
use crate::stats::roofline::bound;
use crate::stats::work::{self, real};
use crate::stats::{sizes, typed};
use crate::tuned::samples::Samples;
use ir::{AddressSpace, Kernel};
use tune::{Outcome, Sample};

/// Most samples that a page shows.
const MOST: usize = 500;

/// What is shown of all kernels; nothing where nobody asks.
pub(super) fn roofline(measured: &Measured) -> Option<Roofline> {
    let sizes = measured.sizes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let device = measured.device.clone();
    measured.is_asked().then_some(Roofline { sizes, device })
}

/// What a kernel does at the sizes; why that is not known, as an error.
pub(super) fn work(kernel: &Kernel, lowered: &Kernel, measured: &Measured) -> Option<Result<Work, String>> {
    if !measured.is_asked() {
        return None;
    }
    let sizes = match sizes::read(&typed(kernel), &measured.sizes, true) {
        Ok(sizes) => sizes.unwrap_or_default(),
        Err(problem) => return Some(Err(problem.message)),
    };
    let counted = work::Work::count(lowered, &sizes).map_err(|error| error.to_string());
    Some(counted.map(|work| shown(&work, measured)))
}

fn shown(work: &work::Work, measured: &Measured) -> Work {
    let bound = measured.device.as_ref().and_then(|device| bound(work, device));
    let of_type = |(ty, amount): (&ir::Scalar, &Option<counting::Amount>)| {
        Some((ty.numpy_name().to_owned(), real(amount.as_ref()?.number)))
    };
    let moved = work.moved.get(&AddressSpace::Global).copied().flatten();
    Work {
        flops: work.flops.iter().filter_map(of_type).collect(),
        moved: moved.map(|amount| real(amount.number)),
        least: work.least_bytes.map(|amount| real(amount.number)),
        is_exact: work.least_bytes.is_some_and(|amount| amount.exact)
            && work.flops.values().all(|amount| amount.is_some_and(|amount| amount.exact)),
        seconds: bound.as_ref().map(|bound| bound.seconds),
        by: bound.map(|bound| bound.by),
    }
}

/// The samples of a kernel, the fastest first.
pub(super) fn sampled(measured: &Measured, kernel: &str, is_only: bool) -> Vec<Sampled> {
    let Some(samples) = measured.samples.as_ref().filter(|own| is_of(own, kernel, is_only)) else {
        return Vec::new();
    };
    let shown = |sample: &Sample| {
        let summary = sample.summary?;
        let values = sample.variant.iter().map(|(name, value)| format!("{name} = {value}"));
        Some(Sampled {
            variant: values.collect::<Vec<String>>().join(", "),
            seconds: summary.median,
            is_stopped: sample.outcome == Outcome::Slower,
        })
    };
    samples.timed.iter().filter_map(shown).take(MOST).collect()
}

fn is_of(samples: &Samples, kernel: &str, is_only: bool) -> bool {
    samples.kernel.as_deref().map_or(is_only, |own| own == kernel)
}
