//! Subscripts lie in their arrays: what is known of loops whose bounds are data.

use crate::perform::{Performed, What, assigned};
use dependence::domain::Domain;
use ir::{Expr, Kernel, Name, Statement, affine};
use poly::{Aff, Constraint, Error, Set};

/// Points at which something may happen.
#[derive(Debug, Clone)]
pub(crate) struct Points {
    pub(crate) set: Set,
    /// Whether it happens at all of them, whatever the data.
    pub(crate) is_certain: bool,
}

/// The instances of a statement in these loops that may run under these conditions.
pub(crate) fn instances(
    kernel: &Kernel,
    statement: &Statement,
    inames: &[Name],
    conditions: &[Expr],
) -> Result<Points, Error> {
    let domain = Domain::restricted(kernel.domain_of(inames)?, kernel, kernel, inames, conditions)?;
    let (possible, is_certain) = (domain.possible(kernel)?, domain.is_certain(kernel));
    let set = match is_certain {
        true => possible,
        false => within_arrays(kernel, &assigned(kernel, statement), &possible)?,
    };
    Ok(Points { set, is_certain })
}

/// The instances whose subscripts lie in their arrays, as those of all that run do. A loop whose bounds are
/// read from memory is bounded by what it reads and writes.
pub(crate) fn within_arrays(kernel: &Kernel, work: &[Performed], instances: &Set) -> Result<Set, Error> {
    let mut known = Vec::new();
    for one in work {
        let What::Access { variable, index, .. } = &one.what else { continue };
        if !one.conditions.is_empty() || !one.reduced.iter().all(|iname| instances.has_dim(iname)) {
            continue;
        }
        for (subscript, extent) in index.iter().zip(kernel.extents(variable)) {
            let Some(subscript) = affine::to_aff(subscript) else { continue };
            let is_column = |name: &ir::Name| instances.has_dim(name) || kernel.args.contains_key(name);
            if !subscript.names().iter().all(is_column) {
                continue;
            }
            known.extend(Constraint::ge(&subscript, &Aff::constant(0)));
            let extent = extent.as_ref().and_then(affine::to_aff);
            known.extend(extent.and_then(|extent| Constraint::lt(&subscript, &extent)));
        }
    }
    instances.add_constraints(&known)
}
