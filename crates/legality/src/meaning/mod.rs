//! The imported kernel says what it computes: each read has one last writer.

pub(crate) mod ambiguous;
pub(crate) mod own_iteration;
mod ties;
