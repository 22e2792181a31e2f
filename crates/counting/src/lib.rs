//! How often a kernel does what, as functions of its parameters: operations, accesses, distinct elements,
//! barriers and launches.
//!
//! Numbers of points are found by summing over one loop after the other (Faulhaber's formula). They are exact
//! for boxes, triangles and what is like them, and for loops that were split; where remainders or data
//! decide, a count says "at most".

mod columns;
mod count;
mod evaluate;
mod executions;
mod footprint;
mod fraction;
mod instances;
mod kinds;
mod lockstep;
mod numbers;
mod perform;
mod place;
mod points;
mod polynomial;
mod radix;
mod storage;
mod synchronization;
mod tally;
mod warps;

pub use count::Count;
pub use evaluate::{holds, integer};
pub use executions::Sizes;
pub use footprint::footprints;
pub use fraction::Fraction;
pub use kinds::{Access, Operation};
pub use numbers::{Amount, Amounts, Direction, LaunchNumbers, Numbers, numbers};
pub use place::Launched;
pub use polynomial::Polynomial;
pub use storage::Storage;
pub use synchronization::{Synchronization, synchronizations};
pub use tally::{accesses, operations};
pub use warps::{Pattern, Stride, patterns};
