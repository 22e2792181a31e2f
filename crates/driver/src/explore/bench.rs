//! Takes steps on kernels, and says what became of them.

use super::state::{Bench, Pane, Refused};
use super::{Kept, complete};
use crate::effort::Budget;
use crate::registry::registry;
use crate::render::{Format, Renderer};
use crate::terminal::Look;
use crate::{output, reproducer, stats, verdict};
use diag::{Diagnostic, SourceMap};
use ir::{Kernel, Module};
use judge::blame::Applied;
use pass::{Event, Failure, Observer, Pipeline, Progress, Step};
use similar::TextDiff;
use std::collections::BTreeMap;
use transforms::lower;

/// Columns of diagnostics.
const WIDTH: usize = 100;

/// A step that was taken.
#[derive(Clone)]
struct Taken {
    call: String,
    progress: Progress,
    /// What was applied up to it.
    history: Vec<Applied>,
}

/// The kernels and the steps on them.
pub(super) struct Steps {
    sources: SourceMap,
    start: Module,
    taken: Vec<Taken>,
    /// What panes showed already.
    shown: BTreeMap<(usize, Pane), Vec<String>>,
    budget: Budget,
    kept: Kept,
}

/// What a step did to each kernel.
#[derive(Debug, Default)]
struct Record(Vec<Applied>);

impl Observer for Record {
    fn before_step(&mut self, _: &Step, _: &Kernel) {}

    fn after_step(&mut self, event: &Event<'_>) {
        let Some(after) = event.after else { return };
        let (origin, call) = (event.step.origin, event.step.call());
        self.0.push(Applied::new(origin, call, event.before, after));
    }
}

impl Steps {
    /// No step on these kernels yet.
    pub(super) fn new(sources: SourceMap, start: Module, budget: Budget, kept: Kept) -> Self {
        Steps { sources, start, taken: Vec::new(), shown: BTreeMap::new(), budget, kept }
    }

    fn module(&self, steps: usize) -> &Module {
        let taken = steps.checked_sub(1).and_then(|last| self.taken.get(last));
        taken.map_or(&self.start, |taken| &taken.progress.done.result)
    }

    fn rendered(&mut self, diagnostics: &[Diagnostic]) -> String {
        let look = Look { width: WIDTH, has_unicode: true, has_color: false };
        let renderer = Renderer { format: Format::Human, look };
        diagnostics.iter().map(|one| renderer.render(&mut self.sources, one)).collect()
    }

    /// The steps of a text, which may hold several calls.
    fn parsed(&mut self, call: &str) -> Result<Vec<Step>, Vec<Diagnostic>> {
        let id = self.sources.add("<step>", call);
        Ok(Pipeline::parse(registry(), call, id, &[])?.steps)
    }

    /// Takes a step behind others, and asks whether the kernels compute what they did.
    fn next(&self, before: Option<&Taken>, step: &Step) -> Result<Taken, Vec<Diagnostic>> {
        self.budget.renew();
        let progress =
            before.map_or_else(|| Progress::new(self.start.clone()), |taken| taken.progress.clone());
        let mut record = Record::default();
        let progress =
            transforms::manager(&mut record).go_on(progress, step).map_err(|failure| match failure {
                Failure::Refused(problems) => problems,
                Failure::Internal(internal) => reproducer::failure(&internal).diagnostics,
            })?;
        let mut history = before.map(|taken| taken.history.clone()).unwrap_or_default();
        history.extend(record.0);
        verdict::check(&progress.done.result, &history, false, &mut crate::times::Times::default())?;
        Ok(Taken { call: step.call(), progress, history })
    }

    /// The pipeline as a file has it.
    fn text(&self) -> String {
        self.taken.iter().map(|taken| format!("{}\n", taken.call)).collect()
    }

    fn kernel(&self, steps: usize) -> String {
        let own = |(name, kernel): (&ir::Name, &Kernel)| {
            (name.clone(), Kernel { reference: None, ..kernel.clone() })
        };
        ir::text::print_module(&Module { kernels: self.module(steps).kernels.iter().map(own).collect() })
    }

    fn code(&mut self, steps: usize) -> String {
        let mut text = String::new();
        for kernel in self.module(steps).clone().kernels.values() {
            let dialect = kernel.target.map_or_else(Default::default, codegen_opencl::Dialect::from);
            let options = codegen_opencl::Options { dialect, line_map: false, fp_contract: false };
            let code = lower::lower(kernel).and_then(|lowered| codegen_opencl::source([&lowered], options));
            text.push_str(&code.unwrap_or_else(|problems| self.rendered(&problems)));
        }
        text
    }

    fn changes(&self, steps: usize) -> String {
        let Some(before) = steps.checked_sub(1) else { return "this is the input".to_owned() };
        let (old, new) = (self.kernel(before), self.kernel(steps));
        if old == new {
            return "no change".to_owned();
        }
        TextDiff::from_lines(&old, &new).unified_diff().context_radius(2).to_string()
    }

    fn stats(&mut self, steps: usize) -> String {
        let module = self.module(steps).clone();
        stats::report(&module, stats::Form::Table, &[], None)
            .unwrap_or_else(|problems| self.rendered(&problems))
    }
}

impl Bench for Steps {
    fn take(&mut self, calls: &[String]) -> Result<(), Refused> {
        let mut taken: Vec<Taken> = Vec::new();
        let mut is_same = true;
        for (number, call) in calls.iter().enumerate() {
            let refuse = |steps: &mut Self, problems: Vec<Diagnostic>| {
                Err(Refused { step: number, text: steps.rendered(&problems) })
            };
            let steps = match self.parsed(call) {
                Ok(steps) => steps,
                Err(problems) => return refuse(self, problems),
            };
            for step in steps {
                let known = self.taken.get(taken.len()).filter(|known| is_same && known.call == step.call());
                let next = match known {
                    Some(known) => Ok(known.clone()),
                    None => {
                        is_same = false;
                        self.next(taken.last(), &step)
                    }
                };
                match next {
                    Ok(next) => taken.push(next),
                    Err(problems) => return refuse(self, problems),
                }
            }
        }
        let same = self.taken.iter().zip(&taken).take_while(|(old, new)| old.call == new.call).count();
        self.shown.retain(|(steps, _), _| *steps <= same);
        self.taken = taken;
        let text = self.text();
        if let Ok(mut kept) = self.kept.lock() {
            *kept = text;
        }
        Ok(())
    }

    fn calls(&self) -> Vec<String> {
        self.taken.iter().map(|taken| taken.call.clone()).collect()
    }

    fn show(&mut self, steps: usize, pane: Pane) -> Vec<String> {
        if let Some(known) = self.shown.get(&(steps, pane)) {
            return known.clone();
        }
        self.budget.renew();
        let text = match pane {
            Pane::Kernel => self.kernel(steps),
            Pane::Code => self.code(steps),
            Pane::Changes => self.changes(steps),
            Pane::Stats => self.stats(steps),
        };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        self.shown.insert((steps, pane), lines.clone());
        lines
    }

    fn complete(&self, steps: usize, typed: &str) -> (usize, Vec<String>) {
        complete::complete(self.module(steps), typed)
    }

    fn write(&mut self, path: &str) -> Result<(), String> {
        output::write(path, &self.text()).map_err(|problem| self.rendered(&[problem]))
    }
}
