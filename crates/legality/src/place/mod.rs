//! Where instances run, in the loop tree and in the hardware, and what that says of their order.

pub(crate) mod hardware;
pub(crate) mod position;
pub(crate) mod ways;
