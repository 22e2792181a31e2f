//! Statements that have no instance, whatever the arguments.

use crate::lower::domains::Domains;
use ir::{IndexMap, Kernel, Promise};
use poly::{Error, Name};
use std::collections::BTreeSet;

/// The kernel without them: a loop that is always empty is no loop. What comes after such a statement comes
/// after what that one comes after, and what is promised of it holds of nothing; a reference has it still.
pub(super) fn without_empty(kernel: Kernel) -> Result<Kernel, Error> {
    let empty = empty(&kernel)?;
    if empty.is_empty() {
        return Ok(kernel);
    }
    let mut rest = kernel.clone();
    rest.statements.retain(|id, _| !empty.contains(id));
    if rest.reference.is_none() {
        let is_empty = |promise: &Promise| matches!(promise, Promise::Distinct { statement, .. } if empty.contains(statement));
        rest.promises.retain(|promise| !is_empty(promise));
    }
    for statement in rest.statements.values_mut() {
        statement.after = kernel.after_among(statement, &|id| !empty.contains(id));
        statement.no_sync.retain(|(other, _)| !empty.contains(other));
    }
    Ok(rest)
}

/// The statements that have no instance.
fn empty(kernel: &Kernel) -> Result<BTreeSet<Name>, Error> {
    let domains = Domains::new(kernel);
    let mut known: IndexMap<&[Name], bool> = IndexMap::default();
    let mut empty: BTreeSet<Name> = BTreeSet::new();
    for (id, statement) in kernel.statements.iter().filter(|(_, statement)| !statement.inames.is_empty()) {
        let inames = statement.inames.as_slice();
        let is_empty = match known.get(inames) {
            Some(is_empty) => *is_empty,
            None => domains.joint_domain(inames)?.is_empty()?,
        };
        known.insert(inames, is_empty);
        if is_empty {
            empty.insert(id.clone());
        }
    }
    Ok(empty)
}
