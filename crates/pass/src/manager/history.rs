//! Which step made an iname disappear: told when a later step still names it.

use super::Failure;
use crate::pipeline::Step;
use diag::{Diagnostic, Origin, Span};
use ir::Kernel;
use poly::Name;

/// The inames that steps of a run replaced.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    replaced: Vec<Replaced>,
}

#[derive(Debug, Clone)]
struct Replaced {
    kernel: Name,
    iname: Name,
    by: Vec<Name>,
    step: Origin,
}

impl History {
    pub(super) fn record(&mut self, step: &Step, before: &Kernel, after: &Kernel) {
        let missing = |a: &Kernel, b: &Kernel| -> Vec<Name> {
            a.inames.keys().filter(|name| !b.inames.contains_key(*name)).cloned().collect()
        };
        for replaced in self.replaced.iter_mut().filter(|replaced| replaced.kernel == before.name) {
            replaced.kernel.clone_from(&after.name);
        }
        let by = missing(after, before);
        for iname in missing(before, after) {
            let (kernel, by) = (after.name.clone(), by.clone());
            self.replaced.push(Replaced { kernel, iname, by, step: step.origin });
        }
    }

    /// The same where the calls stand elsewhere in the text.
    pub(super) fn moved(&mut self, place: &dyn Fn(Span) -> Span) {
        for replaced in &mut self.replaced {
            replaced.step = Origin(replaced.step.0.map(place));
        }
    }

    /// Adds to errors about unknown inames which step replaced them.
    pub(super) fn explain(&self, failure: Failure, kernel: &Name) -> Failure {
        match failure {
            Failure::Refused(problems) => Failure::Refused(
                problems.into_iter().map(|problem| self.with_step(problem, kernel)).collect(),
            ),
            Failure::Internal(internal) => Failure::Internal(internal),
        }
    }

    fn with_step(&self, problem: Diagnostic, kernel: &Name) -> Diagnostic {
        let named = |iname: &Name| problem.message == format!("there is no iname `{iname}`");
        let Some(replaced) = self.replaced.iter().rfind(|step| step.kernel == *kernel && named(&step.iname))
        else {
            return problem;
        };
        let by: Vec<String> = replaced.by.iter().map(|name| format!("`{name}`")).collect();
        let text = match by.as_slice() {
            [] => format!("`{}` was removed here", replaced.iname),
            _ => format!("`{}` became {} here", replaced.iname, by.join(", ")),
        };
        problem.at_entity(None, replaced.step, text)
    }
}
