//! Copies of inames.

use ir::Kernel;
use poly::{Error, Name};
use std::collections::BTreeSet;

/// Adds a copy of an iname with a domain of its own. `renamed` lists copies, old name first, that stand in
/// for the inames on which its bounds depend; the loops of `inner` will be inside of its own.
pub(super) fn duplicate(
    kernel: &mut Kernel,
    iname: &Name,
    renamed: &[(Name, Name)],
    inner: &[Name],
) -> Result<Name, Error> {
    let copy = named(kernel, iname);
    if let Some(domain) = kernel.home(iname).and_then(|home| kernel.domains.get(home)) {
        let inner: Vec<Name> = inner.iter().filter(|name| domain.set.has_dim(name)).cloned().collect();
        let set = &domain.set.project_out(&inner)?;
        let others: Vec<Name> = set.dims().iter().filter(|dim| *dim != iname).cloned().collect();
        let columns = |name: &Name| set.has_dim(name) || set.has_param(name);
        let mut names: Vec<(Name, Name)> = renamed.iter().filter(|(old, _)| columns(old)).cloned().collect();
        names.push((iname.clone(), copy.clone()));
        let around = set.project_out(std::slice::from_ref(iname))?.dims_to_params(&others)?;
        // What holds in the loops around says nothing of this one.
        let own = set.dims_to_params(&others)?.simplify_in(&around)?;
        let set = own.rename(&names)?.drop_unused_params()?;
        put_in_line(kernel, set.params());
        kernel.add_domain(set);
    }
    Ok(copy)
}

/// Puts the domains of inames inside of each other, where one that depends on all of them could not be inside
/// of all otherwise: loops of a reduction that did not depend on each other before.
fn put_in_line(kernel: &mut Kernel, inames: &[Name]) {
    let homes: BTreeSet<usize> = inames.iter().filter_map(|iname| kernel.home(iname)).collect();
    for (outer, inner) in homes.iter().zip(homes.iter().skip(1)) {
        let parent = |at: usize| kernel.domains.get(at).and_then(|domain| domain.parent);
        let ancestors = |at: usize| std::iter::successors(Some(at), |at| parent(*at));
        let Some(top) = ancestors(*inner).take_while(|at| at > outer).last() else { continue };
        let fits =
            parent(top).is_none_or(|parent| parent != *outer && ancestors(*outer).any(|at| at == parent));
        if fits && let Some(domain) = kernel.domains.get_mut(top) {
            domain.parent = Some(*outer);
        }
    }
}

/// A new iname that is realised as another one, without a domain yet.
pub(super) fn named(kernel: &mut Kernel, iname: &Name) -> Name {
    let copy = kernel.fresh_name(iname);
    let entry = kernel.inames.get(iname).cloned().unwrap_or_default();
    kernel.inames.insert(copy.clone(), entry);
    copy
}

/// Whether the bounds of an iname depend on one of these, directly or through others.
pub(super) fn depends_on(kernel: &Kernel, iname: &Name, names: &[(Name, Name)]) -> bool {
    let around = kernel.domains_of([iname]);
    let mut sets = around.iter().filter_map(|at| kernel.domains.get(*at)).map(|domain| &domain.set);
    sets.any(|set| names.iter().any(|(old, _)| set.has_dim(old) || set.has_param(old)))
}
