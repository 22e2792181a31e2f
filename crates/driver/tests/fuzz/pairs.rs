//! Random kernels under random pipelines: what is accepted must compute what the kernel computed.

use crate::case::{Case, Outcome, lowered, module, round_trip, shown};
use crate::tally::Tally;
use crate::target::Target;
use diag::Severity;
use ir::Kernel;
use judge::{Judge, Verdict, factors};
use std::time::Duration;

/// Where integers do not hold what the kernel computes, it has no result to keep.
const OVERFLOWS: &[&str] = &["lp::run::integer-overflow", "lp::run::conversion"];

/// The target: results on the interpreter.
pub(crate) struct Pairs;

impl Target for Pairs {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        Case::random(seed, tally)?.map_or(Ok(()), |case| finish(&case, tally))
    }

    fn show(&self, seed: u64) -> String {
        Case::shown(seed)
    }

    /// A case is the checker's work and some fifty runs.
    fn limit(&self) -> Duration {
        Duration::from_secs(30)
    }

    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        Case::read(text, tally)?.map_or(Ok(()), |case| finish(&case, tally))
    }
}

/// Judges the transformed kernel as it is, and lowered.
fn finish(case: &Case, tally: &mut Tally) -> Result<(), String> {
    let steps = case.steps()?;
    let mut judge = Judge::new(case.original.clone(), factors(&case.original, &steps));
    tally.count("pairs");
    let origin = if case.legal { "legal by construction" } else { "any" };
    tally.count(format!("pairs: {origin}"));
    let early = match judge.judge(&case.kernel) {
        Verdict::Unknown(_) => None,
        verdict => changed(case, verdict, "", tally)?,
    };
    if judge.trouble().is_some_and(|(_, errors)| errors.iter().any(|error| OVERFLOWS.contains(&error.code))) {
        tally.count("pairs: integers overflow");
        return Ok(());
    }
    if let Some((sizes, errors)) = judge.trouble() {
        return Err(case.fault(&format!("the original has no result at {sizes:?}: {}", shown(errors))));
    }
    let lowered = match lowered(&case.kernel).map_err(|what| case.fault(&what))? {
        Outcome::Accepted(lowered) => lowered,
        Outcome::Refused(code) => {
            tally.count(format!(
                "pairs: {} refused by lowering: {code}",
                if early.is_some() { "wrong," } else { "" }
            ));
            return Ok(());
        }
        Outcome::Malformed(what) => return Err(case.fault(&what)),
    };
    round_trip(&lowered).map_err(|what| case.fault(&what))?;
    let mut refused = legality::findings(&lowered);
    refused.retain(|finding| finding.severity == Severity::Error);
    let late = changed(case, judge.compare(&lowered), "lowered: ", tally)?;
    match (refused.first(), late, early) {
        (None, Some(_), _) | (None, _, Some(_)) if case.is_vouched() => {
            tally.count("pairs: differs, and somebody vouched for it");
            Ok(())
        }
        (None, Some(what), _) | (None, None, Some(what)) => Err(case.fault(&what)),
        (None, None, None) => {
            tally.count("pairs: accepted, same");
            tally.count(format!("pairs: accepted, same, {origin}"));
            features(&lowered, tally);
            code(&lowered, tally);
            Ok(())
        }
        (Some(first), late, _) => {
            let how = if late.is_some() { "rightly" } else { "though results agree" };
            tally.count(format!("pairs: checker refused {how}: {}", first.code));
            Ok(())
        }
    }
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

/// What accepted kernels are made of.
fn features(lowered: &Kernel, tally: &mut Tally) {
    let text = ir::text::print_module(&module(lowered));
    let tree = text.rsplit_once("schedule {").map_or("", |(_, tree)| tree);
    for (feature, word) in [
        ("barriers", "barrier \""),
        ("work_items", " : l."),
        ("groups", " : g."),
        ("several launches", "launch @k_1"),
    ] {
        if tree.contains(word) {
            tally.count(format!("pairs: accepted, with {feature}"));
        }
    }
    for (feature, word) in [
        ("local memory", " local\n"),
        ("global temporaries", " global\n"),
        ("fetches", "  fetch of "),
        ("promises", "promise distinct"),
        ("vectors", " : vec"),
    ] {
        if text.contains(word) {
            tally.count(format!("pairs: accepted, with {feature}"));
        }
    }
}

/// Code is printed, or its absence explained.
fn code(lowered: &Kernel, tally: &mut Tally) {
    let printed = legality::check(lowered)
        .and_then(|proved| codegen_opencl::source([&proved], codegen_opencl::Options::default()));
    if let Err(problems) = printed {
        let code = problems.first().map_or("none", |problem| problem.code);
        tally.count(format!("pairs: no code: {code}"));
    }
}
