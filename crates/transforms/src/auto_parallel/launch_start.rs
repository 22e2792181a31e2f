//! What is computed between two launches for the second one alone: bounds, flags and small arrays, which
//! belong into that launch.

use super::{is_parallel, is_parallel_loop};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Kernel, Statement};
use poly::Name;
use std::collections::BTreeSet;

/// The statement after `before` at which a new launch may begin for `after`: the first one of the parallel
/// nest of `after`, or what stands before that nest, in no parallel loop, and gives a temporary of a launch
/// its value for what follows, directly or through others.
///
/// Statements are taken in the order that the kernel lists them. That only proposes where a launch may end:
/// whether it may is for the checker to say.
pub(super) fn first_for<'k>(kernel: &'k Kernel, before: &Name, after: &'k Name) -> &'k Name {
    let after = first_of_nest(kernel, before, after);
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

/// The first statement after `before` that `after` follows in a parallel loop, so that what iterations hand
/// on in that loop need not outlive a launch; `after` itself where the loop is around `before` too.
fn first_of_nest<'k>(kernel: &'k Kernel, before: &Name, after: &'k Name) -> &'k Name {
    let place = |id: &Name| kernel.statements.get_full(id);
    let Some(((from, _, earlier), (to, _, later))) = place(before).zip(place(after)) else { return after };
    let shares = |statement: &Statement| {
        let mut around = statement.inames.iter().filter(|iname| later.inames.contains(*iname));
        around.any(|iname| is_parallel_loop(kernel, iname))
    };
    if shares(earlier) {
        return after;
    }
    let mut between = kernel.statements.iter().take(to).skip(from.saturating_add(1));
    let first = between.find(|(id, statement)| shares(statement) && kernel.comes_after(after, id));
    first.map_or(after, |(id, _)| id)
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
