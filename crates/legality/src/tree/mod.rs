//! Claim (tree): The loop tree runs what the domains say, and work groups meet at its barriers.

pub(crate) mod divergence;
pub(crate) mod evaluated;
pub(crate) mod implemented;
pub(crate) mod indices;
