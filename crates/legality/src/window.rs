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

use crate::buffers::BufferUse;
use crate::meaning::ambiguous;
use crate::model::{Actor, Model};
use crate::must_run;
use crate::place::hardware::{AXES, extent};
use crate::place::position::{Level, LevelKind};
use crate::place::ways::Ways;
use crate::value::solve::System;
use crate::{bounds, tree};
use dependence::access::Access;
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
        match Window::all(&model, id) {
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
    Ok(window.without(plain)?.ok_or_else(unclear))
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

/// Who uses a temporary or array, and how.
type Use<'m, 'k> = (&'m Actor<'k>, &'m Access);

/// A temporary that stands for a part of an array.
struct Window<'m, 'k> {
    model: &'m Model<'k>,
    buffer: &'m Name,
    array: &'m Name,
    /// What the fetch reads of the array and stores, and what the store reads and writes into the array.
    fetched: Use<'m, 'k>,
    filled: Use<'m, 'k>,
    taken: Use<'m, 'k>,
    stored: Use<'m, 'k>,
    /// Uses in place of the array.
    users: Vec<Use<'m, 'k>>,
}

impl<'m, 'k> Window<'m, 'k> {
    /// The windows of a store that runs in one place, or on both sides of the choice that its launch begins
    /// with.
    ///
    /// A group takes one side of it in the whole launch, and the copies of a temporary that work items or
    /// groups have end with the launch. So windows of the two sides never meet in the temporary, and those of
    /// each side are judged as if they were all there are; uses of the array are those of both.
    fn all(model: &'m Model<'k>, id: &Name) -> Result<Vec<Self>, &'static str> {
        let stores = model.places_of(id);
        if let [store] = stores.as_slice() {
            return Ok(vec![Window::of(model, store, &|_| true)?]);
        }
        let sides: Vec<Side<'_>> = stores.iter().filter_map(|store| Side::taken_by(model, store)).collect();
        let [first, second] = sides.as_slice() else { return Err(SEVERAL_PLACES) };
        if stores.len() != sides.len() || !first.is_opposite_of(*second) {
            return Err(SEVERAL_PLACES);
        }
        let on_side = |(store, side): (&&'m Actor<'k>, &Side<'_>)| {
            Window::of(model, store, &|actor| Side::taken_by(model, actor) == Some(*side))
        };
        let windows = stores.iter().zip(&sides).map(on_side).collect::<Result<Vec<_>, _>>()?;
        let is_within = |buffer: &Name| {
            let ends_with_launch = model.space(buffer) != AddressSpace::Global;
            let kinds = [AccessKind::Read, AccessKind::Write].map(|kind| model.users(buffer, kind));
            let has_side = |actor| Side::taken_by(model, actor).is_some_and(|side| sides.contains(&side));
            ends_with_launch && kinds.into_iter().flatten().all(|(actor, _)| has_side(actor))
        };
        if windows.iter().all(|window| is_within(window.buffer)) { Ok(windows) } else { Err(SEVERAL_PLACES) }
    }

    /// The window of a store among what is here.
    fn of(
        model: &'m Model<'k>,
        store: &'m Actor<'k>,
        is_here: &dyn Fn(&Actor<'k>) -> bool,
    ) -> Result<Self, &'static str> {
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
        let own = |(actor, _): &Use<'_, '_>| actor.id == id;
        let mut fills =
            model.users(buffer, AccessKind::Write).filter(|(actor, _)| actor.is_fetch() && is_here(actor));
        let (Some(filled), None) = (fills.next(), fills.next()) else {
            return Err("no single fetch fills the temporary");
        };
        let of_array = |actor: &'m Actor<'k>, kind: AccessKind| {
            actor.accesses.iter().find(|access| access.kind == kind && access.variable == *array)
        };
        let fetched = of_array(filled.0, AccessKind::Read).filter(|_| is_copy(filled.0, array));
        let fetched = fetched.ok_or("the fetch does not copy the array")?;
        let stored = of_array(store, AccessKind::Write).ok_or("it stores nothing")?;
        let all = [AccessKind::Read, AccessKind::Write].map(|kind| model.users(buffer, kind));
        let users: Vec<Use<'m, 'k>> = all
            .into_iter()
            .flatten()
            .filter(|user| is_here(user.0) && !own(user) && user.0.id != filled.0.id)
            .collect();
        let performs = |(actor, _): &Use<'_, '_>| {
            let performs = matches!(actor.statement.provenance, Some(Provenance::Performs(_)));
            actor.runs && performs && actor.statement.atomic.is_none()
        };
        if !users.iter().all(performs) {
            return Err("what uses the temporary performs no statement of the reference, or is atomic");
        }
        let fetched = (filled.0, fetched);
        Ok(Window {
            model,
            buffer,
            array,
            fetched,
            filled,
            taken: (store, taken),
            stored: (store, stored),
            users,
        })
    }

    fn problem(&self, what: &str) -> Diagnostic {
        let error = problem(self.model.kernel, self.stored.0.id, what).about([self.buffer, self.stored.0.id]);
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
                return Ok(Some(format!("`{}` may use an element that is not fetched", user.0.id)));
            }
            if self.reversed(self.filled, user)? {
                return Ok(Some(format!("`{}` may use an element before it is fetched", user.0.id)));
            }
        }
        for user in inside.chain([self.filled]) {
            if user.1.kind == AccessKind::Write && self.lacks(self.taken, user, false)? {
                return Ok(Some(format!("what `{}` writes may not be stored", user.0.id)));
            }
            if self.reversed(user, self.taken)? {
                return Ok(Some(format!("`{}` may use an element after it is stored", user.0.id)));
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
        all.map(|(actor, _)| *actor).find(|actor| off(actor)).map(|actor| actor.id)
    }

    /// When two uses of the temporary are of one window.
    fn together(&self, x: (Use<'_, '_>, &Instance), y: (Use<'_, '_>, &Instance)) -> Option<Vec<Constraint>> {
        let buffer = self.model.buffers.get(self.buffer)?;
        buffer.together([BufferUse::read(x.0.0, x.1), BufferUse::read(y.0.0, y.1)])
    }

    /// Pairs of uses of one element in one window.
    fn pairs(
        &self,
        (x, x_at): (Use<'_, '_>, &Instance),
        (y, y_at): (Use<'_, '_>, &Instance),
        exactly: bool,
    ) -> Result<Option<Set>, Error> {
        let same = if exactly { exactly_same_element } else { same_element };
        let elements = same(self.model.kernel, (x_at, &x.1.index), (y_at, &y.1.index));
        let together = self.together((x, x_at), (y, y_at)).ok_or(Error::Overflow)?;
        let Some(elements) = elements else { return Ok(None) };
        let both = x_at.of(&x.1.domain)?.intersect(&y_at.of(&y.1.domain)?)?;
        both.add_constraints(&[elements, together].concat()).map(Some)
    }

    /// Whether some use has no partner for its element in its window and copy, before or behind it.
    fn lacks(&self, partner: Use<'_, '_>, user: Use<'_, '_>, before: bool) -> Result<bool, Error> {
        let (x_at, y_at) = (partner.0.at("x."), user.0.at("y."));
        let needed = y_at.of(&user.1.domain)?;
        let pairs = self.pairs((partner, &x_at), (user, &y_at), true)?;
        let runs = must_run::runs(self.model, (partner.0, &x_at), (user.0, &y_at, &user.1.guards));
        let (Some(pairs), Some(runs)) = (pairs, runs) else { return Ok(!needed.is_empty()?) };
        let pairs = pairs.add_constraints(&runs)?;
        let (x, y) = ((partner.0, &x_at), (user.0, &y_at));
        let (first, second) = if before { (x, y) } else { (y, x) };
        let ways = Ways::new(self.model, self.buffer, first, second).ok_or(Error::Overflow)?;
        let Some(seen) = ways.in_same_copy(&pairs)? else { return Ok(!needed.is_empty()?) };
        Ok(!needed.is_subset(&seen.project_onto(&y_at.columns())?)?)
    }

    /// Whether the first may use an element of a window after the second.
    fn reversed(&self, x: Use<'_, '_>, y: Use<'_, '_>) -> Result<bool, Error> {
        let (x_at, y_at) = (x.0.at("x."), y.0.at("y."));
        let Some(pairs) = self.pairs((x, &x_at), (y, &y_at), false)? else { return Ok(false) };
        let ways = Ways::new(self.model, self.buffer, (x.0, &x_at), (y.0, &y_at)).ok_or(Error::Overflow)?;
        Ok(ways.violation(&pairs, false, &[])?.is_some())
    }

    /// Whether an element of the temporary is fetched from another place than it is stored in, or two of one
    /// window, or of two copies, are of one place.
    fn is_mixed_up(&self) -> Result<bool, Error> {
        let (x_at, y_at) = (self.filled.0.at("x."), self.taken.0.at("y."));
        let pairs = self.pairs((self.filled, &x_at), (self.taken, &y_at), false)?;
        if let Some(pairs) = pairs
            && self.differ(&pairs, (&x_at, &self.fetched.1.index), (&y_at, &self.stored.1.index))?
        {
            return Ok(true);
        }
        let y_at = self.filled.0.at("y.");
        let of_array = self.pairs((self.fetched, &x_at), (self.fetched, &y_at), false)?;
        let Some(pairs) = of_array else { return Ok(false) };
        let fill = self.filled.0;
        let ways = Ways::new(self.model, self.buffer, (fill, &x_at), (fill, &y_at)).ok_or(Error::Overflow)?;
        let one_copy = match ways.in_same_copy(&pairs)? {
            Some(seen) => pairs.is_subset(&seen)?,
            None => pairs.is_empty()?,
        };
        Ok(!one_copy || self.differ(&pairs, (&x_at, &self.filled.1.index), (&y_at, &self.filled.1.index))?)
    }

    /// Whether subscripts differ in some of these pairs, or cannot be told.
    fn differ(
        &self,
        pairs: &Set,
        (x_at, x): (&Instance, &[Expr]),
        (y_at, y): (&Instance, &[Expr]),
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

    /// The numbers of the windows before those of others, as alternatives.
    fn earlier(
        &self,
        x: (Use<'_, '_>, &Instance),
        y: (Use<'_, '_>, &Instance),
    ) -> Option<Vec<Vec<Constraint>>> {
        let levels = &self.model.buffers.get(self.buffer)?.iteration;
        let number = |at: &Instance| levels.iter().map(|level| at.aff(level)).collect::<Option<Vec<Aff>>>();
        lexicographic(&number(x.1)?, &number(y.1)?, Agreeing::Excluded)
    }

    /// A use of the temporary that may come before one of an earlier window.
    fn overlaps(&self) -> Result<Option<&'m Name>, Error> {
        let all: Vec<Use<'m, 'k>> = self.users.iter().copied().chain([self.filled, self.taken]).collect();
        for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (*x, *y))) {
            if x.1.kind == AccessKind::Read && y.1.kind == AccessKind::Read {
                continue;
            }
            let (x_at, y_at) = (x.0.at("x."), y.0.at("y."));
            let elements = same_element(self.model.kernel, (&x_at, &x.1.index), (&y_at, &y.1.index));
            let Some(elements) = elements else { continue };
            let pairs =
                x_at.of(&x.1.domain)?.intersect(&y_at.of(&y.1.domain)?)?.add_constraints(&elements)?;
            let ways =
                Ways::new(self.model, self.buffer, (x.0, &x_at), (y.0, &y_at)).ok_or(Error::Overflow)?;
            for when in self.earlier((x, &x_at), (y, &y_at)).ok_or(Error::Overflow)? {
                if ways.violation(&pairs.add_constraints(&when)?, false, &[])?.is_some() {
                    return Ok(Some(y.0.id));
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
                return Ok(Some(other.0.id));
            }
        }
        Ok(None)
    }

    fn intrudes(&self, other: Use<'_, '_>) -> Result<bool, Error> {
        let kernel = self.model.kernel;
        let (f_at, y_at, s_at) = (self.filled.0.at("x."), other.0.at("y."), self.taken.0.at("z."));
        let elements = same_element(kernel, (&f_at, &self.fetched.1.index), (&y_at, &other.1.index));
        let Some(elements) = elements else { return Ok(false) };
        let pairs = f_at.of(&self.fetched.1.domain)?.intersect(&y_at.of(&other.1.domain)?)?;
        let pairs = pairs.add_constraints(&elements)?;
        let mut whens = vec![Vec::new()];
        // On the other side of a choice there are other windows only.
        if std::ptr::eq(other.0, self.filled.0) || std::ptr::eq(other.0, self.taken.0) {
            let (x, y) = ((self.fetched, &f_at), (other, &y_at));
            whens = self.earlier(x, y).ok_or(Error::Overflow)?;
            whens.extend(self.earlier(y, x).ok_or(Error::Overflow)?);
        }
        let window = self.pairs((self.filled, &f_at), (self.taken, &s_at), true)?;
        let Some(window) = window else { return Ok(true) };
        let ways = |x, y| Ways::new(self.model, self.array, x, y).ok_or(Error::Overflow);
        let before = ways((other.0, &y_at), (self.filled.0, &f_at))?;
        let behind = ways((self.taken.0, &s_at), (other.0, &y_at))?;
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
