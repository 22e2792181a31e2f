//! Sets of instances, with columns of their own so that several fit into one set.

use dependence::domain::Domain;
use dependence::instance::Instance;
use ir::{Expr, Kernel, Name, Statement, affine, expand};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeMap;

/// The column that stands for an iname of one of several instances in a set.
pub(crate) fn column(iname: &Name, which: &'static str) -> Name {
    Instance::new(which, Vec::new()).column(iname)
}

/// Each iname as the value of its column.
pub(crate) fn columns(inames: &[Name], which: &'static str) -> BTreeMap<Name, Aff> {
    Instance::new(which, inames.to_vec()).values().clone()
}

/// The points of a statement's loops, with further inames from reductions, at which the conditions hold; its
/// predicates count only where they are among them. Conditions that are not affine count as true.
pub(crate) fn domain(
    kernel: &Kernel,
    statement: &Statement,
    reduced: &[Name],
    conditions: &[Expr],
) -> Result<Set, poly::Error> {
    let mut inames = statement.inames.clone();
    inames.extend(reduced.iter().filter(|iname| !statement.inames.contains(iname)).cloned());
    let domain = Domain::restricted(kernel.domain_of(&inames)?, kernel, kernel, &inames, conditions)?;
    domain.set.intersect(&kernel.assumptions)
}

/// A condition as constraints on integers that do not change, if it is one.
pub(crate) fn affine_condition(kernel: &Kernel, condition: &Expr) -> Option<Vec<Constraint>> {
    let expanded = expand::expand_rules(condition, &kernel.rules)?;
    let constraints = affine::to_constraints(&expanded)?;
    let fixed = |name: &Name| !kernel.temps.contains_key(name);
    constraints.iter().all(|c| c.aff.names().iter().all(fixed)).then_some(constraints)
}

/// A subscript as an affine form of integers that do not change, rules expanded.
pub(crate) fn affine_index(kernel: &Kernel, index: &Expr) -> Option<Aff> {
    let aff = affine::to_aff(&expand::expand_rules(index, &kernel.rules)?)?;
    aff.names().iter().all(|name| !kernel.temps.contains_key(name)).then_some(aff)
}

/// The same set with a column of its own for each iname.
pub(crate) fn with_own_columns(domain: &Set, which: &'static str) -> Result<Set, poly::Error> {
    Instance::new(which, domain.dims().to_vec()).points(domain)
}
