//! Kernels that do not say what they compute: conflicting instances that nothing orders.

use diag::Diagnostic;
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Kernel, Name, Statement, Unordered};
use poly::{Constraint, Error, Point, Set};
use std::collections::BTreeSet;

use super::domain::Domain;
use super::instance::{Instance, same_cell};
use super::{required, undecided, update};

/// isl steps that one kernel may take.
const QUOTA: u64 = 5_000_000;

/// Pairs of instances of an imported kernel that touch the same cell, one to write it, and that neither program order
/// nor declared dependencies order; nothing where the kernel says that text order is meant.
///
/// Updates of a cell by one operation may come in any order.
pub fn check_source(kernel: &Kernel) -> Vec<Diagnostic> {
    poly::with_quota(QUOTA, || find(kernel, kernel)).unwrap_or_else(|error| vec![undecided(&error)])
}

/// The same; `types` knows the arguments' types.
pub(super) fn find(kernel: &Kernel, types: &Kernel) -> Result<Vec<Diagnostic>, Error> {
    if kernel.unordered == Unordered::TextOrder {
        return Ok(Vec::new());
    }
    let users: Vec<User<'_>> =
        kernel.statements.iter().map(|(id, statement)| User::new(kernel, id, statement)).collect();
    let mut found = Vec::new();
    let mut seen: BTreeSet<&Name> = BTreeSet::new();
    for (at, x) in users.iter().enumerate() {
        for y in users.iter().skip(at) {
            for (a, b) in x.conflicts(y) {
                if seen.contains(&a.variable) {
                    continue;
                }
                if let Some(point) = unordered(kernel, types, (x, a), (y, b))? {
                    seen.insert(&a.variable);
                    found.push(problem(&a.variable, x, y, &point));
                }
            }
        }
    }
    Ok(found)
}

/// A statement and what it accesses.
struct User<'k> {
    id: &'k Name,
    statement: &'k Statement,
    accesses: Vec<MemoryAccess>,
}

impl<'k> User<'k> {
    fn new(kernel: &'k Kernel, id: &'k Name, statement: &'k Statement) -> Self {
        let mut found: Vec<MemoryAccess> = Vec::new();
        for access in accesses(kernel, statement) {
            if !found.contains(&access) {
                found.push(access);
            }
        }
        User { id, statement, accesses: found }
    }

    /// Pairs of accesses that matter if both touch the same cell.
    fn conflicts<'a>(
        &'a self,
        other: &'a User<'k>,
    ) -> impl Iterator<Item = (&'a MemoryAccess, &'a MemoryAccess)> {
        let updates = update::operation(self.statement).zip(update::operation(other.statement));
        let updates = updates.is_some_and(|(a, b)| a == b);
        let target = |user: &User<'_>| user.statement.target().map(|target| target.name().clone());
        let updated = if updates && target(self) == target(other) { target(self) } else { None };
        let all = self.accesses.iter().flat_map(|a| other.accesses.iter().map(move |b| (a, b)));
        all.filter(move |(a, b)| {
            let writes = [a, b].iter().any(|access| access.kind == AccessKind::Write);
            writes && a.variable == b.variable && updated.as_ref() != Some(&a.variable)
        })
    }

    fn inames(&self, access: &MemoryAccess) -> Vec<Name> {
        let reduced = access.reduced.iter().filter(|iname| !self.statement.inames.contains(iname));
        self.statement.inames.iter().chain(reduced).cloned().collect()
    }
}

/// A pair of instances in conflict that nothing orders.
fn unordered(
    kernel: &Kernel,
    types: &Kernel,
    (x, a): (&User<'_>, &MemoryAccess),
    (y, b): (&User<'_>, &MemoryAccess),
) -> Result<Option<Point>, Error> {
    if x.statement.time.is_some() && y.statement.time.is_some() {
        return Ok(None);
    }
    let (x_at, y_at) = (Instance::over("x.", x.inames(a)), Instance::over("y.", y.inames(b)));
    let Some(cells) = same_cell(types, (&x_at, &a.index), (&y_at, &b.index)) else { return Ok(None) };
    let shared: Vec<Name> =
        x.statement.inames.iter().filter(|i| y.statement.inames.contains(i)).cloned().collect();
    let declared = required::comes_after(kernel, x.id, y.id) || required::comes_after(kernel, y.id, x.id);
    let cases = if x.id == y.id || declared {
        x_at.differ(&y_at, &shared).ok_or(Error::Overflow)?
    } else {
        vec![Vec::new()]
    };
    let domain = |user: &User<'_>, at: &Instance| -> Result<Set, Error> {
        let domain = Domain::of(kernel, types, user.statement, at.inames())?;
        at.of(&domain.possible(kernel)?.intersect(&kernel.assumptions)?)
    };
    let mut both: Option<Set> = None;
    for case in cases {
        let conflicts = match &both {
            Some(both) => both.clone(),
            None => domain(x, &x_at)?.intersect(&domain(y, &y_at)?)?.add_constraints(&cells)?,
        };
        let bad: Vec<Constraint> = case;
        let found = conflicts.add_constraints(&bad)?;
        both = Some(conflicts);
        if !found.is_empty()? {
            return Ok(found.sample()?);
        }
    }
    Ok(None)
}

fn problem(variable: &Name, x: &User<'_>, y: &User<'_>, point: &Point) -> Diagnostic {
    let instance = |user: &User<'_>, prefix: &str| {
        let value = |iname| Some((iname, point.get(format!("{prefix}{iname}").as_str())?));
        let values = user.statement.inames.iter().filter_map(value);
        let values: Vec<String> = values.map(|(iname, value)| format!("{iname} = {value}")).collect();
        format!("`{}({})`", user.id, values.join(", "))
    };
    let message = format!("nothing says in which order instances access `{variable}`");
    let mut error = Diagnostic::error("lp::legality::ambiguous", message);
    error = error.at_entity(x.statement.loc.as_ref(), x.statement.origin, format!("`{}`", x.id));
    if x.id != y.id {
        error = error.at_entity(y.statement.loc.as_ref(), y.statement.origin, format!("`{}`", y.id));
    }
    error
        .note(format!("{} and {} access the same cell", instance(x, "x."), instance(y, "y.")))
        .help("declare which comes first with `after(..)`, or take text order with `compat(loopy)`")
}
