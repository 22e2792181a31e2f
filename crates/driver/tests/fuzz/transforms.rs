//! Random kernels under random pipelines: what is accepted must compute what the kernel computed.

use crate::random::Random;
use crate::{kernel, steps};
use diag::{Diagnostic, SourceMap};
use driver::judge::{Judge, Verdict, factors};
use ir::{Kernel, Module, Scalar};
use std::collections::BTreeMap;
use std::fmt::Write;
use transforms::manager::{Failure, Manager, Silent};
use transforms::{Pipeline, Refusal, Step, legality, lower};

/// What became of the cases.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) counts: BTreeMap<String, u64>,
    /// Cases that are counted under a name that holds this text are shown like failures.
    pub(crate) wanted: Option<String>,
    pub(crate) found: bool,
}

impl Tally {
    /// A tally that shows what `LP_FUZZ_SHOW` asks for.
    pub(crate) fn from_environment() -> Tally {
        Tally { wanted: std::env::var("LP_FUZZ_SHOW").ok(), ..Tally::default() }
    }

    pub(crate) fn count(&mut self, what: impl Into<String>) {
        let what = what.into();
        self.found |= self.wanted.as_ref().is_some_and(|wanted| what.contains(wanted));
        *self.counts.entry(what).or_default() += 1;
    }
}

/// A case under way: its text is what a failure shows.
struct Case {
    text: String,
    calls: Vec<String>,
    original: Kernel,
    kernel: Kernel,
}

impl Case {
    fn fault(&self, what: &str) -> String {
        format!("{what}\n# RUN: {}\n{}", self.calls.join("; "), self.text)
    }
}

/// Runs the case of a seed; an error is a fault of the tools.
pub(crate) fn run(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let mut random = Random::new(seed);
    let text = kernel::kernel(&mut random);
    let kernel = parse(&text)?;
    let mut case = Case { text, calls: Vec::new(), original: kernel.clone(), kernel };
    tally.count("kernels");
    let ambiguous = legality::check_source(&case.original);
    if let Some(first) = ambiguous.first() {
        tally.count(format!("kernel refused: {}", first.code));
        return Ok(());
    }
    if random.percent(45) {
        for call in steps::tiling(&mut random, &case.kernel) {
            step(&mut case, &call, tally)?;
        }
    }
    let wanted = random.below(6);
    for _ in 0..wanted {
        if let Some(calls) = steps::call(&mut random, &case.kernel) {
            for call in calls.split("; ") {
                if !step(&mut case, call, tally)? {
                    break;
                }
            }
        }
    }
    finish(&case, tally)?;
    match std::mem::take(&mut tally.found) {
        true => Err(case.fault("shown on demand")),
        false => Ok(()),
    }
}

fn parse(text: &str) -> Result<Kernel, String> {
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

/// Applies a step; false where it was refused.
fn step(case: &mut Case, call: &str, tally: &mut Tally) -> Result<bool, String> {
    tally.count("steps");
    let name = call.split('(').next().unwrap_or(call).to_owned();
    let id = SourceMap::default().add("<step>", call);
    let pipeline = match Pipeline::parse(call, id, &[]) {
        Ok(pipeline) => pipeline,
        Err(problems) => return Err(case.fault(&format!("`{call}` does not parse: {}", shown(&problems)))),
    };
    let module = Module { kernels: [(case.kernel.name.clone(), case.kernel.clone())].into_iter().collect() };
    let legality = |_: &Kernel, _: &Kernel| Vec::new();
    let mut manager = Manager { observer: &mut Silent, verify: &ir::verify::verify, legality: &legality };
    match manager.run(&module, &pipeline.steps) {
        Ok(done) => {
            let kernel =
                done.result.kernels.into_iter().next().map(|(_, kernel)| kernel).ok_or("no kernel")?;
            case.calls.push(call.to_owned());
            case.kernel = kernel;
            round_trip(&case.kernel).map_err(|what| case.fault(&what))?;
            tally.count(format!("accepted {name}"));
            Ok(true)
        }
        Err(Failure::Refused(problems)) => {
            let code = problems.first().map_or("none", |problem| problem.code);
            tally.count(format!("refused {name}: {code}"));
            Ok(false)
        }
        Err(Failure::Internal(internal)) => {
            case.calls.push(call.to_owned());
            Err(case.fault(&format!("internal: {}\n{}", internal.message, shown(&internal.violations))))
        }
    }
}

/// Judges the transformed kernel as it is, and lowered.
fn finish(case: &Case, tally: &mut Tally) -> Result<(), String> {
    let steps = steps_of(case)?;
    let mut judge = Judge::new(case.original.clone(), factors(&case.original, &steps));
    tally.count("pairs");
    let early = match judge.judge(&case.kernel) {
        Verdict::Unknown(_) => None,
        verdict => changed(case, verdict, "", tally)?,
    };
    if let Some((sizes, errors)) = judge.trouble() {
        return Err(case.fault(&format!("the original has no result at {sizes:?}: {}", shown(errors))));
    }
    let lowered = match passes(&case.kernel) {
        Ok(lowered) => lowered,
        Err(Refusal(problems)) => {
            let code = problems.first().map_or("none", |problem| problem.code);
            tally.count(format!(
                "pairs: {} refused by lowering: {code}",
                if early.is_some() { "wrong," } else { "" }
            ));
            return Ok(());
        }
    };
    round_trip(&lowered).map_err(|what| case.fault(&what))?;
    let refused = legality::check(&lowered);
    let late = changed(case, judge.compare(&lowered), "lowered: ", tally)?;
    match (refused.first(), late, early) {
        (None, Some(what), _) | (None, None, Some(what)) => Err(case.fault(&what)),
        (None, None, None) => {
            tally.count("pairs: accepted, same");
            features(&lowered, tally);
            code(&lowered, tally);
            Ok(())
        }
        (Some(first), late, _) => {
            let how = if late.is_some() { "rightly" } else { "though results agree" };
            tally.count(format!("pairs: gate refused {how}: {}", first.code));
            Ok(())
        }
    }
}

/// All passes of lowering without the legality check at their end, which is judged itself.
fn passes(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let kernel = lower::infer_types(kernel, Some(Scalar::F64))?;
    let kernel = lower::expand_rules(&kernel)?;
    let kernel = lower::realize_reduction(&kernel)?;
    let kernel = lower::assign_local_axes(&kernel)?;
    let kernel = lower::resolve_address_spaces(&kernel)?;
    let kernel = lower::schedule(&kernel)?;
    let kernel = lower::insert_barriers(&kernel)?;
    lower::insert_guards(&kernel)
}

/// How the results differ, if they do.
fn changed(case: &Case, verdict: Verdict, stage: &str, tally: &mut Tally) -> Result<Option<String>, String> {
    match verdict {
        Verdict::Same(0) => tally.count("pairs that no size could run"),
        Verdict::Same(_) => {}
        Verdict::Unknown(errors) => {
            return Err(case.fault(&format!("{stage}cannot be judged: {}", shown(&errors))));
        }
        Verdict::Changed(change) => {
            return Ok(Some(format!("{stage}changed: {} {:?}", change.evidence, change.notes())));
        }
    }
    Ok(None)
}

fn steps_of(case: &Case) -> Result<Vec<Step>, String> {
    let calls = case.calls.join("\n");
    let id = SourceMap::default().add("<steps>", calls.as_str());
    Ok(Pipeline::parse(&calls, id, &[]).map_err(|problems| shown(&problems))?.steps)
}

/// What accepted kernels are made of.
fn features(lowered: &Kernel, tally: &mut Tally) {
    let text = ir::text::print_module(&Module {
        kernels: [(lowered.name.clone(), lowered.clone())].into_iter().collect(),
    });
    let tree = text.rsplit_once("schedule {").map_or("", |(_, tree)| tree);
    for (feature, word) in [
        ("barriers", "barrier \""),
        ("lanes", " : l."),
        ("groups", " : g."),
        ("several launches", "launch @k_1"),
    ] {
        if tree.contains(word) {
            tally.count(format!("pairs: accepted, with {feature}"));
        }
    }
    for (feature, word) in
        [("local memory", " local\n"), ("global temporaries", " global\n"), ("fetches", "  fetch of ")]
    {
        if text.contains(word) {
            tally.count(format!("pairs: accepted, with {feature}"));
        }
    }
}

/// Code is printed, or its absence explained.
fn code(lowered: &Kernel, tally: &mut Tally) {
    if let Err(problems) = codegen_opencl::source([lowered], codegen_opencl::Options::default()) {
        let code = problems.first().map_or("none", |problem| problem.code);
        tally.count(format!("pairs: no code: {code}"));
    }
}

/// Printing and reading give the same kernel.
fn round_trip(kernel: &Kernel) -> Result<(), String> {
    let violations = ir::verify::verify(kernel);
    let module = Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() };
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
