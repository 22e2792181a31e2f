//! What is computed between two launches for the second one alone: bounds, flags and small arrays, which belong into that launch.

use super::is_parallel;
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Kernel, Statement};
use poly::Name;
use std::collections::BTreeSet;

/// The first statement after `before` that gives a temporary of a launch its value for what stands from `after` on, directly or
/// through others, and that no parallel loop is around; `after` itself where there is none.
///
/// Statements are taken in the order that the kernel lists them. That only proposes where a launch may end: whether it may
/// is for the checker to say.
pub(super) fn first_for<'k>(kernel: &'k Kernel, before: &Name, after: &'k Name) -> &'k Name {
    let place = |id: &Name| kernel.statements.get_full(id);
    let Some(((from, _, earlier), (to, ..))) = place(before).zip(place(after)) else { return after };
    let mut wanted: BTreeSet<Name> =
        kernel.statements.values().skip(to).flat_map(|statement| read(kernel, statement)).collect();
    let mut first = after;
    let between = kernel.statements.iter().take(to).skip(from.saturating_add(1));
    for (id, statement) in between.rev() {
        let fills = statement.target().is_some_and(|target| wanted.contains(target.name()));
        if fills && is_apart(earlier, statement) && !is_parallel(kernel, statement) {
            wanted.extend(read(kernel, statement));
            first = id;
        }
    }
    first
}

/// Whether a statement is in no loop that another one is in.
fn is_apart(other: &Statement, statement: &Statement) -> bool {
    statement.inames.first().is_none_or(|iname| !other.inames.contains(iname))
}

/// The temporaries of a launch that a statement reads, those in the bounds of its loops included.
fn read(kernel: &Kernel, statement: &Statement) -> BTreeSet<Name> {
    let is_of_launch =
        |name: &Name| kernel.temps.get(name).is_some_and(|temp| temp.space != Some(AddressSpace::Global));
    let values = accesses(kernel, statement).into_iter().filter(|access| access.kind == AccessKind::Read);
    let domains = kernel.domains_of(&statement.inames);
    let bounds =
        domains.into_iter().filter_map(|at| kernel.domains.get(at)).flat_map(|domain| domain.set.params());
    values.map(|access| access.variable).chain(bounds.cloned()).filter(is_of_launch).collect()
}
