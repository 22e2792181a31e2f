//! A kernel and the steps that were applied to it.

use crate::kernel::Mood;
use crate::random::Random;
use crate::tally::Tally;
use crate::{kernel, moves, steps};
use diag::{Diagnostic, SourceMap};
use ir::{Kernel, Module};
use pass::{Failure, Pipeline, Silent, Step};
use std::fmt::Write;
use std::panic::catch_unwind;
use transforms::lower;

/// A case under way: its text is what a failure shows.
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) calls: Vec<String>,
    pub(crate) original: Kernel,
    pub(crate) kernel: Kernel,
    /// Whether kernel and steps are made so that no result can change.
    pub(crate) legal: bool,
}

/// What a step did.
pub(crate) enum Outcome {
    Accepted(Box<Kernel>),
    Refused(&'static str),
    /// The call itself is wrong.
    Malformed(String),
}

impl Case {
    /// A kernel and some steps; nothing where the kernel is ambiguous.
    pub(crate) fn random(seed: u64, tally: &mut Tally) -> Result<Option<Case>, String> {
        let mut random = Random::new(seed);
        let mood = mood(&mut random);
        let text = kernel::kernel(&mut random, mood);
        let Some(mut case) = Case::new(text, tally)? else { return Ok(None) };
        case.legal = mood == Mood::Calm;
        let busy = mood == Mood::Busy;
        if mood != Mood::Calm && random.percent(12) {
            let call = moves::first(&mut random);
            case.step(&call, tally)?;
        }
        if !busy && random.percent(45) {
            for call in steps::tiling(&mut random, &case.kernel) {
                case.step(&call, tally)?;
            }
            if let Some(call) = steps::layout(&mut random, &case.kernel) {
                case.step(&call, tally)?;
            }
        }
        for _ in 0..random.below(6) {
            let calls = match mood {
                Mood::Calm => steps::harmless(&mut random, &case.kernel),
                Mood::Usual => steps::call(&mut random, &case.kernel),
                Mood::Busy => steps::reordering(&mut random, &case.kernel),
            };
            for call in calls.iter().flat_map(|calls| calls.split("; ")) {
                let call = if random.percent(if busy { 25 } else { 5 }) {
                    steps::unchecked(call)
                } else {
                    call.to_owned()
                };
                if !case.step(&call, tally)? {
                    break;
                }
            }
        }
        Ok(Some(case))
    }

    /// The kernel of a seed, with its steps where they do not end the process.
    pub(crate) fn shown(seed: u64) -> String {
        let whole = catch_unwind(|| Case::random(seed, &mut Tally::default()));
        if let Ok(Ok(Some(case))) = whole {
            return case.fault("");
        }
        let mut random = Random::new(seed);
        let mood = mood(&mut random);
        kernel::kernel(&mut random, mood)
    }

    /// A case that was kept: the calls behind `# RUN:` in the first line, and the kernel.
    pub(crate) fn read(text: &str, tally: &mut Tally) -> Result<Option<Case>, String> {
        let Some(mut case) = Case::new(text.to_owned(), tally)? else { return Ok(None) };
        let calls = text.lines().next().and_then(|line| line.strip_prefix("# RUN:")).unwrap_or("").to_owned();
        for call in calls.split("; ").map(str::trim).filter(|call| !call.is_empty()) {
            case.step(call, tally)?;
        }
        Ok(Some(case))
    }

    fn new(text: String, tally: &mut Tally) -> Result<Option<Case>, String> {
        let kernel = parse(&text)?;
        tally.count("kernels");
        if let Some(first) = legality::check_source(&kernel).first() {
            tally.count(format!("kernel refused: {}", first.code));
            return Ok(None);
        }
        Ok(Some(Case { text, calls: Vec::new(), original: kernel.clone(), kernel, legal: false }))
    }

    /// Whether the user vouched for something that a step left unproved.
    pub(crate) fn is_vouched(&self) -> bool {
        self.kernel.trusted.iter().any(|step| !step.unproved.is_empty())
    }

    /// The text of a failure.
    pub(crate) fn fault(&self, what: &str) -> String {
        let text = self.text.split_once('\n').filter(|(first, _)| first.starts_with("# RUN:"));
        let text = text.map_or(self.text.as_str(), |(_, rest)| rest);
        format!("{what}\n# RUN: {}\n{text}", self.calls.join("; "))
    }

    /// Applies a step; false where it was refused.
    pub(crate) fn step(&mut self, call: &str, tally: &mut Tally) -> Result<bool, String> {
        tally.count("steps");
        let name = call.split('(').next().unwrap_or(call);
        match apply(&self.kernel, call) {
            Ok(Outcome::Accepted(kernel)) => {
                self.calls.push(call.to_owned());
                self.kernel = *kernel;
                self.take_interface(name);
                round_trip(&self.kernel).map_err(|what| self.fault(&what))?;
                tally.count(format!("accepted {name}"));
                Ok(true)
            }
            Ok(Outcome::Refused(code)) => {
                tally.count(format!("refused {name}: {code}"));
                Ok(false)
            }
            Ok(Outcome::Malformed(what)) => Err(self.fault(&format!("`{call}` does not parse: {what}"))),
            Err(what) => {
                self.calls.push(call.to_owned());
                Err(self.fault(&what))
            }
        }
    }

    /// What the caller gives and gets is the reference's after a step that changes it.
    fn take_interface(&mut self, step: &str) {
        let spec = transforms::REGISTRY.find(step);
        let kept = ["recognize_reductions", "auto_parallel", "make_atomic"].contains(&step);
        if let Some(reference) = &self.kernel.reference
            && spec.is_some_and(|spec| spec.reference != pass::Reference::Kept && !kept)
        {
            self.original = reference.as_ref().clone();
        }
    }

    /// The steps that were accepted.
    pub(crate) fn steps(&self) -> Result<Vec<Step>, String> {
        let calls = self.calls.join("\n");
        let id = SourceMap::default().add("<steps>", calls.as_str());
        Ok(Pipeline::parse(&transforms::REGISTRY, &calls, id, &[])
            .map_err(|problems| shown(&problems))?
            .steps)
    }
}

/// Most cases are calm, so that the checker has to accept them.
fn mood(random: &mut Random) -> Mood {
    match random.below(10) {
        0..6 => Mood::Calm,
        6..8 => Mood::Usual,
        _ => Mood::Busy,
    }
}

/// Applies a call without a check of its legality; an error is a fault of the tools.
pub(crate) fn apply(kernel: &Kernel, call: &str) -> Result<Outcome, String> {
    let id = SourceMap::default().add("<step>", call);
    let pipeline = match Pipeline::parse(&transforms::REGISTRY, call, id, &[]) {
        Ok(pipeline) => pipeline,
        Err(problems) => return Ok(Outcome::Malformed(shown(&problems))),
    };
    match transforms::manager(&mut Silent).run(&module(kernel), &pipeline.steps) {
        Ok(done) => {
            let (_, kernel) = done.result.kernels.into_iter().next().ok_or("no kernel")?;
            Ok(Outcome::Accepted(Box::new(kernel)))
        }
        Err(Failure::Refused(problems)) => {
            Ok(Outcome::Refused(problems.first().map_or("none", |problem| problem.code)))
        }
        Err(Failure::Internal(internal)) => {
            Err(format!("internal: {}\n{}", internal.message, shown(&internal.violations)))
        }
    }
}

/// All passes of lowering without the checker at their end, which is judged itself.
pub(crate) fn lowered(kernel: &Kernel) -> Result<Outcome, String> {
    let mut kernel = Box::new(kernel.clone());
    for pass in lower::LOWERING {
        match apply(&kernel, &format!("{pass}()"))? {
            Outcome::Accepted(after) => kernel = after,
            refused => return Ok(refused),
        }
    }
    Ok(Outcome::Accepted(kernel))
}

pub(crate) fn module(kernel: &Kernel) -> Module {
    Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() }
}

pub(crate) fn parse(text: &str) -> Result<Kernel, String> {
    let id = SourceMap::default().add("case.lpir", text);
    let module = ir::text::parse_module(text, id)
        .map_err(|e| format!("the kernel does not parse: {}\n{text}", shown(&e)))?;
    let (_, kernel) = module.kernels.into_iter().next().ok_or("no kernel")?;
    match ir::verify::verify(&kernel).as_slice() {
        [] => Ok(kernel),
        violations => Err(format!("the kernel is malformed: {}\n{text}", shown(violations))),
    }
}

pub(crate) fn shown(problems: &[Diagnostic]) -> String {
    let mut text = String::new();
    for problem in problems {
        let _ = write!(text, "{}: {}", problem.code, problem.message);
        for note in &problem.notes {
            let _ = write!(text, "; {note}");
        }
        text.push('\n');
    }
    text
}

/// Printing and reading give the same kernel.
pub(crate) fn round_trip(kernel: &Kernel) -> Result<(), String> {
    let violations = ir::verify::verify(kernel);
    let module = module(kernel);
    let text = ir::text::print_module(&module);
    if !violations.is_empty() {
        return Err(format!("malformed: {}\n{text}", shown(&violations)));
    }
    let id = SourceMap::default().add("<printed>", text.as_str());
    let parsed = ir::text::parse_module(&text, id)
        .map_err(|e| format!("what was printed does not parse: {}\n{text}", shown(&e)))?;
    if parsed == module && ir::text::print_module(&parsed) == text {
        Ok(())
    } else {
        Err(format!(
            "printing and reading changed the kernel\n{text}\n--- became\n{}",
            ir::text::print_module(&parsed)
        ))
    }
}
