//! What can be asked of a value.

use crate::interpreter::Interpreter;
use crate::model::{Builtin, Call, Error, Result, Type, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) fn call(interpreter: &mut Interpreter<'_>, builtin: Builtin, call: &Call<'_>) -> Result<Value> {
    match builtin {
        Builtin::Callable => {
            call.require_count(1, 1)?;
            let value = call.required(0)?;
            Ok(Value::Bool(match value {
                Value::Native(native) => native.is_callable(),
                Value::Object(_) => interpreter.special(value, "__call__")?.is_some(),
                Value::Type(_)
                | Value::Builtin(_)
                | Value::Function(_)
                | Value::Method(_)
                | Value::Class(_) => true,
                _ => false,
            }))
        }
        Builtin::Dir => {
            call.require_count(1, 1)?;
            let Value::Native(native) = call.required(0)? else {
                return Err(Error::refused("`dir` is told a namespace, as `lp`".to_owned()));
            };
            let names: BTreeSet<String> = native.attributes().into_iter().collect();
            Ok(Value::list(names.into_iter().map(Value::text).collect()))
        }
        Builtin::Hasattr => {
            call.require_count(2, 2)?;
            Ok(Value::Bool(interpreter.found_attribute(call.required(0)?, call.text(1)?)?.is_some()))
        }
        Builtin::Getattr => {
            call.require_count(2, 3)?;
            let value = call.required(0)?;
            // Without a default it is asked once more, for the error that an attribute gives.
            match (interpreter.found_attribute(value, call.text(1)?)?, call.get(2)) {
                (Some(found), _) => Ok(found),
                (None, Some(default)) => Ok(default.clone()),
                (None, None) => interpreter.attribute(value, call.text(1)?),
            }
        }
        Builtin::Setattr => {
            call.require_count(3, 3)?;
            let name: Rc<str> = call.text(1)?.into();
            interpreter.set_attribute(call.required(0)?, &name, call.get(2).cloned())?;
            Ok(Value::None)
        }
        Builtin::Isinstance => {
            call.require_count(2, 2)?;
            Ok(Value::Bool(is_instance(call.required(0)?, call.required(1)?)?))
        }
        _ => {
            call.require_count(2, 2)?;
            is_subclass(call.required(0)?, call.required(1)?).map(Value::Bool)
        }
    }
}

fn is_instance(value: &Value, class: &Value) -> Result<bool> {
    match class {
        Value::Tuple(several) => {
            several.iter().try_fold(false, |found, class| Ok(found || is_instance(value, class)?))
        }
        Value::Class(class) => match value {
            Value::Object(object) => Ok(object.class.is_kind_of(class)),
            _ => Ok(false),
        },
        Value::Type(Type::Object) => Ok(true),
        Value::Type(Type::Int) => Ok(matches!(value, Value::Int(_) | Value::Bool(_))),
        Value::Type(ty) => Ok(value.own_type() == Some(*ty)),
        Value::Native(native) if native.is_class() => Ok(native.is_instance(value)),
        _ => Err(Error::of_type("isinstance() arg 2 must be a type, a tuple of types, or a union")),
    }
}

fn is_subclass(class: &Value, of: &Value) -> Result<bool> {
    match (class, of) {
        (_, Value::Tuple(several)) => {
            several.iter().try_fold(false, |found, of| Ok(found || is_subclass(class, of)?))
        }
        (Value::Class(class), Value::Class(of)) => Ok(class.is_kind_of(of)),
        (Value::Class(_) | Value::Type(_), Value::Type(Type::Object)) => Ok(true),
        (Value::Type(class), Value::Type(of)) => {
            Ok(class == of || (*class == Type::Bool && *of == Type::Int))
        }
        (Value::Class(_), Value::Type(_)) | (Value::Type(_), Value::Class(_)) => Ok(false),
        (Value::Class(_) | Value::Type(_), _) => {
            let message = "issubclass() arg 2 must be a class, a tuple of classes, or a union";
            Err(Error::of_type(message))
        }
        _ => Err(Error::of_type("issubclass() arg 1 must be a class")),
    }
}

/// `type(value)`
pub(super) fn type_of(value: &Value) -> Result<Value> {
    match value {
        Value::Object(object) => Ok(Value::Class(Rc::clone(&object.class))),
        _ => match value.own_type() {
            Some(ty) => Ok(Value::Type(ty)),
            None => Err(Error::refused_with(
                format!("the type of a value of type `{}`", value.type_name()),
                "use `isinstance`",
            )),
        },
    }
}
