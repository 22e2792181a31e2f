//! Starlark values as arguments of transforms.

use diag::Origin;
use starlark::values::dict::DictRef;
use starlark::values::float::StarlarkFloat;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Value, ValueLike};
use transforms::{Datum, Value as Argument};

/// The argument that a value stands for; `None` for values that no transform takes, such as functions.
pub(super) fn argument(value: Value<'_>, origin: Origin) -> Option<Argument> {
    let items =
        |values: &[Value<'_>]| values.iter().map(|item| argument(*item, origin)).collect::<Option<Vec<_>>>();
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
    } else if let Some(dict) = DictRef::from_value(value) {
        let entries =
            dict.iter().map(|(key, value)| Some((argument(key, origin)?, argument(value, origin)?)));
        Datum::Dict(entries.collect::<Option<Vec<_>>>()?)
    } else {
        // Integers beyond 32 bits have no direct accessor; their text is exact.
        Datum::Int(value.to_string().parse().ok()?)
    };
    Some(Argument { datum, origin })
}

/// A string's text, or what a number prints as: extents may be either.
pub(super) fn bare_text(value: Value<'_>) -> String {
    value.unpack_str().map_or_else(|| value.to_string(), str::to_owned)
}
