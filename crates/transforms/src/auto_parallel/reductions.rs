//! Reductions that groups and work items share.

use super::attempt::{Attempt, Blocks, is_few, iterations};
use super::family::Family;
use crate::recognize_reductions::is_exact;
use crate::rewrite::outermost_reductions;
use ir::typing;
use ir::{Expr, InameTag, Kernel, Node, Statement};
use pass::{PosInt, Refusal};
use poly::{Error, Name};

/// Groups that share a reduction: enough for the largest devices, and few enough for one group to reduce
/// their parts.
const SHARES: i64 = 1024;

/// Groups that share one on a processor: more than it has cores, and as few as one of them reduces the parts
/// of alone, without a barrier, which plain C has none of.
const SHARES_OF_PROCESSOR: i64 = 128;

/// Iterations that a core takes one after the other, where each takes the next elements of memory.
const RUN_OF_PROCESSOR: i64 = 4096;

/// Groups that share the rows of one: as many as help to wait for memory where a row takes few iterations.
const ROWS: i64 = 4096;

/// A loop of fewer iterations, as constants tell, is not worth sharing.
const FEW: i64 = 32;

/// The reductions of a statement that none other is around, and that may be shared: with `all` those too
/// whose result depends on the order.
fn shared<'s>(kernel: &Kernel, statement: &'s Statement, all: bool) -> Vec<&'s [Name]> {
    let whole = statement.value().map(outermost_reductions).unwrap_or_default();
    let may_be_shared = |whole: &'s Expr| match whole.node() {
        Node::Reduce { op, inames, .. } => {
            (all || is_exact(op, typing::type_of(kernel, whole))).then_some(inames.as_slice())
        }
        _ => None,
    };
    whole.into_iter().filter_map(may_be_shared).collect()
}

/// The loops of the reductions of a statement that may be shared.
pub(super) fn shared_inames(kernel: &Kernel, statement: &Statement, all: bool) -> Vec<Name> {
    shared(kernel, statement, all).concat()
}

/// A reduced loop, and one within it, shared between groups and their work items.
pub(super) fn attempt(kernel: &Kernel, id: &Name, name: &Name, blocks: Blocks) -> Result<Attempt, Refusal> {
    if iterations(kernel, name)?.is_some_and(|count| count < FEW) {
        return Err(Refusal::empty(format!("`{name}` has few iterations")).into());
    }
    let reductions = kernel.statements.get(id).map(|statement| shared(kernel, statement, true));
    let inner = reductions.into_iter().flatten().find_map(|inames| {
        let at = inames.iter().position(|iname| iname == name)?;
        inames.get(at + 1..)?.last()
    });
    if blocks.work_items
        && let Some(inner) = inner
        && let Ok(Some(attempt)) = in_rows(kernel, name, inner, blocks)
        && let Some(accepted) = attempt.accepted()
    {
        return Ok(accepted);
    }
    let blocks = if inner.is_none() { blocks.of_elements()? } else { blocks };
    in_one_loop(kernel, name, blocks).and_then(Attempt::accepted_or_why)
}

impl Blocks {
    /// Blocks of a loop that no other is in.
    fn of_elements(self) -> Result<Self, Refusal> {
        let run = PosInt::new(self.length.get().max(RUN_OF_PROCESSOR)).ok_or(Error::Overflow)?;
        Ok(if self.work_items { self } else { Blocks { length: run, ..self } })
    }
}

/// Groups take iterations of the outer loop, and neighbouring work items of them neighbouring iterations of
/// the inner one.
fn in_rows(kernel: &Kernel, outer: &Name, inner: &Name, blocks: Blocks) -> Result<Option<Attempt>, Refusal> {
    if iterations(kernel, inner)?.is_some_and(|count| count < FEW) {
        return Ok(None);
    }
    let mut attempt = Attempt::without_steps(kernel, blocks.atomics);
    let groups = PosInt::new(ROWS).ok_or(Error::Overflow)?;
    let tag = Some(InameTag::Group(0));
    if iterations(kernel, outer)?.is_some_and(|count| count <= ROWS) {
        attempt.tag(&Family::single(outer), InameTag::Group(0))?;
    } else {
        attempt.split(outer, groups, [None, tag])?;
    }
    if is_few(kernel, &Family::single(inner), blocks)? {
        attempt.tag(&Family::single(inner), InameTag::Local(0))?;
    } else {
        attempt.split(inner, blocks.length, [None, Some(InameTag::Local(0))])?;
    }
    attempt.note_parallel(kernel);
    Ok(Some(attempt))
}

/// The work items of all groups take iterations of one loop.
fn in_one_loop(kernel: &Kernel, name: &Name, blocks: Blocks) -> Result<Attempt, Refusal> {
    let family = Family::single(name);
    if is_few(kernel, &family, blocks)? {
        return Attempt::new(kernel, &family, blocks);
    }
    let groups = if blocks.work_items { SHARES } else { SHARES_OF_PROCESSOR };
    Attempt::shared(kernel, &family, blocks, groups)
}
