//! Claim (races): No two accesses of one element and copy, one of them a write, run at once, unless both are atomic or write one value.
//!
//! `memory` shows it of all accesses that the reference orders. Left are those of temporaries whose order no
//! read needs: writes whose value is lost, of other iterations or before anything reads.

use ir::{AddressSpace, Name};
use poly::Error;

use super::memory::{self, IndexedAccess};
use crate::model::Model;
use crate::vouched::Findings;

/// Accesses of a temporary that may run at once, up to the first pair that is not forgiven.
pub(crate) fn check(
    model: &Model<'_>,
    name: &Name,
    uses: &[IndexedAccess<'_, '_>],
    found: &mut Findings<'_>,
) -> Result<(), Error> {
    // One work item sees a private copy.
    if model.space(name) == AddressSpace::Private {
        return Ok(());
    }
    for pair in memory::conflicting(uses) {
        poly::with_quota(memory::QUOTA, || pair.check_race(model, found))?;
        if found.refused() {
            break;
        }
    }
    Ok(())
}
