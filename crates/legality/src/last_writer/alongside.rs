//! Claim (alongside): What stands in a body around a read runs in each iteration in which the read is made, for the same values of its inames.
//!
//! Its loops and conditions are all around the read too, so the tree runs it whenever it gets there; and
//! where the hardware gives its inames their values, the work item of the read is one that runs it, since
//! they are inames of the read as well.

use crate::actor::ActorAccess;
use crate::model::Model;
use dependence::access::reads_memory;

/// Whether a write fills the element that is read, in the same iteration of all loops around the write, by
/// where both stand in the tree.
pub(crate) fn fills(model: &Model<'_>, write: ActorAccess<'_, '_>, read: ActorAccess<'_, '_>) -> bool {
    let (fill, user) = (write.actor, read.actor);
    let (stored, read) = (write.access, read.access);
    fill.runs
        && fill.path.shares_its_body_with(&user.path)
        && fill.statement.in_advance().is_empty()
        && fill.statement.inames.iter().all(|iname| user.statement.inames.contains(iname))
        && stored.index == read.index
        && !stored.index.iter().any(|subscript| reads_memory(model.kernel, subscript))
}
