//! A change of inames carried out in everything but statements: domains, loop orders, slabs and the list of
//! inames.

use super::change::Change;
use ir::{Iname, IndexMap, Kernel};
use pass::Refusal;
use poly::{Aff, Name, Set};
use std::collections::BTreeMap;

/// Replaces the old inames everywhere outside statements and rules; the new ones get these properties. Slabs
/// of old inames go with them.
///
/// # Errors
/// Those of the operations on sets.
pub fn change_loops(kernel: &mut Kernel, change: &Change, new: &[(Name, Iname)]) -> Result<(), Refusal> {
    for domain in &mut kernel.domains {
        domain.set = change_domain(&domain.set, change)?;
    }
    for list in &mut kernel.priorities {
        *list = change.list(list);
    }
    kernel.slabs.retain(|name, _| !change.values.contains_key(name));
    let mut inames = IndexMap::default();
    for name in change.list(&kernel.inames.keys().cloned().collect::<Vec<_>>()) {
        let known = kernel.inames.get(&name).cloned().unwrap_or_default();
        let given = new.iter().find(|(given, _)| *given == name);
        inames.insert(name, given.map_or(known, |(_, iname)| iname.clone()));
    }
    kernel.inames = inames;
    Ok(())
}

/// A domain after the change. Old dimensions make way for the new ones; an old iname that is a parameter is
/// replaced by its value, whose inames are parameters then.
fn change_domain(set: &Set, change: &Change) -> Result<Set, poly::Error> {
    let mentioned = |name: &Name| set.has_dim(name) || set.has_param(name);
    let values: BTreeMap<Name, Aff> = change
        .values
        .iter()
        .filter(|(name, _)| mentioned(name))
        .map(|(name, aff)| (name.clone(), aff.clone()))
        .collect();
    if values.is_empty() {
        return Ok(set.clone());
    }
    let substituted = set.substitute_all(&values)?;
    if !change.concerns(set.dims()) {
        return Ok(substituted);
    }
    let dims = change.list(set.dims());
    substituted
        .add_constraints(&change.bounds)?
        .add_params(&change.new)?
        .params_to_dims(&change.new)?
        .reorder_dims(&dims)
}
