//! What other statements of a loop have to do with an update.

use super::scalars::PlacedRead;
use super::unchanged::changed_after;
use ir::access::{accesses, bounds};
use ir::{Kernel, Promise, Statement};
use pass::Refusal;
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// The statements of a loop that write what an update reads, and behind which it may read it. Those that are
/// `gone` by then do not matter. The inner error says which one gets into its way.
pub(super) fn preceding_writers(
    kernel: &Kernel,
    id: &Name,
    statement: &Statement,
    iname: &Name,
    reads: &[PlacedRead],
    gone: &BTreeSet<Name>,
) -> Result<Result<BTreeSet<Name>, String>, Refusal> {
    let Some(element) = statement.target().map(ir::LValue::name) else { return Ok(Ok(BTreeSet::new())) };
    let own_bounds = bounds(kernel, statement);
    if let Some(why) = promised(kernel, id, iname).or_else(|| {
        own_bounds.contains(element).then(|| format!("`{element}` is a bound of a loop around `{id}`"))
    }) {
        return Ok(Err(why));
    }
    if let Some(other) = interleaved(kernel, statement, iname, gone) {
        return Ok(Err(format!("by its time `{other}` runs between iterations of `{iname}`")));
    }
    let inside: Vec<(&Name, &Statement)> = kernel
        .statements
        .iter()
        .filter(|(other, s)| *other != id && s.inames.contains(iname) && !gone.contains(*other))
        .collect();
    // The reduction takes all iterations at once: nothing else in them may use the element, or
    // change a bound of its loops.
    for (other, statement) in &inside {
        let is_read = || accesses(kernel, statement).iter().any(|access| access.variable == *element);
        if is_read() || bounds(kernel, statement).contains(element) {
            return Ok(Err(format!("`{other}` uses `{element}` in each iteration of `{iname}`")));
        }
        if let Some(bound) =
            statement.target().map(ir::LValue::name).filter(|name| own_bounds.contains(*name))
        {
            return Ok(Err(format!(
                "`{other}` writes `{bound}`, a bound of a loop around `{id}`, in loop `{iname}`"
            )));
        }
    }
    let mut follows = BTreeSet::new();
    for read in reads.iter().filter(|read| read.access.variable != *element) {
        let name = &read.access.variable;
        if let Some(other) = changed_after(kernel, iname, read, &inside)? {
            return Ok(Err(format!("`{other}` writes `{name}`, which `{id}` reads, in loop `{iname}`")));
        }
        let writes = |statement: &Statement| statement.target().is_some_and(|target| target.name() == name);
        follows.extend(inside.iter().filter(|(_, s)| writes(s)).map(|(other, _)| (*other).clone()));
    }
    Ok(Ok(follows))
}

/// A statement of another loop whose times lie between those of this one.
fn interleaved<'k>(
    kernel: &'k Kernel,
    statement: &Statement,
    iname: &Name,
    gone: &BTreeSet<Name>,
) -> Option<&'k Name> {
    let time = statement.time.as_ref()?;
    let at = time.iter().position(|level| *level == Aff::dim(iname))?;
    let around = time.get(..at)?;
    let is_between = |other: &Statement| {
        let level = other.time.as_ref().filter(|own| own.starts_with(around)).and_then(|own| own.get(at));
        !other.inames.contains(iname) && level.is_some_and(|level| level.as_constant().is_none())
    };
    let found = kernel.statements.iter().find(|(id, other)| !gone.contains(*id) && is_between(other));
    found.map(|(id, _)| id)
}

/// Whether a promise would say something else without the loop.
fn promised(kernel: &Kernel, id: &Name, iname: &Name) -> Option<String> {
    let speaks = |promise: &Promise| matches!(promise, Promise::Distinct { statement, inames } if statement == id && inames.contains(iname));
    kernel
        .promises
        .iter()
        .any(speaks)
        .then(|| format!("a promise speaks of the iterations of `{iname}` in which `{id}` runs"))
}
