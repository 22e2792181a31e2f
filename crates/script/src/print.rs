//! How values print, with the functions of the script that say so.

use crate::interpreter::Interpreter;
use crate::model::{Error, Exception, Object, Result, Value};
use crate::text::{format, plain};
use std::rc::Rc;

impl Interpreter<'_> {
    /// What `str` gives.
    ///
    /// # Errors
    /// Where a function of the script has one.
    pub fn str(&mut self, value: &Value) -> Result<String> {
        match value {
            Value::Str(text) => Ok(text.to_string()),
            Value::Object(object) => match self.special(value, "__str__")? {
                Some(function) => self.text_of(&function, "__str__"),
                None if object.class.is_exception() => self.message(object),
                None => self.repr(value),
            },
            _ => self.repr(value),
        }
    }

    /// What an exception says.
    fn message(&mut self, object: &Rc<Object>) -> Result<String> {
        let args = object.args.borrow().clone();
        let is_key = object.class.is_kind_of(&Exception::KeyError.class());
        match args.as_slice() {
            [] => Ok(String::new()),
            [one] if is_key => self.repr(one),
            [one] => self.deeper(|own| own.str(one)),
            several => self.repr(&Value::tuple(several.to_vec())),
        }
    }

    /// What `repr` gives.
    pub(crate) fn repr(&mut self, value: &Value) -> Result<String> {
        plain::represent(value, &mut |object| {
            let value = Value::Object(Rc::clone(object));
            match self.special(&value, "__repr__")? {
                Some(function) => self.text_of(&function, "__repr__"),
                None if object.class.is_exception() => self.deeper(|own| own.exception_repr(object)),
                // CPython prints an address.
                None => Err(Error::refused_with(
                    format!("an object of `{}` has no text", object.class.name),
                    "give its class a function `__repr__`",
                )),
            }
        })
    }

    fn exception_repr(&mut self, object: &Object) -> Result<String> {
        let args = object.args.borrow().clone();
        let args = args.iter().map(|arg| self.repr(arg)).collect::<Result<Vec<_>>>()?;
        Ok(format!("{}({})", object.class.name, args.join(", ")))
    }

    fn text_of(&mut self, function: &Value, name: &str) -> Result<String> {
        match self.call_value(function, Vec::new())? {
            Value::Str(text) => Ok(text.to_string()),
            other => {
                let what = other.type_name();
                Err(Error::of_type(format!("{name} returned non-string (type {what})")))
            }
        }
    }

    /// A value as an f-string has it.
    pub(crate) fn formatted(
        &mut self,
        value: &Value,
        conversion: Option<char>,
        spec: &str,
    ) -> Result<String> {
        match (conversion, value) {
            (Some('s'), _) => format::formatted(&Value::text(self.str(value)?), spec),
            (Some('a'), _) => {
                let text = self.repr(value)?;
                if !text.is_ascii() {
                    return Err(Error::refused("`!a` of letters beyond ASCII"));
                }
                format::formatted(&Value::text(text), spec)
            }
            (Some(_), _) => format::formatted(&Value::text(self.repr(value)?), spec),
            (None, _) if spec.is_empty() => self.str(value),
            (None, _) => format::formatted(value, spec),
        }
    }

    /// The element of a value for an index.
    pub(crate) fn subscript(&mut self, value: &Value, index: &Value) -> Result<Value> {
        match self.special(value, "__getitem__")? {
            Some(function) => self.call_value(&function, vec![index.clone()]),
            None => {
                if let (Value::Slice(_), Value::List(list)) = (index, value) {
                    self.take_room(list.borrow().len() / 8)?;
                }
                crate::index::element(value, index)
            }
        }
    }
}
