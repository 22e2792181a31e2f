//! `lpopt bisect`: the first call of a pipeline after which the kernel fails.
//!
//! Each call is examined in turn: halving would be faster, but a pipeline that fails after one call may be fine again
//! after the next, and then halving finds any such place and not the first.

use super::plan::{Loaded, Plan};
use crate::cli::{Common, Failure, Session};
use crate::exit::Outcome;
use crate::judge::failing::{self, Examiner, Failing, INTERNAL};
use crate::output;
use diag::Code;
use transforms::Step;

/// Looks for the call and prints what became of each before it.
pub(super) fn run(plan: &Plan, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = plan.load(&mut session).and_then(|loaded| bisect(&loaded));
    session.finish(result)
}

fn bisect(Loaded { module, steps }: &Loaded) -> Result<(), Failure> {
    let Err(whole) = failing::examine(module, steps) else {
        let report = report(&each(module, steps, None).0);
        return Ok(output::write("-", &format!("{report}nothing fails\n"))?);
    };
    let (lines, first) = each(module, steps, Some(&whole));
    output::write("-", &report(&lines))?;
    // A later call may hide the failure that the whole pipeline ends with; then the whole is all there is to say.
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
type Line = (String, String);

/// Whether a failure says that the kernel is wrong, and not only that it cannot be scheduled yet.
fn is_verdict(code: Code) -> bool {
    ["lp::legality::", "lp::barriers::", "lp::verify::", "lp::run::", INTERNAL]
        .iter()
        .any(|area| code.starts_with(area))
}

/// Examines the module after each call, up to the first that is wrong or fails as `wanted` does.
fn each(
    module: &ir::Module,
    steps: &[Step],
    wanted: Option<&Failing>,
) -> (Vec<Line>, Option<(usize, Failing)>) {
    let mut lines = Vec::new();
    let mut examiner = Examiner::new(module, steps);
    let mut current = module.clone();
    for at in 0..=steps.len() {
        let step = at.checked_sub(1).and_then(|at| steps.get(at));
        let call = step.map_or_else(|| "the input".to_owned(), Step::call);
        // From the start each time, so that messages tell which step renamed or removed what.
        let applied = failing::apply(module, steps.get(..at).unwrap_or(steps));
        let found = match applied {
            Ok(after) => {
                let unchanged = at > 0 && after == current;
                current = after;
                if unchanged {
                    lines.push((call, "changes nothing".to_owned()));
                    continue;
                }
                examiner.check(&current)
            }
            Err(failing) => Err(failing),
        };
        match found {
            Ok((runs, numbers)) => lines.push((call, agreed(runs, numbers))),
            Err(failing) => {
                lines.push((call, format!("fails: {}", failing.code)));
                if wanted.is_some_and(|wanted| wanted.code == failing.code || is_verdict(failing.code)) {
                    return (lines, Some((at, failing)));
                }
            }
        }
    }
    (lines, None)
}

fn agreed(runs: usize, numbers: &str) -> String {
    match runs {
        0 => "cannot be run at any size that was tried".to_owned(),
        1 => format!("same results in 1 run on {numbers}"),
        _ => format!("same results in {runs} runs on {numbers}"),
    }
}

fn report(lines: &[Line]) -> String {
    let width = lines.iter().map(|(call, _)| call.chars().count()).max().unwrap_or(0).min(60);
    lines.iter().enumerate().map(|(at, (call, what))| format!("{at:>3}  {call:<width$}  {what}\n")).collect()
}
