//! What sets can do.

use crate::interpreter::Interpreter;
use crate::model::{Call, Exception, Result, Set, Value};
use std::rc::Rc;

pub(super) const FROZEN: &[&str] = &[
    "copy",
    "difference",
    "intersection",
    "isdisjoint",
    "issubset",
    "issuperset",
    "symmetric_difference",
    "union",
];

pub(super) const NAMES: &[&str] = &[
    "add",
    "clear",
    "copy",
    "difference",
    "difference_update",
    "discard",
    "intersection",
    "intersection_update",
    "isdisjoint",
    "issubset",
    "issuperset",
    "pop",
    "remove",
    "symmetric_difference",
    "symmetric_difference_update",
    "union",
    "update",
];

pub(super) fn call(
    interpreter: &mut Interpreter<'_>,
    own: &Rc<Set>,
    name: &str,
    call: Call<'_>,
) -> Result<Value> {
    match name {
        "add" => {
            call.require_count(1, 1)?;
            interpreter.take_room(1)?;
            own.add(call.required(0)?.clone())?;
        }
        "discard" => {
            call.require_count(1, 1)?;
            own.remove(call.required(0)?)?;
        }
        "remove" => {
            call.require_count(1, 1)?;
            let value = call.required(0)?;
            if !own.remove(value)? {
                return Err(Exception::KeyError.holding(value.clone()));
            }
        }
        "pop" => {
            call.require_count(0, 0)?;
            return own.pop()?.ok_or_else(|| Exception::KeyError.error("pop from an empty set"));
        }
        "clear" => {
            call.require_count(0, 0)?;
            own.clear();
        }
        "copy" => {
            call.require_count(0, 0)?;
            return Ok(Value::Set(Rc::new(own.copy(own.is_frozen()))));
        }
        "isdisjoint" => {
            call.require_count(1, 1)?;
            // It shares its rule with views, which take values.
            let own = Value::Set(Rc::clone(own));
            return interpreter.is_disjoint(&own, call.required(0)?).map(Value::Bool);
        }
        "issubset" | "issuperset" => {
            call.require_count(1, 1)?;
            let other = interpreter.as_set(call.required(0)?)?;
            return Ok(Value::Bool(match name {
                "issubset" => own.is_subset(&other),
                _ => other.is_subset(own),
            }));
        }
        _ => return combine(interpreter, own, name, &call),
    }
    Ok(Value::None)
}

/// `union`, `intersection`, `difference` and `symmetric_difference`, of which some change the set. What each
/// does to the order of the members is what CPython does.
fn combine(interpreter: &mut Interpreter<'_>, own: &Rc<Set>, name: &str, call: &Call<'_>) -> Result<Value> {
    let is_one = name.starts_with("symmetric");
    call.require_count(usize::from(is_one), if is_one { 1 } else { usize::MAX })?;
    let in_place = name.ends_with("update");
    let mut result = Rc::clone(own);
    if !in_place && (name == "union" || call.positional.is_empty()) {
        result = Rc::new(own.copy(own.is_frozen()));
    }
    for (at, other) in call.positional.iter().enumerate() {
        let changes = in_place || at > 0;
        match (name.trim_end_matches("_update"), other) {
            ("update" | "union", _) => interpreter.add_all(&result, other)?,
            ("intersection", Value::Set(other)) => result = Rc::new(result.intersection(other)),
            ("intersection", _) => result = Rc::new(result.members_among(interpreter.collected(other)?)?),
            ("difference", Value::Set(_) | Value::Dict(_)) if !changes => {
                result = Rc::new(result.difference(&*interpreter.as_set(other)?));
            }
            ("difference", _) => {
                if !changes {
                    result = Rc::new(own.copy(own.is_frozen()));
                }
                result.discard_all(&*interpreter.as_set(other)?);
            }
            (_, Value::Dict(dict)) if changes => result.toggle(dict.borrow().keys())?,
            _ if changes => result.toggle_all(&*interpreter.as_set(other)?),
            _ => {
                let fresh = interpreter.set_of(other, own.is_frozen())?;
                fresh.toggle_all(&result);
                result = Rc::new(fresh);
            }
        }
    }
    if in_place && !Rc::ptr_eq(&result, own) {
        own.replace(&result);
    }
    Ok(if in_place { Value::None } else { Value::Set(result) })
}
