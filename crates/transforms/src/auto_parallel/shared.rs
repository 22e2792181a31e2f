//! Reductions that share loops, with each other and with the nests that compute what they reduce, so that one
//! launch goes through memory once for all of them.

use super::attempt::{Attempt, Blocks};
use super::reductions;
use crate::lower::realize_reduction::SharedLoops;
use crate::rename_inames::RenameInames;
use diag::Origin;
use ir::access::accesses;
use ir::{Kernel, Statement};
use pass::{InameName, NewName, Refusal};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

impl SharedLoops {
    /// Its statements, each with the outermost loop that they share.
    pub(super) fn members(&self) -> impl Iterator<Item = (Name, Name)> {
        let all = self.reductions.iter().chain(&self.computing);
        all.filter_map(|id| Some((id.clone(), self.inames.first()?.clone())))
    }
}

/// The kernel in which reductions have the inames of others over the same values, or of nests over them,
/// where they may share loops and have a variable in common, with the steps that make it and what shares
/// loops. Groups in which loops surround the reductions are not among them: these run in parallel.
pub(super) fn unite(kernel: &Kernel, blocks: Blocks, all: bool) -> Option<(Attempt, Vec<SharedLoops>)> {
    let mut united = Attempt::without_steps(kernel, blocks.atomics);
    let sums: Vec<Name> = kernel.statements.keys().filter(|id| is_open(kernel, id, all)).cloned().collect();
    for id in &sums {
        let lists = lists_alike(&united.kernel, id, &sums);
        if let Some(joined) = lists.iter().find_map(|list| with_inames(&united, id, list).ok().flatten()) {
            united = joined;
        }
    }
    let groups = SharedLoops::find(&united.kernel).ok()?;
    let groups: Vec<SharedLoops> =
        groups.into_iter().filter(|group| group.reductions.iter().all(|id| sums.contains(id))).collect();
    (!groups.is_empty()).then_some((united, groups))
}

/// Whether a statement in no loop has reductions that may be shared.
fn is_open(kernel: &Kernel, id: &Name, all: bool) -> bool {
    kernel.statements.get(id).is_some_and(|statement| {
        statement.inames.is_empty() && !reductions::shared_inames(kernel, statement, all).is_empty()
    })
}

/// Lists of as many inames as a statement reduces over: those of nests and of earlier reductions that access
/// what its reductions do.
fn lists_alike(kernel: &Kernel, id: &Name, sums: &[Name]) -> Vec<Vec<Name>> {
    let Some(own) = kernel.statements.get(id) else { return Vec::new() };
    let Some(inames) = SharedLoops::reduced(own) else { return Vec::new() };
    let used = variables(kernel, own);
    let list_of = |(other, statement): (&Name, &Statement)| {
        let reduced = || SharedLoops::reduced(statement).filter(|_| sums.contains(other));
        let list = if statement.inames.is_empty() { reduced()? } else { &statement.inames };
        let is_other = list.len() == inames.len() && list.iter().all(|iname| !inames.contains(iname));
        (is_other && !used.is_disjoint(&variables(kernel, statement))).then(|| list.to_vec())
    };
    let mut found: Vec<Vec<Name>> = Vec::new();
    for list in kernel.statements.iter().take_while(|(other, _)| *other != id).filter_map(list_of) {
        if !found.contains(&list) {
            found.push(list);
        }
    }
    found
}

/// The variables that a statement accesses.
fn variables(kernel: &Kernel, statement: &Statement) -> BTreeSet<Name> {
    accesses(kernel, statement).into_iter().map(|access| access.variable).collect()
}

/// The attempt where a statement reduces over other inames, if it shares their loops then.
fn with_inames(before: &Attempt, id: &Name, list: &[Name]) -> Result<Option<Attempt>, Refusal> {
    let statement = before.kernel.statements.get(id);
    let Some(inames) = statement.and_then(SharedLoops::reduced) else { return Ok(None) };
    let mut attempt = before.clone();
    for (old, new) in inames.iter().zip(list) {
        attempt.apply(Rc::new(RenameInames {
            old_inames: vec![InameName::from(old.as_str())],
            new_iname: NewName { name: new.clone(), origin: Origin::default() },
            existing_ok: true,
            within: None,
        }))?;
    }
    let groups = SharedLoops::find(&attempt.kernel)?;
    let is_member = groups.iter().any(|group| group.inames == list && group.reductions.contains(id));
    Ok(is_member.then_some(attempt))
}
