//! Looking inside a run: kernels before and after passes, differences, times.

use super::{Options, TimeForm};
use ir::{Kernel, Module};
use serde_json::json;
use similar::TextDiff;
use std::time::{Duration, Instant};
use transforms::Step;
use transforms::manager::{Event, Observer};

/// Watches a pipeline as the options ask.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    options: &'a Options,
    start: Instant,
    times: Vec<(String, Duration)>,
}

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub(super) fn new(options: &'a Options) -> Self {
        Watch { options, start: Instant::now(), times: Vec::new() }
    }

    /// Runs a part of the work that is no pass, and takes its time.
    pub(super) fn time<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.times.push((part.to_owned(), start.elapsed()));
        result
    }

    /// Adds the times of passes that a script ran.
    pub(super) fn add(&mut self, times: &[(String, Duration)]) {
        self.times.extend(times.iter().map(|(call, time)| (format!("  {call}"), *time)));
    }

    /// Prints the times, if that was asked for.
    pub(super) fn report(&self) {
        let total = self.start.elapsed();
        match self.options.time {
            None => {}
            Some(TimeForm::Table) => {
                for (name, time) in self.times.iter().chain([&("total".to_owned(), total)]) {
                    eprintln!("{:>10.3} ms  {name}", milliseconds(*time));
                }
            }
            Some(TimeForm::Json) => {
                let parts: Vec<_> = self
                    .times
                    .iter()
                    .map(|(name, time)| json!({"name": name, "ms": milliseconds(*time)}))
                    .collect();
                eprintln!("{}", json!({"passes": parts, "total_ms": milliseconds(total)}));
            }
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn asked(names: &[String], step: &Step) -> bool {
    names.iter().any(|name| name == "all" || name == step.transform.spec().name)
}

fn text(kernel: &Kernel) -> String {
    ir::text::print_module(&Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() })
}

impl Observer for Watch<'_> {
    fn before(&mut self, step: &Step, kernel: &Kernel) {
        if asked(&self.options.print_ir_before, step) {
            eprintln!("# ----- before {}\n{}", step.call(), text(kernel));
        }
    }

    fn after(&mut self, event: &Event<'_>) {
        self.times.push((event.step.call(), event.duration));
        let Some(after) = event.after else { return };
        if asked(&self.options.print_ir_after, event.step) {
            eprintln!("# ----- after {}\n{}", event.step.call(), text(after));
        }
        if self.options.print_ir_changed {
            let (old, new) = (text(event.before), text(after));
            if old == new {
                eprintln!("# ----- {}: no change", event.step.call());
            } else {
                let diff = TextDiff::from_lines(&old, &new).unified_diff().context_radius(1).to_string();
                eprintln!("# ----- {}\n{diff}", event.step.call());
            }
        }
    }
}
