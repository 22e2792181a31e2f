//! Looking inside a run: kernels before and after passes, differences, times.

use super::Options;
use crate::cli::Session;
use crate::output::say;
use crate::report::Record;
use crate::times::Times;
use diag::Diagnostic;
use ir::{Kernel, Module};
use judge::blame::Applied;
use pass::{Event, Observer, Step};
use similar::TextDiff;

/// Watches a pipeline as the options ask.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    options: &'a Options,
    /// Where the time goes.
    pub(super) times: Times,
    /// What was applied so far.
    pub(super) history: Vec<Applied>,
    /// What happened, where a report is wanted.
    pub(super) record: Option<Record>,
}

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub(super) fn new(options: &'a Options) -> Self {
        let record = options.report.as_ref().map(|_| Record::default());
        Watch { options, times: Times::default(), history: Vec::new(), record }
    }

    /// Shows diagnostics, and keeps them for the report.
    pub(super) fn say(&mut self, session: &Session, diagnostics: &[Diagnostic]) {
        session.emit(diagnostics);
        if let Some(record) = &mut self.record {
            record.say(diagnostics);
        }
    }

    /// Begins with the kernels that steps are for.
    pub(super) fn begin(&mut self, module: &Module) {
        if let Some(record) = &mut self.record {
            record.begin(module);
        }
    }
}

fn asked(names: &[String], step: &Step) -> bool {
    names.iter().any(|name| name == "all" || name == step.transform.spec().name)
}

fn text(kernel: &Kernel) -> String {
    ir::text::print_kernel(kernel)
}

impl Observer for Watch<'_> {
    fn before_step(&mut self, step: &Step, kernel: &Kernel) {
        if asked(&self.options.print_ir_before, step) {
            say(&format!("# ----- before {}\n{}", step.call(), text(kernel)));
        }
    }

    fn after_step(&mut self, event: &Event<'_>) {
        self.times.add(event.step.call(), event.duration);
        if let Some(record) = &mut self.record {
            record.add(event);
        }
        let Some(after) = event.after else { return };
        let (origin, call) = (event.step.origin, event.step.call());
        self.history.push(Applied::new(origin, call, event.before, after));
        if asked(&self.options.print_ir_after, event.step) {
            say(&format!("# ----- after {}\n{}", event.step.call(), text(after)));
        }
        if self.options.print_ir_changed {
            let (old, new) = (text(event.before), text(after));
            if old == new {
                say(&format!("# ----- {}: no change", event.step.call()));
            } else {
                let diff = TextDiff::from_lines(&old, &new).unified_diff().context_radius(1).to_string();
                say(&format!("# ----- {}\n{diff}", event.step.call()));
            }
        }
    }
}
