//! Where the time of a run goes.

use crate::output::say;
use serde_json::json;
use std::time::{Duration, Instant};

/// How timings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TimeForm {
    /// For people.
    Table,
    /// For programs.
    Json,
}

/// The parts of a run and how long each took.
#[derive(Debug)]
pub struct Times {
    start: Instant,
    parts: Vec<(String, Duration)>,
}

impl Default for Times {
    fn default() -> Self {
        Times { start: Instant::now(), parts: Vec::new() }
    }
}

impl Times {
    /// Does a part of the work and takes its time.
    pub fn time<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(part.to_owned(), start.elapsed());
        result
    }

    /// The same for a part of the work that is done several times: one row has the sum.
    pub fn time_in<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        match self.parts.iter_mut().find(|(name, _)| name == part) {
            Some((_, sum)) => *sum += start.elapsed(),
            None => self.add(part.to_owned(), start.elapsed()),
        }
        result
    }

    /// Adds a part that was timed elsewhere.
    pub fn add(&mut self, part: String, time: Duration) {
        self.parts.push((part, time));
    }

    /// Prints the parts and the total to standard error, if that was asked for.
    pub fn report(&self, form: Option<TimeForm>) {
        let total = self.start.elapsed();
        match form {
            None => {}
            Some(TimeForm::Table) => {
                for (name, time) in self.parts.iter().chain([&("total".to_owned(), total)]) {
                    say(&format!("{:>10.3} ms  {name}", milliseconds(*time)));
                }
            }
            Some(TimeForm::Json) => {
                let part =
                    |(name, time): &(String, Duration)| json!({"name": name, "ms": milliseconds(*time)});
                let parts: Vec<_> = self.parts.iter().map(part).collect();
                say(&json!({"passes": parts, "total_ms": milliseconds(total)}).to_string());
            }
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
