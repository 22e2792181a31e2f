//! `--verify-each`: after each step the kernel must still compute what its reference does, or without one what it
//! computed before all steps.

use super::{observe::Watch, reproducer};
use crate::cli::Failure;
use crate::exit::Outcome;
use crate::judge::failing::{CHANGED, truth};
use crate::judge::{Change, Judge, Verdict, show};
use diag::{Diagnostic, Origin};
use indexmap::IndexMap;
use ir::{Kernel, Module, Name};
use transforms::Step;
use transforms::manager::{Event, Observer};

/// Judges each step that it sees, and hands on what it sees.
pub(super) struct VerifyEach<'a, 'w> {
    watch: &'a mut Watch<'w>,
    kernels: IndexMap<Name, History>,
    fault: Option<Fault>,
}

/// What became of one kernel.
struct History {
    judge: Judge,
    first: Kernel,
    steps: Vec<Done>,
    unknown: Option<Vec<Diagnostic>>,
    runs: usize,
}

/// A step that was applied.
struct Done {
    call: String,
    origin: Origin,
    after: Kernel,
}

/// A step that changed a result.
struct Fault {
    kernel: Name,
    call: String,
    origin: Origin,
    before: Kernel,
    change: Change,
    lowered: bool,
}

impl<'a, 'w> VerifyEach<'a, 'w> {
    /// Judges steps on the kernels of a module.
    pub(super) fn new(module: &Module, steps: &[Step], watch: &'a mut Watch<'w>) -> Self {
        let history = |kernel: &Kernel| History {
            judge: truth(kernel, steps),
            first: kernel.clone(),
            steps: Vec::new(),
            unknown: None,
            runs: 0,
        };
        let mut kernels: IndexMap<Name, History> =
            module.kernels.iter().map(|(name, kernel)| (name.clone(), history(kernel))).collect();
        let fault = kernels.iter_mut().find_map(|(name, history)| history.input(name));
        VerifyEach { watch, kernels, fault }
    }

    /// Judges what becomes of the kernels when they are lowered; warnings, or the step that changed a result.
    pub(super) fn finish(mut self) -> Result<Vec<Diagnostic>, Failure> {
        let mut warnings = Vec::new();
        for (name, history) in &mut self.kernels {
            if self.fault.is_none() {
                self.fault = self.watch.times.time("verify lowered", || history.lowered(name));
            }
            warnings.extend(history.warnings(name));
        }
        match self.fault {
            None => Ok(warnings),
            Some(fault) => Err(fault.failure()),
        }
    }
}

impl Observer for VerifyEach<'_, '_> {
    fn before(&mut self, step: &Step, kernel: &Kernel) {
        self.watch.before(step, kernel);
    }

    fn after(&mut self, event: &Event<'_>) {
        self.watch.after(event);
        let (Some(after), None) = (event.after, &self.fault) else { return };
        let Some(history) = self.kernels.get_mut(&event.before.name) else { return };
        if after == event.before {
            return;
        }
        let (call, origin) = (event.step.call(), event.step.origin);
        let verdict = self.watch.times.time("verify", || history.judge.judge(after));
        if let Some(change) = history.note(verdict) {
            let (kernel, before) = (event.before.name.clone(), event.before.clone());
            self.fault = Some(Fault { kernel, call, origin, before, change, lowered: false });
        } else {
            history.steps.push(Done { call, origin, after: after.clone() });
        }
    }
}

impl History {
    /// Keeps what a verdict tells apart from a change.
    fn note(&mut self, verdict: Verdict) -> Option<Change> {
        match verdict {
            Verdict::Same(runs) => self.runs = self.runs.max(runs),
            Verdict::Unknown(errors) => self.unknown = Some(errors),
            Verdict::Changed(change) => return Some(*change),
        }
        None
    }

    /// Judges the input itself where it comes with a reference.
    fn input(&mut self, name: &Name) -> Option<Fault> {
        self.first.reference.as_ref()?;
        let verdict = self.judge.judge(&self.first);
        let change = self.note(verdict)?;
        let (kernel, before) = (name.clone(), self.first.clone());
        let origin = before.origin;
        Some(Fault { kernel, call: String::new(), origin, before, change, lowered: false })
    }

    /// Judges the lowered kernel; if it differs, finds the first step after which it does.
    fn lowered(&mut self, name: &Name) -> Option<Fault> {
        let last = self.steps.last().map_or(&self.first, |done| &done.after);
        let mut change = lowered_change(&mut self.judge, last)?;
        let mut before = &self.first;
        let (mut call, mut origin) = (String::new(), Origin::default());
        if let Some(own) = lowered_change(&mut self.judge, &self.first) {
            change = own;
        } else {
            for done in &self.steps {
                (call, origin) = (done.call.clone(), done.origin);
                if let Some(found) = lowered_change(&mut self.judge, &done.after) {
                    change = found;
                    break;
                }
                before = &done.after;
            }
        }
        Some(Fault { kernel: name.clone(), call, origin, before: before.clone(), change, lowered: true })
    }

    fn warnings(&self, name: &Name) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        if let Some((sizes, errors)) = self.judge.trouble() {
            let message =
                format!("`{name}` has no defined result before any step, and is not verified there");
            let mut warning =
                Diagnostic::warning("lp::verify::input", message).note(format!("with {}", show(sizes)));
            if let Some(error) = errors.first() {
                warning = warning.note(error.message.clone());
                warning.labels.extend(error.labels.iter().cloned());
            }
            warnings.push(
                warning.help("state what the kernel needs with an assumption, such as `assume(\"n >= 1\")`"),
            );
        }
        if self.runs == 0 && !self.steps.is_empty() {
            let message =
                format!("no step on `{name}` was verified: it could not be run at any of the sizes tried");
            let warning = Diagnostic::warning("lp::verify::not-run", message);
            let reason = self.unknown.iter().flatten().next().map(|error| error.message.clone());
            warnings.push(match reason {
                Some(reason) => warning.note(reason),
                None => warning,
            });
        }
        warnings
    }
}

/// How the lowered kernel differs, if it can be lowered and does.
fn lowered_change(judge: &mut Judge, kernel: &Kernel) -> Option<Change> {
    let lowered = transforms::lower::lower(kernel).ok()?;
    match judge.compare(&lowered) {
        Verdict::Changed(change) => Some(*change),
        Verdict::Same(_) | Verdict::Unknown(_) => None,
    }
}

impl Fault {
    /// Whether the fault is lpopt's: neither the input's, nor that of a step that the user vouched for.
    fn is_ours(&self) -> bool {
        !self.call.is_empty() && !self.call.contains("unchecked=True") && self.before.trusted.is_empty()
    }

    /// Says which step it was, and writes the kernel before it to a file.
    fn failure(&self) -> Failure {
        let what = match (self.call.split_once('('), self.lowered) {
            (None, false) => format!("`{}` does not compute what its reference does", self.kernel),
            (None, true) => format!("lowering changed what `{}` computes", self.kernel),
            (Some((step, _)), false) => format!("`{step}` changed what `{}` computes", self.kernel),
            (Some((step, _)), true) => {
                format!("since `{step}`, lowering changes what `{}` computes", self.kernel)
            }
        };
        let mut error = Diagnostic::error(CHANGED, format!("{what}: {}", self.change.evidence));
        error = error.at_entity(None, self.origin, if self.call.is_empty() { "here" } else { "this step" });
        error.notes.extend(self.change.notes());
        let module = Module { kernels: IndexMap::from([(self.kernel.clone(), self.before.clone())]) };
        let text = format!("# RUN: {}\n{}", self.call, ir::text::print_module(&module));
        Failure {
            outcome: Outcome::InputError,
            diagnostics: vec![reproducer::mention(error, &text, self.is_ours())],
        }
    }
}
