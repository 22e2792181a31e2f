//! What a file binds.

use super::Value;
use indexmap::IndexMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A file and the names that it binds at its top.
#[derive(Debug, Default)]
pub struct Module {
    /// The file's name.
    pub name: String,
    /// Whether another file imports it.
    pub(crate) is_imported: bool,
    pub(crate) names: RefCell<IndexMap<Rc<str>, Value>>,
}

impl Module {
    /// A module that binds nothing yet.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Module { name: name.to_owned(), ..Module::default() }
    }

    /// What a name is bound to.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value> {
        self.names.borrow().get(name).cloned()
    }

    /// Binds a name.
    pub fn set(&self, name: &str, value: Value) {
        self.names.borrow_mut().insert(name.into(), value);
    }

    /// The names that are bound, in the order in which they were first.
    #[must_use]
    pub fn names(&self) -> Vec<Rc<str>> {
        self.names.borrow().keys().cloned().collect()
    }
}
