//! OpenCL devices.
//!
//! Drivers hang and abort, and cannot be stopped from within. So all work on a device is done by a child
//! process, which is started with [`CHILD_FLAG`] and a folder through which the two talk. It may be another
//! program, so that this one does not even need the library of OpenCL. A [`Worker`] starts it, waits no
//! longer than its limit, and turns whatever happens into a diagnostic. This process never calls OpenCL.

mod child;
mod choice;
mod exchange;
mod opencl;
mod plan;
mod worker;

pub use child::serve;
pub use choice::{chosen, title};
pub use exchange::DeviceInfo;
pub use plan::{Plan, plan};
pub use worker::Worker;

/// The argument that makes a program that uses [`Worker`] call [`serve`] with the next argument and exit with
/// its result.
pub const CHILD_FLAG: &str = "--opencl-child";

/// The code of an error where somebody else ended the child: that says nothing of the device.
pub const STOPPED: diag::Code = "lp::device::stopped";

/// Signals that no fault of a program sends: a closed terminal's, an interrupt, and that of who ends a job.
pub const FROM_OUTSIDE: [i32; 3] = [1, 2, 15];

/// How to run a plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    /// A part of the device's or platform's name, in any case; where it is absent the first GPU, else the
    /// first device.
    pub device: Option<String>,
    /// How many further times to run everything, for timing.
    pub repeat: u32,
    /// Seconds beyond which a run is one too many: after one that takes longer there is no other. The first
    /// one, for which the device is not warm, may take ten times as long.
    pub enough: Option<f64>,
}

/// How much longer a first run may take than the others.
const COLD: f64 = 10.0;

/// Whether the first run, or the last of the others, took so long that there is to be no other one. All are
/// in seconds; [`Request::enough`] says what is too long.
pub fn takes_too_long(first: f64, others: &[f64], enough: Option<f64>) -> bool {
    enough.is_some_and(|enough| first > COLD * enough || others.last().is_some_and(|last| *last > enough))
}

/// What a run on a device yields besides the arrays.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Where it ran.
    pub device: DeviceInfo,
    /// Time on the device of all launches together, in seconds, for each repetition.
    pub seconds: Vec<f64>,
    /// The same for the first run, which may take longer, since the device is not warm.
    pub first_seconds: f64,
    /// Time to compile the source, in seconds.
    pub build_seconds: f64,
    /// What the compiler said; usually nothing.
    pub build_log: String,
}

impl Outcome {
    /// The median time, where anything was repeated.
    pub fn median(&self) -> Option<f64> {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        match (sorted.get(middle), sorted.get(middle.wrapping_sub(1))) {
            (Some(high), Some(low)) if sorted.len().is_multiple_of(2) => Some((low + high) / 2.0),
            (Some(middle), _) => Some(*middle),
            (None, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        let median = |seconds: &[f64]| {
            let (device, seconds) = (DeviceInfo::default(), seconds.to_vec());
            Outcome { device, seconds, first_seconds: 0.0, build_seconds: 0.0, build_log: String::new() }
                .median()
        };
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), Some(3.0));
    }
}
