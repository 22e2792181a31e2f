//! Classes of a script, and Python's own classes of exceptions.

use super::{Native, Value};
use indexmap::IndexMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A class with at most one base, which is another class or one of the host's.
#[derive(Debug)]
pub struct Class {
    /// Its name.
    pub name: Rc<str>,
    /// The class that it derives from.
    pub base: Option<Rc<Class>>,
    /// The class of the host that it derives from.
    pub native: Option<Rc<dyn Native>>,
    /// Its name with those of the code around it, as `repr` has it.
    pub(crate) path: Rc<str>,
    /// Whether a file has it that another one imports.
    pub(crate) is_imported: bool,
    /// Whether it is one of Python's.
    pub(crate) is_python: bool,
    pub(crate) attributes: RefCell<IndexMap<Rc<str>, Value>>,
}

impl Class {
    pub(crate) fn new(name: &str, base: Option<Rc<Class>>) -> Self {
        Class {
            name: name.into(),
            base,
            native: None,
            path: name.into(),
            is_imported: false,
            is_python: false,
            attributes: RefCell::default(),
        }
    }

    /// The class and all that it derives from, the nearest first.
    pub(crate) fn lineage(self: &Rc<Self>) -> impl Iterator<Item = Rc<Class>> {
        std::iter::successors(Some(Rc::clone(self)), |class| class.base.clone())
    }

    /// What is under a name in the class or what it derives from.
    pub(crate) fn find(self: &Rc<Self>, name: &str) -> Option<Value> {
        self.lineage().find_map(|class| class.attributes.borrow().get(name).cloned())
    }

    /// Whether it is another class or derives from it.
    #[must_use]
    pub fn is_kind_of(self: &Rc<Self>, other: &Rc<Class>) -> bool {
        self.lineage().any(|class| Rc::ptr_eq(&class, other))
    }

    /// Whether its objects are exceptions.
    pub(crate) fn is_exception(self: &Rc<Self>) -> bool {
        self.is_kind_of(&super::Exception::BaseException.class())
    }
}
