//! The constants that enclose a loop.

use ir::Kernel;
use poly::{Aff, Error, Name};

/// The least and the greatest value of an iname, where constants tell them under the kernel's assumptions.
///
/// # Errors
/// Those of the operations on sets.
pub(crate) fn constant_ends(kernel: &Kernel, iname: &Name) -> Result<Option<(i64, i64)>, Error> {
    let domain = kernel.domain_of(std::slice::from_ref(iname))?.intersect(&kernel.assumptions)?;
    let value = Aff::dim(iname);
    Ok(domain.static_min(&value)?.zip(domain.static_max(&value)?))
}
