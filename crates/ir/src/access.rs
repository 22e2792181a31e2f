//! What a statement reads and writes.

use crate::{Expr, Kernel, Node, Statement, affine, expand, walk};
use poly::Name;
use std::collections::BTreeSet;

/// Read or write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccessKind {
    /// The value is used.
    Read,
    /// The value is replaced.
    Write,
}

/// One access of an argument or temporary. Inames and value arguments are not memory and have none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryAccess {
    /// The argument or temporary.
    pub variable: Name,
    /// Subscripts; none for a scalar temporary.
    pub index: Vec<Expr>,
    /// Read or write.
    pub kind: AccessKind,
    /// Inames of the reductions around the access, besides those of the statement.
    pub reduced: Vec<Name>,
}

/// All accesses of a statement, rules expanded: predicates, then the value, then subscripts of the target,
/// each in text order, and the write last. An access that occurs twice is listed twice.
pub fn accesses(kernel: &Kernel, statement: &Statement) -> Vec<MemoryAccess> {
    let mut found = Vec::new();
    for expr in statement.predicates.iter().chain(statement.value()) {
        let expanded = expand::expand_rules(expr, &kernel.rules);
        reads(kernel, expanded.as_ref().unwrap_or(expr), &mut Vec::new(), &mut found);
    }
    if let Some(target) = statement.target() {
        let index: Vec<Expr> = target
            .index()
            .iter()
            .map(|e| expand::expand_rules(e, &kernel.rules).unwrap_or_else(|| e.clone()))
            .collect();
        for subscript in &index {
            reads(kernel, subscript, &mut Vec::new(), &mut found);
        }
        let variable = target.name().clone();
        found.push(MemoryAccess { variable, index, kind: AccessKind::Write, reduced: Vec::new() });
    }
    found
}

/// What the bounds of the loops around a statement, and of the reductions in it, depend on: parameters, and
/// variables that are read for them, which [`accesses`] does not list.
pub fn bounds(kernel: &Kernel, statement: &Statement) -> BTreeSet<Name> {
    let whole = |expr: &Expr| expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone());
    let reduced: Vec<Name> =
        statement.expressions().flat_map(|expr| walk::reduction_inames(&whole(expr))).collect();
    let homes = kernel.domains_of(statement.inames.iter().chain(&reduced));
    let domains = homes.into_iter().filter_map(|at| kernel.domains.get(at));
    domains.flat_map(|domain| domain.set.params().to_vec()).collect()
}

fn reads(kernel: &Kernel, expr: &Expr, reduced: &mut Vec<Name>, found: &mut Vec<MemoryAccess>) {
    let mut push = |variable: &Name, index: &[Expr]| {
        found.push(MemoryAccess {
            variable: variable.clone(),
            index: index.to_vec(),
            kind: AccessKind::Read,
            reduced: reduced.clone(),
        });
    };
    match expr.node() {
        Node::Var(name) if kernel.temps.contains_key(name) => push(name, &[]),
        Node::Load { array, index } => push(array, index),
        _ => {}
    }
    let depth = reduced.len();
    if let Node::Reduce { inames, .. } = expr.node() {
        reduced.extend(inames.iter().cloned());
    }
    walk::for_each_child(expr, &mut |child| reads(kernel, child, reduced, found));
    reduced.truncate(depth);
}

/// Inames that all users of a variable have, but for those that number its elements: where nothing orders the
/// iterations of these loops, the variable belongs to one iteration at a time.
pub fn common<'s>(name: &Name, users: impl Iterator<Item = &'s Statement>) -> Vec<Name> {
    let users: Vec<&Statement> = users.collect();
    let elements = numbers(name, users.iter().copied());
    let everywhere =
        |iname: &&Name| users.iter().all(|user| user.inames.contains(iname)) && !elements.contains(*iname);
    users.first().map(|first| first.inames.iter().filter(everywhere).cloned().collect()).unwrap_or_default()
}

/// Inames that number the elements of a variable that are written. Where data select the element, all
/// iterations may write one; a subscript that is only read numbers nothing.
pub fn numbers<'s>(name: &Name, users: impl Iterator<Item = &'s Statement>) -> BTreeSet<Name> {
    let targets = users.filter_map(|user| user.target()).filter(|target| target.name() == name);
    let affine = targets.flat_map(|target| target.index()).filter(|e| affine::to_aff(e).is_some());
    affine.flat_map(walk::names).collect()
}

/// Replaces variables in subscripts, value and predicates of a statement, all at once.
pub fn substitute(statement: &Statement, replacement: &dyn Fn(&Name) -> Option<Expr>) -> Statement {
    statement.map_exprs(&mut |expr| walk::substitute(expr, replacement))
}
