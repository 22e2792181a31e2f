//! Whether two accesses can meet in one element.

use super::access::{self, Access, AccessSite};
use crate::lower::domains::Domains;
use crate::lower::witness;
use dependence::distinct::{self, Side};
use dependence::instance::Instance;
use dependence::same_value::same_value;
use dependence::subscript::{self, Subscript};
use ir::distinct::distinct_of;
use ir::{
    AddressSpace, Atomic, Expr, HardwareAxis, IndexMap, IndexSet, Kernel, Launch, ReductionOp, Statement,
    Step, SyncScope, Update, affine, typing, walk,
};
use poly::{Aff, Constraint, Error, Name, Set};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// How the iterations of the loops around two accesses relate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Iterations {
    /// How many loops, from the outside, are in the same iteration.
    pub(super) same: usize,
    /// Whether the next loop is in a later iteration at the second access.
    pub(super) later: bool,
}

/// Questions about the accesses of one launch; answers are kept, since many pairs look alike.
pub(super) struct Races<'k> {
    pub(super) kernel: &'k Kernel,
    domains: &'k Domains<'k>,
    pub(super) launch: &'k Launch,
    /// The host's loops around the launch.
    host: Vec<Name>,
    /// Shared variables that the launch writes.
    written: IndexSet<Name>,
    /// Statements that need no barrier to some others, and those others.
    exempt: BTreeSet<&'k Name>,
    known: RefCell<IndexMap<(AccessSite<'k>, AccessSite<'k>, Question), bool>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// In different work items of one group.
    WorkItems(Iterations),
    /// In different groups.
    Groups,
}

impl<'k> Races<'k> {
    pub(super) fn new(
        kernel: &'k Kernel,
        domains: &'k Domains<'k>,
        launch: &'k Launch,
        host: &[Name],
    ) -> Self {
        let mut written = IndexSet::default();
        collect_written(kernel, &launch.body, &mut written);
        let pairs = kernel
            .statements
            .iter()
            .flat_map(|(id, s)| s.no_sync.iter().flat_map(move |(other, _)| [id, other]));
        let exempt = pairs.collect();
        Races { kernel, domains, launch, host: host.to_vec(), written, exempt, known: RefCell::default() }
    }

    /// The same questions where the host runs these loops too.
    pub(super) fn inside(&self, loops: &[Name]) -> Self {
        Races::new(self.kernel, self.domains, self.launch, &[self.host.as_slice(), loops].concat())
    }

    /// Whether the launch has work items that could conflict.
    pub(super) fn has_work_items(&self) -> bool {
        !self.launch.device_work_items().is_empty()
    }

    /// Whether a condition has one value for all work items of a group.
    pub(super) fn is_uniform(&self, condition: &Expr) -> bool {
        let agreed = super::uniform::launch_inames(self.kernel, self.launch, &self.host);
        let kernel = self.kernel;
        walk::names(condition)
            .iter()
            .all(|name| agreed.contains(name) || typing::is_value_argument(kernel, name))
    }

    /// Whether the launch has groups that could conflict.
    pub(super) fn has_groups(&self) -> bool {
        self.launch.groups.iter().any(|size| size.as_int() != Some(1))
    }

    /// A statement's accesses of what the launch writes.
    pub(super) fn accesses(&self, id: &Name, loops: &std::rc::Rc<[(usize, Name)]>) -> Vec<Access<'k>> {
        let Some((_, id, statement)) = self.kernel.statements.get_full(id) else { return Vec::new() };
        let mut found = access::shared_accesses(self.kernel, id, statement, loops);
        found.retain(|access| self.written.contains(&access.variable));
        found
            .iter_mut()
            .for_each(|access| access.exempt = statement.atomic.is_some() || self.exempt.contains(id));
        found
    }

    /// Whether a barrier is needed between the accesses, the first of which comes first.
    pub(super) fn work_items_conflict(
        &self,
        a: &Access<'k>,
        b: &Access<'k>,
        iterations: Iterations,
    ) -> Result<bool, Error> {
        if !self.may_conflict(a, b, SyncScope::Local) {
            return Ok(false);
        }
        self.answer(&a.place, &b.place, Question::WorkItems(iterations))
    }

    /// Two instances that make the accesses of one element.
    pub(super) fn witness(
        &self,
        a: &Access<'k>,
        b: &Access<'k>,
        question: &Question,
    ) -> Result<Option<diag::Shown>, Error> {
        let Meeting { at: [x, y], together, same } = self.meeting(&a.place, &b.place, question)?;
        let pairs = match same {
            Some(same) => together.subtract(&Set::from_constraints(&[], &[], &same)?)?,
            None => together,
        };
        let how = match question {
            Question::Groups => "in different work groups, which run in no order",
            Question::WorkItems(_) => "in different work items, at once",
        };
        let sides = [(a, &x), (b, &y)].map(|(access, at)| witness::ConflictSide {
            id: access.id,
            at,
            write: access.write,
        });
        let index: Vec<Option<Aff>> =
            a.place.index.iter().map(|own| x.aff(own.as_ref()?.affine()?)).collect();
        witness::conflict(self.kernel, &pairs, &a.variable, &index, sides, how)
    }

    /// Whether two groups can be at the two accesses' common element.
    pub(super) fn groups_conflict(&self, a: &Access<'k>, b: &Access<'k>) -> Result<bool, Error> {
        let global = access::shared(self.kernel, &a.variable) == Some(AddressSpace::Global);
        if !global || !self.may_conflict(a, b, SyncScope::Global) {
            return Ok(false);
        }
        self.answer(&a.place, &b.place, Question::Groups)
    }

    fn may_conflict(&self, a: &Access<'k>, b: &Access<'k>, scope: SyncScope) -> bool {
        let statement = |id: &Name| self.kernel.statements.get(id);
        let exempt = |one: &Name, other: &Name| {
            statement(one).is_some_and(|s| s.no_sync.contains(&(other.clone(), scope)))
        };
        let atomic = |access: &Access<'k>| {
            statement(access.id).is_some_and(|s| {
                s.atomic.is_some() && s.target().is_some_and(|target| *target.name() == access.variable)
            })
        };
        let are_apart = |(own, other): (&Option<Subscript>, &Option<Subscript>)| {
            own.as_ref().zip(other.as_ref()).is_some_and(|(own, other)| own.is_apart(other))
        };
        // Others than updates by one operation come in the order of the tree, as a first store and an update.
        let is_any_order = || {
            let operation = |access: &Access<'k>| statement(access.id).and_then(updated_by);
            a.id == b.id || operation(a).is_some_and(|own| operation(b) == Some(own))
        };
        a.variable == b.variable
            && (a.write || b.write)
            && !a.place.index.iter().zip(&b.place.index).any(are_apart)
            && !(atomic(a) && atomic(b) && is_any_order())
            && !exempt(a.id, b.id)
            && !exempt(b.id, a.id)
    }

    fn answer(&self, a: &AccessSite<'k>, b: &AccessSite<'k>, question: Question) -> Result<bool, Error> {
        let key = (a.clone(), b.clone(), question);
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(*known);
        }
        let found = self.meet(a, b, &key.2)?;
        self.known.borrow_mut().insert(key, found);
        Ok(found)
    }

    fn meet(&self, a: &AccessSite<'k>, b: &AccessSite<'k>, question: &Question) -> Result<bool, Error> {
        let Meeting { together, same, .. } = self.meeting(a, b, question)?;
        match same {
            Some(same) => Ok(!together.is_subset(&Set::from_constraints(&[], &[], &same)?)?),
            None => Ok(!together.is_empty()?),
        }
    }

    fn meeting(&self, a: &AccessSite<'k>, b: &AccessSite<'k>, question: &Question) -> Result<Meeting, Error> {
        let (x, first) = self.domains.instance("x.", a.inames, a.predicates)?;
        let (y, second) = self.domains.instance("y.", b.inames, b.predicates)?;
        let mut conditions = Vec::new();
        for iname in &self.host {
            conditions.extend(equal(&value(&x, iname), &value(&y, iname)));
        }
        match subscript::equal_all(&x.forms(&a.index), &y.forms(&b.index), self.kernel) {
            Some(elements) => conditions.extend(elements.constraints),
            None => conditions.extend(Constraint::lt(&Aff::constant(0), &Aff::constant(0))),
        }
        conditions.extend(self.promised(a, &x, b, &y));
        let differing = match question {
            Question::Groups => self.agreement(&x, &y, true),
            Question::WorkItems(iterations) => {
                conditions.extend(self.agreement(&x, &y, true).0);
                for (_, iname) in a.loops.iter().take(iterations.same) {
                    conditions.extend(equal(&value(&x, iname), &value(&y, iname)));
                }
                if let Some((_, iname)) = a.loops.get(iterations.same).filter(|_| iterations.later) {
                    let both = value(&x, iname).zip(value(&y, iname));
                    conditions.extend(both.and_then(|(x, y)| Constraint::lt(&x, &y)));
                }
                self.agreement(&x, &y, false)
            }
        };
        let together = first.intersect(&second)?.add_constraints(&conditions)?;
        let together = self.of_other_values(together, a, &x, b, &y)?;
        let (same, complete) = differing;
        Ok(Meeting { at: [x, y], together, same: complete.then_some(same) })
    }

    /// What a promise says of where both meet: that they are one instance of what is promised to write
    /// different elements.
    fn promised(
        &self,
        a: &AccessSite<'k>,
        x: &Instance,
        b: &AccessSite<'k>,
        y: &Instance,
    ) -> Vec<Constraint> {
        let statement = |id: &Name| self.kernel.statements.get_key_value(id);
        let sides = a.distinct.and_then(statement).zip(b.distinct.and_then(statement));
        let promises = |id, statement| distinct_of(self.kernel, id, statement).collect::<Vec<_>>();
        sides.map_or_else(Vec::new, |((a_id, a), (b_id, b))| {
            let (first, second) = (promises(a_id, a), promises(b_id, b));
            let first = Side { promises: &first, id: a_id, statement: a, values: x.values() };
            let second = Side { promises: &second, id: b_id, statement: b, values: y.values() };
            distinct::same_instance(self.kernel, [first, second])
        })
    }

    /// Those pairs that are not two writes of one value, which may be made at once.
    fn of_other_values(
        &self,
        pairs: Set,
        a: &AccessSite<'k>,
        x: &Instance,
        b: &AccessSite<'k>,
        y: &Instance,
    ) -> Result<Set, Error> {
        let statement = a.stores_alike.filter(|_| a.stores_alike == b.stores_alike);
        let Some((_, id, statement)) = statement.and_then(|id| self.kernel.statements.get_full(id)) else {
            return Ok(pairs);
        };
        match same_value(self.kernel, id, statement, [x.values(), y.values()]) {
            Some(same) => pairs.subtract(&pairs.add_constraints(&same)?),
            None => Ok(pairs),
        }
    }

    /// Constraints that say that both run at the same index along the group axes, or along the work item
    /// axes, and whether they say it for each axis that has more than one index.
    fn agreement(&self, x: &Instance, y: &Instance, groups: bool) -> (Vec<Constraint>, bool) {
        let sizes = if groups { &self.launch.groups } else { &self.launch.work_items };
        let (mut all, mut complete) = (Vec::new(), true);
        for (at, size) in (0_u8..).zip(sizes) {
            if size.as_int() == Some(1) {
                continue;
            }
            let axis = if groups { HardwareAxis::Group(at) } else { HardwareAxis::Local(at) };
            match equal(&self.index(x, axis), &self.index(y, axis)) {
                Some(same) => all.push(same),
                None => complete = false,
            }
        }
        (all, complete)
    }

    /// An instance's index along an axis.
    fn index(&self, at: &Instance, axis: HardwareAxis) -> Option<Aff> {
        let mut indices = self.launch.indices.iter().filter(|index| index.axis == axis);
        let index = indices.find(|index| at.inames().contains(&index.iname))?;
        let own = Aff::dim(&at.column(&index.iname));
        // A base that is no affine form is the same number for all who use the iname.
        affine::to_aff(&index.base).map_or_else(|| Some(own.clone()), |base| own.sub(&at.aff(&base)?))
    }
}

/// Pairs of instances that may touch one element.
struct Meeting {
    at: [Instance; 2],
    together: Set,
    /// When both run in one work item, or in one group; `None` where along some axis one of the two runs
    /// everywhere, so that nothing keeps them from differing.
    same: Option<Vec<Constraint>>,
}

/// The operation by which an atomic statement updates its target.
fn updated_by(statement: &Statement) -> Option<ReductionOp> {
    (statement.atomic == Some(Atomic::Update))
        .then(|| Update::of_statement(statement))
        .flatten()
        .map(|update| update.op)
}

fn equal(a: &Option<Aff>, b: &Option<Aff>) -> Option<Constraint> {
    Constraint::eq(a.as_ref()?, b.as_ref()?)
}

/// The value of an iname, if the instance has it.
fn value(at: &Instance, iname: &Name) -> Option<Aff> {
    at.inames().contains(iname).then(|| Aff::dim(&at.column(iname)))
}

fn collect_written(kernel: &Kernel, steps: &[Step], written: &mut IndexSet<Name>) {
    for step in steps {
        match step {
            Step::Run(id) => {
                let target = kernel.statements.get(id).and_then(|statement| statement.target());
                let shared = target.map(|t| t.name()).filter(|name| access::shared(kernel, name).is_some());
                written.extend(shared.cloned());
            }
            Step::For(inner) => collect_written(kernel, &inner.body, written),
            Step::If { then, otherwise, .. } => {
                collect_written(kernel, then, written);
                collect_written(kernel, otherwise, written);
            }
            Step::Barrier { .. } => {}
        }
    }
}
