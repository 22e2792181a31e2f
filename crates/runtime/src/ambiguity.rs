//! Whether a kernel's result depends on an order that it does not ask for.

use crate::{Bindings, Difference, Options, Tolerance, compare, interpret};
use diag::Diagnostic;
use ir::{Kernel, Name};

/// Runs an unscheduled kernel with the loops that nothing orders from their start and from their end; the
/// first array on which the two disagree. A kernel without such an array may still be ambiguous for other
/// inputs.
///
/// # Errors
/// Where the kernel cannot be run.
pub fn find_ambiguity(
    kernel: &Kernel,
    bindings: &Bindings,
    options: &Options,
    tolerance: Tolerance,
) -> Result<Option<(Name, Difference)>, Vec<Diagnostic>> {
    let [mut forward, mut backward] = [bindings.clone(), bindings.clone()];
    interpret(kernel, &mut forward, &Options { descending: false, ignore_schedule: true, ..*options })?;
    interpret(kernel, &mut backward, &Options { descending: true, ignore_schedule: true, ..*options })?;
    let mut pairs = forward.arrays().zip(backward.arrays());
    Ok(pairs.find_map(|((name, a), (_, b))| {
        compare(a, b, tolerance).map(|difference| (name.clone(), difference))
    }))
}
