//! At which sizes a report counts, what a device can do, and what a search measured on it.

use super::record::Record;
use crate::cli::assignments;
use crate::input;
use crate::stats::device::Description;
use crate::stats::sizes;
use crate::tuned::samples::Samples;
use diag::{Diagnostic, SourceMap};
use std::path::Path;

/// What is known of sizes and devices.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// Values of integer arguments.
    pub(super) sizes: Vec<(String, String)>,
    pub(super) device: Option<Description>,
    pub(super) samples: Option<Samples>,
}

impl Measured {
    /// Reads what the command line names: sizes, the description of a device, and the folder of a search with
    /// a part of its device's name.
    ///
    /// # Errors
    /// Where a file cannot be read, or sizes are none.
    pub(crate) fn read(
        sizes: &[String],
        description: Option<&str>,
        search: Option<(&Path, Option<&str>)>,
    ) -> Result<Self, Diagnostic> {
        let sizes = assignments(sizes)?;
        let device = description.map(Description::read).transpose()?;
        let samples = search.map(|(folder, device)| Samples::read(folder, device)).transpose()?;
        Ok(Measured { sizes, device, samples })
    }

    /// Whether work is counted: for sizes, or for a device, since some kernels have no sizes.
    pub(super) fn is_asked(&self) -> bool {
        !self.sizes.is_empty() || self.device.is_some()
    }

    /// Leaves out samples that mean something else: those of another text than this file has, or of other
    /// sizes. What is left out is told.
    pub(crate) fn settle(&mut self, program: &str) -> Option<Diagnostic> {
        let samples = self.samples.as_ref()?;
        let is_there = |size: &(String, String)| samples.sizes.contains(size);
        let mut sources = SourceMap::default();
        let text = input::read(&mut sources, program).ok().and_then(|id| sources.get(id));
        let why = if text.is_some_and(|program| samples.are_of(&program.text)) {
            let (name, value) = match self.sizes.iter().find(|size| !is_there(size)) {
                Some(other) => other,
                None => {
                    self.sizes.clone_from(&samples.sizes);
                    return None;
                }
            };
            format!("they are not times at {name} = {value}")
        } else {
            "they are times of another program text".to_owned()
        };
        self.samples = None;
        let message = format!("the report leaves out the samples of the search: {why}");
        Some(Diagnostic::warning("lp::report::samples", message))
    }

    /// Refuses sizes that no kernel has.
    ///
    /// # Errors
    /// Where there is one.
    pub(crate) fn check(&self, record: &Record) -> Result<(), Diagnostic> {
        // Where nothing could be read there is nothing to ask.
        if record.tracks.is_empty() {
            return Ok(());
        }
        let own = self
            .sizes
            .iter()
            .filter(|size| self.samples.as_ref().is_none_or(|samples| !samples.sizes.contains(size)));
        let own: Vec<(String, String)> = own.cloned().collect();
        sizes::check(record.tracks.iter().map(|track| track.last()), &own)
    }
}
