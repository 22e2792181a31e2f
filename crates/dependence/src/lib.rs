//! Instances, their domains and conditions, and what they access: one definition of each.

pub mod access;
pub mod accessing;
pub mod any_element;
pub mod apart;
pub mod columns;
pub mod condition;
pub mod declared;
pub mod distinct;
pub mod domain;
pub mod guards;
pub mod instance;
mod multiple;
pub mod piecewise;
pub mod radix;
pub mod required;
pub mod same_value;
pub mod subscript;
pub mod uniform;
pub mod unpromised;
pub mod within_iteration;
pub mod wording;
