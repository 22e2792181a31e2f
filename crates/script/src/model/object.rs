//! Objects of classes, exceptions among them.

use super::{Class, Value};
use indexmap::IndexMap;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// An object of a class.
#[derive(Debug)]
pub struct Object {
    /// Its class.
    pub class: Rc<Class>,
    pub(crate) attributes: RefCell<IndexMap<Rc<str>, Value>>,
    /// What an exception was made with.
    pub(crate) args: RefCell<Vec<Value>>,
    /// What the host knows of an exception.
    pub(crate) payload: Option<Rc<dyn Any>>,
}

impl Object {
    pub(crate) fn new(class: Rc<Class>) -> Self {
        Object { class, attributes: RefCell::default(), args: RefCell::default(), payload: None }
    }

    /// An exception.
    #[must_use]
    pub fn exception(class: Rc<Class>, args: Vec<Value>, payload: Option<Rc<dyn Any>>) -> Self {
        Object { args: RefCell::new(args), payload, ..Object::new(class) }
    }
}
