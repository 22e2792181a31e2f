//! What a device can do at most: a file that `lprun --measure-device` writes.

use crate::output;
use diag::Diagnostic;
use ir::Scalar;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a device can do at most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name of the device.
    pub device: String,
    /// Bytes of global memory that it reads and writes in a second.
    pub bytes_per_second: f64,
    /// Operations that it does in a second, by the type of their operands, as `float32`. A product that is
    /// fused with a sum counts as two.
    pub operations_per_second: BTreeMap<String, f64>,
}

impl Description {
    /// Reads a file.
    ///
    /// # Errors
    /// Where it cannot be read, or describes no device.
    pub fn read(path: &str) -> Result<Self, Diagnostic> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            Diagnostic::error("lp::stats::device", format!("cannot read `{path}`: {error}"))
                .help("`lprun --measure-device FILE` writes such a file")
        })?;
        let description: Description = serde_json::from_str(&text).map_err(|error| {
            let message = format!("`{path}` is no description of a device: {error}");
            Diagnostic::error("lp::stats::device", message)
                .help("`lprun --measure-device FILE` writes such a file")
        })?;
        let rates = description.operations_per_second.values().chain([&description.bytes_per_second]);
        if let Some(rate) = rates.into_iter().find(|rate| !(rate.is_finite() && **rate > 0.0)) {
            let message = format!("`{path}` is no description of a device: {rate} is no rate");
            return Err(Diagnostic::error("lp::stats::device", message));
        }
        Ok(description)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, path: &str) -> Result<(), Diagnostic> {
        let text = serde_json::to_string_pretty(self).map_err(|error| {
            Diagnostic::error("lp::stats::device", format!("cannot describe the device: {error}"))
        })?;
        output::write(path, &format!("{text}\n"))
    }

    /// Operations in a second on numbers of this type, of complex ones those on their parts.
    pub(crate) fn rate(&self, ty: Scalar) -> Option<f64> {
        self.operations_per_second.get(ty.part().numpy_name()).copied()
    }
}
