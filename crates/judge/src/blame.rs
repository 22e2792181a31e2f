//! Which step of a pipeline is to blame for what is wrong with its result: the legality checker's verdict,
//! and why the kernel cannot be lowered.

use diag::{Code, Diagnostic, Origin, Severity};
use ir::Kernel;
use std::rc::Rc;
use transforms::lower;

/// A step that was applied.
#[derive(Debug, Clone)]
pub struct Applied {
    /// Where its call stands.
    pub origin: Origin,
    /// The call.
    pub call: String,
    /// The kernel that it was given; shared, since histories of steps are copied.
    pub before: Rc<Kernel>,
    /// The kernel that it made.
    pub kernel: Rc<Kernel>,
}

impl Applied {
    /// The step of a call that made a kernel of another one.
    pub fn new(origin: Origin, call: String, before: &Kernel, kernel: &Kernel) -> Self {
        Applied { origin, call, before: Rc::new(before.clone()), kernel: Rc::new(kernel.clone()) }
    }
}

/// What would change a result, and since which of these steps of one kernel.
pub fn illegal(steps: &[&Applied], problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    match steps.iter().find_map(|step| Some((step, verdict(&step.kernel)?))) {
        Some((step, problems)) => problems.into_iter().map(|problem| blamed(problem, step)).collect(),
        None => problems,
    }
}

/// Why a kernel cannot be lowered, as warnings, and since which of its steps.
pub fn not_lowered(kernel: &Kernel, steps: &[&Applied], problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let step = problems.first().and_then(|problem| refused_since(steps, problem.code));
    let warning = |problem: Diagnostic| {
        let problem = Diagnostic { severity: Severity::Warning, ..problem };
        let problem = problem.note(format!("`{}` cannot be lowered to code as it stands", kernel.name));
        match step {
            Some(step) => blamed(problem, step),
            None => problem,
        }
    };
    problems.into_iter().map(warning).collect()
}

/// Why a kernel would not compute what its reference does if it were lowered; one that cannot be lowered yet
/// for another reason says nothing.
fn verdict(kernel: &Kernel) -> Option<Vec<Diagnostic>> {
    let mut problems = lower::lower(kernel).err()?;
    problems
        .retain(|problem| problem.severity == Severity::Error && problem.code.starts_with("lp::legality::"));
    (!problems.is_empty()).then_some(problems)
}

/// The step after which lowering refuses the kernel with this code, and after all later steps too; `None`
/// where it was refused in this way before the first.
fn refused_since<'s>(steps: &[&'s Applied], code: Code) -> Option<&'s Applied> {
    let is_refused = |kernel: &Kernel| {
        lower::unproved(kernel).is_err_and(|problems| problems.iter().any(|problem| problem.code == code))
    };
    match steps.iter().rposition(|step| !is_refused(&step.kernel)) {
        Some(last) => steps.get(last + 1).copied(),
        None => steps.first().copied().filter(|first| !is_refused(&first.before)),
    }
}

fn blamed(problem: Diagnostic, step: &Applied) -> Diagnostic {
    problem.at_entity(None, step.origin, "this step makes it so").note(format!("since `{}`", step.call))
}
