//! Comparisons and truth of values. No function of the script has a part in them: classes define none.

use crate::model::equality::{equal, is_element, numbers};
use crate::model::{Error, Result, Value, view};
use crate::stack::{MORE_STACK, RED_ZONE};
use crate::work;
use std::cmp::Ordering;

/// What `==` gives.
///
/// # Errors
/// Where a view is compared with a set and has a member that can change.
pub(crate) fn compared(one: &Value, other: &Value) -> Result<bool> {
    view::compared(one, other, "==").unwrap_or_else(|| Ok(equal(one, other)))
}

/// The order of two values, by which they are sorted; none where one is no number.
///
/// # Errors
/// Where they have no order.
pub(crate) fn order(one: &Value, other: &Value, sign: &str) -> Result<Option<Ordering>> {
    if let Some(order) = numbers(one, other) {
        return Ok(order);
    }
    match (one, other) {
        (Value::Str(one), Value::Str(other)) => {
            work::spend_bytes(one.len().min(other.len()))?;
            Ok(Some(one.cmp(other)))
        }
        (Value::Tuple(one), Value::Tuple(other)) => sequences(one, other, sign),
        (Value::List(one), Value::List(other)) => {
            let (one, other) = (one.borrow().clone(), other.borrow().clone());
            sequences(&one, &other, sign)
        }
        (Value::Slice(_), Value::Slice(_)) => Err(Error::refused("an order of slices")),
        _ => Err(Error::of_type(format!(
            "'{sign}' not supported between instances of '{}' and '{}'",
            one.type_name(),
            other.type_name()
        ))),
    }
}

fn sequences(one: &[Value], other: &[Value], sign: &str) -> Result<Option<Ordering>> {
    work::spend(one.len().min(other.len()))?;
    for (one, other) in one.iter().zip(other) {
        if !is_element(one, other) {
            return stacker::maybe_grow(RED_ZONE, MORE_STACK, || order(one, other, sign));
        }
    }
    Ok(Some(one.len().cmp(&other.len())))
}

/// What `<`, `<=`, `>` or `>=` gives.
///
/// # Errors
/// Where the values have no order.
pub(crate) fn ordered(one: &Value, other: &Value, sign: &str) -> Result<bool> {
    if let (Value::Set(one), Value::Set(other)) = (one, other) {
        work::spend(one.len().min(other.len()))?;
        return Ok(match sign {
            "<" => one.len() < other.len() && one.is_subset(other),
            "<=" => one.is_subset(other),
            ">" => other.len() < one.len() && other.is_subset(one),
            _ => other.is_subset(one),
        });
    }
    if let Some(result) = view::compared(one, other, sign) {
        return result;
    }
    Ok(order(one, other, sign)?.is_some_and(|order| match sign {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    }))
}

/// Whether a value counts as true, unless a function of the script says.
pub(crate) fn truth(value: &Value) -> bool {
    match value {
        Value::None => false,
        Value::Bool(truth) => *truth,
        Value::Int(number) => *number != 0,
        Value::Float(number) => *number != 0.0,
        Value::Complex(number) => number.re != 0.0 || number.im != 0.0,
        Value::Str(text) => !text.is_empty(),
        Value::List(list) => !list.borrow().is_empty(),
        Value::Tuple(tuple) => !tuple.is_empty(),
        Value::Dict(dict) | Value::View(dict, _) => dict.borrow().len() > 0,
        Value::Set(set) => !set.is_empty(),
        Value::Range(range) => range.length() > 0,
        Value::Native(native) => native.truth(),
        _ => true,
    }
}
