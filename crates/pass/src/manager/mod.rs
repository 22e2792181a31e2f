//! The pass manager: runs the steps of a pipeline and answers for each.

mod history;
mod joining;

use crate::pipeline::{Step, Target, for_kernel};
use crate::place;
use crate::reference::with_reference;
use crate::transform::{Applied, Group, Reference, Refusal, Spec};
use diag::{Diagnostic, Label, LabelPlace, Origin, Severity, Span};
use history::History;
use ir::{IndexMap, Kernel, Module, Trusted, conversions};
use poly::Name;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The code of a step that leaves a kernel as it is.
pub const NO_CHANGE: diag::Code = "lp::step::no-change";

/// What a step did to one kernel.
#[derive(Debug)]
pub struct Event<'a> {
    /// The step.
    pub step: &'a Step,
    /// The kernel that it was given.
    pub before: &'a Kernel,
    /// The kernel that it made; `None` where it was refused or failed.
    pub after: Option<&'a Kernel>,
    /// How long the transform took, without the checks that follow it.
    pub duration: Duration,
}

/// Watches a pipeline run.
pub trait Observer {
    /// Called before a step is applied to a kernel.
    fn before_step(&mut self, step: &Step, kernel: &Kernel) {
        let _ = (step, kernel);
    }

    /// Called after a step was applied, refused, or failed.
    fn after_step(&mut self, event: &Event<'_>) {
        let _ = event;
    }
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Compares a kernel before and after a step, and says what is wrong with the step.
pub type Check = dyn Fn(&Kernel, &Kernel) -> Vec<Diagnostic>;

/// What a step that the user vouches for leaves unproved: the step as text, and the kernels before and after
/// it.
pub type Vouch = dyn Fn(&str, &Kernel, &Kernel) -> (Trusted, Vec<Diagnostic>);

/// Why a pipeline stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The input or the pipeline is at fault; the kernel is as it was before the step.
    Refused(Vec<Diagnostic>),
    /// A transform is at fault.
    Internal(Box<Internal>),
}

/// A transform's fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Internal {
    /// What happened.
    pub message: String,
    /// Rules of the intermediate representation that the result breaks.
    pub violations: Vec<Diagnostic>,
    /// A file that shows the fault: the call, then the kernel before the step.
    pub reproducer: String,
}

/// A result and what the user should know about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done<T> {
    /// The result.
    pub result: T,
    /// Warnings, in the order of the steps.
    pub warnings: Vec<Diagnostic>,
    /// The calls that a pipeline took, where steps that found out others count as those; of a single step
    /// those only.
    pub calls: Vec<String>,
}

/// How far a run of steps has come. Who keeps one goes on from there, and need not start anew.
#[derive(Debug, Clone)]
pub struct Progress {
    /// The kernels as they are now, and what was said of the steps.
    pub done: Done<Module>,
    history: History,
}

impl Progress {
    /// Nothing was done yet.
    pub fn new(module: Module) -> Self {
        let done = Done { result: module, warnings: Vec::new(), calls: Vec::new() };
        Progress { done, history: History::default() }
    }

    /// The same where the calls stand elsewhere in the text.
    pub fn moved(&mut self, place: &dyn Fn(Span) -> Span) {
        self.history.moved(place);
        let labels = self.done.warnings.iter_mut().flat_map(|warning| &mut warning.labels);
        labels.for_each(|label| label.moved(place));
    }
}

/// Runs steps.
pub struct Manager<'a> {
    /// Who watches.
    pub observer: &'a mut dyn Observer,
    /// What holds of every kernel; a transform whose result breaks it has a fault.
    pub verify: &'a dyn Fn(&Kernel) -> Vec<Diagnostic>,
    /// Whether a step keeps what the kernel computes; reasons against it refuse the step.
    pub legality: &'a Check,
    /// What an unchecked step leaves unproved.
    pub vouch: &'a Vouch,
}

impl Manager<'_> {
    /// Applies all steps to the kernels that they are for.
    ///
    /// # Errors
    /// The first step that is refused or fails.
    pub fn run(&mut self, module: &Module, steps: &[Step]) -> Result<Done<Module>, Failure> {
        let start = Progress::new(module.clone());
        let end = steps.iter().try_fold(start, |progress, step| self.go_on(progress, step))?;
        Ok(end.done)
    }

    /// Applies one more step to the kernels that it is for.
    ///
    /// # Errors
    /// Why it was refused, or how it failed.
    pub fn go_on(&mut self, progress: Progress, step: &Step) -> Result<Progress, Failure> {
        if let Some(join) = step.transform.joins() {
            return self.join(progress, step, join);
        }
        let Progress { mut done, mut history } = progress;
        let mut changed = IndexMap::default();
        let mut found = Vec::new();
        let mut left = Vec::new();
        for name in targets(step, &done.result).map_err(refused)? {
            let Some(kernel) = done.result.kernels.get(&name) else { continue };
            match self.apply(step, kernel) {
                Err(Failure::Refused(problems)) if finds_nothing(&problems) => left.push((name, problems)),
                Err(failure) => return Err(history.explain(failure, &name)),
                Ok(after) => {
                    history.record(step, kernel, &after.result);
                    done.warnings.extend(after.warnings);
                    found.push((name.clone(), after.calls));
                    changed.insert(name, Some(after.result));
                }
            }
        }
        if let (true, Some((name, problems))) = (changed.is_empty(), left.first()) {
            return Err(history.explain(Failure::Refused(problems.clone()), name));
        }
        done.warnings.extend(left.into_iter().flat_map(|(name, problems)| unchanged(&name, problems)));
        done.calls.extend(straight(step, found, done.result.kernels.len() > 1));
        put_back(&mut done.result, changed).map_err(|taken| refused(vec![with_call(taken, step)]))?;
        Ok(Progress { done, history })
    }

    /// Applies a step to a kernel.
    ///
    /// # Errors
    /// Why it was refused, or how it failed.
    pub fn apply(&mut self, step: &Step, kernel: &Kernel) -> Result<Done<Kernel>, Failure> {
        self.observer.before_step(step, kernel);
        let _place = place::enter(&kernel.name, step.transform.spec().name);
        let start = Instant::now();
        let result = attempt(step, kernel);
        let duration = start.elapsed();
        let outcome = result.and_then(|applied| self.accept(step, kernel, applied));
        let after = outcome.as_ref().ok().map(|done| &done.result);
        self.observer.after_step(&Event { step, before: kernel, after, duration });
        outcome
    }

    /// Checks what a step made.
    fn accept(&self, step: &Step, before: &Kernel, applied: Applied) -> Result<Done<Kernel>, Failure> {
        let Applied { kernel, warnings, calls } = applied;
        // A step need not know in which type what it made is computed: that is decided once, here.
        let mut after = conversions::written_since(before, &kernel);
        let mut warnings: Vec<Diagnostic> =
            warnings.into_iter().map(|warning| with_call(warning, step)).collect();
        if is_same(&after, before) {
            return match step.allow_empty || step.transform.spec().group == Group::Lowering {
                true => Ok(Done { result: after, warnings, calls }),
                false => Err(refused(vec![no_change(step)])),
            };
        }
        let violations = (self.verify)(&after);
        if !violations.is_empty() {
            let message = format!("`{}` made a kernel that breaks the rules", step.transform.spec().name);
            return Err(internal(step, before, message, violations));
        }
        if step.unchecked {
            let (entry, unproved) = (self.vouch)(&step.transform.call(), before, &after);
            after.trusted.push(entry);
            warnings.extend(unproved.into_iter().map(|warning| with_call(warning, step)));
        } else {
            let problems = (self.legality)(before, &after);
            if !problems.is_empty() {
                return Err(refused(problems.into_iter().map(|problem| with_call(problem, step)).collect()));
            }
        }
        Ok(Done { result: after, warnings, calls })
    }
}

/// Whether a step finds nothing to do in a kernel, and says no more.
fn finds_nothing(problems: &[Diagnostic]) -> bool {
    !problems.is_empty() && problems.iter().all(|problem| problem.code == Refusal::EMPTY)
}

/// What is said of a kernel in which a step for all of a file finds nothing to do, where it does in others.
fn unchanged(name: &Name, problems: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> + use<> {
    let note = format!("kernel `{name}` stays as it is");
    problems.into_iter().map(move |problem| {
        let warning = Diagnostic { severity: Severity::Warning, help: None, ..problem };
        warning.note(note.clone())
    })
}

/// The calls that a step counts as, by what it found out for each of its kernels.
fn straight(step: &Step, found: Vec<(Name, Vec<String>)>, several: bool) -> Vec<String> {
    if found.iter().all(|(_, calls)| calls.is_empty()) {
        return vec![step.call()];
    }
    let mut all = Vec::new();
    for (kernel, calls) in found {
        let calls = if calls.is_empty() { vec![step.call()] } else { calls };
        all.extend(calls.into_iter().map(|call| if several { for_kernel(call, &kernel) } else { call }));
    }
    all
}

/// Puts kernels in the place of those that they were made of, under the names that they have now; `None`
/// stands for a kernel that is part of another now.
fn put_back(module: &mut Module, mut changed: IndexMap<Name, Option<Kernel>>) -> Result<(), Diagnostic> {
    let mut kernels = IndexMap::default();
    for (name, kernel) in std::mem::take(&mut module.kernels) {
        let Some(kernel) = changed.swap_remove(&name).unwrap_or(Some(kernel)) else { continue };
        let name = kernel.name.clone();
        if kernels.insert(name.clone(), kernel).is_some() {
            let problem =
                Diagnostic::error("lp::name::taken", format!("two kernels would be named `{name}`"));
            return Err(problem.help("give another name"));
        }
    }
    module.kernels = kernels;
    Ok(())
}

/// The names of the kernels that a step is for.
fn targets(step: &Step, module: &Module) -> Result<Vec<Name>, Vec<Diagnostic>> {
    let all = || module.kernels.keys().cloned().collect();
    match &step.target {
        Target::All => Ok(all()),
        Target::Variable(name) if module.kernels.contains_key(name) => Ok(vec![name.clone()]),
        // Scripts call their only kernel what they like.
        Target::Variable(name) if module.kernels.len() < 2 || *name == "knl" => Ok(all()),
        Target::Kernel(name) if module.kernels.contains_key(name) => Ok(vec![name.clone()]),
        Target::Variable(name) | Target::Kernel(name) => Err(vec![unknown_kernel(name, step.origin, module)]),
    }
}

fn unknown_kernel(name: &Name, origin: Origin, module: &Module) -> Diagnostic {
    let problem = Diagnostic::error("lp::step::unknown-kernel", format!("there is no kernel `{name}`"));
    let problem = problem.at_entity(None, origin, "");
    match diag::nearest(name, module.kernels.keys().map(Name::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// Runs the transform itself, with the reference in place, and catches what it throws.
fn attempt(step: &Step, kernel: &Kernel) -> Result<Applied, Failure> {
    let spec = step.transform.spec();
    let lowering = spec.group == Group::Lowering;
    if kernel.schedule.is_some() && !lowering {
        return Err(refused(vec![scheduled(spec, step)]));
    }
    let input = if lowering { kernel.clone() } else { with_reference(kernel) };
    match caught(step, kernel, || step.transform.apply(&input))? {
        Ok(applied) if !may_have(&input, &applied.kernel, spec) => {
            let message = format!("`{}` changed the reference", spec.name);
            Err(internal(step, kernel, message, Vec::new()))
        }
        // A step that leaves the kernel as it is does not start a reference either.
        Ok(applied) if is_same(&applied.kernel, &input) => Ok(Applied { kernel: kernel.clone(), ..applied }),
        Ok(applied) => Ok(applied),
        Err(refusal) if step.allow_empty && refusal.is_empty_selection() => Ok(kernel.clone().into()),
        Err(refusal) => Err(refused_at(step, refusal)),
    }
}

/// Runs what a transform does to a kernel, and catches what it throws.
fn caught(
    step: &Step,
    kernel: &Kernel,
    work: impl FnOnce() -> Result<Applied, Refusal>,
) -> Result<Result<Applied, Refusal>, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        internal(step, kernel, format!("`{}` panicked: {text}", step.transform.spec().name), Vec::new())
    })
}

/// What a transform says against a kernel, with the call.
fn refused_at(step: &Step, Refusal(problems): Refusal) -> Failure {
    refused(problems.into_iter().map(|problem| with_call(problem, step)).collect())
}

fn refused(problems: Vec<Diagnostic>) -> Failure {
    Failure::Refused(problems)
}

fn scheduled(spec: &Spec, step: &Step) -> Diagnostic {
    let message = format!("`{}` does not apply to a kernel that is scheduled", spec.name);
    Diagnostic::error("lp::step::scheduled", message)
        .at_entity(None, step.origin, "")
        .help("apply it before `schedule`")
}

/// Whether a step may leave this reference: only those that say so change it, since nothing judges the
/// change.
fn may_have(before: &Kernel, after: &Kernel, spec: &Spec) -> bool {
    spec.reference != Reference::Kept
        || match (&before.reference, &after.reference) {
            (Some(before), Some(after)) => Rc::ptr_eq(before, after) || before == after,
            (before, after) => before.is_none() || after.is_some(),
        }
}

/// Whether nothing changed, the order of arguments included, which comparisons of kernels leave out.
fn is_same(kernel: &Kernel, other: &Kernel) -> bool {
    kernel == other && kernel.args.keys().eq(other.args.keys())
}

fn no_change(step: &Step) -> Diagnostic {
    Diagnostic::error(NO_CHANGE, format!("`{}` changes nothing", step.transform.spec().name))
        .at_entity(None, step.origin, "")
        .help("remove the step, or write `allow_empty=True`")
}

/// Adds a label on the call, unless there is one inside it already.
fn with_call(mut problem: Diagnostic, step: &Step) -> Diagnostic {
    if let Some(call) = step.origin.0 {
        let inside = |label: &Label| match label.place {
            LabelPlace::Span(span) => {
                span.source == call.source && call.start <= span.start && span.end <= call.end
            }
            LabelPlace::Loc(_) => false,
        };
        if !problem.labels.iter().any(inside) {
            problem.labels.push(Label { place: LabelPlace::Span(call), text: "in this step".to_owned() });
        }
    }
    if problem.code == Refusal::EMPTY && problem.help.is_none() {
        problem.help = Some("write `allow_empty=True` where this is meant".to_owned());
    }
    problem
}

fn internal(step: &Step, before: &Kernel, message: String, violations: Vec<Diagnostic>) -> Failure {
    let module = Module { kernels: IndexMap::from_iter([(before.name.clone(), before.clone())]) };
    let reproducer = format!("# RUN: {}\n{}", step.call(), ir::text::print_module(&module));
    Failure::Internal(Box::new(Internal { message, violations, reproducer }))
}
