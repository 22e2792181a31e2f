//! What is under a name of a value.

use crate::class::Class;
use crate::error::{Error, Result};
use crate::exception::Exception;
use crate::frame::Frame;
use crate::function::{Callee, Method};
use crate::interpreter::Interpreter;
use crate::methods;
use crate::object::Object;
use crate::value::Value;
use std::rc::Rc;

impl Interpreter<'_> {
    /// What is under a name of a value.
    pub(crate) fn attribute(&mut self, value: &Value, name: &str) -> Result<Value> {
        match self.found_attribute(value, name)? {
            Some(found) => Ok(found),
            None => Err(missing(value, name)),
        }
    }

    /// The same; none where nothing is.
    pub(crate) fn found_attribute(&mut self, value: &Value, name: &str) -> Result<Option<Value>> {
        if let Some(own) = methods::of(value).iter().find(|own| **own == name) {
            return Ok(Some(method(value, Callee::Own(own))));
        }
        match value {
            Value::Object(object) => Ok(of_object(object, value, name)),
            Value::Class(class) => Ok(of_class(class, name)),
            Value::Module(module) => Ok(module.get(name)),
            Value::Native(native) => native.attribute(name),
            Value::Complex(number) => Ok(match name {
                "real" => Some(Value::Float(number.re)),
                "imag" => Some(Value::Float(number.im)),
                _ => None,
            }),
            Value::Function(function) if name == "__name__" => Ok(Some(Value::text(function.name()))),
            Value::Type(ty) if name == "__name__" => Ok(Some(Value::text(ty.name()))),
            Value::Range(range) => Ok(match name {
                "start" => Some(Value::Int(range.start)),
                "stop" => Some(Value::Int(range.stop)),
                "step" => Some(Value::Int(range.step)),
                _ => None,
            }),
            _ if is_of_python(value, name) => {
                Err(Error::refused(format!("`{name}` of a value of type `{}`", value.type_name())))
            }
            _ => Ok(None),
        }
    }

    /// Gives a value something under a name, or takes it away.
    pub(crate) fn set_attribute(&mut self, value: &Value, name: &Rc<str>, new: Option<Value>) -> Result<()> {
        let attributes = match value {
            Value::Object(object) => &object.attributes,
            Value::Class(class) if !class.is_exception() => &class.attributes,
            Value::Module(module) => &module.names,
            Value::Function(_) => return Err(Error::refused("an attribute of a function")),
            _ => {
                let message = format!("'{}' object has no attribute '{name}'", value.type_name());
                return Err(Exception::AttributeError.error(message));
            }
        };
        let mut attributes = attributes.borrow_mut();
        match new {
            Some(new) => drop(attributes.insert(Rc::clone(name), new)),
            None if attributes.shift_remove(name).is_some() => {}
            None => return Err(missing(value, name)),
        }
        Ok(())
    }

    /// A function of a class of the script that Python calls by itself.
    pub(crate) fn special(&mut self, value: &Value, name: &str) -> Result<Option<Value>> {
        let Value::Object(object) = value else { return Ok(None) };
        match object.class.find(name) {
            Some(Value::Function(function)) => Ok(Some(method(value, Callee::Function(function)))),
            Some(_) => Err(Error::refused(format!("`{name}` that is no function"))),
            None => Ok(None),
        }
    }

    /// `super()`: what the class above has, for the object at hand.
    pub(crate) fn super_of(&mut self, frame: &Frame) -> Result<Value> {
        let own = frame.cells.first().and_then(|cell| cell.borrow().clone());
        let (Some(owner), Some(own @ Value::Object(_))) = (&frame.owner, own) else {
            return Err(Error::refused("`super()` outside of a function of a class"));
        };
        let view = Class { base: owner.base.clone(), ..Class::new("super", None) };
        let class = Rc::new(view);
        let object = Object::new(class);
        object.attributes.borrow_mut().insert(SUPER.into(), own);
        Ok(Value::Object(Rc::new(object)))
    }
}

/// Under which name what `super()` gives keeps the object; no name of a script has a blank.
const SUPER: &str = " super";

fn method(value: &Value, function: Callee) -> Value {
    Value::Method(Rc::new(Method { receiver: value.clone(), function }))
}

fn of_object(object: &Rc<Object>, value: &Value, name: &str) -> Option<Value> {
    let own = object.attributes.borrow().get(SUPER).cloned();
    let receiver = own.unwrap_or_else(|| value.clone());
    if let Some(found) = object.attributes.borrow().get(name) {
        return Some(found.clone());
    }
    match object.class.find(name) {
        Some(Value::Function(function)) => return Some(method(&receiver, Callee::Function(function))),
        Some(other) => return Some(other),
        None => {}
    }
    match name {
        "__class__" => Some(Value::Class(Rc::clone(&object.class))),
        "args" if object.class.is_exception() => Some(Value::tuple(object.args.borrow().clone())),
        "__init__" => Some(method(&receiver, Callee::Own("__init__"))),
        _ => None,
    }
}

fn of_class(class: &Rc<Class>, name: &str) -> Option<Value> {
    match name {
        "__name__" => Some(Value::Str(Rc::clone(&class.name))),
        _ => class.find(name),
    }
}

/// Whether a value of Python 3.11 has that name, where values here need not.
fn is_of_python(value: &Value, name: &str) -> bool {
    const TEXT: &[&str] = &[
        "casefold",
        "encode",
        "expandtabs",
        "format_map",
        "isascii",
        "isdecimal",
        "isidentifier",
        "isnumeric",
        "isprintable",
        "istitle",
        "maketrans",
        "removeprefix",
        "removesuffix",
        "rpartition",
        "translate",
    ];
    const NUMBER: &[&str] = &[
        "as_integer_ratio",
        "bit_count",
        "bit_length",
        "conjugate",
        "denominator",
        "from_bytes",
        "fromhex",
        "hex",
        "imag",
        "is_integer",
        "numerator",
        "real",
        "to_bytes",
    ];
    const COLLECTION: &[&str] = &["copy", "count", "fromkeys", "index", "isdisjoint"];
    let names = match value {
        Value::Str(_) => TEXT,
        Value::Int(_) | Value::Bool(_) | Value::Float(_) => NUMBER,
        Value::List(_) | Value::Tuple(_) | Value::Dict(_) | Value::Set(_) | Value::Range(_) => COLLECTION,
        _ => return false,
    };
    names.contains(&name) || name.starts_with("__")
}

fn missing(value: &Value, name: &str) -> Error {
    let message = match value {
        Value::Class(class) => format!("type object '{}' has no attribute '{name}'", class.name),
        Value::Type(ty) => format!("type object '{}' has no attribute '{name}'", ty.name()),
        Value::Module(module) => format!("module '{}' has no attribute '{name}'", module.name),
        _ => format!("'{}' object has no attribute '{name}'", value.type_name()),
    };
    // Names that Python knows and this does not have no answer here.
    if name.starts_with("__") || matches!(value, Value::Type(_) | Value::Function(_) | Value::Builtin(_)) {
        return Error::refused(format!("`{name}` of a value of type `{}`", value.type_name()));
    }
    Exception::AttributeError.error(message)
}
