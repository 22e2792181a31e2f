//! Claim (ambiguous): Instances of the imported kernel that conflict are in an order, or are updates by one operation.

use diag::Diagnostic;
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Expr, Kernel, LValue, Name, ReductionOp, Statement, Unordered, expand, walk};
use poly::{Error, Point, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::meaning::own_iteration::{OwnIteration, OwnIterations};
use crate::meaning::{own_iteration, ties};
use crate::same_value::{self, AccessBy};
use crate::{undecided, update};
use dependence::domain::{Domain, computed};
use dependence::instance::{Instance, same_element};
use dependence::required::has_times;
use dependence::unpromised::or_promise;
use dependence::wording;

/// isl steps that one kernel may take.
const QUOTA: u64 = 5_000_000;

/// Pairs of instances of an imported kernel that touch the same element, one to write it, and that neither program order
/// nor declared dependencies order; nothing where the kernel says that text order is meant.
///
/// Updates of an element by one operation may come in any order, and so may the iterations of loops in each of which a temporary
/// is written before it is read.
pub fn check_source(kernel: &Kernel) -> Vec<Diagnostic> {
    let found = poly::with_quota(QUOTA, || find(kernel, kernel));
    found.map_or_else(|error| vec![undecided(&error)], |(found, _)| found)
}

/// The same, with the iterations of the kernel's temporaries; `types` knows the arguments' types.
pub(crate) fn find(kernel: &Kernel, types: &Kernel) -> Result<(Vec<Diagnostic>, OwnIterations), Error> {
    let assigns = |statement: &&Statement| statement.target().is_some();
    if kernel.unordered == Unordered::TextOrder || ties::are_apart(kernel.statements.values().filter(assigns))
    {
        return Ok((Vec::new(), OwnIterations::new()));
    }
    let users = kernel.statements.iter().filter(|(_, statement)| assigns(statement));
    let users = users.map(|(id, statement)| SourceStatement::new(kernel, types, id, statement));
    let users: Vec<SourceStatement<'_>> = users.collect::<Result<_, _>>()?;
    let mut iterations = OwnIterations::new();
    // Where times order some instances, they order those of temporaries too.
    let timed = has_times(kernel);
    for name in kernel.temps.keys().filter(|_| !timed) {
        iterations.extend(
            own_iteration::of(kernel, types, &users, name)?.map(|iteration| (name.clone(), iteration)),
        );
    }
    let mut found = Vec::new();
    let mut seen: BTreeSet<&Name> = BTreeSet::new();
    for (at, x) in users.iter().enumerate() {
        for y in users.iter().skip(at) {
            for (a, b) in x.conflicts(y) {
                if seen.contains(&a.variable) {
                    continue;
                }
                let iteration = iterations.get(&a.variable);
                if let Some(point) = unordered(kernel, types, [(x, a), (y, b)], iteration)? {
                    seen.insert(&a.variable);
                    found.push(problem(types, [(x, a), (y, b)], &point));
                }
            }
        }
    }
    Ok((found, iterations))
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
}

impl SourceAccess {
    /// The instances that make the access, in these columns.
    pub(crate) fn at(&self, prefix: &'static str) -> Result<(Instance, Set), Error> {
        let at = Instance::over(prefix, self.inames.clone()).within(&self.domain);
        let domain = at.of(&self.domain)?;
        Ok((at, domain))
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
        let mut domains: BTreeMap<Vec<Name>, Set> = BTreeMap::new();
        let mut accesses = Vec::new();
        for MemoryAccess { variable, index, kind, reduced } in listed {
            let reduced = reduced.into_iter().filter(|iname| !statement.inames.contains(iname));
            let inames: Vec<Name> = statement.inames.iter().cloned().chain(reduced).collect();
            let domain = match domains.get(&inames) {
                Some(domain) => domain.clone(),
                None => {
                    let domain = Domain::of(kernel, types, statement, &inames)?;
                    domain.possible(kernel)?.intersect(&kernel.assumptions)?
                }
            };
            domains.insert(inames.clone(), domain.clone());
            accesses.push(SourceAccess { variable, index, kind, inames, domain });
        }
        Ok(SourceStatement { id, statement, update: update::operation(kernel, statement), accesses })
    }

    /// Pairs of accesses that matter if both touch the same element.
    fn conflicts<'a>(
        &'a self,
        other: &'a SourceStatement<'k>,
    ) -> impl Iterator<Item = (&'a SourceAccess, &'a SourceAccess)> {
        let updates = self.update.zip(other.update);
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

/// A pair of instances in conflict that nothing orders, in the same iteration if the variable belongs to one.
fn unordered(
    kernel: &Kernel,
    types: &Kernel,
    [(x, a), (y, b)]: [(&SourceStatement<'_>, &SourceAccess); 2],
    own: Option<&OwnIteration>,
) -> Result<Option<Point>, Error> {
    let ((x_at, x_domain), (y_at, y_domain)) = (a.at("x.")?, b.at("y.")?);
    let Some(elements) = same_element(types, (&x_at, &a.index), (&y_at, &b.index)) else { return Ok(None) };
    let declared = kernel.comes_after(x.id, y.id) || kernel.comes_after(y.id, x.id);
    let alone = OwnIteration::default();
    let OwnIteration { iteration, elements: numbers } = own.unwrap_or(&alone);
    let mut alternatives = vec![Vec::new()];
    if let (Some(first), Some(second)) = (&x.statement.time, &y.statement.time) {
        let differ = (x.id == y.id).then_some(x.statement.inames.as_slice());
        let tied = ties::same_time([(first, &x_at), (second, &y_at)], differ);
        alternatives = tied.ok_or(Error::Overflow)?;
    } else if x.id == y.id || declared {
        let ordered = |iname: &Name| iteration.contains(iname) || (x.id != y.id && numbers.contains(iname));
        let free = |iname: &&Name| y.statement.inames.contains(iname) && !ordered(iname);
        let free: Vec<Name> = x.statement.inames.iter().filter(free).cloned().collect();
        alternatives = x_at.differ(&y_at, &free).ok_or(Error::Overflow)?;
    }
    if alternatives.is_empty() {
        return Ok(None);
    }
    let together = x_at.agree(&y_at, iteration).ok_or(Error::Overflow)?;
    let conflicts = x_domain.intersect(&y_domain)?.add_constraints(&[elements, together].concat())?;
    let first = AccessBy { id: x.id, statement: x.statement, kind: a.kind, at: &x_at };
    let second = AccessBy { id: y.id, statement: y.statement, kind: b.kind, at: &y_at };
    for alternative in alternatives {
        let conflicts = conflicts.add_constraints(&alternative)?;
        if conflicts.is_empty()? {
            continue;
        }
        if let Some(point) = same_value::others(kernel, conflicts, &first, &second)?.sample()? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

fn problem(
    types: &Kernel,
    [(x, a), (y, b)]: [(&SourceStatement<'_>, &SourceAccess); 2],
    point: &Point,
) -> Diagnostic {
    let instance = |user: &SourceStatement<'_>, prefix| {
        let at = Instance::over(prefix, user.statement.inames.clone());
        wording::performed(user.id, &at, None, point)
    };
    let message = format!("nothing says in which order instances access `{}`", a.variable);
    let mut error = Diagnostic::error("lp::legality::ambiguous", message);
    error = error.about([&a.variable, x.id, y.id]);
    error = error.at_entity(x.statement.loc.as_ref(), x.statement.origin, format!("`{}`", x.id));
    if x.id != y.id {
        error = error.at_entity(y.statement.loc.as_ref(), y.statement.origin, format!("`{}`", y.id));
    }
    let promise = if a.index == b.index { or_promise(types, &a.index) } else { String::new() };
    let timed = x.statement.time.is_some() && y.statement.time.is_some();
    let help = match x.id == y.id {
        _ if timed => "give them times that differ in a component which both have",
        true => {
            "give each instance an element of its own, or let iterations come in order with `order(text)`"
        }
        false => {
            "declare which comes first with `after(..)`, in native kernels `{dep=..}`, or take text order with \
             `order(text)`"
        }
    };
    error
        .note(format!(
            "{} and {} access the same element{}",
            instance(x, "x."),
            instance(y, "y."),
            wording::parameters(types, point)
        ))
        .help(format!("{help}{promise}"))
}
