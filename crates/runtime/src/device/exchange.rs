//! What the two processes tell each other: JSON, with the arrays' memory in files beside it.

use super::plan::Plan;
use diag::Diagnostic;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Its name.
    pub name: String,
    /// The platform it belongs to.
    pub platform: String,
    /// Version of its driver.
    pub driver: String,
    /// Whether it is a GPU.
    pub is_gpu: bool,
    /// Largest number of work items of a group.
    pub max_group_size: usize,
    /// Largest number of work items of a group along each axis.
    pub max_work_items: Vec<usize>,
    /// Memory of a group, in bytes.
    pub local_bytes: u64,
    /// Memory of the device, in bytes.
    pub global_bytes: u64,
    /// Largest single buffer, in bytes.
    pub max_buffer_bytes: u64,
    /// Bytes of which the start of each buffer is a multiple.
    pub buffer_alignment: u64,
    /// Whether it computes in double precision.
    pub has_f64: bool,
}

/// What the child is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Job {
    /// Tell which devices there are.
    List,
    /// Run a plan.
    Run { plan: Plan, device: Option<String>, repeat: u32, enough: Option<f64> },
}

/// What it answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    Devices(Vec<DeviceInfo>),
    Done { device: DeviceInfo, seconds: Vec<f64>, first_seconds: f64, build_seconds: f64, build_log: String },
    Failed(Failure),
}

/// A diagnostic on its way between processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Failure {
    code: String,
    message: String,
    notes: Vec<String>,
    help: Option<String>,
}

/// All codes that the child uses; codes are static texts, which cannot travel as such.
const CODES: &[diag::Code] = &[
    "lp::device::none",
    "lp::device::unknown",
    "lp::device::opencl",
    "lp::device::lost",
    "lp::device::memory",
    "lp::device::resources",
    "lp::device::build",
    "lp::device::limit",
    "lp::device::precision",
    "lp::device::overrun",
    "lp::device::exchange",
];

impl Failure {
    pub(super) fn new(code: diag::Code, message: impl Into<String>) -> Self {
        Failure { code: code.to_owned(), message: message.into(), notes: Vec::new(), help: None }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let code = CODES.iter().find(|code| **code == self.code).copied().unwrap_or("lp::device::exchange");
        let mut diagnostic = Diagnostic::error(code, self.message);
        diagnostic.notes = self.notes;
        diagnostic.help = self.help;
        diagnostic
    }
}

/// The file of a folder that holds the job.
pub(super) fn job_file(folder: &Path) -> PathBuf {
    folder.join("job.json")
}

/// The file that holds the answer.
pub(super) fn answer_file(folder: &Path) -> PathBuf {
    folder.join("answer.json")
}

/// The file with a buffer's contents, before or after the run.
pub(super) fn buffer_file(folder: &Path, at: usize, is_result: bool) -> PathBuf {
    folder.join(format!("{at}.{}", if is_result { "out" } else { "in" }))
}
