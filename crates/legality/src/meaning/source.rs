//! Claim (source): What the questions about a kernel's own order ask about is all that its statements access.

use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Expr, Kernel, LValue, Name, ReductionOp, Statement, expand, walk};
use poly::{Error, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::operation::operation;
use dependence::accessing::Accessing;
use dependence::declared::Declared;
use dependence::domain::{Domain, computed};
use dependence::instance::Instance;

/// A kernel that is not lowered, and what is asked about it again and again.
pub(crate) struct Source<'k> {
    pub(crate) kernel: &'k Kernel,
    /// Knows the arguments' types, and what is assumed of them.
    pub(crate) types: &'k Kernel,
    pub(crate) declared: Declared,
    pub(crate) users: Vec<SourceStatement<'k>>,
    accessing: Accessing,
    writing: Accessing,
}

impl<'k> Source<'k> {
    /// The statements of a kernel that assign.
    pub(crate) fn new(kernel: &'k Kernel, types: &'k Kernel) -> Result<Self, Error> {
        let assigning = kernel.statements.iter().filter(|(_, statement)| statement.target().is_some());
        let users = assigning.map(|(id, statement)| SourceStatement::new(kernel, types, id, statement));
        let users: Vec<SourceStatement<'_>> = users.collect::<Result<_, _>>()?;
        let (mut accessing, mut writing) = (Accessing::default(), Accessing::default());
        for (at, user) in users.iter().enumerate() {
            user.accesses.iter().for_each(|access| accessing.note(&access.variable, at));
            let writes = user.accesses.iter().filter(|access| access.kind == AccessKind::Write);
            writes.for_each(|access| writing.note(&access.variable, at));
        }
        Ok(Source { kernel, types, declared: Declared::new(kernel), accessing, writing, users })
    }

    /// The statements that access a variable.
    pub(crate) fn users_of(&self, variable: &Name) -> Vec<&SourceStatement<'k>> {
        self.accessing.users(variable).iter().filter_map(|at| self.users.get(*at)).collect()
    }

    /// A statement and those behind it that access a variable which it accesses too, one of them to write it.
    pub(crate) fn sharing(&self, at: usize) -> impl Iterator<Item = &SourceStatement<'k>> {
        let accesses = self.users.get(at).map_or(&[][..], |user| &user.accesses);
        let others = accesses.iter().flat_map(|access| match access.kind {
            AccessKind::Write => self.accessing.users(&access.variable),
            AccessKind::Read => self.writing.users(&access.variable),
        });
        let others: BTreeSet<usize> = others.copied().filter(|other| *other >= at).collect();
        others.into_iter().filter_map(|other| self.users.get(other))
    }
}

/// A statement of a kernel that is not lowered, and what it accesses.
pub(crate) struct SourceStatement<'k> {
    pub(crate) id: &'k Name,
    pub(crate) statement: &'k Statement,
    /// Its operation, where it is an update.
    update: Option<ReductionOp>,
    pub(crate) accesses: Vec<SourceAccess>,
}

/// One access, with rules expanded.
pub(crate) struct SourceAccess {
    pub(crate) variable: Name,
    pub(crate) index: Vec<Expr>,
    pub(crate) kind: AccessKind,
    /// The inames of the statement, and of the reductions around it.
    pub(crate) inames: Vec<Name>,
    /// The points of these inames.
    pub(crate) domain: Set,
    /// The same; temporaries that bounds depend on are parameters.
    pub(crate) bounded: Set,
}

/// An access, and the statement that makes it.
#[derive(Clone, Copy)]
pub(crate) struct SourceUse<'a> {
    pub(crate) user: &'a SourceStatement<'a>,
    pub(crate) access: &'a SourceAccess,
}

impl SourceAccess {
    /// An instance that makes the access, in columns with a prefix.
    pub(crate) fn instance(&self, prefix: &'static str) -> Instance {
        Instance::new(prefix, self.inames.clone()).restricted_to(&self.domain)
    }
}

impl<'k> SourceStatement<'k> {
    fn new(
        kernel: &'k Kernel,
        types: &Kernel,
        id: &'k Name,
        statement: &'k Statement,
    ) -> Result<Self, Error> {
        let mut listed: Vec<MemoryAccess> = Vec::new();
        let reduced = reduced_inames(kernel, statement);
        let loops: Vec<&Name> = statement.inames.iter().chain(&reduced).collect();
        let bounds = kernel.domains_of(loops).into_iter().filter_map(|at| kernel.domains.get(at));
        let bounds = bounds.flat_map(|domain| computed(kernel, &domain.set)).map(|variable| MemoryAccess {
            variable,
            index: Vec::new(),
            kind: AccessKind::Read,
            reduced: Vec::new(),
        });
        for access in accesses(kernel, statement).into_iter().chain(bounds) {
            if !listed.contains(&access) {
                listed.push(access);
            }
        }
        let mut domains: BTreeMap<Vec<Name>, (Set, Set)> = BTreeMap::new();
        let mut accesses = Vec::new();
        for MemoryAccess { variable, index, kind, reduced } in listed {
            let reduced = reduced.into_iter().filter(|iname| !statement.inames.contains(iname));
            let inames: Vec<Name> = statement.inames.iter().cloned().chain(reduced).collect();
            let (domain, bounded) = match domains.get(&inames) {
                Some(known) => known.clone(),
                None => {
                    let domain = Domain::of_statement(kernel, types, statement, &inames)?;
                    let possible = domain.possible(kernel)?.intersect(&types.assumptions)?;
                    (possible, domain.set.intersect(&types.assumptions)?)
                }
            };
            domains.insert(inames.clone(), (domain.clone(), bounded.clone()));
            accesses.push(SourceAccess { variable, index, kind, inames, domain, bounded });
        }
        Ok(SourceStatement { id, statement, update: operation(kernel, statement), accesses })
    }

    /// Pairs of accesses that matter if both touch the same element.
    pub(crate) fn conflicts<'a>(
        &'a self,
        other: &'a SourceStatement<'k>,
    ) -> impl Iterator<Item = (&'a SourceAccess, &'a SourceAccess)> {
        let updates = self.update.as_ref().zip(other.update.as_ref());
        // Updates with times come in that order.
        let timed = self.statement.time.is_some() && other.statement.time.is_some();
        let updates = !timed && updates.is_some_and(|(a, b)| a == b);
        let target = |user: &SourceStatement<'_>| user.statement.target().map(|target| target.name().clone());
        let updated = if updates && target(self) == target(other) { target(self) } else { None };
        let all = self.accesses.iter().flat_map(|a| other.accesses.iter().map(move |b| (a, b)));
        all.filter(move |(a, b)| {
            let writes = [a, b].iter().any(|access| access.kind == AccessKind::Write);
            writes && a.variable == b.variable && updated.as_ref() != Some(&a.variable)
        })
    }
}

/// The inames of the reductions in a statement, whose bounds it reads too.
fn reduced_inames(kernel: &Kernel, statement: &Statement) -> Vec<Name> {
    let index = statement.target().map(LValue::index).unwrap_or_default();
    let exprs = statement.predicates.iter().chain(statement.value()).chain(index);
    let expanded = |e: &Expr| expand::expand_rules(e, &kernel.rules).unwrap_or_else(|| e.clone());
    exprs.flat_map(|e| walk::reduction_inames(&expanded(e))).collect()
}
