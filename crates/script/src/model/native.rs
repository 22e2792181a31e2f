//! Values of the host: what a script is given beside Python's own.

use super::{Call, Error, Result, Value};
use std::any::Any;
use std::fmt::Debug;
use std::rc::Rc;

/// A value of the host. Whatever is not answered here is what no value of the kind can do.
pub trait Native: Debug + Any {
    /// The name of its type, for messages and `type`.
    fn type_name(&self) -> &str;

    /// What `str` and `repr` give.
    fn display(&self) -> String;

    /// The value for a downcast.
    fn as_any(&self) -> &dyn Any;

    /// Calls it.
    ///
    /// # Errors
    /// What the call comes to.
    fn call(&self, call: &Call<'_>) -> Result<Value> {
        let _ = call;
        Err(Error::of_type(format!("'{}' object is not callable", self.type_name())))
    }

    /// Whether it can be called.
    fn is_callable(&self) -> bool {
        false
    }

    /// What is under a name; none where nothing is.
    ///
    /// # Errors
    /// Where there is something that cannot be had.
    fn attribute(&self, name: &str) -> Result<Option<Value>> {
        let _ = name;
        Ok(None)
    }

    /// The names under which there is something.
    fn attributes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The element for an index.
    ///
    /// # Errors
    /// Where there is none.
    fn item(&self, index: &Value) -> Result<Value> {
        let _ = index;
        Err(Error::of_type(format!("'{}' object is not subscriptable", self.type_name())))
    }

    /// Its elements, where it has any.
    fn elements(&self) -> Option<Vec<Value>> {
        None
    }

    /// Whether it counts as true.
    fn truth(&self) -> bool {
        self.elements().is_none_or(|elements| !elements.is_empty())
    }

    /// Whether it equals another value; the same value always does.
    fn equals(&self, other: &Value) -> bool {
        let _ = other;
        false
    }

    /// What values that equal each other have in common, for sets and dictionaries; none where only the same
    /// value equals it.
    fn key(&self) -> Option<String> {
        None
    }

    /// Whether a class may derive from it.
    fn is_class(&self) -> bool {
        false
    }

    /// Whether a value is an object of it, for `isinstance`.
    fn is_instance(&self, value: &Value) -> bool {
        let _ = value;
        false
    }

    /// What a class of the script that derives from it stands for, where that is not an ordinary class.
    ///
    /// # Errors
    /// Where no class may derive from it in this way.
    fn derived(&self, name: &str, has_members: bool) -> Result<Option<Value>> {
        let _ = (name, has_members);
        Ok(None)
    }
}

impl Value {
    /// A value of the host.
    #[must_use]
    pub fn native(value: impl Native) -> Value {
        Value::Native(Rc::new(value))
    }

    /// The host's value of a type that this one is.
    #[must_use]
    pub fn downcast<T: 'static>(&self) -> Option<&T> {
        match self {
            Value::Native(native) => native.as_any().downcast_ref(),
            _ => None,
        }
    }
}
