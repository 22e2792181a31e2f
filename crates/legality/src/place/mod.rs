//! Claim (place): The place of an instance in tree and hardware decides what it is ordered with.

pub(crate) mod hardware;
pub(crate) mod position;
pub(crate) mod ways;
