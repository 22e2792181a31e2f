//! How many distinct elements of an array a kernel touches.

use crate::Count;
use dependence::domain::Domain;
use ir::access::{self, AccessKind};
use ir::{Kernel, Name, affine};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// The numbers of distinct elements of arrays that are read and that are written. `None` where data are among the subscripts, or
/// the number is not found.
pub fn footprints(kernel: &Kernel) -> BTreeMap<(Name, bool), Option<Count>> {
    let mut touched: BTreeMap<(Name, bool), Option<(Set, bool)>> = BTreeMap::new();
    for statement in kernel.statements.values() {
        for one in access::accesses(kernel, statement) {
            if !kernel.args.contains_key(&one.variable) || one.index.is_empty() {
                continue;
            }
            let inames: Vec<Name> = statement.inames.iter().chain(&one.reduced).cloned().collect();
            let own = Domain::of(kernel, kernel, statement, &inames)
                .and_then(|domain| image(kernel, &domain, &one.index, &inames));
            let key = (one.variable, one.kind == AccessKind::Write);
            let joined = match (touched.remove(&key), own.ok().flatten()) {
                (None, own) => own,
                (Some(Some((before, certain))), Some((set, own))) => {
                    before.union(&set).ok().map(|set| (set, certain && own))
                }
                _ => None,
            };
            touched.insert(key, joined);
        }
    }
    let count = |(set, certain): (Set, bool)| {
        let mut count = Count::of(&set, &kernel.assumptions)?;
        count.exact &= certain;
        Some(count)
    };
    touched.into_iter().map(|(key, set)| (key, set.and_then(count))).collect()
}

/// The elements that an access touches, and whether it must.
fn image(
    kernel: &Kernel,
    domain: &Domain,
    index: &[ir::Expr],
    inames: &[Name],
) -> Result<Option<(Set, bool)>, Error> {
    let axes: Vec<Name> = (0..index.len()).map(|axis| Name::new(format!("axis {axis}"))).collect();
    let equal = |(axis, subscript): (&Name, &ir::Expr)| {
        let subscript = affine::to_aff(subscript)?;
        let fixed = |name: &Name| inames.contains(name) || kernel.args.contains_key(name);
        subscript.names().iter().all(fixed).then(|| Constraint::eq(&Aff::dim(axis), &subscript))?
    };
    let Some(equal) = axes.iter().zip(index).map(equal).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let set = domain.possible(kernel)?.add_dims(&axes)?.add_constraints(&equal)?.project_out(inames)?;
    Ok(Some((set.coalesce()?, domain.is_certain(kernel))))
}
