//! Asks of the result of a pipeline what is wrong with it, and says how long that took.

use crate::times::Times;
use diag::Diagnostic;
use ir::{Kernel, Module};
use judge::blame::{Applied, illegal, not_lowered};
use transforms::lower;

/// Asks whether each transformed kernel can be lowered and, once lowered, still computes what its reference does. Gives
/// warnings for those that cannot be lowered as they stand: further steps may mend that.
///
/// # Errors
/// What would change a result, with a label at the first step after which it does.
pub(crate) fn check(
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
