//! Copies of inames.

use ir::Kernel;
use poly::{Error, Name};

/// Adds a copy of an iname with a domain of its own. `renamed` lists copies, old name first, that stand in for the
/// inames on which its bounds depend; the loops of `inner` will be inside of its own.
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
        let set = set.dims_to_params(&others)?.rename(&names)?.drop_unused_params()?;
        kernel.add_domain(set);
    }
    Ok(copy)
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
