//! Arrays whose pointers are not `restrict`.
//!
//! `restrict` lets a compiler assume that whoever writes an element uses this very pointer (C99, 6.7.3.1).
//! But each work item has pointers of its own. An element that one work item writes and another one reads
//! behind a barrier breaks the promise: Clang then keeps what it loaded before the barrier
//! (`docs/reliability.md`). Within a work item alone, and across launches, it holds.

use crate::merged_loads::merged_with_written;
use crate::usage::is_shared;
use ir::{Kernel, Launch, Name, Statement, Step};
use std::collections::BTreeSet;

/// The arrays of a launch for which `restrict` would promise too much, or more than compilers get right.
pub(crate) fn unrestricted(kernel: &Kernel, launch: &Launch) -> BTreeSet<Name> {
    let meets = launch.body.iter().any(Step::meets);
    let mut found = merged_with_written(kernel, launch);
    exchanged(kernel, &launch.body, meets, &mut found);
    found
}

/// The arrays through which work items of a group may tell each other something: all that they write, where
/// they meet, and those that several of them update at once.
fn exchanged(kernel: &Kernel, steps: &[Step], meets: bool, found: &mut BTreeSet<Name>) {
    let tells = |statement: &&Statement| meets || statement.atomic.is_some();
    for step in steps {
        match step {
            Step::For(inner) => exchanged(kernel, &inner.body, meets, found),
            Step::If { then, otherwise, .. } => {
                [then, otherwise].into_iter().for_each(|side| exchanged(kernel, side, meets, found));
            }
            Step::Barrier { .. } => {}
            Step::Run(id) => {
                let statement = kernel.statements.get(id).filter(tells);
                let target = statement.and_then(Statement::target).map(|target| target.name().clone());
                found.extend(target.filter(|name| is_shared(kernel, name)));
            }
        }
    }
}
