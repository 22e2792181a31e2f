//! What is wrong with the result of a pipeline, and the step that is to blame: the legality checker's verdict, and why the
//! kernel cannot be lowered.

use crate::times::Times;
use diag::{Diagnostic, Severity};
use ir::{Kernel, Module};
use transforms::lower;

/// A step that was applied.
#[derive(Debug, Clone)]
pub struct Applied {
    /// Where its call stands.
    pub origin: diag::Origin,
    /// The call.
    pub call: String,
    /// The kernel that it was given.
    pub before: Kernel,
    /// The kernel that it made.
    pub kernel: Kernel,
}

/// Asks whether each transformed kernel can be lowered and, once lowered, still computes what its reference does. Gives
/// warnings for those that cannot be lowered as they stand: further steps may mend that.
///
/// # Errors
/// What would change a result, with a label at the first step after which it does.
pub fn check(
    module: &Module,
    history: &[Applied],
    times: &mut Times,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let mut warnings = Vec::new();
    for kernel in module.kernels.values().filter(|kernel| kernel.reference.is_some()) {
        let steps = steps_of(kernel, history);
        match times.time_in("lowering", || lower::unproved(kernel)) {
            Ok(lowered) => {
                let verdict = times.time_in("legality", || legality::check(&lowered).map(drop));
                if let Err(problems) = verdict {
                    return Err(times.time_in("blame", || illegal(&steps, problems)));
                }
            }
            Err(problems) => {
                warnings.extend(times.time_in("blame", || not_lowered(kernel, &steps, problems)));
            }
        }
    }
    Ok(warnings)
}

/// The steps that made a kernel, also under names that it had before.
fn steps_of<'h>(kernel: &Kernel, history: &'h [Applied]) -> Vec<&'h Applied> {
    let mut name = &kernel.name;
    let mut steps = Vec::new();
    for step in history.iter().rev() {
        if step.kernel.name == *name {
            steps.push(step);
            name = &step.before.name;
        }
    }
    steps.reverse();
    steps
}

/// What would change a result, since which step.
fn illegal(steps: &[&Applied], problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let kernels: Vec<Kernel> = steps.iter().map(|step| step.kernel.clone()).collect();
    let blamed = transforms::blame::blame(&kernels);
    match blamed.and_then(|(at, problems)| Some((steps.get(at)?, problems))) {
        Some((step, problems)) => problems.into_iter().map(|problem| since(problem, step)).collect(),
        None => problems,
    }
}

/// Why a kernel cannot be lowered, as warnings, since which step.
fn not_lowered(kernel: &Kernel, steps: &[&Applied], problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let kernels: Vec<Kernel> = steps.iter().map(|step| step.kernel.clone()).collect();
    let step = steps.first().zip(problems.first()).and_then(|(first, problem)| {
        steps.get(transforms::blame::since(&first.before, &kernels, problem.code)?)
    });
    let warning = |problem: Diagnostic| {
        let problem = Diagnostic { severity: Severity::Warning, ..problem };
        let problem = problem.note(format!("`{}` cannot be lowered to code as it stands", kernel.name));
        match step {
            Some(step) => since(problem, step),
            None => problem,
        }
    };
    problems.into_iter().map(warning).collect()
}

fn since(problem: Diagnostic, step: &Applied) -> Diagnostic {
    problem.at_entity(None, step.origin, "this step makes it so").note(format!("since `{}`", step.call))
}
