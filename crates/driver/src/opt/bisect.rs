//! `lpopt bisect`: the first call of a pipeline after which the kernel fails.
//!
//! Each call is examined in turn: halving would be faster, but a pipeline that fails after one call may be
//! fine again after the next, and then halving finds any such place and not the first.

use super::plan::{Loaded, Plan};
use crate::cli::{Common, Failure, Session};
use crate::effort::{self, Budget};
use crate::exit::Outcome;
use crate::output;
use crate::render::Format;
use diag::Code;
use judge::failing::{self, Examiner, Failing, INTERNAL};
use pass::Step;
use serde_json::json;
use std::fmt;

/// Looks for the call and prints what became of each before it.
pub(super) fn run(plan: &Plan, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = effort::watch(common).and_then(|budget| {
        let loaded = plan.load(&mut session)?;
        bisect(&loaded, common.message_format, &budget)
    });
    session.finish(result)
}

fn bisect(loaded: &Loaded, format: Format, budget: &Budget) -> Result<(), Failure> {
    let Loaded { module, steps } = loaded;
    let Err(whole) = failing::examine(module, steps) else {
        let last = if format != Format::Json { "nothing fails\n" } else { "" };
        return Ok(output::print(&(report(&examine_calls(loaded, None, budget).0, format) + last))?);
    };
    let (lines, first) = examine_calls(loaded, Some(&whole), budget);
    output::print(&report(&lines, format))?;
    // A later call may hide the failure that the whole pipeline ends with; then the whole is all there is to
    // say.
    let (at, found) = first.unwrap_or((steps.len(), whole));
    Err(blamed(at.checked_sub(1).and_then(|at| steps.get(at)), found))
}

/// The failure with the step that brought it about; without one, the input fails by itself.
fn blamed(step: Option<&Step>, found: Failing) -> Failure {
    let outcome = if found.code == INTERNAL { Outcome::Internal } else { Outcome::InputError };
    let label = |diagnostic: diag::Diagnostic| match step {
        None => diagnostic.note("the input fails so before any call"),
        Some(step) => {
            let diagnostic = diagnostic.note(format!("since `{}`", step.call()));
            let labelled = diagnostic.labels.iter().any(|label| label.text == "in this step");
            if labelled { diagnostic } else { diagnostic.at_entity(None, step.origin, "since this step") }
        }
    };
    Failure { outcome, diagnostics: found.diagnostics.into_iter().map(label).collect() }
}

/// A call and what became of the kernel.
type CallLine = (String, Became);

/// What became of a kernel.
enum Became {
    Unchanged,
    /// It agreed in that many runs on such numbers.
    Agreed(usize, &'static str),
    Failed(Code),
}

/// Whether a failure says that the kernel is wrong, and not only that it cannot be scheduled yet.
fn is_verdict(code: Code) -> bool {
    ["lp::legality::", "lp::barriers::", "lp::verify::", "lp::run::", INTERNAL]
        .iter()
        .any(|area| code.starts_with(area))
}

/// Examines the module after each call, up to the first that is wrong or fails as `wanted` does.
fn examine_calls(
    Loaded { module, steps }: &Loaded,
    wanted: Option<&Failing>,
    budget: &Budget,
) -> (Vec<CallLine>, Option<(usize, Failing)>) {
    let mut lines = Vec::new();
    let mut examiner = Examiner::new(module, steps);
    let mut current = module.clone();
    for at in 0..=steps.len() {
        budget.renew();
        let step = at.checked_sub(1).and_then(|at| steps.get(at));
        let call = step.map_or_else(|| "the input".to_owned(), Step::call);
        // From the start each time, so that messages tell which step renamed or removed what.
        let applied = failing::apply(module, steps.get(..at).unwrap_or(steps));
        let found = match applied {
            Ok(after) => {
                let unchanged = at > 0 && after == current;
                current = after;
                if unchanged {
                    lines.push((call, Became::Unchanged));
                    continue;
                }
                examiner.check(&current)
            }
            Err(failing) => Err(failing),
        };
        match found {
            Ok((runs, numbers)) => lines.push((call, Became::Agreed(runs, numbers))),
            Err(failing) => {
                lines.push((call, Became::Failed(failing.code)));
                if wanted.is_some_and(|wanted| wanted.code == failing.code || is_verdict(failing.code)) {
                    return (lines, Some((at, failing)));
                }
            }
        }
    }
    (lines, None)
}

impl fmt::Display for Became {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Became::Unchanged => f.write_str("changes nothing"),
            Became::Agreed(0, _) => f.write_str("cannot be run at any size that was tried"),
            Became::Agreed(1, numbers) => write!(f, "same results in 1 run on {numbers}"),
            Became::Agreed(runs, numbers) => write!(f, "same results in {runs} runs on {numbers}"),
            Became::Failed(code) => write!(f, "fails: {code}"),
        }
    }
}

/// A line for each call; one JSON object each for programs.
fn report(lines: &[CallLine], format: Format) -> String {
    let width = lines.iter().map(|(call, _)| call.chars().count()).max().unwrap_or(0).min(60);
    let line = |(at, (call, became)): (usize, &CallLine)| match (format, became) {
        (Format::Human | Format::Short, _) => format!("{at:>3}  {call:<width$}  {became}\n"),
        (Format::Json, Became::Unchanged) => {
            format!("{}\n", json!({"step": at, "call": call, "result": "unchanged"}))
        }
        (Format::Json, Became::Agreed(runs, numbers)) => {
            format!(
                "{}\n",
                json!({"step": at, "call": call, "result": "agrees", "runs": runs, "numbers": numbers})
            )
        }
        (Format::Json, Became::Failed(code)) => {
            format!("{}\n", json!({"step": at, "call": call, "result": "fails", "code": code}))
        }
    };
    lines.iter().enumerate().map(line).collect()
}
