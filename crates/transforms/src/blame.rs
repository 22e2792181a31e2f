//! Which step of a pipeline made a kernel illegal.

use diag::{Diagnostic, Severity};
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
