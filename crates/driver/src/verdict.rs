//! Asks of the result of a pipeline what is wrong with it, and says how long that took.

use crate::times::Times;
use codegen_opencl::{Dialect, Options};
use diag::{Diagnostic, Severity};
use ir::{Kernel, Module};
use judge::blame::{Applied, illegal, not_lowered};
use legality::Proved;
use transforms::lower;

/// What is said of kernels in which nothing is wrong.
pub(crate) struct Verdict {
    /// Why some cannot be lowered as they stand: further steps may mend that.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Whether all of them were judged.
    pub(crate) is_proved: bool,
    /// The kernels that were judged, lowered.
    pub(crate) lowered: Vec<Proved<'static>>,
}

/// Asks whether each transformed kernel can be lowered and, once lowered, still computes what its reference
/// does; `all` asks the same of kernels that no step has changed.
///
/// # Errors
/// What would change a result, with a label at the first step after which it does.
pub(crate) fn check(
    module: &Module,
    history: &[Applied],
    all: bool,
    times: &mut Times,
) -> Result<Verdict, Vec<Diagnostic>> {
    let (mut warnings, mut proved) = (Vec::new(), Vec::new());
    let mut is_proved =
        !module.kernels.is_empty() && module.kernels.values().all(|kernel| kernel.reference.is_some());
    for kernel in module.kernels.values().filter(|kernel| all || kernel.reference.is_some()) {
        let steps = steps_of(kernel, history);
        match times.time_in("lowering", || lower::unproved(kernel)) {
            Ok(lowered) => match times.time_in("legality", || legality::prove(lowered)) {
                Ok(kernel) => proved.push(kernel),
                Err(problems) => return Err(times.time_in("blame", || illegal(&steps, problems))),
            },
            Err(problems) => {
                is_proved = false;
                warnings.extend(times.time_in("blame", || not_lowered(kernel, &steps, problems)));
            }
        }
    }
    Ok(Verdict { warnings, is_proved, lowered: proved })
}

/// Why kernels that are lowered make no code in the language of their target, as warnings.
pub(crate) fn not_printed(kernels: &[Proved<'static>]) -> Vec<Diagnostic> {
    let problems = |kernel: &Proved<'static>| {
        let dialect = kernel.target.map(Dialect::from).unwrap_or_default();
        let options = Options { dialect, line_map: false, fp_contract: false };
        let problems = codegen_opencl::source([kernel], options).err().unwrap_or_default();
        let note = format!("`{}` makes no {} as it stands", kernel.name, dialect.name());
        problems
            .into_iter()
            .map(|problem| Diagnostic { severity: Severity::Warning, ..problem }.note(note.clone()))
            .collect::<Vec<Diagnostic>>()
    };
    kernels.iter().flat_map(problems).collect()
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
