//! Proofs without sets: most orders are kept by loops that run as they did, up to a change of names, blocks of fixed
//! size, and the place in the hardware. A few rows of integers tell.
//!
//! Each function here answers "for sure" or "not known". What is not known is asked of sets.

mod equalities;
mod in_order;
mod line;
mod pair;
mod replaced;
mod shape;

pub(crate) use in_order::{Accesses, is_kept};
pub(crate) use line::Line;
pub(crate) use replaced::always_found;
pub(crate) use shape::Shape;
