//! Dictionaries, in the order in which their keys came.

use super::teardown::release;
use super::{Key, Result, State, Value};
use indexmap::IndexMap;

/// A dictionary.
#[derive(Debug, Clone, Default)]
pub struct Dict {
    entries: IndexMap<Key, Value>,
    /// How often keys came and went.
    changes: u64,
}

impl Dict {
    /// How many entries it has.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What tells whether it is the one that it was.
    pub(crate) fn state(&self) -> State {
        State { size: self.len(), changes: self.changes }
    }

    /// The value of a key.
    ///
    /// # Errors
    /// Where the key can change.
    pub fn get(&self, key: &Value) -> Result<Option<Value>> {
        Ok(self.entries.get(&Key::new(key.clone())?).cloned())
    }

    /// Sets the value of a key; a key that is there keeps its place.
    ///
    /// # Errors
    /// Where the key can change.
    pub fn insert(&mut self, key: Value, value: Value) -> Result<()> {
        if self.entries.insert(Key::new(key)?, value).is_none() {
            self.changes += 1;
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, key: &Value) -> Result<Option<Value>> {
        self.changes += 1;
        Ok(self.entries.shift_remove(&Key::new(key.clone())?))
    }

    pub(crate) fn pop(&mut self) -> Option<(Value, Value)> {
        self.changes += 1;
        self.entries.pop().map(|(key, value)| (key.value, value))
    }

    pub(crate) fn clear(&mut self) {
        self.changes += 1;
        self.entries.clear();
    }

    /// The entry at a place.
    pub(crate) fn entry_at(&self, place: usize) -> Option<(Value, Value)> {
        self.entries.get_index(place).map(|(key, value)| (key.value.clone(), value.clone()))
    }

    pub(crate) fn keys(&self) -> Vec<Value> {
        self.entries.keys().map(|key| key.value.clone()).collect()
    }

    pub(crate) fn values(&self) -> Vec<Value> {
        self.entries.values().cloned().collect()
    }

    /// All entries as pairs, in order.
    pub(crate) fn pairs(&self) -> Vec<Value> {
        self.entries().into_iter().map(|(key, value)| Value::tuple(vec![key, value])).collect()
    }

    /// All entries, in order.
    #[must_use]
    pub fn entries(&self) -> Vec<(Value, Value)> {
        self.entries.iter().map(|(key, value)| (key.value.clone(), value.clone())).collect()
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        release(self.entries.drain(..).map(|(_, value)| value));
    }
}
