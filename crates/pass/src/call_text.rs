//! Calls as text.

use crate::signature::{ParamSpec, Signature};
use crate::text::literal;
use crate::value::{Datum, Value};

/// The canonical call: required arguments by position, others by name where they differ from the default.
pub(crate) fn call(signature: Signature, values: &[Value]) -> String {
    let mut parts = Vec::new();
    let mut positional = true;
    for (param, value) in signature.params.iter().zip(values) {
        positional &= param.default.is_none() && !param.rest;
        if positional {
            parts.push(value.to_string());
        } else {
            parts.extend(keyword(param, value));
        }
    }
    format!("{}({})", signature.name, parts.join(", "))
}

fn keyword(param: &ParamSpec, value: &Value) -> Vec<String> {
    match &value.datum {
        Datum::Dict(entries) if param.rest => {
            entries.iter().map(|(key, value)| rest_entry(key, value)).collect()
        }
        _ if param.default.and_then(literal).is_some_and(|default| default == *value) => Vec::new(),
        _ => vec![format!("{}={value}", param.name)],
    }
}

fn rest_entry(key: &Value, value: &Value) -> String {
    match &key.datum {
        Datum::Str(name) => format!("{name}={value}"),
        _ => format!("{key}={value}"),
    }
}
