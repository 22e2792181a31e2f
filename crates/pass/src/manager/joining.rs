//! Steps that make one kernel of several.

use super::{
    Event, Failure, Manager, Progress, caught, internal, put_back, refused, refused_at, unknown_kernel,
    with_call,
};
use crate::pipeline::{Step, Target};
use crate::place;
use crate::transform::{Applied, Join};
use diag::Diagnostic;
use ir::{Kernel, Module};
use poly::Name;
use std::time::Instant;

impl Manager<'_> {
    /// Puts one kernel in the place of those that a step joins. They are as the source has them: a kernel
    /// with steps behind it is judged by what it was, which no other has a part in.
    pub(super) fn join(
        &mut self,
        progress: Progress,
        step: &Step,
        join: &dyn Join,
    ) -> Result<Progress, Failure> {
        let Progress { mut done, mut history } = progress;
        keywords(step).map_err(|problem| refused(vec![problem]))?;
        let parts = parts(step, join, &done.result).map_err(|problem| refused(vec![problem]))?;
        let name = step.transform.spec().name;
        let Some(first) = parts.first() else {
            let problem = Diagnostic::error("lp::call::argument", format!("`{name}` names no kernel"));
            return Err(refused(vec![with_call(problem, step)]));
        };
        self.observer.before_step(step, first);
        let _place = place::enter(&first.name, name);
        let start = Instant::now();
        let result = caught(step, first, || join.join(&parts));
        let duration = start.elapsed();
        let outcome = result.and_then(|made| match made {
            Ok(applied) => self.accept_joined(step, first, applied),
            Err(refusal) => Err(refused_at(step, refusal)),
        });
        let after = outcome.as_ref().ok().map(|applied| &applied.kernel);
        self.observer.after_step(&Event { step, before: first, after, duration });
        let Applied { kernel, warnings, .. } = outcome?;
        parts.iter().for_each(|part| history.record(step, part, &kernel));
        let is_part = |name: &Name| parts.iter().any(|part| part.name == *name);
        let names: Vec<Name> = done.result.kernels.keys().filter(|name| is_part(name)).cloned().collect();
        // The new kernel stands where the first of its parts stood in the file.
        let mut joined = Some(kernel);
        let changed = names.into_iter().map(|name| (name, joined.take())).collect();
        put_back(&mut done.result, changed).map_err(|taken| refused(vec![with_call(taken, step)]))?;
        done.warnings.extend(warnings.into_iter().map(|warning| with_call(warning, step)));
        done.calls.push(step.call());
        Ok(Progress { done, history })
    }

    fn accept_joined(&self, step: &Step, first: &Kernel, applied: Applied) -> Result<Applied, Failure> {
        let violations = (self.verify)(&applied.kernel);
        if violations.is_empty() {
            return Ok(applied);
        }
        let message = format!("`{}` made a kernel that breaks the rules", step.transform.spec().name);
        Err(internal(step, first, message, violations))
    }
}

/// Refuses what a call says that means nothing for a step like this.
fn keywords(step: &Step) -> Result<(), Diagnostic> {
    let given = match (&step.target, step.allow_empty, step.unchecked) {
        (Target::Kernel(_), ..) => "kernel",
        (_, true, _) => "allow_empty",
        (_, _, true) => "unchecked",
        _ => return Ok(()),
    };
    let name = step.transform.spec().name;
    let message = format!("`{given}` means nothing for `{name}`, which names its kernels itself");
    Err(with_call(Diagnostic::error("lp::call::argument", message), step))
}

/// The kernels that are joined.
fn parts<'m>(step: &Step, join: &dyn Join, module: &'m Module) -> Result<Vec<&'m Kernel>, Diagnostic> {
    let part = |name: &crate::KernelName| {
        let kernel = module.kernels.get(&name.name);
        let kernel = kernel.ok_or_else(|| unknown_kernel(name, name.origin, module))?;
        if kernel.reference.is_none() && kernel.schedule.is_none() {
            return Ok(kernel);
        }
        let message = format!("`{}` was transformed before", kernel.name);
        let problem = Diagnostic::error("lp::step::joined-late", message).at_entity(None, name.origin, "");
        Err(with_call(problem, step).help("join the kernels first, and transform the result"))
    };
    join.parts().iter().map(part).collect()
}
