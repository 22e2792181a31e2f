//! Puts accumulators that share loops, and statements beside them, into the same loops.

use super::shared_loops::SharedLoops;
use crate::rewrite::{Change, change_statements, merge_iname, remove_unused_loops, users};
use ir::Kernel;
use pass::Refusal;
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// Where a reduction of a statement is computed.
#[derive(Debug)]
pub(super) struct Accumulation {
    /// The statement whose reduction it was.
    pub(super) statement: Name,
    /// The statement that takes in one value after the other.
    pub(super) update: Name,
    /// The reduced inames, and the loops over them in which that stands.
    pub(super) loops: Vec<(Name, Name)>,
    /// The barriers behind which the parts of groups are reduced.
    pub(super) barriers: Vec<Name>,
}

impl Accumulation {
    fn loop_of(&self, iname: &Name) -> Option<&Name> {
        self.loops.iter().find(|(old, _)| old == iname).map(|(_, new)| new)
    }
}

/// Lets the members of groups share the loops of their first accumulator, as far as these run alike.
pub(super) fn share(kernel: &mut Kernel, groups: &[SharedLoops], made: &[Accumulation]) {
    for group in groups {
        let has_loops = |one: &&Accumulation| {
            one.loops.len() == group.inames.len()
                && group.inames.iter().all(|iname| one.loop_of(iname).is_some())
        };
        let own = made.iter().filter(|one| group.reductions.contains(&one.statement));
        let members: Vec<&Accumulation> = own.filter(has_loops).collect();
        let Some((first, others)) = members.split_first() else { continue };
        let mut together = vec![*first];
        for other in others {
            let waits = |a: &Accumulation, b: &Accumulation| kernel.comes_after(&a.update, &b.update);
            if together.iter().any(|one| waits(one, other) || waits(other, one)) {
                continue;
            }
            if let Ok(mut joined) = in_same_loops(kernel, first, other) {
                for (kept, gone) in first.barriers.iter().zip(&other.barriers) {
                    unite_barriers(&mut joined, kept, gone);
                }
                *kernel = joined;
                together.push(other);
            }
        }
        if !group.computing.is_empty()
            && let Ok(Some(mut joined)) = join_loops_of(kernel, group, first)
        {
            together.iter().for_each(|one| start_before(&mut joined, group, one));
            *kernel = joined;
        }
    }
}

/// The kernel where an accumulator's loops are those of the first one.
fn in_same_loops(kernel: &Kernel, first: &Accumulation, other: &Accumulation) -> Result<Kernel, Refusal> {
    let mut joined = kernel.clone();
    for (iname, own) in &other.loops {
        if let Some(shared) = first.loop_of(iname).filter(|shared| *shared != own)
            && joined.inames.contains_key(own)
        {
            let all = users(&joined, std::slice::from_ref(own));
            merge_iname(&mut joined, own, shared, &all)?;
        }
    }
    Ok(joined)
}

/// Lets one barrier be what two were.
fn unite_barriers(kernel: &mut Kernel, kept: &Name, gone: &Name) {
    let Some(removed) = kernel.statements.shift_remove(gone) else { return };
    for (id, statement) in &mut kernel.statements {
        if id == kept {
            statement.after.extend(removed.after.iter().cloned());
        } else if statement.after.shift_remove(gone) {
            statement.after.insert(kept.clone());
        }
    }
}

/// The kernel where statements run in the loops of an accumulator, if these have the same iterations.
fn join_loops_of(
    kernel: &Kernel,
    group: &SharedLoops,
    first: &Accumulation,
) -> Result<Option<Kernel>, Refusal> {
    let new: Option<Vec<Name>> = group.inames.iter().map(|iname| first.loop_of(iname).cloned()).collect();
    let Some(new) = new else { return Ok(None) };
    let pairs: Vec<(Name, Name)> = group.inames.iter().cloned().zip(new.iter().cloned()).collect();
    for id in &group.computing {
        let Some(statement) = kernel.statements.get(id) else { return Ok(None) };
        let own = kernel.domain_of(&statement.inames)?.rename(&pairs)?;
        if !own.is_equal(&kernel.domain_of(own.dims())?)? {
            return Ok(None);
        }
    }
    let is_alone = kernel.statements.get(&first.update).is_some_and(|update| {
        let reduced = update.inames.iter().filter(|iname| new.contains(iname)).count();
        let around = kernel.statements.get(&first.statement).map_or(0, |statement| statement.inames.len());
        reduced == new.len() && update.inames.len() == reduced + around
    });
    if !is_alone {
        return Ok(None);
    }
    let values = pairs.iter().map(|(old, new)| (old.clone(), Aff::dim(new))).collect();
    let change = Change { old: group.inames.clone(), new, values, bounds: Vec::new() };
    let mut joined = kernel.clone();
    let computing: BTreeSet<Name> = group.computing.iter().cloned().collect();
    change_statements(&mut joined, &computing, &change)?;
    remove_unused_loops(&mut joined);
    Ok(Some(joined))
}

/// Lets an accumulator start before the loops that it shares, as what computes its values is within them: it
/// waits for what that waits for.
fn start_before(kernel: &mut Kernel, group: &SharedLoops, one: &Accumulation) {
    let Some(update) = kernel.statements.get(&one.update) else { return };
    let starts = |id: &&Name| {
        kernel.statements.get(*id).is_some_and(|start| {
            start.target() == update.target() && start.inames.len() < update.inames.len()
        })
    };
    let Some(start) = update.after.iter().find(starts).cloned() else { return };
    let computing = group.computing.iter().filter_map(|id| kernel.statements.get(id));
    let awaited: Vec<Name> = computing.flat_map(|statement| statement.after.clone()).collect();
    if let Some(start) = kernel.statements.get_mut(&start) {
        start.after.extend(awaited);
        start.after.retain(|id| !group.computing.contains(id));
    }
}
