//! Indices and slices of sequences.

use crate::model::{Error, Exception, Range, Result, Value};
use std::rc::Rc;

/// The place in a sequence that an index means; negative ones count from the end.
///
/// # Errors
/// Where there is none.
pub(crate) fn place(index: &Value, length: usize, what: &str) -> Result<usize> {
    let Some(number) = index.as_int() else {
        let other = index.type_name();
        return Err(Error::of_type(match what {
            "string" => format!("string indices must be integers, not '{other}'"),
            "range object" => format!("range indices must be integers or slices, not {other}"),
            "list assignment" => format!("list indices must be integers or slices, not {other}"),
            "pop" => format!("'{other}' object cannot be interpreted as an integer"),
            _ => format!("{what} indices must be integers or slices, not {other}"),
        }));
    };
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    let number = if number < 0 { number.saturating_add(size) } else { number };
    let place = usize::try_from(number).ok().filter(|place| *place < length);
    place.ok_or_else(|| Exception::IndexError.error(format!("{what} index out of range")))
}

/// A value as an integer.
///
/// # Errors
/// Where it is none.
pub(crate) fn whole(value: &Value) -> Result<i64> {
    value.as_int().ok_or_else(|| {
        Error::of_type(format!("'{}' object cannot be interpreted as an integer", value.type_name()))
    })
}

/// A bound of a slice.
fn bound(value: Option<&Value>) -> Result<Option<i64>> {
    match value {
        None | Some(Value::None) => Ok(None),
        Some(value) => value.as_int().map(Some).ok_or_else(|| {
            Error::of_type("slice indices must be integers or None or have an __index__ method")
        }),
    }
}

/// Start and stop of a part, inside of a sequence of that length.
///
/// # Errors
/// Where a bound is no integer.
pub(crate) fn bounds(start: Option<&Value>, stop: Option<&Value>, length: usize) -> Result<(usize, usize)> {
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    let inside = |bound: i64| {
        let bound = if bound < 0 { bound.saturating_add(size) } else { bound };
        usize::try_from(bound.clamp(0, size)).unwrap_or(0)
    };
    Ok((bound(start)?.map_or(0, inside), bound(stop)?.map_or(length, inside)))
}

/// The places that a slice takes of a sequence of that length, as a range.
///
/// # Errors
/// Where a bound is no integer, or the step is zero.
pub(crate) fn range(slice: &[Value; 3], length: usize) -> Result<Range> {
    let [start, stop, step] = slice;
    let step = bound(Some(step))?.unwrap_or(1);
    if step == 0 {
        return Err(Error::of_value("slice step cannot be zero"));
    }
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    let (lowest, highest) = if step > 0 { (0, size) } else { (-1, size - 1) };
    let inside = |bound: i64| {
        let bound = if bound < 0 { bound.saturating_add(size) } else { bound };
        bound.clamp(lowest, highest)
    };
    let (first, last) = if step > 0 { (lowest, highest) } else { (highest, lowest) };
    let start = bound(Some(start))?.map_or(first, inside);
    let stop = bound(Some(stop))?.map_or(last, inside);
    Ok(Range { start, stop, step })
}

/// The items at the places of a range.
fn taken<T: Clone>(items: &[T], range: Range) -> Vec<T> {
    let places = (0..range.length()).map(|at| range.number(at));
    places
        .filter_map(|place| usize::try_from(place).ok())
        .filter_map(|place| items.get(place).cloned())
        .collect()
}

/// The part of a sequence that a slice takes.
///
/// # Errors
/// Where it has none.
pub(crate) fn part(value: &Value, slice: &[Value; 3]) -> Result<Value> {
    Ok(match value {
        Value::List(list) => {
            let list = list.borrow();
            Value::list(taken(&list, range(slice, list.len())?))
        }
        Value::Tuple(tuple) => Value::tuple(taken(tuple, range(slice, tuple.len())?)),
        Value::Str(text) => {
            let letters: Vec<char> = text.chars().collect();
            Value::text(taken(&letters, range(slice, letters.len())?).into_iter().collect::<String>())
        }
        Value::Range(own) => {
            let length = usize::try_from(own.length()).unwrap_or(usize::MAX);
            let part = range(slice, length)?;
            let step = own.step.saturating_mul(part.step);
            Value::Range(Range { start: own.number(part.start), stop: own.number(part.stop), step })
        }
        Value::Dict(_) => return Err(Error::of_type("unhashable type: 'slice'")),
        _ => return Err(no_subscripts(value)),
    })
}

fn no_subscripts(value: &Value) -> Error {
    match value {
        Value::Class(class) => return Error::of_type(format!("type '{}' is not subscriptable", class.name)),
        // `list[int]` is a type of Python's.
        Value::Type(ty) => return Error::refused(format!("`{}[..]`", ty.name())),
        _ => {}
    }
    Error::of_type(format!("'{}' object is not subscriptable", value.type_name()))
}

/// The element of a value for an index.
///
/// # Errors
/// Where it has none.
pub(crate) fn element(value: &Value, index: &Value) -> Result<Value> {
    if let Value::Slice(slice) = index
        && !matches!(value, Value::Native(_))
    {
        return part(value, slice);
    }
    let missing = || Exception::IndexError.error("index out of range");
    match value {
        Value::List(list) => {
            let list = list.borrow();
            list.get(place(index, list.len(), "list")?).cloned().ok_or_else(missing)
        }
        Value::Tuple(tuple) => tuple.get(place(index, tuple.len(), "tuple")?).cloned().ok_or_else(missing),
        Value::Str(text) => {
            crate::work::spend_bytes(2 * text.len())?;
            let at = place(index, text.chars().count(), "string")?;
            text.chars().nth(at).map(|letter| Value::text(letter.to_string())).ok_or_else(missing)
        }
        Value::Range(range) => {
            let length = usize::try_from(range.length()).unwrap_or(usize::MAX);
            let at = place(index, length, "range object")?;
            Ok(Value::Int(range.number(i64::try_from(at).unwrap_or(i64::MAX))))
        }
        Value::Dict(dict) => {
            let found = dict.borrow().get(index)?;
            found.ok_or_else(|| Exception::KeyError.holding(index.clone()))
        }
        Value::Native(native) => native.item(index),
        _ => Err(no_subscripts(value)),
    }
}

/// Sets the element of a value for an index.
///
/// # Errors
/// Where it has none that can be set.
pub(crate) fn set_element(value: &Value, index: &Value, new: Value, items: Option<Vec<Value>>) -> Result<()> {
    match (value, index, items) {
        (Value::List(list), Value::Slice(slice), Some(items)) => {
            set_part(&mut list.borrow_mut(), slice, items)
        }
        (Value::List(list), ..) => {
            let mut list = list.borrow_mut();
            let at = place(index, list.len(), "list assignment")?;
            if let Some(element) = list.get_mut(at) {
                *element = new;
            }
            Ok(())
        }
        (Value::Dict(dict), ..) => dict.borrow_mut().insert(index.clone(), new),
        _ => Err(Error::of_type(format!("'{}' object does not support item assignment", value.type_name()))),
    }
}

/// Puts other items in the place of a part; where the step is not one, as many.
fn set_part(list: &mut Vec<Value>, slice: &[Value; 3], items: Vec<Value>) -> Result<()> {
    let range = range(slice, list.len())?;
    if range.step == 1 {
        let start = usize::try_from(range.start).unwrap_or(0);
        let stop = usize::try_from(range.stop).unwrap_or(0).max(start);
        list.splice(start..stop, items);
        return Ok(());
    }
    let length = usize::try_from(range.length()).unwrap_or(0);
    if items.len() != length {
        return Err(Error::of_value(format!(
            "attempt to assign sequence of size {} to extended slice of size {length}",
            items.len()
        )));
    }
    for (at, item) in (0..).zip(items) {
        let place = usize::try_from(range.number(at)).ok().and_then(|place| list.get_mut(place));
        if let Some(place) = place {
            *place = item;
        }
    }
    Ok(())
}

/// Removes the element of a value for an index.
///
/// # Errors
/// Where there is none.
pub(crate) fn delete_element(value: &Value, index: &Value) -> Result<()> {
    match (value, index) {
        (Value::List(list), Value::Slice(slice)) => {
            let mut list = list.borrow_mut();
            crate::work::spend(list.len())?;
            let range = range(slice, list.len())?;
            let mut at = 0_i64;
            list.retain(|_| {
                at += 1;
                !range.holds(at - 1)
            });
            Ok(())
        }
        (Value::List(list), _) => {
            let mut list = list.borrow_mut();
            let at = place(index, list.len(), "list assignment")?;
            crate::work::spend(list.len() - at)?;
            list.remove(at);
            Ok(())
        }
        (Value::Dict(dict), _) => match dict.borrow_mut().remove(index)? {
            Some(_) => Ok(()),
            None => Err(Exception::KeyError.holding(index.clone())),
        },
        _ => {
            let is_sequence = match value {
                Value::Str(_) | Value::Tuple(_) | Value::Range(_) | Value::Set(_) | Value::View(..) => true,
                Value::Object(object) => !object.class.is_python,
                _ => false,
            };
            // CPython asks sequences and other values in two ways.
            let lacks = if is_sequence && index.as_int().is_some() { "doesn't" } else { "does not" };
            let what = value.type_name();
            Err(Error::of_type(format!("'{what}' object {lacks} support item deletion")))
        }
    }
}

/// `slice(start, stop, step)`.
pub(crate) fn slice(parts: [Value; 3]) -> Value {
    Value::Slice(Rc::new(parts))
}
