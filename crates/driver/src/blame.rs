//! The legality gate at the end of a pipeline, and the step that is to blame where it refuses.

use crate::times::Times;
use diag::{Diagnostic, Origin};
use ir::{Kernel, Module};
use transforms::lower;

/// A step that was applied.
#[derive(Debug, Clone)]
pub struct Applied {
    /// Where its call stands.
    pub origin: Origin,
    /// The call.
    pub call: String,
    /// The kernel that it made.
    pub kernel: Kernel,
}

/// Asks whether each kernel, once lowered, still computes what its reference does. A kernel that cannot be lowered yet
/// is left to the tool that does lower it.
///
/// # Errors
/// What is wrong, with a label at the first step after which it is.
pub fn check(module: &Module, history: &[Applied], times: &mut Times) -> Result<(), Vec<Diagnostic>> {
    for kernel in module.kernels.values().filter(|kernel| kernel.reference.is_some()) {
        let Some(last) = illegal(kernel, times) else { continue };
        let steps: Vec<&Applied> = history.iter().filter(|step| step.kernel.name == kernel.name).collect();
        let kernels: Vec<Kernel> = steps.iter().map(|step| step.kernel.clone()).collect();
        let blamed = times.time_in("blame", || transforms::blame::blame(&kernels));
        let blamed = blamed.and_then(|(at, problems)| Some((steps.get(at)?, problems)));
        let Some((step, problems)) = blamed else { return Err(last) };
        let label = |problem: Diagnostic| {
            problem
                .at_entity(None, step.origin, "this step makes it so")
                .note(format!("since `{}`", step.call))
        };
        return Err(problems.into_iter().map(label).collect());
    }
    Ok(())
}

/// Why the gate refuses a kernel; `None` where it does not, or where the kernel does not get that far.
fn illegal(kernel: &Kernel, times: &mut Times) -> Option<Vec<Diagnostic>> {
    let problems = match times.time_in("lowering", || lower::unproved(kernel)) {
        Ok(lowered) => times.time_in("legality", || lower::gate(&lowered)),
        Err(problems) => problems,
    };
    (!problems.is_empty() && problems.iter().all(|problem| problem.code.starts_with("lp::legality")))
        .then_some(problems)
}
