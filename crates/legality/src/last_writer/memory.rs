//! Claim (memory): Accesses of one element and copy, one of them a write, come in the required order, whatever the interleaving.
//!
//! Two accesses of an element, one of them a write, must keep their order if both see the same copy of the
//! variable. What a read that sees another copy misses is the business of [`crate::last_writer::copies`].

use diag::Diagnostic;
use ir::access::AccessKind;
use ir::distinct::Distinct;
use ir::{Expr, Name};
use poly::{Aff, Constraint, Error, Set};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::actor::{Actor, ActorInstance, Image};
use crate::buffers::{Buffer, BufferUse, FILL, phase};
use crate::linear_form::LinearForm;
use crate::model::Model;
use crate::place::ways::{Breach, Ways};
use crate::rows::{self, Accesses};
use crate::same_value::{self, AccessBy};
use crate::vouched::Findings;
use crate::witness::ConflictSide;
use crate::{update, witness};
use dependence::access::Access;
use dependence::distinct::{self, Side};
use dependence::instance::{Instance, same_element};
use dependence::required::{Agreeing, lexicographic};
use dependence::unpromised::or_promise;

/// isl steps that one pair of accesses may take.
pub(super) const QUOTA: u64 = 300_000;

/// An access of a variable.
pub(crate) struct IndexedAccess<'m, 'k> {
    /// Which actor.
    number: usize,
    actor: &'m Actor<'k>,
    access: &'m Access,
    /// Its subscripts, where they are linear.
    lines: Vec<Option<LinearForm>>,
    /// A number that accesses of the variable share if their subscripts are the same expressions.
    index: usize,
    /// The instances that make it, as the first and as the second of a pair, once they are needed.
    points: [OnceCell<Set>; 2],
}

/// Two accesses of one variable.
pub(super) struct AccessPair<'m, 'k> {
    first: &'m IndexedAccess<'m, 'k>,
    second: &'m IndexedAccess<'m, 'k>,
}

/// Pairs that are in order: two actors and when they touch the same element.
type Settled = BTreeSet<(usize, usize, Vec<Constraint>)>;

/// What must hold of pairs of instances.
struct Question {
    /// Which pairs.
    when: Vec<Constraint>,
    kind: Requirement,
}

impl Question {
    /// Whether any two run at once.
    const RACE: Question = Question { when: Vec::new(), kind: Requirement::Either };
}

/// How pairs of instances must lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Requirement {
    /// The first comes first.
    Ordered,
    /// One after the other.
    Either,
    /// There is no such pair.
    Never,
}

/// Pairs of accesses of a variable whose order is not kept, up to the first that is not forgiven.
pub(crate) fn check(
    model: &Model<'_>,
    uses: &[IndexedAccess<'_, '_>],
    found: &mut Findings<'_>,
) -> Result<(), Error> {
    let mut settled = Settled::new();
    for pair in conflicting(uses).filter(|pair| !pair.must_be_kept(model)) {
        poly::with_quota(QUOTA, || pair.check(model, &mut settled, found))?;
        if found.refused() {
            break;
        }
    }
    Ok(())
}

/// All accesses of variables.
pub(crate) fn uses<'m, 'k>(
    model: &'m Model<'k>,
    variables: impl Iterator<Item = &'m Name>,
) -> BTreeMap<&'m Name, Vec<IndexedAccess<'m, 'k>>> {
    let mut found: BTreeMap<&Name, Vec<IndexedAccess<'_, '_>>> =
        variables.map(|name| (name, Vec::new())).collect();
    let mut indices: BTreeMap<&[Expr], usize> = BTreeMap::new();
    for (number, actor) in model.actors.iter().enumerate() {
        for access in &actor.accesses {
            if let Some(uses) = found.get_mut(&access.variable) {
                let next = indices.len();
                let index = *indices.entry(&access.index).or_insert(next);
                let (inames, ranges) = (&actor.statement.inames, &actor.shape.ranges);
                let lines = LinearForm::subscripts(model.kernel, inames, ranges, &access.index);
                uses.push(IndexedAccess { number, actor, access, lines, index, points: Default::default() });
            }
        }
    }
    found
}

/// The subscripts of an access that are numbers.
type Numbers = Vec<Option<i64>>;

/// Whether accesses may touch the same element: no axis has two different numbers.
fn may_meet(own: &Numbers, other: &Numbers) -> bool {
    own.iter().zip(other).all(|pair| !matches!(pair, (Some(own), Some(other)) if own != other))
}

/// The accesses by the subscripts that are numbers.
fn by_numbers<'m, 'k>(
    uses: &'m [IndexedAccess<'m, 'k>],
) -> BTreeMap<Numbers, Vec<&'m IndexedAccess<'m, 'k>>> {
    let mut found: BTreeMap<Numbers, Vec<&IndexedAccess<'_, '_>>> = BTreeMap::new();
    for access in uses {
        let numbers = access.lines.iter().map(|line| line.as_ref()?.as_constant()).collect();
        found.entry(numbers).or_default().push(access);
    }
    found
}

/// All pairs of accesses that may touch one element, one of them a write.
pub(super) fn conflicting<'m, 'k>(
    uses: &'m [IndexedAccess<'m, 'k>],
) -> impl Iterator<Item = AccessPair<'m, 'k>> {
    let groups = by_numbers(uses);
    let is_open = |numbers: &Numbers| numbers.iter().any(Option::is_none);
    // Where all subscripts are numbers, only those that are not all numbers need be gone through.
    let open: Vec<Numbers> = groups.keys().filter(|numbers| is_open(numbers)).cloned().collect();
    let mut found = Vec::new();
    for (own, firsts) in &groups {
        let others: Vec<&Numbers> = match is_open(own) {
            true => groups.keys().collect(),
            false => std::iter::once(own).chain(&open).collect(),
        };
        let others = others.into_iter().filter(|other| may_meet(own, other));
        let seconds: Vec<_> = others.filter_map(|other| groups.get(other)).flatten().copied().collect();
        found.extend(pairs(firsts, &seconds));
    }
    found.into_iter()
}

/// All pairs of accesses, one of them a write. Of those by the same actors and subscripts one is enough if
/// all their instances make it: what is required of a pair does not depend on which of the two writes. A pair
/// under a condition inside of an expression says nothing of the instances at which that does not hold.
fn pairs<'m, 'k>(
    firsts: &[&'m IndexedAccess<'m, 'k>],
    seconds: &[&'m IndexedAccess<'m, 'k>],
) -> Vec<AccessPair<'m, 'k>> {
    let (rows, columns) = (numbered(firsts), numbered(seconds));
    let count = |numbers: &[usize]| numbers.iter().max().map_or(0, |last| last + 1);
    let width = count(&columns);
    let mut covered = vec![false; count(&rows) * width];
    let mut found: Vec<AccessPair<'m, 'k>> = Vec::new();
    for (row, first) in rows.iter().zip(firsts) {
        for (column, second) in columns.iter().zip(seconds) {
            let (x, y) = (first.access, second.access);
            let writes = [x, y].iter().any(|access| access.kind == AccessKind::Write);
            let Some(is_covered) = covered.get_mut(row * width + column) else { continue };
            if !writes || *is_covered {
                continue;
            }
            *is_covered = x.always && y.always;
            found.push(AccessPair { first, second });
        }
    }
    found
}

/// A number for each access, the same for those by the same actor and subscripts.
fn numbered(uses: &[&IndexedAccess<'_, '_>]) -> Vec<usize> {
    let mut numbers: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    let number = |access: &&IndexedAccess<'_, '_>| {
        let next = numbers.len();
        *numbers.entry([access.number, access.index]).or_insert(next)
    };
    uses.iter().map(number).collect()
}

impl<'k> IndexedAccess<'_, 'k> {
    /// What is promised of the element, if it is the one that the statement writes.
    fn promised(&self, model: &Model<'k>) -> Vec<Distinct<'k>> {
        let Access { variable, index, .. } = self.access;
        distinct::written(model.kernel, self.actor.id, self.actor.statement, variable, index)
    }

    /// The access by an instance.
    fn made_by<'a>(&'a self, at: &'a Instance) -> AccessBy<'a> {
        AccessBy { id: self.actor.id, statement: self.actor.statement, kind: self.access.kind, at }
    }

    /// The instances that make the access, as the first or the second of a pair.
    fn points(&self, at: &Instance, place: usize) -> Result<Set, Error> {
        let Some(element) = self.points.get(place) else { return at.points(&self.access.domain) };
        if let Some(points) = element.get() {
            return Ok(points.clone());
        }
        let points = at.points(&self.access.domain)?;
        Ok(element.get_or_init(|| points).clone())
    }
}

impl AccessPair<'_, '_> {
    /// Whether the tree keeps the required order as its loops show.
    fn must_be_kept(&self, model: &Model<'_>) -> bool {
        let accesses = Accesses {
            variable: &self.first.access.variable,
            actors: [self.first.actor, self.second.actor],
            subscripts: [&self.first.lines, &self.second.lines],
        };
        rows::is_kept(model, &accesses)
    }

    /// An instance of each.
    fn instances(&self) -> [Instance; 2] {
        [self.first.actor.instance("x."), self.second.actor.instance("y.")]
    }

    /// When both touch one element; `None` if they never do.
    fn elements(&self, model: &Model<'_>, at: &[Instance; 2]) -> Option<Vec<Constraint>> {
        let [x_at, y_at] = at;
        let [x, y] = [self.first, self.second].map(|one| one.access.index.as_slice());
        let mut elements = same_element(model.kernel, x_at.element(x), y_at.element(y))?;
        if !model.kernel.promises.is_empty() {
            let [x, y] = [self.first.actor, self.second.actor];
            let [first, second] = [self.first, self.second].map(|one| one.promised(model));
            let first = Side { promises: &first, id: x.id, statement: x.statement, values: x_at.values() };
            let second = Side { promises: &second, id: y.id, statement: y.statement, values: y_at.values() };
            elements.extend(distinct::same_instance(model.kernel, [first, second]));
        }
        Some(elements)
    }

    fn asked<'a>(
        &'a self,
        model: &Model<'_>,
        at: &'a [Instance; 2],
        elements: Vec<Constraint>,
    ) -> Result<Asked<'a>, Error> {
        let [x, y] = at;
        let variable = &self.first.access.variable;
        let first = ActorInstance::new(self.first.actor, x).placed();
        let second = ActorInstance::new(self.second.actor, y).placed();
        let ways = Ways::new(model.kernel, variable, first, second);
        Ok(Asked { pair: self, at: [x, y], ways: ways.ok_or(Error::Overflow)?, elements, both: None })
    }

    /// A required order that the tree does not keep for sure. Neighbouring elements of one array need be
    /// asked of once only.
    fn check(&self, model: &Model<'_>, settled: &mut Settled, found: &mut Findings<'_>) -> Result<(), Error> {
        let at = self.instances();
        let Some(elements) = self.elements(model, &at) else { return Ok(()) };
        let always = self.first.access.always && self.second.access.always;
        if always && !settled.insert((self.first.number, self.second.number, elements.clone())) {
            return Ok(());
        }
        self.ask(model, &at, elements, found)
    }

    /// Instances of both that may touch one element at once. The same pair the other way round needs no
    /// question.
    pub(super) fn check_race(&self, model: &Model<'_>, found: &mut Findings<'_>) -> Result<(), Error> {
        let at = self.instances();
        match self.elements(model, &at) {
            Some(elements) if self.first.number <= self.second.number => {
                self.asked(model, &at, elements)?.check(model, vec![Question::RACE], [None, None], found)
            }
            _ => Ok(()),
        }
    }

    fn ask(
        &self,
        model: &Model<'_>,
        at: &[Instance; 2],
        elements: Vec<Constraint>,
        found: &mut Findings<'_>,
    ) -> Result<(), Error> {
        let [x_at, y_at] = at;
        let x = ActorInstance::new(self.first.actor, x_at);
        let y = ActorInstance::new(self.second.actor, y_at);
        let variable = &self.first.access.variable;
        let mut asked = self.asked(model, at, elements)?;
        if update::commute(model, x.actor, y.actor, variable) && model.is_original(variable) {
            return asked.check(model, vec![Question::RACE], [None, None], found);
        }
        if let Some(buffer) = model.buffers.get(variable) {
            let questions = buffer_questions(model, variable, buffer, x, y).ok_or(Error::Overflow)?;
            return asked.check(model, questions, [None, None], found);
        }
        if [x.actor, y.actor].iter().any(|actor| actor.is_fetch()) {
            // What nobody uses is read for no instance of the reference, but it must not race either.
            asked.check(model, vec![Question::RACE], [None, None], found)?;
            if found.refused() {
                return Ok(());
            }
        }
        for x_image in model.images(x.actor, x_at)? {
            for y_image in model.images(y.actor, y_at)? {
                let [first, second] = [&x_image, &y_image].map(Image::reference_instance);
                let mut orders = model.must_precede(variable, first, second)?;
                if update::are_left_open(model, variable, [&x_image.statement, &y_image.statement]) {
                    orders.extend(model.as_listed(&x_image, &y_image)?);
                }
                let question = |when| Question { when, kind: Requirement::Ordered };
                let questions = orders.into_iter().map(question).collect();
                asked.check(model, questions, [Some(&x_image), Some(&y_image)], found)?;
                if found.refused() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The kind of dependence.
    fn kind(&self) -> &'static str {
        match [self.first.access.kind, self.second.access.kind] {
            [AccessKind::Write, AccessKind::Read] => "flow",
            [AccessKind::Read, _] => "anti-dependence",
            [AccessKind::Write, AccessKind::Write] => "output dependence",
        }
    }
}

/// What must hold of two accesses of a buffer: iterations in order, and the phases of an iteration.
fn buffer_questions(
    model: &Model<'_>,
    variable: &Name,
    buffer: &Buffer,
    x: ActorInstance<'_>,
    y: ActorInstance<'_>,
) -> Option<Vec<Question>> {
    let time =
        |user: ActorInstance<'_>| buffer.time(user.actor, variable, Aff::constant, |form| user.at.aff(form));
    let ordered = lexicographic(&time(x)?, &time(y)?, Agreeing::Excluded)?;
    let mut found: Vec<Question> =
        ordered.into_iter().map(|when| Question { when, kind: Requirement::Ordered }).collect();
    let [first, second] = [x, y].map(|user| phase(user.actor, variable));
    if first != second {
        return Some(found);
    }
    let fills = first == FILL;
    let together = buffer.together(&BufferUse::new(x, fills), &BufferUse::new(y, fills))?;
    if update::commute(model, x.actor, y.actor, variable) {
        found.push(Question { when: together, kind: Requirement::Either });
    } else if x.actor.id != y.actor.id {
        found.push(Question { when: together, kind: Requirement::Never });
    } else {
        for differ in x.at.differ(y.at, x.at.inames())? {
            let when = together.iter().cloned().chain(differ).collect();
            found.push(Question { when, kind: Requirement::Never });
        }
    }
    Some(found)
}

/// Questions about one pair of accesses.
struct Asked<'a> {
    pair: &'a AccessPair<'a, 'a>,
    at: [&'a Instance; 2],
    ways: Ways,
    elements: Vec<Constraint>,
    /// All pairs of instances that touch the same element, once they are needed.
    both: Option<Set>,
}

impl Asked<'_> {
    fn check(
        &mut self,
        model: &Model<'_>,
        questions: Vec<Question>,
        images: [Option<&Image>; 2],
        found: &mut Findings<'_>,
    ) -> Result<(), Error> {
        for Question { when, kind } in questions {
            let (x, y) = (self.pair.first.actor, self.pair.second.actor);
            if kind == Requirement::Either && update::are_atomic(x, y) {
                continue;
            }
            if kind == Requirement::Ordered && self.ways.is_plain(&when) {
                continue;
            }
            let mut pairs = self.conflicts()?.add_constraints(&when)?;
            for relation in images.iter().flatten().filter_map(|image| image.relation.as_ref()) {
                pairs = pairs.intersect(relation)?;
            }
            if pairs.is_empty()? || self.violation(&pairs, kind, &[])?.is_none() {
                continue;
            }
            let pairs = self.of_other_values(model, pairs)?;
            let mut forgiven = Vec::new();
            while let Some((bad, how)) = self.violation(&pairs, kind, &forgiven)? {
                found.add(self.problem(model, &bad, kind, how, images)?);
                if found.refused() {
                    return Ok(());
                }
                forgiven.push(how);
            }
        }
        Ok(())
    }

    /// Those pairs that are not two writes of one value, whose order makes no difference.
    fn of_other_values(&self, model: &Model<'_>, pairs: Set) -> Result<Set, Error> {
        let [x, y] = self.at;
        same_value::others(model.kernel, pairs, &self.pair.first.made_by(x), &self.pair.second.made_by(y))
    }

    /// Pairs that do not lie as they must, in another way than those that are forgiven.
    fn violation(
        &self,
        pairs: &Set,
        kind: Requirement,
        forgiven: &[Breach],
    ) -> Result<Option<(Set, Breach)>, Error> {
        match kind {
            Requirement::Never if forgiven.contains(&Breach::Overwritten) => Ok(None),
            Requirement::Never => Ok(self.ways.together(pairs)?.map(|pairs| (pairs, Breach::Overwritten))),
            Requirement::Ordered | Requirement::Either => {
                self.ways.violation(pairs, kind == Requirement::Either, forgiven)
            }
        }
    }

    /// All pairs of instances that touch the same element.
    fn conflicts(&mut self) -> Result<Set, Error> {
        if let Some(both) = &self.both {
            return Ok(both.clone());
        }
        let [x, y] = self.at;
        let (x, y) = (self.pair.first.points(x, 0)?, self.pair.second.points(y, 1)?);
        let both = x.intersect(&y)?.add_constraints(&self.elements)?;
        self.both = Some(both.clone());
        Ok(both)
    }

    fn problem(
        &self,
        model: &Model<'_>,
        bad: &Set,
        required: Requirement,
        how: Breach,
        images: [Option<&Image>; 2],
    ) -> Result<Diagnostic, Error> {
        let AccessPair {
            first: IndexedAccess { actor: x, access: x_access, .. },
            second: IndexedAccess { actor: y, access: y_access, .. },
        } = self.pair;
        let (code, message, help) = texts(how, &x_access.variable);
        let alike = x_access.index == y_access.index;
        let promise = if alike { or_promise(model.kernel, &x_access.index) } else { String::new() };
        let error = Diagnostic::error(code, message).help(format!("{help}{promise}"));
        let [x_at, y_at] = self.at;
        let first = ConflictSide { actor: x, at: x_at, access: x_access, image: images[0] };
        let second = ConflictSide { actor: y, at: y_at, access: y_access, image: images[1] };
        let kind = self.pair.kind();
        witness::pair(model, error, bad, [&first, &second], &|element, [first, second]| match required {
            Requirement::Either => {
                format!(
                    "{kind} through `{element}`: {first} and {second} may come in any order {}",
                    instead(how)
                )
            }
            Requirement::Ordered | Requirement::Never => {
                format!("{kind} through `{element}`: {first} must come before {second} {}", instead(how))
            }
        })
    }
}

fn texts(how: Breach, variable: &Name) -> (&'static str, String, &'static str) {
    match how {
        Breach::Reversed | Breach::Unordered => (
            "lp::legality::order",
            format!("the order of accesses to `{variable}` is not kept"),
            "keep the loops in their original order here, or leave these statements in one loop",
        ),
        Breach::Groups => (
            "lp::legality::groups",
            format!("work groups race for `{variable}`"),
            "do not tag this loop `g.N`, or separate the statements with `add_barrier(.., \"global\")`",
        ),
        Breach::WorkItems => (
            "lp::legality::work-items",
            format!("work items race for `{variable}`"),
            "do not tag this loop `l.N`, or put a barrier between the statements with `add_barrier`",
        ),
        Breach::Overwritten => (
            "lp::legality::buffer",
            format!("elements of `{variable}` are filled twice before they are used"),
            "let the buffer have an axis for each loop that fills it",
        ),
    }
}

fn instead(how: Breach) -> &'static str {
    match how {
        Breach::Reversed => "but now comes after it",
        Breach::Unordered => "but now nothing orders them",
        Breach::Groups => "but now they run in different work groups, in no order",
        Breach::WorkItems => "but now they run in different work items, with no barrier between them",
        Breach::Overwritten => "and both fill the same element",
    }
}
