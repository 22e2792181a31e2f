//! Sets as text.

pub(crate) mod print;
