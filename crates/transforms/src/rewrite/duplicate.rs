//! Copies of inames, for some of the statements that use them.

use super::change::Change;
use super::loops::change_loops;
use super::statements::{change_statements, users};
use super::users::reduced_inames;
use diag::Diagnostic;
use ir::{Domain, Iname, IndexMap, Kernel};
use pass::Refusal;
use poly::{Name, Set};
use std::collections::BTreeSet;

/// An iname and its copy.
pub type InameCopy = (Name, Name);

/// Gives the selected statements loops of their own in place of these inames. An iname that no other
/// statement uses is renamed instead of copied. Copies start without tags.
///
/// # Errors
/// A loop of a selected statement has bounds that depend on one of the inames and is not copied with it.
pub fn duplicate(kernel: &mut Kernel, selected: &BTreeSet<Name>, pairs: &[InameCopy]) -> Result<(), Refusal> {
    let old: Vec<Name> = pairs.iter().map(|(old, _)| old.clone()).collect();
    if users(kernel, &old).is_subset(selected) {
        for (old, new) in pairs {
            let change = Change::rename(old, new);
            change_statements(kernel, selected, &change)?;
            change_loops(kernel, &change, &[])?;
        }
        return Ok(());
    }
    check_dependents(kernel, selected, &old)?;
    copy_loops(kernel, pairs)?;
    for (old, new) in pairs {
        change_statements(kernel, selected, &Change::rename(old, new))?;
    }
    Ok(())
}

/// Adds loops with the bounds of others, which no statement uses yet.
///
/// # Errors
/// Those of the operations on sets.
pub fn copy_loops(kernel: &mut Kernel, pairs: &[InameCopy]) -> Result<(), Refusal> {
    copy_domains(kernel, pairs)?;
    copy_priorities(kernel, pairs);
    let mut inames = IndexMap::default();
    for (name, iname) in std::mem::take(&mut kernel.inames) {
        let copy = pairs.iter().find(|(old, _)| *old == name);
        let added = copy.map(|(_, new)| (new.clone(), Iname { tag: None, ..iname.clone() }));
        inames.extend([(name, iname)].into_iter().chain(added));
    }
    kernel.inames = inames;
    Ok(())
}

/// A loop inside the copied one keeps its bounds, so they must not mention the original.
fn check_dependents(kernel: &Kernel, selected: &BTreeSet<Name>, old: &[Name]) -> Result<(), Refusal> {
    let mut problems = Vec::new();
    let statements = kernel.statements.iter().filter(|(name, _)| selected.contains(*name));
    let mut reported = BTreeSet::new();
    for (_, statement) in statements {
        let mut inames = reduced_inames(kernel, statement);
        inames.extend(statement.inames.iter().cloned());
        if !old.iter().any(|name| inames.contains(name)) {
            continue;
        }
        for iname in inames.iter().filter(|name| !old.contains(name)) {
            let home = kernel.home(iname).and_then(|index| kernel.domains.get(index));
            let outer = home.and_then(|domain| domain.set.params().iter().find(|param| old.contains(param)));
            if let Some(outer) = outer
                && reported.insert(iname.clone())
            {
                let message =
                    format!("the bounds of loop `{iname}` depend on `{outer}`, which would be copied alone");
                let problem = Diagnostic::error("lp::duplicate::dependent", message);
                let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "used here");
                let all: Vec<&str> = old.iter().chain([iname]).map(Name::as_str).collect();
                problems.push(problem.help(format!(
                    "copy them together first: `duplicate_inames(\"{}\", ..)`",
                    all.join(", ")
                )));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// A domain whose inames are all copied gets a copy, and so does one inside of such a domain; in others that
/// have inames which stay, the copies are bounded like the originals.
fn copy_domains(kernel: &mut Kernel, pairs: &[InameCopy]) -> Result<(), poly::Error> {
    let mut copied: IndexMap<usize, usize> = IndexMap::default();
    for index in 0..kernel.domains.len() {
        let count = kernel.domains.len();
        let Some(domain) = kernel.domains.get(index) else { break };
        let is_old = |name: &Name| pairs.iter().any(|(old, _)| old == name);
        if !domain.set.dims().iter().any(is_old) {
            continue;
        }
        let others: Vec<Name> = domain.set.dims().iter().filter(|dim| !is_old(dim)).cloned().collect();
        let around = within_copied(kernel, &copied, domain)?;
        if others.is_empty() || around.is_some() {
            // Bounds that depend on copied loops hold in the copies of those.
            let (set, parent) =
                around.map_or_else(|| (domain.set.clone(), domain.parent), |(set, at)| (set, Some(at)));
            let set = renamed(&set, pairs)?.project_out(&others)?;
            kernel.domains.push(Domain { set, parent });
            copied.insert(index, count);
        } else {
            let copy = renamed(&domain.set, pairs)?;
            let mut dims = Vec::new();
            for dim in domain.set.dims() {
                dims.push(dim.clone());
                dims.extend(pairs.iter().filter(|(old, _)| old == dim).map(|(_, new)| new.clone()));
            }
            let both = domain.set.intersect(&copy)?.reorder_dims(&dims)?;
            if let Some(domain) = kernel.domains.get_mut(index) {
                domain.set = both;
            }
        }
    }
    Ok(())
}

/// A domain as it stands within the nearest domain around it that has a copy, which is given too. Loops
/// between both that have none leave what they say of its bounds.
fn within_copied(
    kernel: &Kernel,
    copied: &IndexMap<usize, usize>,
    domain: &Domain,
) -> Result<Option<(Set, usize)>, poly::Error> {
    let (mut set, mut around) = (domain.set.clone(), domain.parent);
    while let Some((at, Domain { set: outer, parent })) =
        around.and_then(|at| Some((at, kernel.domains.get(at)?)))
    {
        if let Some(copy) = copied.get(&at) {
            return Ok(Some((set, *copy)));
        }
        let between: Vec<Name> = outer.dims().iter().filter(|dim| set.has_param(dim)).cloned().collect();
        if !between.is_empty() {
            set = set.intersect(outer)?.project_out(outer.dims())?;
        }
        around = *parent;
    }
    Ok(None)
}

fn renamed(set: &Set, pairs: &[InameCopy]) -> Result<Set, poly::Error> {
    let is_in_set = |name: &Name| set.has_dim(name) || set.has_param(name);
    let own: Vec<InameCopy> = pairs.iter().filter(|(old, _)| is_in_set(old)).cloned().collect();
    set.rename(&own)
}

/// An order of loops holds for the copies as well.
fn copy_priorities(kernel: &mut Kernel, pairs: &[InameCopy]) {
    let mut copies = Vec::new();
    for list in &kernel.priorities {
        let new =
            |name: &Name| pairs.iter().find(|(old, _)| old == name).map_or(name, |(_, new)| new).clone();
        let copy: Vec<Name> = list.iter().map(new).collect();
        if copy != *list {
            copies.push(copy);
        }
    }
    kernel.priorities.extend(copies);
}
