//! Equality, order and truth of values. No function of the script has a part in them: classes define none.

use crate::error::{Error, Result};
use crate::value::{Range, Value};
use crate::work;
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

/// Whether two values are equal.
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Str(one), Value::Str(other)) => {
            one.len() == other.len() && work::spend_bytes(one.len()).is_ok() && one == other
        }
        (Value::Tuple(one), Value::Tuple(other)) => Rc::ptr_eq(one, other) || all_equal(one, other),
        (Value::List(one), Value::List(other)) => {
            Rc::ptr_eq(one, other) || all_equal(&one.borrow(), &other.borrow())
        }
        (Value::Dict(one), Value::Dict(other)) => {
            Rc::ptr_eq(one, other) || {
                let (one, other) = (one.borrow(), other.borrow());
                let is_there = |(key, value): &(Value, Value)| {
                    other.get(key).ok().flatten().is_some_and(|there| is_element(value, &there))
                };
                one.len() == other.len()
                    && work::spend(one.len()).is_ok()
                    && one.entries().iter().all(is_there)
            }
        }
        (Value::Set(one), Value::Set(other)) => {
            one.len() == other.len() && work::spend(one.len()).is_ok() && one.is_subset(other)
        }
        (Value::Range(one), Value::Range(other)) => ranges_equal(*one, *other),
        (Value::Complex(one), Value::Complex(other)) => one == other,
        (Value::Complex(complex), real) | (real, Value::Complex(complex)) => {
            complex.im == 0.0 && equal(&Value::Float(complex.re), real)
        }
        // No set has a member that can change, so none is equal.
        (Value::View(..), _) | (_, Value::View(..)) => match crate::view::compared(one, other, "==") {
            Some(result) => result.unwrap_or(false),
            None => one.is_same(other).unwrap_or_else(|_| {
                IN_DOUBT.set(true);
                false
            }),
        },
        (Value::Method(one), Value::Method(other)) => one.equals(other),
        (Value::Slice(one), Value::Slice(other)) => all_equal(&one[..], &other[..]),
        (Value::Native(native), value) | (value, Value::Native(native)) => {
            native.equals(value) || one.is_same(other).unwrap_or(false)
        }
        _ => match numbers(one, other) {
            Some(order) => order == Some(Ordering::Equal),
            None => one.is_same(other).unwrap_or(false),
        },
    }
}

thread_local! {
    /// Whether a comparison had an answer that only CPython's own addresses give.
    static IN_DOUBT: Cell<bool> = const { Cell::new(false) };
}

/// An error where a comparison since had an answer that only CPython's own addresses give.
pub(crate) fn check_doubt() -> Result<()> {
    match IN_DOUBT.replace(false) {
        false => Ok(()),
        true => Err(Error::refused("a comparison that depends on whether two values are the very same")),
    }
}

/// What `==` gives.
///
/// # Errors
/// Where a view is compared with a set and has a member that can change.
pub(crate) fn compared(one: &Value, other: &Value) -> Result<bool> {
    crate::view::compared(one, other, "==").unwrap_or_else(|| Ok(equal(one, other)))
}

/// Whether an element of a collection is a value. To CPython the very same value is, even if it is not a
/// number.
pub(crate) fn is_element(one: &Value, other: &Value) -> bool {
    if let (Value::Float(left), Value::Float(right)) = (one, other)
        && left.is_nan()
        && right.is_nan()
    {
        IN_DOUBT.set(true);
    }
    equal(one, other)
}

/// Values may nest deeper than the stack that there is.
fn all_equal(one: &[Value], other: &[Value]) -> bool {
    let is_equal = || one.iter().zip(other).all(|(one, other)| is_element(one, other));
    one.len() == other.len()
        && work::spend(one.len()).is_ok()
        && stacker::maybe_grow(RED_ZONE, MORE_STACK, is_equal)
}

/// Bytes of stack with which a function calls itself again.
pub(crate) const RED_ZONE: usize = 256 << 10;
/// Bytes of stack that are added where fewer are left.
pub(crate) const MORE_STACK: usize = 4 << 20;

fn ranges_equal(one: Range, other: Range) -> bool {
    let length = one.length();
    length == other.length()
        && (length == 0 || one.start == other.start && (length == 1 || one.step == other.step))
}

/// The order of two real numbers: none where these are none, and no order where one is not a number.
fn numbers(one: &Value, other: &Value) -> Option<Option<Ordering>> {
    match (one.as_int(), other.as_int(), one, other) {
        (Some(one), Some(other), ..) => Some(Some(one.cmp(&other))),
        (Some(one), _, _, Value::Float(other)) => Some(int_and_float(one, *other)),
        (_, Some(other), Value::Float(one), _) => Some(int_and_float(other, *one).map(Ordering::reverse)),
        (_, _, Value::Float(one), Value::Float(other)) => Some(one.partial_cmp(other)),
        _ => None,
    }
}

/// Compares exactly: an integer of more than 53 bits has no float of its own.
fn int_and_float(int: i64, float: f64) -> Option<Ordering> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        return None;
    }
    if float >= END {
        return Some(Ordering::Less);
    }
    if float < -END {
        return Some(Ordering::Greater);
    }
    let whole = crate::number::whole(float.trunc())?;
    Some(int.cmp(&whole).then(0.0.partial_cmp(&float.fract())?))
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
    if let Some(result) = crate::view::compared(one, other, sign) {
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
