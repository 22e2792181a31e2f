//! What is left over when arguments are fixed: statements that never run, and loops and temporaries without
//! any.

use super::{reduced_inames, remove_domain};
use ir::{Expr, Kernel, Provenance, walk};
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// Removes statements that run nowhere, and then temporaries that no statement uses, and loops too, unless
/// they were around a statement and have no iteration left: later steps may speak of them, as they do at
/// other values.
///
/// # Errors
/// Those of the operations on sets.
pub fn prune(kernel: &mut Kernel) -> Result<(), poly::Error> {
    let mut never = Vec::new();
    let mut empty: BTreeSet<Name> = BTreeSet::new();
    for (id, statement) in &kernel.statements {
        if statement.predicates.contains(&Expr::bool(false)) {
            never.push(id.clone());
        } else if kernel.domain_of(&statement.inames)?.is_empty()? {
            never.push(id.clone());
            empty.extend(statement.inames.iter().cloned());
            empty.extend(reduced_inames(kernel, statement));
        }
    }
    never.iter().for_each(|id| remove_statement(kernel, id));
    if !never.is_empty() {
        remove_unused_loops_but(kernel, &empty);
        remove_temporaries(kernel);
    }
    Ok(())
}

/// Removes a statement; what came after it comes after what it came after.
pub fn remove_statement(kernel: &mut Kernel, id: &Name) {
    let Some(removed) = kernel.statements.shift_remove(id) else { return };
    for statement in kernel.statements.values_mut() {
        if statement.after.shift_remove(id) {
            statement.after.extend(removed.after.iter().cloned());
        }
        statement.no_sync.retain(|(other, _)| other != id);
    }
}

/// Removes domains of which no statement uses an iname, innermost first.
pub(crate) fn remove_unused_loops(kernel: &mut Kernel) {
    remove_unused_loops_but(kernel, &BTreeSet::new());
}

/// The same where some loops are kept.
fn remove_unused_loops_but(kernel: &mut Kernel, kept: &BTreeSet<Name>) {
    let mut used: BTreeSet<Name> = kept.clone();
    for statement in kernel.statements.values() {
        used.extend(statement.inames.iter().cloned());
        used.extend(reduced_inames(kernel, statement));
    }
    for rule in kernel.rules.values() {
        used.extend(walk::names(&rule.body));
        used.extend(walk::reduction_inames(&rule.body));
    }
    for index in (0..kernel.domains.len()).rev() {
        let is_parent = kernel.domains.iter().any(|domain| domain.parent == Some(index));
        let Some(domain) = kernel.domains.get(index).filter(|_| !is_parent) else { continue };
        let dims = domain.set.dims().to_vec();
        if !dims.iter().any(|dim| used.contains(dim)) {
            remove_domain(kernel, index, 0);
            kernel.inames.retain(|name, _| !dims.contains(name));
            kernel.slabs.retain(|name, _| !dims.contains(name));
            kernel.priorities.iter_mut().for_each(|order| order.retain(|name| !dims.contains(name)));
        }
    }
    kernel.priorities.retain(|order| order.len() > 1);
    for statement in kernel.statements.values_mut() {
        if let Some(Provenance::Fetch(fetch)) = &mut statement.provenance {
            let is_there = |read: &Aff| read.names().iter().all(|name| kernel.inames.contains_key(name));
            fetch.iteration.retain(|(read, _)| is_there(read));
        }
    }
}

/// Removes temporaries that neither statements nor rules nor bounds mention.
pub fn remove_temporaries(kernel: &mut Kernel) {
    let mut used: BTreeSet<Name> = BTreeSet::new();
    for statement in kernel.statements.values() {
        used.extend(statement.target().map(|target| target.name().clone()));
        used.extend(statement.expressions().flat_map(walk::names));
    }
    used.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
    used.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
    kernel.temps.retain(|name, _| used.contains(name));
}
