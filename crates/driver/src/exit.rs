//! Exit codes of the tools.

use std::process::ExitCode;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything asked for was done.
    Done,
    /// The input is at fault; diagnostics say how.
    InputError,
    /// The command line is at fault.
    Usage,
    /// A fault of ours; a reproducer was written.
    Internal,
}

impl Outcome {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Outcome::Done => 0,
            Outcome::InputError => 1,
            Outcome::Usage => 2,
            Outcome::Internal => 70,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(outcome.code())
    }
}
