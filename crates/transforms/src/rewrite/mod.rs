//! Steps that transforms share.

mod texts;

pub use texts::{condition, located};
