//! What values of Python's types can do.

mod dict;
mod list;
mod set;

use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::equality::is_element;
use crate::model::{Call, Error, Result, Type, Value, View};
use crate::text::methods as text;

/// The names of the functions of a value.
pub(crate) fn names(value: &Value) -> &'static [&'static str] {
    match value {
        Value::Str(_) => text::NAMES,
        Value::List(_) => list::NAMES,
        Value::Tuple(_) => &["count", "index"],
        Value::Dict(_) => dict::NAMES,
        Value::View(_, View::Keys | View::Items) => &["isdisjoint"],
        Value::Set(set) if set.is_frozen() => set::FROZEN,
        Value::Set(_) => set::NAMES,
        Value::Float(_) => &["is_integer"],
        Value::Int(_) => &["bit_length"],
        Value::Complex(_) => &["conjugate"],
        Value::Type(Type::Dict) => &["fromkeys"],
        _ => &[],
    }
}

/// Calls a function of a value.
pub(crate) fn call(
    interpreter: &mut Interpreter<'_>,
    own: &Value,
    name: &'static str,
    mut call: Call<'_>,
) -> Result<Value> {
    match own {
        Value::Str(text) => of_text(interpreter, text, name, &mut call),
        Value::List(own) => list::call(interpreter, own, name, call),
        Value::Tuple(tuple) => {
            searched(tuple, name, &call, |_| Ok("tuple.index(x): x not in tuple".to_owned()))
        }
        Value::Dict(own) => dict::call(interpreter, own, name, call),
        Value::Set(own) => set::call(interpreter, own, name, call),
        Value::View(..) => {
            call.require_count(1, 1)?;
            interpreter.is_disjoint(own, call.required(0)?).map(Value::Bool)
        }
        Value::Type(Type::Dict) => dict::from_keys(interpreter, &call),
        Value::Object(object) => {
            // What the class of exceptions does with its arguments, for `super().__init__(..)`.
            if !call.named.is_empty() || !object.class.is_exception() && !call.positional.is_empty() {
                return Err(Error::refused("arguments that `__init__` of this class does not take"));
            }
            object.args.replace(call.positional);
            Ok(Value::None)
        }
        _ => of_number(own, name, &call),
    }
}

fn of_number(own: &Value, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 0)?;
    match own {
        Value::Float(number) => Ok(Value::Bool(number.is_finite() && number.fract() == 0.0)),
        Value::Int(number) => Ok(Value::Int(i64::from(64 - number.unsigned_abs().leading_zeros()))),
        Value::Complex(number) => Ok(Value::Complex(number.conj())),
        _ => Err(Error::refused(format!("`{name}` of a value of type `{}`", own.type_name()))),
    }
}

fn of_text(interpreter: &mut Interpreter<'_>, own: &str, name: &str, call: &mut Call<'_>) -> Result<Value> {
    let result = match name {
        "join" => {
            call.require_count(1, 1)?;
            let parts = call.required(0)?;
            iterate(parts).map_err(|error| match error.is_raised() {
                true => Error::of_type("can only join an iterable"),
                false => error,
            })?;
            let parts = interpreter.collected(parts)?;
            let mut joined = String::new();
            for (at, part) in parts.iter().enumerate() {
                let Value::Str(part) = part else {
                    let what = part.type_name();
                    let message = format!("sequence item {at}: expected str instance, {what} found");
                    return Err(Error::of_type(message));
                };
                joined += if at > 0 { own } else { "" };
                joined += part;
                interpreter.take_text(joined.len() / 16)?;
            }
            Value::text(joined)
        }
        "format" => {
            let print = |value: &Value, conversion: Option<char>, spec: &str| {
                interpreter.formatted(value, conversion, spec)
            };
            Value::text(text::filled(own, call, print)?)
        }
        _ => text::call(own, name, call)?,
    };
    interpreter.take_text(result.as_str().map_or(own.len(), str::len))?;
    Ok(result)
}

/// `index` and `count` of a list or a tuple.
fn searched(
    items: &[Value],
    name: &str,
    call: &Call<'_>,
    missing: impl FnOnce(&Value) -> Result<String>,
) -> Result<Value> {
    call.require_count(1, if name == "index" { 3 } else { 1 })?;
    let wanted = call.required(0)?;
    if name == "count" {
        return Ok(Value::count(items.iter().filter(|item| is_element(item, wanted)).count()));
    }
    let (start, stop) = crate::index::bounds(call.get(1), call.get(2), items.len())?;
    let mut places = items.iter().enumerate().take(stop).skip(start);
    match places.find(|(_, item)| is_element(item, wanted)) {
        Some((at, _)) => Ok(Value::count(at)),
        None => Err(Error::of_value(missing(wanted)?)),
    }
}
