//! Domains joined into one.

use super::users::reduced_inames;
use diag::Diagnostic;
use ir::{Domain, Kernel};
use pass::Refusal;
use poly::{Name, Set};
use std::collections::BTreeSet;

/// Brings these inames into one domain and returns its index.
///
/// # Errors
/// Statements that use some inames of a domain alone would lose instances.
pub fn merge_domains(kernel: &mut Kernel, inames: &[Name]) -> Result<usize, Refusal> {
    loop {
        let mut homes: Vec<usize> = inames.iter().filter_map(|name| kernel.home(name)).collect();
        homes.sort_unstable();
        homes.dedup();
        let (first, last) = match homes.as_slice() {
            [only] => return Ok(*only),
            [first, .., last] => (*first, *last),
            [] => return Err(Diagnostic::error("lp::domain::none", "the inames have no domain").into()),
        };
        let parent = |index: usize| kernel.domains.get(index).and_then(|domain| domain.parent);
        match (parent(first), parent(last)) {
            (_, Some(outer)) if outer == first => merge(kernel, first, last)?,
            (a, b) if a == b => merge(kernel, first, last)?,
            // The domains lie apart: the way to each other leads through those around them.
            (_, Some(outer)) => merge(kernel, outer, last)?,
            (Some(outer), None) => merge(kernel, outer, first)?,
            (None, None) => merge(kernel, first, last)?,
        }
    }
}

/// Merges a domain into an earlier one, its parent or one beside it.
fn merge(kernel: &mut Kernel, into: usize, from: usize) -> Result<(), Refusal> {
    let (Some(first), Some(second)) = (kernel.domains.get(into), kernel.domains.get(from)) else {
        return Ok(());
    };
    let merged = first.set.intersect(&second.set)?;
    check_kept(kernel, &merged, first, &second.set)?;
    // Inside its parent, a domain is cut down to the parent's points already.
    if second.parent != Some(into) {
        check_kept(kernel, &merged, second, &first.set)?;
    }
    if let Some(domain) = kernel.domains.get_mut(into) {
        domain.set = merged;
    }
    remove_domain(kernel, from, into);
    Ok(())
}

/// A statement that uses inames of one part alone runs for each of its points, also where the other part has
/// none.
fn check_kept(kernel: &Kernel, merged: &Set, part: &Domain, other: &Set) -> Result<(), Refusal> {
    let alone = |names: &BTreeSet<Name>| {
        names.iter().any(|name| part.set.has_dim(name)) && !names.iter().any(|name| other.has_dim(name))
    };
    let found = kernel.statements.iter().find(|(_, statement)| {
        let own: BTreeSet<Name> = statement.inames.iter().cloned().collect();
        let all = own.union(&reduced_inames(kernel, statement)).cloned().collect();
        alone(&own) || alone(&all)
    });
    let Some((id, statement)) = found else { return Ok(()) };
    let mut context = kernel.assumptions.clone();
    let mut at = part.parent;
    while let Some(domain) = at.and_then(|index| kernel.domains.get(index)) {
        context = context.intersect(&domain.set)?;
        at = domain.parent;
    }
    let left = merged.intersect(&context)?.project_out(other.dims())?;
    if part.set.intersect(&context)?.is_subset(&left)? {
        return Ok(());
    }
    let dims: Vec<String> = other.dims().iter().map(|name| format!("`{name}`")).collect();
    let message =
        format!("statement `{id}` runs also where the loop over {} has no iteration", dims.join(", "));
    let problem = Diagnostic::error("lp::domain::empty-loop", message);
    Err(problem.at_entity(statement.loc.as_ref(), statement.origin, "").into())
}

/// Removes a domain; what lay in it lies in an earlier one then.
pub fn remove_domain(kernel: &mut Kernel, index: usize, heir: usize) {
    let moved = |parent: usize| match parent {
        _ if parent == index => heir,
        _ if parent > index => parent - 1,
        _ => parent,
    };
    if index < kernel.domains.len() {
        kernel.domains.remove(index);
    }
    for domain in &mut kernel.domains {
        domain.parent = domain.parent.map(moved);
    }
}
