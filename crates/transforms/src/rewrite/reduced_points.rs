//! Over which points a reduction runs, as far as that depends on where it stands.

use ir::Kernel;
use poly::{Error, Name, Set};

/// The points of these inames for fixed values of those around, which are parameters of the set if it depends
/// on them.
///
/// # Errors
/// Those of the operations on sets.
pub(crate) fn reduced_points(kernel: &Kernel, reduced: &[Name], around: &[Name]) -> Result<Set, Error> {
    let around: Vec<Name> = around.iter().filter(|name| !reduced.contains(name)).cloned().collect();
    let all: Vec<Name> = around.iter().chain(reduced).cloned().collect();
    let known = kernel.domain_of(&around)?.dims_to_params(&around)?;
    kernel.domain_of(&all)?.dims_to_params(&around)?.simplify_in(&known)?.drop_unused_params()
}
