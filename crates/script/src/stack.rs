//! Stack for functions that call themselves as often as values nest.

/// Bytes of stack with which a function calls itself again.
pub(crate) const RED_ZONE: usize = 256 << 10;
/// Bytes of stack that are added where fewer are left.
pub(crate) const MORE_STACK: usize = 4 << 20;
