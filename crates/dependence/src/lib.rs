//! Instances, their domains and conditions, and what they access: one definition of each.

pub mod access;
pub mod any_cell;
pub mod domain;
pub mod piecewise;
pub mod subscript;
pub mod unpromised;
pub mod wording;
