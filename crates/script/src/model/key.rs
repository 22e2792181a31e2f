//! Values as keys of dictionaries and members of sets.

use super::equality::equal;
use super::hash::hash;
use super::{Result, Value};
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
    pub(crate) fn new(value: Value) -> Result<Key> {
        let born = BORN.get();
        BORN.set(born.wrapping_add(1));
        Ok(Key { hash: hash(&value)?, value, born })
    }

    /// The value as one that is looked for: a set is found as the frozen set with its members.
    ///
    /// # Errors
    /// Where it can change in another way.
    pub(crate) fn searched(value: &Value) -> Result<Key> {
        match value {
            Value::Set(set) if !set.is_frozen() => Key::new(Value::set(set.copy(true))),
            _ => Key::new(value.clone()),
        }
    }

    /// Whether CPython's hash of it is made of an address.
    pub(crate) fn has_address(&self) -> bool {
        has_address(&self.value)
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
        Value::Set(set) => set.values().iter().all(is_ordered),
        Value::Range(range) => range.length() > 1,
        _ => false,
    }
}

fn has_address(value: &Value) -> bool {
    match value {
        Value::Tuple(items) => items.iter().any(has_address),
        Value::Set(set) => set.values().iter().any(has_address),
        // Its hash is that of `None` where it lacks a second number.
        Value::Range(range) => range.length() < 2,
        Value::Str(_) | Value::Native(_) => false,
        _ => !is_ordered(value),
    }
}
