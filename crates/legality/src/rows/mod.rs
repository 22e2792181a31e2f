//! Claim (rows): A yes that is found from rows of integers is one that sets would give too.
//!
//! Each function here answers "for sure" or "not known". What is not known is asked of sets.

mod equalities;
mod in_order;
mod injective;
mod linear_form;
mod pair;
mod replaced;
mod shape;

pub(crate) use in_order::{Accesses, is_kept};
pub(crate) use injective::is_injective;
pub(crate) use linear_form::LinearForm;
pub(crate) use pair::ArgumentColumns;
pub(crate) use replaced::{always_found, numbering_levels};
pub(crate) use shape::Shape;
