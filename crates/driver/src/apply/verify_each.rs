//! `--verify-each`: after each step the kernel must still compute what its reference does, or without one
//! what it computed before all steps.

use super::observe::Watch;
use crate::cli::Failure;
use crate::exit::Outcome;
use crate::reproducer;
use diag::{Diagnostic, Origin};
use ir::{IndexMap, Kernel, Module, Name};
use judge::failing::{CHANGED, truth};
use judge::{Change, Judge, Verdict, show};
use pass::{Event, Observer, Reference, Step};

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
    /// Where the pipeline is not complete, nobody expects that they can be.
    pub(super) fn finish(mut self, is_complete: bool) -> Result<Vec<Diagnostic>, Failure> {
        let mut warnings = Vec::new();
        for (name, history) in &mut self.kernels {
            if self.fault.is_none() {
                match self.watch.times.time("verify lowered", || history.lowered(name)) {
                    Ok(fault) => self.fault = fault,
                    Err(errors) if is_complete => warnings.extend(not_lowered(name, &errors)),
                    Err(_) => {}
                }
            }
            warnings.extend(history.warnings(name));
        }
        match self.fault {
            None => Ok(warnings),
            Some(fault) => Err(fault.failure()),
        }
    }
}

impl VerifyEach<'_, '_> {
    /// Follows a kernel to its new name.
    fn rename(&mut self, old: &Name, new: &Name) {
        if old != new
            && let Some(history) = self.kernels.shift_remove(old)
        {
            self.kernels.insert(new.clone(), history);
        }
    }
}

impl Observer for VerifyEach<'_, '_> {
    fn before_step(&mut self, step: &Step, kernel: &Kernel) {
        self.watch.before_step(step, kernel);
    }

    fn after_step(&mut self, event: &Event<'_>) {
        self.watch.after_step(event);
        let (Some(after), None) = (event.after, &self.fault) else { return };
        let Some(history) = self.kernels.get_mut(&event.before.name) else { return };
        if after == event.before {
            return;
        }
        // A derivative is a program of its own, which the steps that follow keep.
        if event.step.transform.spec().reference == Reference::Replaced {
            history.begin_again(after);
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
        self.rename(&event.before.name, &after.name);
    }
}

impl History {
    /// Forgets what the kernel was before, and judges by what it is now.
    fn begin_again(&mut self, kernel: &Kernel) {
        let original = kernel.reference.as_deref().unwrap_or(kernel).clone();
        self.judge = self.judge.of_another(original);
        self.first = kernel.clone();
        self.steps.clear();
    }

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
    ///
    /// # Errors
    /// Why the kernel cannot be lowered.
    fn lowered(&mut self, name: &Name) -> Result<Option<Fault>, Vec<Diagnostic>> {
        let last = self.steps.last().map_or(&self.first, |done| &done.after);
        let lowered = transforms::lower::lower(last)?;
        Ok(changed(&mut self.judge, &lowered).map(|change| self.first_change(name, change)))
    }

    /// The first step after which the lowered kernel differs, where it does so in the end.
    fn first_change(&mut self, name: &Name, mut change: Change) -> Fault {
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
        Fault { kernel: name.clone(), call, origin, before: before.clone(), change, lowered: true }
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
    changed(judge, &*transforms::lower::lower(kernel).ok()?)
}

/// How a lowered kernel differs, if it does.
fn changed(judge: &mut Judge, lowered: &Kernel) -> Option<Change> {
    match judge.compare(lowered) {
        Verdict::Changed(change) => Some(*change),
        Verdict::Same(_) | Verdict::Unknown(_) => None,
    }
}

/// Says that only steps were verified, and not what lowering makes of the kernel. What the checker refuses is
/// an error anyway.
fn not_lowered(name: &Name, errors: &[Diagnostic]) -> Option<Diagnostic> {
    let first = errors.iter().find(|error| !error.code.starts_with("lp::legality::"))?;
    let message = format!("`{name}` cannot be lowered, so the code that it would become is not verified");
    let mut warning = Diagnostic::warning("lp::verify::not-lowered", message);
    warning.notes.push(format!("{}: {}", first.code, first.message));
    warning.notes.extend(first.notes.iter().cloned());
    warning.labels.clone_from(&first.labels);
    warning.help.clone_from(&first.help);
    Some(warning)
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
        let module = Module { kernels: IndexMap::from_iter([(self.kernel.clone(), self.before.clone())]) };
        let text = format!("# RUN: {}\n{}", self.call, ir::text::print_module(&module));
        Failure {
            outcome: Outcome::InputError,
            diagnostics: vec![reproducer::mention(error, &text, self.is_ours())],
        }
    }
}
