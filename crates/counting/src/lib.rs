//! How often a kernel does what, as functions of its parameters: operations, accesses, distinct elements, barriers and
//! launches.
//!
//! Numbers of points are found by summing over one loop after the other (Faulhaber's formula). They are exact for boxes,
//! triangles and what is like them, and for loops that were split; where remainders or data decide, a count says "at most".

mod count;
mod footprint;
mod fraction;
mod points;
mod polynomial;
mod radix;
mod synchronization;
mod tally;

pub use count::Count;
pub use footprint::footprints;
pub use fraction::Fraction;
pub use polynomial::Polynomial;
pub use synchronization::{Synchronization, synchronizations};
pub use tally::{Access, Operation, accesses, operations};
