//! Rewrites of routines, each to an equivalent one that is closer to loops over arrays.
//!
//! Each file begins with what its rewrite claims. They run in this order: error exits become conditions for the
//! caller, loop variables end with their loops, jumps become conditions, induction variables become expressions,
//! scalars that are used anew become variables of their own, and assignments that nobody reads go.

mod error_exits;
mod exits;
mod induction;
mod live_ranges;
mod liveness;
mod loop_values;
mod symbolic;
mod unread;

use crate::hir::Routine;
use diag::Diagnostic;

/// A routine without jumps.
pub(crate) fn all(mut routine: Routine, found: &mut Vec<Diagnostic>) -> Routine {
    error_exits::rewrite(&mut routine, found);
    loop_values::rewrite(&mut routine);
    exits::rewrite(&mut routine);
    unread::rewrite(&mut routine);
    induction::rewrite(&mut routine);
    live_ranges::rewrite(&mut routine);
    unread::rewrite(&mut routine);
    routine
}
