//! Claim (meaning): Each read of the imported kernel has one last writer.

pub(crate) mod ambiguous;
pub(crate) mod own_iteration;
pub(crate) mod source;
mod ties;
