//! The devices that a command line names, and the process that talks to them.

use diag::Diagnostic;
use runtime::device::Worker;
use std::time::Duration;

/// The program beside this one that talks to OpenCL.
const HELPER: &str = "lprun-opencl";

/// The process that talks to OpenCL for us, and how many seconds it may take.
pub(crate) fn worker(time_limit: u64) -> Result<Worker, Diagnostic> {
    Worker::sibling(HELPER, Duration::from_secs(time_limit))
}

/// Where `--device` wants a kernel to run.
pub(crate) enum Wanted<'a> {
    /// On the interpreter.
    Interpreter,
    /// On a device, by a part of its name where there is one.
    Device(Option<&'a str>),
}

impl<'a> Wanted<'a> {
    /// What a value of `--device` says.
    ///
    /// # Errors
    /// Where it is none; whoever asks says where names are listed.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Diagnostic> {
        match (text, text.strip_prefix("opencl:")) {
            ("interp", _) => Ok(Wanted::Interpreter),
            ("opencl", _) => Ok(Wanted::Device(None)),
            (_, Some(name)) => Ok(Wanted::Device(Some(name))),
            (other, None) => {
                Err(Diagnostic::error("lp::run::device", format!("there is no device `{other}`")))
            }
        }
    }
}
