//! Equality of values. No function of the script has a part in it: classes define none.

use super::{Error, Range, Result, Value};
use crate::float::whole;
use crate::stack::{MORE_STACK, RED_ZONE};
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
        (Value::View(..), _) | (_, Value::View(..)) => match super::view::compared(one, other, "==") {
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

fn ranges_equal(one: Range, other: Range) -> bool {
    let length = one.length();
    length == other.length()
        && (length == 0 || one.start == other.start && (length == 1 || one.step == other.step))
}

/// The order of two real numbers: none where these are none, and no order where one is not a number.
pub(crate) fn numbers(one: &Value, other: &Value) -> Option<Option<Ordering>> {
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
    let whole = whole(float.trunc())?;
    Some(int.cmp(&whole).then(0.0.partial_cmp(&float.fract())?))
}
