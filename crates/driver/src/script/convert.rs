//! Values of scripts as arguments of transforms.

use super::tags::TagValue;
use super::value::DtypeValue;
use diag::Origin;
use pass::{Datum, Value as Argument};
use script::{Type, Value};

/// How deep lists and dictionaries of an argument may nest.
const MAX_DEPTH: usize = 64;

/// The argument that a value stands for.
///
/// # Errors
/// Why no transform takes it, as the end of a sentence.
pub(super) fn argument(value: &Value, origin: Origin) -> Result<Argument, String> {
    nested(value, origin, 0)
}

fn nested(value: &Value, origin: Origin, depth: usize) -> Result<Argument, String> {
    if depth > MAX_DEPTH {
        return Err(format!("a value that nests more than {MAX_DEPTH} deep"));
    }
    let nested = |item: &Value| nested(item, origin, depth + 1);
    let items = |values: &[Value]| values.iter().map(nested).collect::<Result<Vec<_>, _>>();
    let datum = match value {
        Value::Complex(_) => {
            return Err(format!("the complex number {value}; `make_kernel` takes it, in `fixed_parameters`"));
        }
        Value::None => Datum::None,
        Value::Bool(flag) => Datum::Bool(*flag),
        Value::Int(number) => Datum::Int(*number),
        Value::Float(number) => Datum::Float(*number),
        Value::Str(text) => Datum::Str(text.to_string()),
        Value::List(list) => Datum::List(items(&list.borrow())?),
        Value::Tuple(tuple) => Datum::List(items(tuple)?),
        Value::Set(set) => Datum::List(items(&set.values())?),
        Value::Dict(_) => {
            let entries = value.as_entries().unwrap_or_default();
            let entries = entries.iter().map(|(key, value)| Ok((nested(key)?, nested(value)?)));
            Datum::Dict(entries.collect::<Result<Vec<_>, String>>()?)
        }
        _ => match TagValue::text_of(value).or_else(|| type_name(value)) {
            Some(name) => Datum::Str(name.to_owned()),
            None => return Err(format!("a value of type `{}`", value.type_name())),
        },
    };
    Ok(Argument { datum, origin })
}

/// The value that an argument of a transform is in a script.
pub(super) fn of_datum(datum: &Datum) -> Value {
    match datum {
        Datum::None => Value::None,
        Datum::Bool(flag) => Value::Bool(*flag),
        Datum::Int(number) => Value::Int(*number),
        Datum::Float(number) => Value::Float(*number),
        Datum::Str(text) => Value::text(text),
        Datum::List(items) => Value::list(items.iter().map(|item| of_datum(&item.datum)).collect()),
        Datum::Dict(entries) => {
            let text = |value: &Argument| match &value.datum {
                Datum::Str(text) => text.clone(),
                other => of_datum(other).to_string(),
            };
            Value::dict(entries.iter().map(|(key, value)| (text(key), of_datum(&value.datum))))
        }
    }
}

/// The name of a type: a text, or one of `int`, `float`, `bool` and `complex`.
pub(super) fn type_name(value: &Value) -> Option<&str> {
    match value {
        Value::Type(Type::Complex) => Some("complex128"),
        Value::Type(ty @ (Type::Int | Type::Float | Type::Bool)) => Some(ty.name()),
        _ => value.as_str().or_else(|| DtypeValue::name_of(value)),
    }
}

/// Whether a value is `lp.auto`.
pub(super) fn is_auto(value: &Value) -> bool {
    value.as_str() == Some("auto")
}

/// A string's text, or what a number prints as: extents may be either.
pub(super) fn bare_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
