//! Claim (buffers): The uses of a variable that the reference lacks have an order of their own: iterations of the loops around all of
//! them, and in each what fills it, then what updates it, then what reads it.
//!
//! The iterations of the loops around all users of a buffer are its *iterations*. In each it is filled, then updated, then used,
//! and no element is filled twice; iterations follow one another.

pub(super) use ir::access::{common, numbers};
use ir::{LValue, Name};
use poly::Aff;
use std::collections::BTreeMap;

use crate::last_writer::memory::{Question, Requirement};
use crate::model::{Actor, Model};
use crate::place::position::LevelKind;
use crate::update;
use dependence::instance::Instance;
use dependence::required::{Agreeing, lexicographic};

/// A temporary that the reference does not have.
pub(super) struct Buffer {
    /// The inames whose values number its iterations, outer loops first.
    pub(super) iteration: Vec<Name>,
}

/// All of them.
pub(super) fn buffers(model: &Model<'_>) -> BTreeMap<Name, Buffer> {
    let own = model.kernel.temps.keys().filter(|name| !model.is_original(name));
    own.map(|name| (name.clone(), Buffer { iteration: iteration(model, name) })).collect()
}

/// A buffer's iterations, outer loops first.
fn iteration(model: &Model<'_>, name: &Name) -> Vec<Name> {
    let uses = |actor: &&Actor<'_>| actor.accesses.iter().any(|access| access.variable == *name);
    let users: Vec<&Actor<'_>> = model.actors.iter().filter(uses).collect();
    let mut iteration = common(name, users.iter().map(|user| user.statement));
    let depth = |iname: &Name| {
        let is_loop =
            |what: LevelKind<'_>| matches!(what, LevelKind::Loop { iname: other, .. } if other == iname);
        let levels = users.first().map(|first| &first.path.levels);
        levels.and_then(|levels| levels.iter().position(|level| is_loop(level.what))).unwrap_or(usize::MAX)
    };
    iteration.sort_by_key(depth);
    iteration
}

/// When in an iteration a statement uses a buffer.
pub(super) fn phase(actor: &Actor<'_>, variable: &Name) -> i64 {
    let writes = actor.runs && actor.statement.target().map(LValue::name) == Some(variable);
    match (writes, actor.update) {
        (true, None) => 0,
        (true, Some(_)) => 1,
        (false, _) => 2,
    }
}

impl Buffer {
    /// What must hold of two accesses: iterations in order, and the phases of an iteration.
    pub(super) fn questions(
        &self,
        model: &Model<'_>,
        variable: &Name,
        (x, x_at): (&Actor<'_>, &Instance),
        (y, y_at): (&Actor<'_>, &Instance),
    ) -> Option<Vec<Question>> {
        let time = |actor, at: &Instance| {
            let iteration = self.iteration.iter().map(|iname| Aff::dim(&at.column(iname)));
            iteration.chain([Aff::constant(phase(actor, variable))]).collect::<Vec<Aff>>()
        };
        let ordered = lexicographic(&time(x, x_at), &time(y, y_at), Agreeing::Excluded)?;
        let mut found: Vec<Question> =
            ordered.into_iter().map(|when| Question { when, kind: Requirement::Ordered }).collect();
        if phase(x, variable) != phase(y, variable) {
            return Some(found);
        }
        let together = x_at.agree(y_at, &self.iteration)?;
        if update::commute(model, x, y, variable) {
            found.push(Question { when: together, kind: Requirement::Either });
        } else if x.id != y.id {
            found.push(Question { when: together, kind: Requirement::Never });
        } else {
            for differ in x_at.differ(y_at, x_at.inames())? {
                let when = together.iter().cloned().chain(differ).collect();
                found.push(Question { when, kind: Requirement::Never });
            }
        }
        Some(found)
    }
}
