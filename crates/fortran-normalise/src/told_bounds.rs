//! Claim: an array's bound that a local integer tells is what the integer is assigned, where that happens
//! once, in no branch and no loop, and all that it is computed from stays as the caller gave it.
//!
//! `n = size(b); allocate (c(n))` is `allocate (c(size(b)))`. The bound is read behind the assignment, since
//! before it the integer has no value.

use fortran_sema::hir::{self, NodeKind, Routine, Target, written};
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::BTreeMap;

pub(super) fn rewrite(routine: &mut Routine) {
    let told = definitions(routine);
    if told.is_empty() {
        return;
    }
    let bound = |expr: &Expr| walk::substitute(expr, &|name| told.get(name).cloned());
    for axis in routine.variables.values_mut().flat_map(|variable| variable.axes.iter_mut().flatten()) {
        axis.lower = bound(&axis.lower);
        axis.length = axis.length.as_ref().map(bound);
    }
}

/// Local integers that some bound names, each with what it is assigned in terms of what the caller gave.
fn definitions(routine: &Routine) -> BTreeMap<Name, Expr> {
    let changes = changes(routine);
    let is_given =
        |name: &Name| !changes.contains_key(name) && routine.args.iter().any(|arg| arg.name == *name);
    let mut told: BTreeMap<Name, Expr> = BTreeMap::new();
    for node in &routine.body {
        let NodeKind::Assign(Target { name, index: None }, value) = &node.kind else { continue };
        let Some(variable) = routine.variables.get(name) else { continue };
        let is_local = variable.home.is_none() && routine.args.iter().all(|arg| arg.name != *name);
        let is_fresh = variable.first.is_empty() && changes.get(name) == Some(&1);
        if !(is_local && is_fresh && variable.ty.is_integer()) {
            continue;
        }
        let value = walk::substitute(&exact(value), &|name| told.get(name).cloned());
        if is_simple(&value) && walk::names(&value).iter().all(is_given) {
            told.insert(name.clone(), value);
        }
    }
    told
}

/// How often statements change each variable.
fn changes(routine: &Routine) -> BTreeMap<Name, usize> {
    let mut changes: BTreeMap<Name, usize> = BTreeMap::new();
    hir::visit(&routine.body, &mut |node| {
        written(node, &mut |name| *changes.entry(name.clone()).or_default() += 1);
        if let NodeKind::Loop(head) = &node.kind {
            *changes.entry(head.variable.clone()).or_default() += 1;
        }
    });
    changes
}

/// An integer as a bound has it: a conversion to the longest one means nothing, in a shorter one it may not
/// fit.
fn exact(expr: &Expr) -> Expr {
    match expr.node() {
        Value::Cast(Scalar::I64, inner) => exact(inner),
        _ => walk::map_children(expr, &mut exact),
    }
}

/// Whether an expression is one of those that bounds are made of.
fn is_simple(expr: &Expr) -> bool {
    !walk::any(expr, &mut |part| match part.node() {
        Value::Int(_) | Value::Var(_) | Value::Sum(_) | Value::Product(_) => false,
        Value::Call { function, .. } => !["max", "min"].contains(&&**function),
        _ => true,
    })
}
