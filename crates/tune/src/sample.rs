//! What came of a variant.

use crate::{Setting, Summary, summary};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a variant ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It was checked and timed.
    Timed,
    /// It was checked, and stopped since it was surely slower than the best.
    Slower,
    /// A step or the checker refused it.
    Refused,
    /// It computed something else than its reference.
    Wrong,
    /// The device could not run it.
    Device,
    /// The tool broke down.
    Crashed,
    /// Its times are none: the clock is too coarse.
    Timeless,
}

impl Outcome {
    /// Its name, as in the journal.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Timed => "timed",
            Outcome::Slower => "slower",
            Outcome::Refused => "refused",
            Outcome::Wrong => "wrong",
            Outcome::Device => "device",
            Outcome::Crashed => "crashed",
            Outcome::Timeless => "timeless",
        }
    }
}

/// What came of a variant on a device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The device's name.
    pub device: String,
    /// The values of the parameters.
    pub variant: BTreeMap<String, Setting>,
    /// How it ended.
    pub outcome: Outcome,
    /// The times of all runs, in seconds, in order, without the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seconds: Vec<f64>,
    /// The time of the first run, which warms up and is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<f64>,
    /// What the times say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// Seconds that the device's compiler took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_seconds: Option<f64>,
    /// Why there is no time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// When it was written, in seconds since 1970.
    #[serde(default)]
    pub when: u64,
}

impl Sample {
    /// A variant that ended without a time.
    pub fn failed(outcome: Outcome, why: impl Into<String>) -> Self {
        Sample {
            device: String::new(),
            variant: BTreeMap::new(),
            outcome,
            seconds: Vec::new(),
            first: None,
            summary: None,
            build_seconds: None,
            why: Some(why.into()),
            when: 0,
        }
    }

    /// A variant that was timed; without a time where the times are none.
    pub fn timed(first: Option<f64>, seconds: Vec<f64>) -> Self {
        let summary = summary(&seconds);
        let outcome = if summary.is_some() { Outcome::Timed } else { Outcome::Timeless };
        let why = "the clock shows no time above zero: take larger sizes".to_owned();
        let why = Some(why).filter(|_| summary.is_none());
        Sample { seconds, first, summary, why, ..Sample::failed(outcome, "") }
    }

    /// The time by which it is compared; one that was stopped early has one too, which is no good one.
    pub fn time(&self) -> Option<f64> {
        self.summary.map(|summary| summary.median)
    }

    /// Whether it may be chosen.
    pub fn is_good(&self) -> bool {
        self.outcome == Outcome::Timed && self.summary.is_some()
    }
}
