//! The loop tree runs each statement on its domain, once, and barriers are met by whole work groups.

pub(crate) mod divergence;
pub(crate) mod implemented;
pub(crate) mod reached;
