//! What a search left in its folder, for tools that come after it.

pub(crate) mod samples;
pub(crate) mod table;
pub(crate) mod values;
