//! Lists and tuples.

use super::Value;
use super::teardown::release;
use std::cell::{Ref, RefCell, RefMut};
use std::ops::Deref;

/// A list.
#[derive(Debug, Default)]
pub struct List(RefCell<Vec<Value>>);

impl List {
    /// The list of some items.
    #[must_use]
    pub fn new(items: Vec<Value>) -> Self {
        List(RefCell::new(items))
    }

    /// Its items.
    #[must_use]
    pub fn borrow(&self) -> Ref<'_, Vec<Value>> {
        self.0.borrow()
    }

    pub(crate) fn borrow_mut(&self) -> RefMut<'_, Vec<Value>> {
        self.0.borrow_mut()
    }

    /// Puts other items in the place of its own, which it gives.
    pub(crate) fn replace(&self, items: Vec<Value>) -> Vec<Value> {
        self.0.replace(items)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        release(self.0.get_mut().drain(..));
    }
}

/// A tuple.
#[derive(Debug)]
pub struct Tuple(Vec<Value>);

impl Tuple {
    /// The tuple of some items.
    #[must_use]
    pub fn new(items: Vec<Value>) -> Self {
        Tuple(items)
    }
}

impl Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl Drop for Tuple {
    fn drop(&mut self) {
        release(self.0.drain(..));
    }
}
