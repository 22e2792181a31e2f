//! What is under a name of a value.

use crate::interpreter::Interpreter;
use crate::model::{Callee, Class, Error, Exception, Frame, Method, Object, Result, Value};
use crate::private::is_of_python;
use crate::{define_class, methods, python_names};
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
        if let Some(own) = methods::names(value).iter().find(|own| **own == name) {
            return Ok(Some(method(value, Callee::Own(own))));
        }
        let found = match value {
            Value::Object(object) => of_object(object, value, name),
            Value::Class(class) => of_class(class, name),
            Value::Module(module) => module.get(name),
            Value::Native(native) => native.attribute(name)?,
            _ => of_python_value(value, name),
        };
        match found {
            None if is_python_attribute(value, name) => Err(lacking(value, name)),
            found => Ok(found),
        }
    }

    /// Gives a value something under a name, or takes it away.
    pub(crate) fn set_attribute(&mut self, value: &Value, name: &Rc<str>, new: Option<Value>) -> Result<()> {
        let attributes = match value {
            // What Python gives a meaning cannot be changed here.
            Value::Object(_) | Value::Class(_) if !may_be_set(value, name) => {
                return Err(Error::refused(format!("a change of `{name}`")));
            }
            Value::Object(object) => &object.attributes,
            Value::Class(class) if !class.is_python => &class.attributes,
            Value::Module(module) => &module.names,
            Value::Function(_) | Value::Type(_) | Value::Class(_) => {
                return Err(Error::refused(format!("an attribute of a `{}`", value.type_name())));
            }
            _ if self.found_attribute(value, name)?.is_some() && !matches!(value, Value::Native(_)) => {
                return Err(Error::refused(format!("a change of `{name}`")));
            }
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
        if frame.module.get("super").is_some() {
            return Err(Error::refused("a `super` of the script's own"));
        }
        let unknown = |why: &str| Exception::RuntimeError.error(format!("super(): {why}"));
        let owner = frame.owner.as_ref().ok_or_else(|| unknown("__class__ cell not found"))?;
        let owner = owner.borrow().clone().ok_or_else(|| unknown("empty __class__ cell"))?;
        let own = frame.cells.first().and_then(|cell| cell.borrow().clone());
        let (Some(owner), Some(own @ Value::Object(_))) = (owner.upgrade(), own) else {
            return Err(Error::refused("`super()` outside of a function of a class"));
        };
        if !matches!(&own, Value::Object(object) if object.class.is_kind_of(&owner)) {
            return Err(Error::of_type("super(type, obj): obj must be an instance or subtype of type"));
        }
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
    if name == "__doc__" {
        return of_class(&object.class, name);
    }
    match object.class.find(name) {
        Some(Value::Function(function)) => return Some(method(&receiver, Callee::Function(function))),
        Some(other) => return Some(other),
        None => {}
    }
    match name {
        "__class__" if !object.attributes.borrow().contains_key(SUPER) => {
            Some(Value::Class(Rc::clone(&object.class)))
        }
        "args" if object.class.is_exception() => Some(Value::tuple(object.args.borrow().clone())),
        "__init__" => Some(method(&receiver, Callee::Own("__init__"))),
        _ => None,
    }
}

fn of_class(class: &Rc<Class>, name: &str) -> Option<Value> {
    match name {
        "__name__" => Some(Value::Str(Rc::clone(&class.name))),
        // It is not inherited.
        "__doc__" => class.attributes.borrow().get(name).cloned(),
        _ => class.find(name),
    }
}

/// What is under a name of a value of Python's own types.
fn of_python_value(value: &Value, name: &str) -> Option<Value> {
    match (value, name) {
        (Value::Complex(number), "real") => Some(Value::Float(number.re)),
        (Value::Complex(number), "imag") => Some(Value::Float(number.im)),
        (Value::Function(function), "__name__") => Some(Value::text(function.name())),
        (Value::Method(method), "__name__") if method.type_name() == "method" => {
            Some(Value::text(method.name()))
        }
        (Value::Type(ty), "__name__") => Some(Value::text(ty.name())),
        (Value::Range(range), "start") => Some(Value::Int(range.start)),
        (Value::Range(range), "stop") => Some(Value::Int(range.stop)),
        (Value::Range(range), "step") => Some(Value::Int(range.step)),
        (Value::Slice(parts), "start") => parts.first().cloned(),
        (Value::Slice(parts), "stop") => parts.get(1).cloned(),
        (Value::Slice(parts), "step") => parts.get(2).cloned(),
        _ => None,
    }
}

/// Whether an object or a class of the script may get something under a name.
fn may_be_set(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(object) if object.attributes.borrow().contains_key(SUPER) => false,
        Value::Class(_) if is_of_python(name) => define_class::is_special_function(name),
        _ => !is_python_attribute(value, name),
    }
}

/// Whether a value of Python 3.11 has that name, where values here need not.
fn is_python_attribute(value: &Value, name: &str) -> bool {
    let of_lineage = |class: &Rc<Class>| class.lineage().any(|class| python_names::has(&class.name, name));
    is_of_python(name)
        || match value {
            Value::Native(_) | Value::Module(_) => false,
            Value::Bool(_) => python_names::has("int", name),
            Value::Type(ty) => python_names::has("class", name) || python_names::has(ty.name(), name),
            Value::Class(class) => {
                python_names::has("class", name) || class.is_exception() && of_lineage(class)
            }
            Value::Object(object) => object.class.is_exception() && of_lineage(&object.class),
            _ => python_names::has(&value.type_name(), name),
        }
}

/// What Python knows under a name, and this does not have.
fn lacking(value: &Value, name: &str) -> Error {
    Error::refused(format!("`{name}` of a value of type `{}`", value.type_name()))
}

fn missing(value: &Value, name: &str) -> Error {
    let message = match value {
        Value::Class(class) => format!("type object '{}' has no attribute '{name}'", class.name),
        Value::Type(ty) => format!("type object '{}' has no attribute '{name}'", ty.name()),
        // CPython says which file it is.
        Value::Module(_) => return lacking(value, name),
        // A method has what its function has.
        Value::Method(_) if value.type_name() == "method" => {
            format!("'function' object has no attribute '{name}'")
        }
        _ => format!("'{}' object has no attribute '{name}'", value.type_name()),
    };
    Exception::AttributeError.error(message)
}
