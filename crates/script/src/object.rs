//! Objects of classes, exceptions among them.

use crate::class::Class;
use crate::exception::Exception;
use crate::text::plain;
use crate::value::Value;
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

    /// What an exception says; its class where it says nothing.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.message() {
            message if message.is_empty() => self.class.name.to_string(),
            message => message,
        }
    }

    /// What `str` gives of an exception.
    pub(crate) fn message(&self) -> String {
        let args = self.args.borrow();
        let is_key = self.class.is_kind_of(&Exception::KeyError.class());
        match args.as_slice() {
            [] => String::new(),
            [Value::Str(text)] if !is_key => text.to_string(),
            [one] if is_key => plain::repr(one),
            [one] => plain::display(one),
            several => plain::repr(&Value::tuple(several.to_vec())),
        }
    }
}
