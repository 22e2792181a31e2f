//! What a search measured, for who draws it.

use super::table;
use crate::cli::assignments;
use diag::Diagnostic;
use std::path::Path;
use tune::{Outcome, Sample, fingerprint};

/// What a journal calls the digest of the program's text.
pub(crate) const PROGRAM: &str = "text of the program";

/// What it calls the kernel that is timed; empty where there is one.
pub(crate) const KERNEL: &str = "kernel";

/// What it calls the values of scalar arguments at which variants are timed.
pub(crate) const SIZES: &str = "sizes";

/// A text as a journal keeps it.
pub(crate) fn digest(text: &str) -> String {
    format!("{:016x}", fingerprint(text))
}

/// The times that a search took on a device.
#[derive(Debug)]
pub(crate) struct Samples {
    /// The device's name.
    pub(crate) device: String,
    /// The kernel, where the program has several.
    pub(crate) kernel: Option<String>,
    /// The values of scalar arguments.
    pub(crate) sizes: Vec<(String, String)>,
    /// Variants with times, the fastest first.
    pub(crate) timed: Vec<Sample>,
    /// The digest of the program's text.
    program: String,
}

impl Samples {
    /// Reads the journal of a folder; the device is named as for `--tuned`.
    ///
    /// # Errors
    /// Where there is none, or no such device in it.
    pub(crate) fn read(folder: &Path, device: Option<&str>) -> Result<Self, Diagnostic> {
        let device = table::row(folder, device)?.device;
        let (search, samples) = tune::recorded(folder)?;
        let told = |name: &str| search.about.get(name).cloned().unwrap_or_default();
        let is_timed = |sample: &Sample| matches!(sample.outcome, Outcome::Timed | Outcome::Slower);
        let own = samples.into_iter().filter(|sample| sample.device == device && is_timed(sample));
        let mut timed: Vec<Sample> = own.filter(|sample| sample.time().is_some()).collect();
        timed.sort_by(|a, b| a.time().unwrap_or(f64::MAX).total_cmp(&b.time().unwrap_or(f64::MAX)));
        let kernel = Some(told(KERNEL)).filter(|name| !name.is_empty());
        Ok(Samples { device, kernel, sizes: assignments(&[told(SIZES)])?, timed, program: told(PROGRAM) })
    }

    /// Whether they are times of this program.
    pub(crate) fn are_of(&self, program: &str) -> bool {
        self.program == digest(program)
    }
}
