//! Claim (buffers): The uses of a variable that the reference lacks have an order of their own: iterations of the loops around all of
//! them, and in each what fills it, then by sweeps what updates it and what reads it.
//!
//! The iterations of the loops around all users of a buffer are its *iterations*, but for those that run at
//! once and share its memory. In each it is filled, then updated, then used, and no element is filled twice;
//! iterations follow one another. What fills a buffer that is not accumulated may do so in advance: it says
//! for which iteration. Where further loops are around all that updates it and all that reads it, but not
//! around what fills it, their iterations are its *sweeps*: they follow one another too, each updates it and
//! then uses it, and so a read finds what its own sweep and those before it have accumulated.

use ir::access::{common, numbers};
use ir::{Kernel, LValue, Name, Statement};
use poly::{Aff, Constraint};
use std::collections::BTreeMap;

use crate::actor::{Actor, ActorInstance};
use crate::place::hardware;
use crate::place::position::{self, LevelKind};
use dependence::instance::Instance;
use dependence::required::{Agreeing, lexicographic};

/// A temporary that the reference does not have.
pub(super) struct Buffer {
    /// Forms of inames, which number its iterations; outer loops first.
    pub(super) iteration: Vec<Aff>,
    /// Those that number the sweeps of an iteration, outer loops first.
    pub(super) sweep: Vec<Name>,
}

/// An instance that fills a buffer, or uses it otherwise.
pub(super) struct BufferUse<'a> {
    statement: &'a Statement,
    at: &'a Instance,
    fills: bool,
}

impl<'a> BufferUse<'a> {
    pub(super) fn new(user: ActorInstance<'a>, fills: bool) -> Self {
        BufferUse { statement: user.actor.statement, at: user.at, fills }
    }

    pub(super) fn fill(user: ActorInstance<'a>) -> Self {
        Self::new(user, true)
    }

    pub(super) fn read(user: ActorInstance<'a>) -> Self {
        Self::new(user, false)
    }
}

/// All of a kernel that has these actors.
pub(super) fn buffers(kernel: &Kernel, reference: &Kernel, actors: &[Actor<'_>]) -> BTreeMap<Name, Buffer> {
    let is_new = |name: &&Name| !reference.args.contains_key(*name) && !reference.temps.contains_key(*name);
    let own = kernel.temps.keys().filter(is_new);
    own.map(|name| (name.clone(), Buffer::new(kernel, actors, name))).collect()
}

/// What fills a buffer, what updates it, and what reads it.
pub(super) const FILL: i64 = 0;
const UPDATE: i64 = 1;
const READ: i64 = 2;

/// When in an iteration a statement uses a buffer.
pub(super) fn phase(actor: &Actor<'_>, variable: &Name) -> i64 {
    let writes = actor.runs && actor.statement.target().map(LValue::name) == Some(variable);
    match (writes, &actor.update) {
        (true, None) => FILL,
        (true, Some(_)) => UPDATE,
        (false, _) => READ,
    }
}

/// The number of the iteration in which a statement uses a buffer, or for which it fills it, as a form of its
/// inames; `None` where it is in no such loop.
pub(super) fn number(statement: &Statement, level: &Aff, fills: bool) -> Option<Aff> {
    match statement.in_advance().iter().find(|(read, _)| fills && read == level) {
        Some((_, own)) => Some(own.clone()),
        None => level.names().iter().all(|name| statement.inames.contains(name)).then(|| level.clone()),
    }
}

impl Buffer {
    fn new(kernel: &Kernel, actors: &[Actor<'_>], name: &Name) -> Self {
        let uses = |actor: &&Actor<'_>| actor.accesses.iter().any(|access| access.variable == *name);
        let users: Vec<&Actor<'_>> = actors.iter().filter(uses).collect();
        let is_accumulated = users.iter().any(|user| phase(user, name) == UPDATE);
        let iteration = iteration(kernel, name, &users, is_accumulated);
        let elements = numbers(name, users.iter().map(|user| user.statement));
        let mut sweep = shared_loops(users.into_iter().filter(|user| phase(user, name) != FILL));
        let is_level = |iname: &Name| iteration.contains(&Aff::dim(iname));
        sweep.retain(|iname| is_accumulated && !is_level(iname) && !elements.contains(iname));
        Buffer { iteration, sweep }
    }

    /// When an actor uses the buffer, as a vector whose order is the one that is required.
    pub(super) fn time<T>(
        &self,
        actor: &Actor<'_>,
        variable: &Name,
        constant: impl Fn(i64) -> T,
        form: impl Fn(&Aff) -> Option<T>,
    ) -> Option<Vec<T>> {
        let phase = phase(actor, variable);
        let iteration =
            self.iteration.iter().map(|level| form(&number(actor.statement, level, phase == FILL)?));
        if phase == FILL {
            return iteration.chain([Some(constant(FILL))]).collect();
        }
        let sweep = self.sweep.iter().map(|iname| form(&Aff::dim(iname)));
        iteration.chain([Some(constant(UPDATE))]).chain(sweep).chain([Some(constant(phase))]).collect()
    }

    /// When two instances are in the same iteration, or one that fills the buffer does so for it. A statement
    /// may do both: then its read is of its own iteration.
    pub(super) fn together(&self, x: &BufferUse<'_>, y: &BufferUse<'_>) -> Option<Vec<Constraint>> {
        let value = |BufferUse { statement, at, fills }: &BufferUse<'_>, level: &Aff| {
            at.aff(&number(statement, level, *fills)?)
        };
        self.iteration.iter().map(|level| Constraint::eq(&value(x, level)?, &value(y, level)?)).collect()
    }

    /// Alternatives of which one holds where what an instance of the first writes is still there when the
    /// second reads: in the same iteration and, if it is an update, in the same sweep or a later one.
    pub(super) fn reaches(
        &self,
        x: ActorInstance<'_>,
        y: ActorInstance<'_>,
        variable: &Name,
    ) -> Option<Vec<Vec<Constraint>>> {
        let fills = phase(x.actor, variable) == FILL;
        let together = self.together(&BufferUse::new(x, fills), &BufferUse::read(y))?;
        if fills {
            return Some(vec![together]);
        }
        let sweep = |at: &Instance| -> Option<Vec<Aff>> {
            let column = |iname: &Name| at.inames().contains(iname).then(|| Aff::dim(&at.column(iname)));
            self.sweep.iter().map(column).collect()
        };
        let orders = lexicographic(&sweep(x.at)?, &sweep(y.at)?, Agreeing::Included)?;
        Some(orders.into_iter().map(|order| [together.clone(), order].concat()).collect())
    }
}

/// The loops around all users, or those for whose iterations they work, by forms of their inames. An
/// accumulator is not filled in advance. Any choice is right, since all is asked by it.
fn iteration(kernel: &Kernel, name: &Name, users: &[&Actor<'_>], is_accumulated: bool) -> Vec<Aff> {
    let fills = |user: &Actor<'_>| phase(user, name) == FILL;
    let mut ahead: Vec<&Aff> = Vec::new();
    for user in users.iter().filter(|user| fills(user) && !is_accumulated) {
        for (read, _) in user.statement.in_advance() {
            let is_level = |user: &&Actor<'_>| number(user.statement, read, fills(user)).is_some();
            if !ahead.contains(&read) && users.iter().all(is_level) {
                ahead.push(read);
            }
        }
    }
    let mut plain = common(name, users.iter().map(|user| user.statement));
    plain.retain(|iname| !ahead.iter().any(|read| read.names().contains(iname)));
    let mut levels: Vec<Aff> = plain.iter().map(Aff::dim).chain(ahead.into_iter().cloned()).collect();
    let is_shared = |iname: &Name| users.iter().any(|user| shares(kernel, user, name, iname));
    levels.retain(|level| !level.names().iter().any(is_shared));
    let around = users.iter().map(|user| loops(&user.path.levels)).max_by_key(Vec::len).unwrap_or_default();
    let depth = |level: &Aff| around.iter().position(|iname| level.names().contains(*iname));
    levels.sort_by_key(|level| depth(level).unwrap_or(usize::MAX));
    levels
}

/// Whether work items or groups at different values of an iname share a variable's memory: nothing lets one
/// wait for another one's use of it.
fn shares(kernel: &Kernel, user: &Actor<'_>, variable: &Name, iname: &Name) -> bool {
    let indices = user.path.launch.map(|launch| launch.indices.as_slice()).unwrap_or_default();
    let own = indices.iter().find(|index| index.iname == *iname);
    own.is_some_and(|own| !hardware::has_copies(hardware::space(kernel, variable), own.axis))
}

/// The loops of a way, outermost first.
fn loops<'k>(levels: &[position::Level<'k>]) -> Vec<&'k Name> {
    let iname = |level: &position::Level<'k>| match level.what {
        LevelKind::Loop { iname, .. } => Some(iname),
        _ => None,
    };
    levels.iter().filter_map(iname).collect()
}

/// The loops around all of these, outermost first.
fn shared_loops<'m>(mut users: impl Iterator<Item = &'m Actor<'m>>) -> Vec<Name> {
    let Some(first) = users.next() else { return Vec::new() };
    let mut shared = first.path.levels.as_slice();
    for user in users {
        let together = position::common(&first.path, &user.path).len();
        shared = shared.get(..together).unwrap_or(shared);
    }
    loops(shared).into_iter().cloned().collect()
}
