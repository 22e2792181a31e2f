//! Values as keys of dictionaries and members of sets.

use crate::compare::equal;
use crate::error::Result;
use crate::hash::hash;
use crate::value::Value;
use std::hash::{Hash, Hasher};

/// A value with its hash.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) value: Value,
    pub(crate) hash: i64,
}

impl Key {
    /// The value as a key.
    ///
    /// # Errors
    /// Where it can change.
    pub(crate) fn of(value: Value) -> Result<Key> {
        Ok(Key { hash: hash(&value)?, value })
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

impl PartialEq for Key {
    /// Keys of two kinds that are refused in `is` are told apart by their values here.
    fn eq(&self, other: &Key) -> bool {
        self.hash == other.hash && equal(&self.value, &other.value)
    }
}

impl Eq for Key {}
