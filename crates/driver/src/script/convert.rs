//! Starlark values as arguments of transforms.

use super::value::{ComplexValue, DtypeValue, TagValue};
use diag::Origin;
use pass::{Datum, Value as Argument};
use starlark::values::dict::DictRef;
use starlark::values::float::StarlarkFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Value, ValueLike};

/// How deep lists and dictionaries of an argument may nest.
const MAX_DEPTH: usize = 64;

/// The argument that a value stands for.
///
/// # Errors
/// Why no transform takes it, as the end of a sentence.
pub(super) fn argument(value: Value<'_>, origin: Origin) -> Result<Argument, String> {
    nested(value, origin, 0)
}

fn nested(value: Value<'_>, origin: Origin, depth: usize) -> Result<Argument, String> {
    if depth > MAX_DEPTH {
        return Err(format!("a value that nests more than {MAX_DEPTH} deep"));
    }
    let nested = |item: Value<'_>| nested(item, origin, depth + 1);
    let items = |values: &[Value<'_>]| values.iter().map(|item| nested(*item)).collect::<Result<Vec<_>, _>>();
    if let Some(number) = ComplexValue::of(value) {
        return Err(format!("the complex number {number}; `make_kernel` takes it, in `fixed_parameters`"));
    }
    let datum = if value.is_none() {
        Datum::None
    } else if let Some(flag) = value.unpack_bool() {
        Datum::Bool(flag)
    } else if let Some(number) = value.unpack_i32() {
        Datum::Int(i64::from(number))
    } else if let Some(text) = value.unpack_str() {
        Datum::Str(text.to_owned())
    } else if let Some(number) = value.downcast_ref::<StarlarkFloat>() {
        Datum::Float(number.0)
    } else if let Some(list) = ListRef::from_value(value) {
        Datum::List(items(list.content())?)
    } else if let Some(tuple) = TupleRef::from_value(value) {
        Datum::List(items(tuple.content())?)
    } else if let Some(tag) = TagValue::of(value) {
        Datum::Str(tag.to_owned())
    } else if let Some(name) = type_name(value) {
        Datum::Str(name.to_owned())
    } else if let Some(dict) = DictRef::from_value(value) {
        let entries = dict.iter().map(|(key, value)| Ok((nested(key)?, nested(value)?)));
        Datum::Dict(entries.collect::<Result<Vec<_>, String>>()?)
    } else {
        // Integers beyond 32 bits have no direct accessor; their text is exact.
        let number = value.to_string().parse();
        Datum::Int(number.map_err(|_| format!("a value of type `{}`", value.get_type()))?)
    };
    Ok(Argument { datum, origin })
}

/// The name of a type: a text, or one of the functions `int`, `float` and `bool`, which are types to Python.
pub(super) fn type_name(value: Value<'_>) -> Option<&str> {
    let functions = ["int", "float", "bool"];
    let is_function = |name: &&&str| value.get_type() == "function" && value.to_string() == **name;
    value
        .unpack_str()
        .or_else(|| DtypeValue::of(value))
        .or_else(|| functions.iter().find(is_function).copied())
}

/// Whether a value is `lp.auto`.
pub(super) fn is_auto(value: Value<'_>) -> bool {
    value.unpack_str() == Some("auto")
}

/// A string's text, or what a number prints as: extents may be either.
pub(super) fn bare_text(value: Value<'_>) -> String {
    value.unpack_str().map_or_else(|| value.to_string(), str::to_owned)
}
