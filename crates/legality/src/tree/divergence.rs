//! Claim (divergence): All work items of a group reach each barrier equally often.

use diag::Diagnostic;
use ir::{Expr, HardwareAxis, Launch, Name, Step};
use std::collections::BTreeSet;

use crate::model::Model;
use crate::place::hardware;
use dependence::uniform::varying;

/// Barriers that some work items of a group may not reach as often as others.
pub(crate) fn check(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for launch in model.launches() {
        let work_items: BTreeSet<&Name> = launch
            .indices
            .iter()
            .filter(|index| matches!(index.axis, HardwareAxis::Local(_)))
            .filter(|index| hardware::extent(launch, index.axis).is_some())
            .map(|index| &index.iname)
            .collect();
        let mut walk = Walk { model, launch, work_items, around: Vec::new(), found: Vec::new() };
        walk.steps(&launch.body);
        found.extend(walk.found);
    }
    found
}

struct Walk<'m, 'k> {
    model: &'m Model<'k>,
    launch: &'k Launch,
    work_items: BTreeSet<&'k Name>,
    /// Bounds and conditions.
    around: Vec<&'k Expr>,
    found: Vec<Diagnostic>,
}

impl<'k> Walk<'_, 'k> {
    fn steps(&mut self, steps: &'k [Step]) {
        let outer = self.around.len();
        for step in steps {
            match step {
                Step::For(inner) => {
                    self.around.extend([&inner.lower, &inner.upper]);
                    self.steps(&inner.body);
                }
                Step::If { condition, then, otherwise } => {
                    self.around.push(condition);
                    self.steps(then);
                    self.steps(otherwise);
                }
                Step::Barrier { reason } => self.barrier(reason),
                Step::Run(_) => {}
            }
            self.around.truncate(outer);
        }
    }

    fn barrier(&mut self, reason: &str) {
        let varying = self.around.iter().find_map(|expr| varying(self.model.kernel, expr, &self.work_items));
        if let Some(varying) = varying {
            let message =
                format!("not all work items of a group of `{}` may meet at a barrier", self.launch.name);
            let error = Diagnostic::error("lp::legality::divergence", message);
            let error = error.about([self.launch.name.as_str(), reason]);
            let error = error
                .note(format!("a loop or condition around the barrier `{reason}` depends on `{varying}`"));
            self.found.push(error.help("keep conditions on work items inside of what lies between barriers"));
        }
    }
}
