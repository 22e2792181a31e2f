//! Texts: how values print, and what can be done with a text.

mod exception;
pub(crate) mod format;
pub(crate) mod methods;
pub(crate) mod percent;
pub(crate) mod plain;
pub(crate) mod printable;
