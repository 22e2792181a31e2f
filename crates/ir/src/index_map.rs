//! Maps and sets that keep the order in which entries were put in, by a hash that is fast for names.
//!
//! The hash has no secret: texts that are made to collide can only slow down whoever wrote them.

use foldhash::fast::FixedState;

/// A map in the order of insertion.
pub type IndexMap<K, V> = indexmap::IndexMap<K, V, FixedState>;

/// A set in the order of insertion.
pub type IndexSet<T> = indexmap::IndexSet<T, FixedState>;
