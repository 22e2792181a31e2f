//! Under which conditions steps have an effect: each writes something that others may see.

use ir::{Expr, Kernel, Name, Step};

/// What is asked of steps.
pub(crate) struct Effects<'k, 'f> {
    pub(crate) kernel: &'k Kernel,
    /// Whether nobody sees what is written to a variable.
    pub(crate) is_unseen: &'f dyn Fn(&Name) -> bool,
    /// Which conditions are of interest.
    pub(crate) is_wanted: &'f dyn Fn(&Expr) -> bool,
}

impl Effects<'_, '_> {
    /// The conditions that hold wherever one of these steps has an effect; `None` where none has any. Work
    /// items that only meet do nothing.
    pub(crate) fn conditions(&self, steps: &[Step]) -> Option<Vec<Expr>> {
        let each = steps.iter().filter_map(|step| self.conditions_of(step));
        each.reduce(|common, own| common.into_iter().filter(|condition| own.contains(condition)).collect())
    }

    fn conditions_of(&self, step: &Step) -> Option<Vec<Expr>> {
        match step {
            Step::Barrier { .. } => None,
            Step::Run(id) => self.has_effect(id).then(Vec::new),
            Step::For(inner) => self.conditions(&inner.body),
            Step::If { condition, then, otherwise } => {
                match (self.conditions(then), self.conditions(otherwise)) {
                    (None, None) => None,
                    (Some(inner), None) => {
                        let conjuncts = condition.conjuncts();
                        let inner = inner.into_iter().filter(|one| !conjuncts.contains(&one));
                        let own = conjuncts.iter().copied().filter(|own| (self.is_wanted)(own));
                        Some(own.cloned().chain(inner).collect())
                    }
                    (None, Some(_)) => Some(Vec::new()),
                    (Some(then), Some(otherwise)) => {
                        Some(then.into_iter().filter(|condition| otherwise.contains(condition)).collect())
                    }
                }
            }
        }
    }

    /// Whether somebody sees what a statement writes. One without a target may do anything.
    fn has_effect(&self, id: &Name) -> bool {
        let target = self.kernel.statements.get(id).and_then(|statement| statement.target());
        target.is_none_or(|target| !(self.is_unseen)(target.name()))
    }
}
