//! Which step of a pipeline is to blame for what is wrong with its result.

use diag::{Code, Diagnostic, Severity};
use ir::Kernel;

use crate::lower;

/// The first kernel of a pipeline that would not compute what its reference does if it were lowered, and why. `kernels`
/// holds the kernel after each step; one that cannot be lowered yet for another reason says nothing.
pub fn blame(kernels: &[Kernel]) -> Option<(usize, Vec<Diagnostic>)> {
    kernels.iter().enumerate().find_map(|(step, kernel)| {
        let problems = lower::lower(kernel).err()?;
        let is_verdict = |problem: &Diagnostic| {
            problem.severity == Severity::Error && problem.code.starts_with("lp::legality::")
        };
        let verdict: Vec<Diagnostic> = problems.into_iter().filter(is_verdict).collect();
        (!verdict.is_empty()).then_some((step, verdict))
    })
}

/// The step after which lowering refuses the kernel with this code, and after all later steps too. `before` is the kernel
/// that the first step got; `None` where it is refused in this way already.
pub fn since(before: &Kernel, kernels: &[Kernel], code: Code) -> Option<usize> {
    let is_refused = |kernel: &Kernel| {
        lower::unproved(kernel).is_err_and(|problems| problems.iter().any(|problem| problem.code == code))
    };
    let step = kernels.iter().rposition(|kernel| !is_refused(kernel)).map_or(0, |last| last + 1);
    (step > 0 || !is_refused(before)).then_some(step)
}
