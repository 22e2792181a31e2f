//! Claim (place): The place of an instance in tree and hardware decides what it is ordered with.

pub(crate) mod hardware;
pub(crate) mod position;
pub(crate) mod ways;

use dependence::instance::Instance;
use ir::Statement;
use position::Path;

/// An instance, and the place in the tree where it runs.
#[derive(Clone, Copy)]
pub(crate) struct PlacedInstance<'a> {
    pub(crate) statement: &'a Statement,
    pub(crate) path: &'a Path<'a>,
    pub(crate) at: &'a Instance,
}
