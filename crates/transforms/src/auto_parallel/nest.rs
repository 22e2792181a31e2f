//! The statements of one nest as a kernel of their own, in which a loop is tried at a fraction of the whole
//! kernel's cost.
//!
//! What is refused there would be refused in the whole kernel, up to what other nests store in temporaries.
//! What is accepted there is only a proposal: the whole kernel is judged with all of them.

use ir::access::{AccessKind, accesses};
use ir::{Kernel, Provenance, Statement};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The nest of a statement: that of the loops that it shares, or else its outermost loop, or itself where it
/// is in none.
pub(crate) fn name(kernel: &Kernel, shared: &BTreeMap<Name, Name>, id: &Name) -> Name {
    let outermost = || kernel.statements.get(id).and_then(|statement| statement.inames.first());
    shared.get(id).or_else(outermost).unwrap_or(id).clone()
}

/// A kernel of the statements of a nest, as `name_of` tells, and of those without which they mean nothing.
pub(crate) fn kernel_of_nest(kernel: &Kernel, nest: &Name, name_of: &dyn Fn(&Name) -> Name) -> Kernel {
    let mut kept: BTreeSet<&Name> = kernel.statements.keys().filter(|id| name_of(id) == *nest).collect();
    loop {
        let added = needed(kernel, &kept);
        if added.is_empty() {
            break;
        }
        kept.extend(added);
    }
    let mut alone = restricted(kernel, &|id| kept.contains(id));
    if let Some(reference) = &kernel.reference {
        let performed = with_substituted(kernel, reference, &kept);
        alone.reference = Some(Rc::new(restricted(reference, &|id| performed.contains(id))));
    }
    alone
}

/// Further statements that perform what these perform, that fill temporaries of ours which these read, or
/// that store back what these leave there.
fn needed<'k>(kernel: &'k Kernel, kept: &BTreeSet<&'k Name>) -> Vec<&'k Name> {
    let is_new = |name: &Name| {
        let original = |reference: &Rc<Kernel>| reference.temps.contains_key(name);
        kernel.temps.contains_key(name)
            && kernel.reference.as_ref().is_some_and(|reference| !original(reference))
    };
    let statements = kept.iter().filter_map(|id| kernel.statements.get(*id));
    let read: BTreeSet<Name> = statements
        .flat_map(|statement| accesses(kernel, statement))
        .filter(|access| access.kind == AccessKind::Read && is_new(&access.variable))
        .map(|access| access.variable)
        .collect();
    let of_kept: BTreeSet<&Name> = kept.iter().filter_map(|id| performed(kernel, id)).collect();
    let is_needed = |(id, statement): &(&Name, &Statement)| {
        let fills = statement.target().is_some_and(|target| read.contains(target.name()));
        let stores = match &statement.provenance {
            Some(Provenance::Fetch(fetch)) => fetch.back && fetch.of.iter().any(|of| of_kept.contains(of)),
            _ => false,
        };
        fills || stores || performed(kernel, id).is_some_and(|of| of_kept.contains(of))
    };
    let others = kernel.statements.iter().filter(|(id, _)| !kept.contains(id));
    others.filter(is_needed).map(|(id, _)| id).collect()
}

/// The statements of the reference that these perform, and those that are gone, since steps have put what
/// they compute in the place of the temporaries that they set.
fn with_substituted<'k>(
    kernel: &'k Kernel,
    reference: &'k Kernel,
    kept: &BTreeSet<&'k Name>,
) -> BTreeSet<&'k Name> {
    let mut found: BTreeSet<&Name> = kept.iter().filter_map(|id| performed(kernel, id)).collect();
    let standing: BTreeSet<&Name> = kernel.statements.keys().filter_map(|id| performed(kernel, id)).collect();
    let removed: Vec<(&Name, &Statement)> =
        reference.statements.iter().filter(|(id, _)| !standing.contains(id)).collect();
    loop {
        let reads = found.iter().filter_map(|id| reference.statements.get(*id));
        let reads: BTreeSet<Name> = reads
            .flat_map(|statement| accesses(reference, statement))
            .filter(|access| {
                access.kind == AccessKind::Read && reference.temps.contains_key(&access.variable)
            })
            .map(|access| access.variable)
            .collect();
        let makes =
            |statement: &Statement| statement.target().is_some_and(|target| reads.contains(target.name()));
        let more: Vec<&Name> = removed
            .iter()
            .filter(|(id, statement)| !found.contains(id) && makes(statement))
            .map(|(id, _)| *id)
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// The statement of the reference that a statement performs or is a part of.
fn performed<'k>(kernel: &'k Kernel, id: &Name) -> Option<&'k Name> {
    let (id, statement) = kernel.statements.get_key_value(id)?;
    match &statement.provenance {
        Some(Provenance::Performs(instance) | Provenance::Part(instance)) => Some(&instance.statement),
        Some(Provenance::Fetch(_)) => None,
        None => Some(id),
    }
}

/// The kernel with these statements alone, in the order that they have.
fn restricted(kernel: &Kernel, keep: &dyn Fn(&Name) -> bool) -> Kernel {
    let mut changed = kernel.clone();
    changed.statements.retain(|id, _| keep(id));
    for statement in changed.statements.values_mut() {
        statement.after = kernel.after_among(statement, keep);
    }
    changed
}
