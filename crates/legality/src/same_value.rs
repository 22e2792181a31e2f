//! Claim (same value): Two writes of one element that are left out here store the same value, so that either may be the last.

use ir::access::AccessKind;
use ir::{Kernel, Name, Statement};
use poly::{Error, Set};

use dependence::instance::Instance;
use dependence::same_value::same_value;

/// One of two accesses: the statement that makes it, and its instance.
pub(super) struct AccessBy<'a> {
    pub(super) id: &'a Name,
    pub(super) statement: &'a Statement,
    pub(super) kind: AccessKind,
    pub(super) at: &'a Instance,
}

/// Those pairs of accesses of one element that are not two writes of one value.
pub(super) fn others(
    kernel: &Kernel,
    pairs: Set,
    first: &AccessBy<'_>,
    second: &AccessBy<'_>,
) -> Result<Set, Error> {
    let writes = [first, second].iter().all(|access| access.kind == AccessKind::Write);
    if !writes || first.id != second.id {
        return Ok(pairs);
    }
    let values = [first.at.values(), second.at.values()];
    match same_value(kernel, first.id, first.statement, values) {
        Some(same) if same.is_empty() => Set::empty(pairs.params(), pairs.dims()),
        Some(same) => pairs.subtract(&pairs.add_constraints(&same)?),
        None => Ok(pairs),
    }
}
