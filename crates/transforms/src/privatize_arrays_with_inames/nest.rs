//! The loops in whose iterations an array is work space.

use diag::Diagnostic;
use ir::{Kernel, Name, Statement};
use poly::Aff;

/// Loops that stand in each other, and what runs in them.
pub(super) struct Nest {
    /// The loops around them, outermost first.
    pub(super) around: Vec<Name>,
    /// The loops, outermost first.
    pub(super) loops: Vec<Name>,
    /// What the times of all statements in them begin with: as far as the iteration of the innermost.
    pub(super) time: Vec<Aff>,
}

impl Nest {
    /// The nest of these loops.
    ///
    /// # Errors
    /// Where statements have no times, where loops do not stand in each other in this order, and where
    /// something else runs between their iterations.
    pub(super) fn find(kernel: &Kernel, loops: &[Name]) -> Result<Self, Diagnostic> {
        let listed = || loops.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let innermost = loops.last();
        let is_in = |statement: &&Statement| innermost.is_some_and(|name| statement.inames.contains(name));
        let Some(first) = kernel.statements.values().find(is_in) else {
            return Err(refused(format!("no statement is in the loops {}", listed())));
        };
        let times = first.time.as_deref().unwrap_or_default();
        let at = innermost.and_then(|name| times.iter().position(|level| *level == Aff::dim(name)));
        let Some(time) = at.and_then(|at| times.get(..=at)) else {
            return Err(refused(format!("the order of the iterations of {} is not declared", listed())));
        };
        let order: Vec<Name> = time.iter().filter_map(iteration).collect();
        let Some(around) = order.strip_suffix(loops) else {
            return Err(refused(format!("the loops {} do not stand in each other in this order", listed())));
        };
        let nest = Nest { around: around.to_vec(), loops: loops.to_vec(), time: time.to_vec() };
        match kernel.statements.iter().find(|(_, statement)| nest.is_disturbed_by(statement)) {
            Some((id, statement)) => {
                let message =
                    format!("`{id}` may run between iterations of {}, or in another such loop", listed());
                Err(refused(message).at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`")))
            }
            None => Ok(nest),
        }
    }

    /// All of its loops and those around it, outermost first.
    pub(super) fn all_loops(&self) -> Vec<Name> {
        [self.around.as_slice(), &self.loops].concat()
    }

    /// Whether a statement is in the innermost loop.
    pub(super) fn contains(&self, statement: &Statement) -> bool {
        self.loops.last().is_some_and(|name| statement.inames.contains(name))
    }

    /// Whether a statement is in the outermost loop.
    pub(super) fn surrounds(&self, statement: &Statement) -> bool {
        self.loops.first().is_some_and(|name| statement.inames.contains(name))
    }

    /// Whether a statement is in some of the loops and not where its time says, or runs between iterations.
    fn is_disturbed_by(&self, statement: &Statement) -> bool {
        let time = statement.time.as_deref().unwrap_or_default();
        if self.contains(statement) {
            return !time.starts_with(&self.time) || !statement.inames.starts_with(&self.all_loops());
        }
        let Some(outermost) = self.loops.first() else { return true };
        let start = self.time.iter().position(|level| *level == Aff::dim(outermost)).unwrap_or_default();
        let is_beside = self.time.get(..start).is_some_and(|before| time.starts_with(before));
        let is_inside = time.get(start) == Some(&Aff::dim(outermost));
        statement.time.is_none() || self.surrounds(statement) != (is_beside && is_inside) || {
            is_beside && !is_inside
        }
    }
}

/// The loop of which a component of a time is the iteration.
fn iteration(level: &Aff) -> Option<Name> {
    let names = level.names();
    names.iter().find(|name| *level == Aff::dim(name)).cloned()
}

pub(super) fn refused(message: String) -> Diagnostic {
    Diagnostic::error("lp::work-array::nest", message)
}
