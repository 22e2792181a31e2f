//! Claim (window): A kernel that works on a part of an array in a temporary leaves in memory what the same
//! kernel leaves that works on the array.
//!
//! A fetch fills the temporary, statements use it in place of the array, and a statement stores it back. What
//! happens to an element from its fetch to its store is a *window*: there is one in each iteration of the
//! loops around all users of the temporary. Shown here is that nothing else uses the element in between, that
//! all uses of a window see one copy, and that fetch and store come before and after them. Then each use
//! finds what it would find in the array, and what it leaves is in the array when anything else looks. So
//! fetch and store may go, and the rest be judged as it stands on the array.

use diag::Diagnostic;
use ir::access::AccessKind;
use ir::{
    AddressSpace, Expr, HardwareAxis, Kernel, LValue, Name, Node, Provenance, Statement, StatementKind,
    affine, walk,
};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

use crate::actor::{Actor, ActorAccess, ActorInstance};
use crate::buffers::BufferUse;
use crate::meaning::ambiguous;
use crate::model::Model;
use crate::must_run;
use crate::place::hardware::{AXES, extent};
use crate::place::position::{Level, LevelKind};
use crate::place::ways::Ways;
use crate::value::solve::System;
use crate::{bounds, tree};
use dependence::instance::{Instance, exactly_same_element, same_element};
use dependence::required::{Agreeing, lexicographic};

mod direct;

/// The statements that store windows back.
pub(super) fn stores(kernel: &Kernel) -> Vec<&Name> {
    let is_store =
        |statement: &Statement| matches!(&statement.provenance, Some(Provenance::Fetch(fetch)) if fetch.back);
    kernel.statements.iter().filter(|(_, statement)| is_store(statement)).map(|(id, _)| id).collect()
}

/// The kernel that works on the arrays themselves, if it leaves the same in memory, or what is wrong.
pub(super) fn opened(kernel: &Kernel) -> Result<Result<Kernel, Vec<Diagnostic>>, Error> {
    let reference = kernel.reference.as_deref().unwrap_or(kernel);
    let (_, temporaries) = ambiguous::find(reference, kernel)?;
    let model = Model::new(kernel, temporaries)?;
    let mut found = tree::implemented::check(&model)?;
    found.extend(tree::divergence::check(&model));
    found.extend(tree::evaluated::check(&model)?);
    found.extend(bounds::check(&model)?);
    let mut plain = kernel.clone();
    for id in stores(kernel) {
        if !found.is_empty() {
            break;
        }
        match Window::of_store(&model, id) {
            Ok(windows) => match faultless(&windows, &plain)? {
                Ok(direct) => plain = direct,
                Err(reason) => found.push(reason),
            },
            Err(what) => found.push(problem(kernel, id, what)),
        }
    }
    Ok(if found.is_empty() { Ok(plain) } else { Err(found) })
}

/// The kernel without the temporary, if nothing is wrong with it on any side.
fn faultless(windows: &[Window<'_, '_>], plain: &Kernel) -> Result<Result<Kernel, Diagnostic>, Error> {
    for window in windows {
        if let Some(what) = window.fault()? {
            return Ok(Err(window.problem(&what)));
        }
    }
    // What an element of the temporary stands for does not depend on the side.
    let Some(window) = windows.first() else { return Ok(Ok(plain.clone())) };
    let unclear = || window.problem("its subscripts do not tell the elements of the array");
    Ok(window.direct_kernel(plain)?.ok_or_else(unclear))
}

fn problem(kernel: &Kernel, id: &Name, what: &str) -> Diagnostic {
    let error = Diagnostic::error("lp::legality::window", format!("`{id}` does not store back: {what}"));
    let error = error.about([id]);
    match kernel.statements.get(id) {
        Some(own) => error.at_entity(own.loc.as_ref(), own.origin, format!("`{id}`")),
        None => error,
    }
}

const SEVERAL_PLACES: &str = "it runs in several places, between which groups do not choose once";

/// A side of the choice between groups that a launch begins with.
#[derive(Clone, Copy)]
struct Side<'k> {
    condition: &'k Expr,
    taken: bool,
}

impl<'k> Side<'k> {
    /// The side on which something runs, where the condition is the same in all of a group and during a
    /// launch.
    fn taken_by(model: &Model<'k>, actor: &Actor<'k>) -> Option<Self> {
        let launch = actor.path.launch?;
        let is_above = |level: &&Level<'_>| !matches!(level.what, LevelKind::Launch(_));
        let first = actor.path.levels.iter().skip_while(is_above).nth(1)?;
        let LevelKind::Branch { condition, taken } = first.what else { return None };
        let of_group = |name: &Name| {
            let mut indices = launch.indices.iter();
            indices.any(|index| matches!(index.axis, HardwareAxis::Group(_)) && index.iname == *name)
        };
        let is_fixed = |name: &Name| model.kernel.args.get(name).is_some_and(|arg| arg.shape().is_none());
        let is_load = |e: &Expr| matches!(e.node(), Node::Load { .. });
        let is_uniform = walk::names(condition).iter().all(|name| of_group(name) || is_fixed(name))
            && !walk::any(condition, &mut |e| is_load(e));
        is_uniform.then_some(Side { condition, taken })
    }

    fn is_opposite_of(self, other: Side<'_>) -> bool {
        std::ptr::eq(self.condition, other.condition) && self.taken != other.taken
    }
}

impl PartialEq for Side<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.condition, other.condition) && self.taken == other.taken
    }
}

/// A use of a temporary or array, by an instance.
#[derive(Clone, Copy)]
struct UseInstance<'a> {
    used: ActorAccess<'a, 'a>,
    at: &'a Instance,
}

impl<'a> UseInstance<'a> {
    fn new(used: ActorAccess<'a, 'a>, at: &'a Instance) -> Self {
        UseInstance { used, at }
    }

    /// The instance.
    fn actor_instance(self) -> ActorInstance<'a> {
        ActorInstance::new(self.used.actor, self.at)
    }

    /// The points at which it is.
    fn points(self) -> Result<Set, Error> {
        self.at.points(&self.used.access.domain)
    }
}

/// A temporary that stands for a part of an array.
struct Window<'m, 'k> {
    model: &'m Model<'k>,
    buffer: &'m Name,
    array: &'m Name,
    /// What the fetch reads of the array and stores, and what the store reads and writes into the array.
    fetched: ActorAccess<'m, 'k>,
    filled: ActorAccess<'m, 'k>,
    taken: ActorAccess<'m, 'k>,
    stored: ActorAccess<'m, 'k>,
    /// Uses in place of the array.
    users: Vec<ActorAccess<'m, 'k>>,
}

impl<'m, 'k> Window<'m, 'k> {
    /// The windows of a store that runs in one place, or on both sides of the choice that its launch begins
    /// with.
    ///
    /// A group takes one side of it in the whole launch, and the copies of a temporary that work items or
    /// groups have end with the launch. So windows of the two sides never meet in the temporary, and those of
    /// each side are judged as if they were all there are; uses of the array are those of both.
    fn of_store(model: &'m Model<'k>, id: &Name) -> Result<Vec<Self>, &'static str> {
        let stores = model.places_of(id);
        if let [store] = stores.as_slice() {
            return Ok(vec![Window::new(model, store, &|_| true)?]);
        }
        let sides: Vec<Side<'_>> = stores.iter().filter_map(|store| Side::taken_by(model, store)).collect();
        let [first, second] = sides.as_slice() else { return Err(SEVERAL_PLACES) };
        if stores.len() != sides.len() || !first.is_opposite_of(*second) {
            return Err(SEVERAL_PLACES);
        }
        let on_side = |(store, side): (&&'m Actor<'k>, &Side<'_>)| {
            Window::new(model, store, &|actor| Side::taken_by(model, actor) == Some(*side))
        };
        let windows = stores.iter().zip(&sides).map(on_side).collect::<Result<Vec<_>, _>>()?;
        let is_within = |buffer: &Name| {
            let ends_with_launch = model.space(buffer) != AddressSpace::Global;
            let kinds = [AccessKind::Read, AccessKind::Write].map(|kind| model.users(buffer, kind));
            let has_side = |actor| Side::taken_by(model, actor).is_some_and(|side| sides.contains(&side));
            ends_with_launch && kinds.into_iter().flatten().all(|used| has_side(used.actor))
        };
        if windows.iter().all(|window| is_within(window.buffer)) { Ok(windows) } else { Err(SEVERAL_PLACES) }
    }

    /// The window of a store among what is here.
    fn new(
        model: &'m Model<'k>,
        store: &'m Actor<'k>,
        is_here: &dyn Fn(&Actor<'k>) -> bool,
    ) -> Result<Self, &'static str> {
        // The store says which temporary and array these are; the rest is found by who uses them.
        let id = store.id;
        let array = store.statement.target().map(LValue::name).ok_or("it stores nothing")?;
        let mut reads = store.accesses.iter().filter(|access| access.kind == AccessKind::Read);
        let (Some(taken), None) = (reads.next(), reads.next()) else { return Err("it reads no temporary") };
        let buffer = &taken.variable;
        let is_copy = |actor: &Actor<'_>, from: &Name| {
            let value = actor.statement.value().map(|value| (value.as_var(), value.node()));
            let of = matches!(value, Some((Some(name), _)) if name == from)
                || matches!(value, Some((_, Node::Load { array, .. })) if array == from);
            of && actor.statement.atomic.is_none()
        };
        if !model.buffers.contains_key(buffer) || !is_copy(store, buffer) {
            return Err("it does not copy a temporary that the reference lacks");
        }
        if !model.kernel.args.contains_key(array) {
            return Err("it writes no argument");
        }
        let own = |used: &ActorAccess<'_, '_>| used.actor.id == id;
        let mut fills = model
            .users(buffer, AccessKind::Write)
            .filter(|used| used.actor.is_fetch() && is_here(used.actor));
        let (Some(filled), None) = (fills.next(), fills.next()) else {
            return Err("no single fetch fills the temporary");
        };
        let of_array = |actor: &'m Actor<'k>, kind: AccessKind| {
            actor.accesses.iter().find(|access| access.kind == kind && access.variable == *array)
        };
        let fetched = of_array(filled.actor, AccessKind::Read).filter(|_| is_copy(filled.actor, array));
        let fetched = fetched.ok_or("the fetch does not copy the array")?;
        let stored = of_array(store, AccessKind::Write).ok_or("it stores nothing")?;
        let all = [AccessKind::Read, AccessKind::Write].map(|kind| model.users(buffer, kind));
        let users: Vec<ActorAccess<'m, 'k>> = all
            .into_iter()
            .flatten()
            .filter(|user| is_here(user.actor) && !own(user) && user.actor.id != filled.actor.id)
            .collect();
        let performs = |used: &ActorAccess<'_, '_>| {
            let actor = used.actor;
            let performs = matches!(actor.statement.provenance, Some(Provenance::Performs(_)));
            actor.runs && performs && actor.statement.atomic.is_none()
        };
        if !users.iter().all(performs) {
            return Err("what uses the temporary performs no statement of the reference, or is atomic");
        }
        let fetched = ActorAccess { actor: filled.actor, access: fetched };
        Ok(Window {
            model,
            buffer,
            array,
            fetched,
            filled,
            taken: ActorAccess { actor: store, access: taken },
            stored: ActorAccess { actor: store, access: stored },
            users,
        })
    }

    fn problem(&self, what: &str) -> Diagnostic {
        let error =
            problem(self.model.kernel, self.stored.actor.id, what).about([self.buffer, self.stored.actor.id]);
        error.help("buffer more loops, or let nothing else use the array between the fetch and the store")
    }

    /// What keeps the temporary from standing for the array.
    fn fault(&self) -> Result<Option<String>, Error> {
        let kernel = self.model.kernel;
        let ty = |name: &Name| ir::typing::type_of_variable(kernel, name).ok();
        if ty(self.buffer) != ty(self.array) {
            return Ok(Some(format!("`{}` has another type than `{}`", self.buffer, self.array)));
        }
        if let Some(id) = self.off_an_axis() {
            return Ok(Some(format!("`{id}` has no iname on an axis of the hardware")));
        }
        let inside = self.users.iter().copied();
        for user in inside.clone().chain([self.taken]) {
            if self.lacks(self.filled, user, true)? {
                return Ok(Some(format!("`{}` may use an element that is not fetched", user.actor.id)));
            }
            if self.reversed(self.filled, user)? {
                return Ok(Some(format!("`{}` may use an element before it is fetched", user.actor.id)));
            }
        }
        for user in inside.chain([self.filled]) {
            if user.access.kind == AccessKind::Write && self.lacks(self.taken, user, false)? {
                return Ok(Some(format!("what `{}` writes may not be stored", user.actor.id)));
            }
            if self.reversed(user, self.taken)? {
                return Ok(Some(format!("`{}` may use an element after it is stored", user.actor.id)));
            }
        }
        if self.is_mixed_up()? {
            return Ok(Some(
                "an element is fetched from one place and stored in another, or lies in two".to_owned(),
            ));
        }
        if let Some(id) = self.overlaps()? {
            return Ok(Some(format!("`{id}` may use an element of another iteration")));
        }
        let intruder = self.intruder()?;
        Ok(intruder.map(|id| format!("`{id}` may use `{}` between the fetch and the store", self.array)))
    }

    /// A statement that runs along an axis of several work items or groups without an iname there: it would
    /// run once for all in the array, and in each copy of a temporary.
    fn off_an_axis(&self) -> Option<&'m Name> {
        let all = self.users.iter().chain([&self.filled, &self.taken]);
        let off = |actor: &Actor<'_>| {
            let Some(launch) = actor.path.launch else { return true };
            AXES.into_iter().filter(|axis| extent(launch, *axis).is_some()).any(|axis| {
                let own = |iname: &Name| actor.statement.inames.contains(iname);
                !launch.indices.iter().any(|index| index.axis == axis && own(&index.iname))
            })
        };
        all.map(|used| used.actor).find(|actor| off(actor)).map(|actor| actor.id)
    }

    /// When two uses of the temporary are of one window.
    fn together(&self, x: UseInstance<'_>, y: UseInstance<'_>) -> Option<Vec<Constraint>> {
        let buffer = self.model.buffers.get(self.buffer)?;
        buffer.together(&BufferUse::read(x.actor_instance()), &BufferUse::read(y.actor_instance()))
    }

    /// Pairs of uses of one element in one window.
    fn pairs(&self, x: UseInstance<'_>, y: UseInstance<'_>, exactly: bool) -> Result<Option<Set>, Error> {
        let same = if exactly { exactly_same_element } else { same_element };
        let [first, second] = [x, y].map(|one| one.at.element(&one.used.access.index));
        let elements = same(self.model.kernel, first, second);
        let together = self.together(x, y).ok_or(Error::Overflow)?;
        let Some(elements) = elements else { return Ok(None) };
        let both = x.points()?.intersect(&y.points()?)?;
        both.add_constraints(&[elements, together].concat()).map(Some)
    }

    /// How two uses of a variable can lie.
    fn ways(&self, variable: &Name, x: UseInstance<'_>, y: UseInstance<'_>) -> Result<Ways, Error> {
        let [first, second] = [x, y].map(|one| one.actor_instance().placed());
        Ways::new(self.model.kernel, variable, first, second).ok_or(Error::Overflow)
    }

    /// Whether some use has no partner for its element in its window and copy, before or behind it.
    fn lacks(
        &self,
        partner: ActorAccess<'_, '_>,
        user: ActorAccess<'_, '_>,
        before: bool,
    ) -> Result<bool, Error> {
        let (x_at, y_at) = (partner.actor.instance("x."), user.actor.instance("y."));
        let (x, y) = (UseInstance::new(partner, &x_at), UseInstance::new(user, &y_at));
        let needed = y.points()?;
        let pairs = self.pairs(x, y, true)?;
        let guards = &user.access.guards;
        let runs = must_run::runs(self.model, x.actor_instance(), y.actor_instance(), guards);
        let (Some(pairs), Some(runs)) = (pairs, runs) else { return Ok(!needed.is_empty()?) };
        let pairs = pairs.add_constraints(&runs)?;
        let (first, second) = if before { (x, y) } else { (y, x) };
        let ways = self.ways(self.buffer, first, second)?;
        let Some(seen) = ways.in_same_copy(&pairs)? else { return Ok(!needed.is_empty()?) };
        Ok(!needed.is_subset(&seen.project_onto(&y_at.columns())?)?)
    }

    /// Whether the first may use an element of a window after the second.
    fn reversed(&self, first: ActorAccess<'_, '_>, second: ActorAccess<'_, '_>) -> Result<bool, Error> {
        let (x_at, y_at) = (first.actor.instance("x."), second.actor.instance("y."));
        let (x, y) = (UseInstance::new(first, &x_at), UseInstance::new(second, &y_at));
        let Some(pairs) = self.pairs(x, y, false)? else { return Ok(false) };
        Ok(self.ways(self.buffer, x, y)?.violation(&pairs, false, &[])?.is_some())
    }

    /// Whether an element of the temporary is fetched from another place than it is stored in, or two of one
    /// window, or of two copies, are of one place.
    fn is_mixed_up(&self) -> Result<bool, Error> {
        let (x_at, y_at) = (self.filled.actor.instance("x."), self.taken.actor.instance("y."));
        let pairs =
            self.pairs(UseInstance::new(self.filled, &x_at), UseInstance::new(self.taken, &y_at), false)?;
        let (fetched, stored) = (&self.fetched.access.index, &self.stored.access.index);
        if let Some(pairs) = pairs
            && self.differ(&pairs, &x_at, fetched, &y_at, stored)?
        {
            return Ok(true);
        }
        let y_at = self.filled.actor.instance("y.");
        let [x, y] = [&x_at, &y_at].map(|at| UseInstance::new(self.fetched, at));
        let Some(pairs) = self.pairs(x, y, false)? else { return Ok(false) };
        let one_copy = match self.ways(self.buffer, x, y)?.in_same_copy(&pairs)? {
            Some(seen) => pairs.is_subset(&seen)?,
            None => pairs.is_empty()?,
        };
        let filled = &self.filled.access.index;
        Ok(!one_copy || self.differ(&pairs, &x_at, filled, &y_at, filled)?)
    }

    /// Whether subscripts of two instances differ in some of these pairs, or cannot be told.
    fn differ(
        &self,
        pairs: &Set,
        x_at: &Instance,
        x: &[Expr],
        y_at: &Instance,
        y: &[Expr],
    ) -> Result<bool, Error> {
        let kernel = self.model.kernel;
        for (a, b) in x.iter().zip(y) {
            let both = x_at.subscript(kernel, a).zip(y_at.subscript(kernel, b));
            let Some((a, b)) = both else { return Ok(!pairs.is_empty()?) };
            for apart in [Constraint::lt(&a, &b), Constraint::gt(&a, &b)] {
                if !pairs.add_constraints(&[apart.ok_or(Error::Overflow)?])?.is_empty()? {
                    return Ok(true);
                }
            }
        }
        Ok(x.len() != y.len())
    }

    /// When the window of one instance has a number before that of another, as alternatives.
    fn earlier(&self, x_at: &Instance, y_at: &Instance) -> Option<Vec<Vec<Constraint>>> {
        let levels = &self.model.buffers.get(self.buffer)?.iteration;
        let number = |at: &Instance| levels.iter().map(|level| at.aff(level)).collect::<Option<Vec<Aff>>>();
        lexicographic(&number(x_at)?, &number(y_at)?, Agreeing::Excluded)
    }

    /// A use of the temporary that may come before one of an earlier window.
    fn overlaps(&self) -> Result<Option<&'m Name>, Error> {
        let all: Vec<ActorAccess<'m, 'k>> =
            self.users.iter().copied().chain([self.filled, self.taken]).collect();
        for (first, second) in all.iter().flat_map(|x| all.iter().map(move |y| (*x, *y))) {
            if first.access.kind == AccessKind::Read && second.access.kind == AccessKind::Read {
                continue;
            }
            let (x_at, y_at) = (first.actor.instance("x."), second.actor.instance("y."));
            let (x, y) = (UseInstance::new(first, &x_at), UseInstance::new(second, &y_at));
            let [read, written] = [x, y].map(|one| one.at.element(&one.used.access.index));
            let Some(elements) = same_element(self.model.kernel, read, written) else { continue };
            let pairs = x.points()?.intersect(&y.points()?)?.add_constraints(&elements)?;
            let ways = self.ways(self.buffer, x, y)?;
            for when in self.earlier(&x_at, &y_at).ok_or(Error::Overflow)? {
                if ways.violation(&pairs.add_constraints(&when)?, false, &[])?.is_some() {
                    return Ok(Some(second.actor.id));
                }
            }
        }
        Ok(None)
    }

    /// What may use an element of the array between its fetch and its store: anything, also the fetch and the
    /// store of another window.
    fn intruder(&self) -> Result<Option<&'m Name>, Error> {
        let all = [AccessKind::Read, AccessKind::Write].map(|kind| self.model.users(self.array, kind));
        for other in all.into_iter().flatten() {
            if self.intrudes(other)? {
                return Ok(Some(other.actor.id));
            }
        }
        Ok(None)
    }

    fn intrudes(&self, other: ActorAccess<'_, '_>) -> Result<bool, Error> {
        let kernel = self.model.kernel;
        let f_at = self.filled.actor.instance("x.");
        let y_at = other.actor.instance("y.");
        let s_at = self.taken.actor.instance("z.");
        let fetched = f_at.element(&self.fetched.access.index);
        let Some(elements) = same_element(kernel, fetched, y_at.element(&other.access.index)) else {
            return Ok(false);
        };
        let using = UseInstance::new(other, &y_at);
        let pairs = UseInstance::new(self.fetched, &f_at).points()?.intersect(&using.points()?)?;
        let pairs = pairs.add_constraints(&elements)?;
        let mut whens = vec![Vec::new()];
        // On the other side of a choice there are other windows only.
        if std::ptr::eq(other.actor, self.filled.actor) || std::ptr::eq(other.actor, self.taken.actor) {
            whens = self.earlier(&f_at, &y_at).ok_or(Error::Overflow)?;
            whens.extend(self.earlier(&y_at, &f_at).ok_or(Error::Overflow)?);
        }
        let (filled, taken) = (UseInstance::new(self.filled, &f_at), UseInstance::new(self.taken, &s_at));
        let Some(window) = self.pairs(filled, taken, true)? else { return Ok(true) };
        let before = self.ways(self.array, using, filled)?;
        let behind = self.ways(self.array, taken, using)?;
        for when in whens {
            let pairs = pairs.add_constraints(&when)?;
            let late = pairs.subtract(&before.must_precede(&pairs)?)?;
            let inside = late.intersect(&window)?;
            if !inside.subtract(&behind.must_precede(&inside)?)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
