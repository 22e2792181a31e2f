//! Claim (meaning): Each read of the imported kernel has one last writer.

pub(crate) mod ambiguous;
mod observed;
pub(crate) mod own_iteration;
pub(crate) mod source;
mod ties;

use ir::Name;
use own_iteration::OwnIterations;
use std::collections::BTreeSet;

/// Temporaries of a kernel without times that need less than an order of all their accesses.
#[derive(Default)]
pub(crate) struct Temporaries {
    /// Those that each iteration of some loops writes anew.
    pub(crate) iterations: OwnIterations,
    /// Those whose values nobody sees.
    pub(crate) unobserved: BTreeSet<Name>,
}
