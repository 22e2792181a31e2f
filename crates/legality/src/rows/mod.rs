//! Claim (rows): A yes that is found from rows of integers is one that sets would give too.
//!
//! Each function here answers "for sure" or "not known". What is not known is asked of sets.

mod in_order;
mod injective;
mod pair;
mod replaced;

pub(crate) use in_order::{Accesses, is_kept};
pub(crate) use injective::is_injective;
pub(crate) use replaced::{always_found, numbering_levels};
