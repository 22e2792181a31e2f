//! Values as keys of dictionaries and members of sets.

use crate::compare::equal;
use crate::error::{Error, Result};
use crate::hash::hash;
use crate::value::Value;
use std::hash::{Hash, Hasher};

/// A value with its hash.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) value: Value,
    pub(crate) hash: i64,
    /// When it was made, among all keys.
    born: u64,
}

thread_local! {
    static BORN: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Key {
    /// The value as a key.
    ///
    /// # Errors
    /// Where it can change, or equals nothing.
    pub(crate) fn of(value: Value) -> Result<Key> {
        if matches!(value, Value::Float(number) if number.is_nan()) {
            // CPython tells whether it is the very same one, which no value is here.
            return Err(Error::refused("NaN as a key or a member"));
        }
        let born = BORN.get();
        BORN.set(born.wrapping_add(1));
        Ok(Key { hash: hash(&value)?, value, born })
    }

    /// Puts members whose order CPython leaves to chance, such as texts, into the order in which they came.
    pub(crate) fn settle(keys: &mut [Key]) {
        if keys.iter().any(|key| !is_ordered(&key.value)) {
            keys.sort_by_key(|key| key.born);
        }
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

/// Whether CPython gives the value the same hash in each run.
fn is_ordered(value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::Bool(_) | Value::Float(_) | Value::Complex(_) => true,
        Value::Tuple(items) => items.iter().all(is_ordered),
        _ => false,
    }
}
