//! Accesses of shared memory.

use dependence::distinct;
use dependence::domain::Domain;
use dependence::same_value::same_value;
use dependence::subscript::{self, Subscript};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, ArgKind, Expr, Kernel, Statement};
use poly::{Aff, Name};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// One access of memory that work items share, somewhere in the tree. Two statements that access the same
/// elements in the same loops make equal accesses, unless one of them is exempt from some conflicts.
#[derive(Debug, Clone)]
pub(super) struct Access<'k> {
    pub(super) id: &'k Name,
    pub(super) variable: Name,
    pub(super) place: AccessSite<'k>,
    pub(super) write: bool,
    pub(super) exempt: bool,
}

impl Access<'_> {
    fn key(&self) -> (&Name, &AccessSite<'_>, bool, Option<&Name>) {
        (&self.variable, &self.place, self.write, self.exempt.then_some(self.id))
    }
}

impl PartialEq for Access<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Access<'_> {}

impl Hash for Access<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Which element, of which instances.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct AccessSite<'k> {
    pub(super) inames: &'k [Name],
    /// Conditions under which alone the instances make the access.
    pub(super) predicates: &'k [Expr],
    /// Subscripts; `None` where one may have any value.
    pub(super) index: Vec<Option<Subscript>>,
    /// The loops around it: a number of their own, and the iname.
    pub(super) loops: Rc<[(usize, Name)]>,
    /// The statement, if this is a write and some of its instances may store the same value.
    pub(super) stores_alike: Option<&'k Name>,
    /// The statement, if it is promised that the element is written by one instance only of what it performs.
    pub(super) distinct: Option<&'k Name>,
}

/// The memory that a variable lies in, if work items share it.
pub(super) fn shared(kernel: &Kernel, variable: &Name) -> Option<AddressSpace> {
    match kernel.temps.get(variable) {
        Some(temp) => temp.space.filter(|space| *space != AddressSpace::Private),
        None => kernel
            .args
            .get(variable)
            .filter(|arg| matches!(arg.kind, ArgKind::Array { .. }))
            .map(|_| AddressSpace::Global),
    }
}

/// A statement's accesses of shared memory, each once. Those of its conditions are made whether the
/// conditions hold or not.
pub(super) fn shared_accesses<'k>(
    kernel: &'k Kernel,
    id: &'k Name,
    statement: &'k Statement,
    loops: &Rc<[(usize, Name)]>,
) -> Vec<Access<'k>> {
    let mut found: Vec<Access<'k>> = Vec::new();
    let all = accesses(kernel, statement);
    let unconditional = Statement { predicates: Vec::new(), ..statement.clone() };
    let in_conditions = all.len() - accesses(kernel, &unconditional).len();
    for (at, access) in all.into_iter().enumerate() {
        if shared(kernel, &access.variable).is_none() {
            continue;
        }
        let predicates = if at < in_conditions { &[] } else { statement.predicates.as_slice() };
        let points = || {
            let all = kernel.domain_of(&statement.inames).ok()?.intersect(&kernel.assumptions).ok()?;
            Some(Domain::restricted(all, kernel, kernel, &statement.inames, predicates).ok()?.set)
        };
        let index = subscript::of_all(kernel, &statement.inames, &points, &access.index);
        let write = access.kind == AccessKind::Write;
        let stores_alike = Some(id).filter(|_| write && stores_alike(kernel, id, statement));
        let promised = distinct::written(kernel, id, statement, &access.variable, &access.index);
        let place = AccessSite {
            inames: &statement.inames,
            predicates,
            index,
            loops: loops.clone(),
            stores_alike,
            distinct: Some(id).filter(|_| !promised.is_empty()),
        };
        let access = Access { id, variable: access.variable, place, write, exempt: false };
        if !found.contains(&access) {
            found.push(access);
        }
    }
    found
}

/// Whether anything is known of when two instances of a statement store the same value.
fn stores_alike(kernel: &Kernel, id: &Name, statement: &Statement) -> bool {
    let own = statement.inames.iter().map(|iname| (iname.clone(), Aff::dim(iname))).collect();
    same_value(kernel, id, statement, [&own, &own]).is_some()
}
