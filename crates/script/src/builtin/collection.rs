//! Functions and types that go over many values.

use super::convert;
use crate::compare::order;
use crate::index;
use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::{Builtin, Call, Dict, Error, Exception, Iter, Range, Result, Set, Type, Value};
use crate::operator::Operator;
use std::cell::RefCell;
use std::rc::Rc;

pub(super) fn call(interpreter: &mut Interpreter<'_>, builtin: Builtin, mut call: Call<'_>) -> Result<Value> {
    match builtin {
        Builtin::All | Builtin::Any => {
            call.require_count(1, 1)?;
            let iterator = iterate(call.required(0)?)?;
            while let Some(value) = interpreter.advance(&iterator)? {
                if interpreter.truth(&value)? == (builtin == Builtin::Any) {
                    return Ok(Value::Bool(builtin == Builtin::Any));
                }
            }
            Ok(Value::Bool(builtin == Builtin::All))
        }
        Builtin::Len => {
            call.require_count(1, 1)?;
            length(interpreter, call.required(0)?)
        }
        Builtin::Max | Builtin::Min => extreme(interpreter, builtin, call),
        Builtin::Sorted => {
            // These are taken first: what is named and left then is an argument too many.
            let (key, reverse) = (call.take("key"), convert::flag(&mut call, "reverse"));
            call.require_count(1, 1)?;
            let items = interpreter.collected(call.required(0)?)?;
            interpreter.take_room(items.len())?;
            Ok(Value::list(interpreter.sorted(items, key, reverse)?))
        }
        Builtin::Sum => sum(interpreter, call),
        Builtin::Next => {
            call.require_count(1, 2)?;
            match (interpreter.advance(call.required(0)?)?, call.get(1)) {
                (Some(value), _) => Ok(value),
                (None, Some(default)) => Ok(default.clone()),
                (None, None) => Err(Exception::StopIteration.empty()),
            }
        }
        Builtin::Iter => {
            call.require_count(1, 1)?;
            iterate(call.required(0)?)
        }
        _ => lazy(interpreter, builtin, call),
    }
}

/// Functions that give iterators.
fn lazy(interpreter: &mut Interpreter<'_>, builtin: Builtin, mut call: Call<'_>) -> Result<Value> {
    let iterators = |values: &[Value]| values.iter().map(iterate).collect::<Result<Vec<_>>>();
    Ok(Value::iterator(match builtin {
        Builtin::Enumerate => {
            let start = call.take("start").or_else(|| call.get(1).cloned()).unwrap_or(Value::Int(0));
            call.require_count(1, 2)?;
            let start = start.as_int().ok_or_else(|| {
                let what = start.type_name();
                Error::of_type(format!("'{what}' object cannot be interpreted as an integer"))
            })?;
            Iter::Enumerate(iterate(call.required(0)?)?, start)
        }
        Builtin::Zip => {
            let strict = convert::flag(&mut call, "strict");
            call.require_count(0, usize::MAX)?;
            Iter::Zip(iterators(&call.positional)?, strict)
        }
        Builtin::Map => {
            call.require_count(2, usize::MAX)?;
            Iter::Map(call.required(0)?.clone(), iterators(call.positional.get(1..).unwrap_or_default())?)
        }
        Builtin::Filter => {
            call.require_count(2, 2)?;
            Iter::Filter(call.required(0)?.clone(), iterate(call.required(1)?)?)
        }
        _ => {
            call.require_count(1, 1)?;
            reversed(interpreter, call.required(0)?)?
        }
    }))
}

fn reversed(interpreter: &mut Interpreter<'_>, value: &Value) -> Result<Iter> {
    let mut items = match value {
        Value::List(list) => return Ok(Iter::Backwards(Rc::clone(list), list.borrow().len())),
        Value::Tuple(_) => value.as_sequence().unwrap_or_default(),
        Value::Str(text) => text.chars().map(|letter| Value::text(letter.to_string())).collect(),
        // What they give follows the dictionary as it changes.
        Value::Dict(_) | Value::View(..) => {
            return Err(Error::refused_with("a dictionary backwards", "make a list of it"));
        }
        Value::Object(object) if object.class.find("__getitem__").is_some() => {
            let length = length(interpreter, value)?.as_int().unwrap_or(0);
            return Ok(Iter::Elements(value.clone(), length - 1, -1));
        }
        Value::Range(range) => {
            let (count, step) = (range.length(), range.step.saturating_neg());
            let start = range.number(count - 1);
            let stop = start.saturating_add(step.saturating_mul(count));
            return Ok(Iter::Range(Range { start, stop, step }, 0));
        }
        _ => return Err(Error::of_type(format!("'{}' object is not reversible", value.type_name()))),
    };
    items.reverse();
    Ok(Iter::Values(items.into_iter(), "reversed"))
}

fn length(interpreter: &mut Interpreter<'_>, value: &Value) -> Result<Value> {
    let count = match value {
        Value::Str(text) => {
            crate::work::spend_bytes(text.len())?;
            text.chars().count()
        }
        Value::List(list) => list.borrow().len(),
        Value::Tuple(tuple) => tuple.len(),
        Value::Dict(dict) | Value::View(dict, _) => dict.borrow().len(),
        Value::Set(set) => set.len(),
        Value::Range(range) => return Ok(Value::Int(range.length())),
        Value::Native(native) if let Some(elements) = native.elements() => elements.len(),
        _ => {
            let Some(function) = interpreter.special(value, "__len__")? else {
                return Err(Error::of_type(format!("object of type '{}' has no len()", value.type_name())));
            };
            return interpreter.asked_length(&function).map(Value::Int);
        }
    };
    Ok(Value::count(count))
}

impl Interpreter<'_> {
    /// What a function `__len__` of the script says.
    pub(crate) fn asked_length(&mut self, function: &Value) -> Result<i64> {
        let length = self.call_value(function, Vec::new())?;
        match length.as_int() {
            Some(length) if length >= 0 => Ok(length),
            Some(_) => Err(Error::of_value("__len__() should return >= 0")),
            None => {
                let what = length.type_name();
                Err(Error::of_type(format!("'{what}' object cannot be interpreted as an integer")))
            }
        }
    }
}

fn extreme(interpreter: &mut Interpreter<'_>, builtin: Builtin, mut call: Call<'_>) -> Result<Value> {
    let (key, default) = (call.take("key"), call.take("default"));
    call.require_count(1, usize::MAX)?;
    let items = match call.positional.as_slice() {
        [one] => interpreter.collected(one)?,
        several if default.is_some() => {
            let _ = several;
            return Err(Error::of_type(format!(
                "Cannot specify a default for {}() with multiple positional arguments",
                call.function
            )));
        }
        several => several.to_vec(),
    };
    let (sign, wanted) = match builtin {
        Builtin::Max => (">", std::cmp::Ordering::Greater),
        _ => ("<", std::cmp::Ordering::Less),
    };
    let mut best: Option<(Value, Value)> = None;
    for item in items {
        interpreter.step()?;
        let own = match &key {
            None | Some(Value::None) => item.clone(),
            Some(key) => interpreter.call_value(key, vec![item.clone()])?,
        };
        let is_better = match &best {
            None => true,
            Some((other, _)) => order(&own, other, sign)? == Some(wanted),
        };
        if is_better {
            best = Some((own, item));
        }
    }
    let best = best.map(|(_, item)| item).or(default);
    best.ok_or_else(|| Error::of_value(format!("{}() arg is an empty sequence", call.function)))
}

fn sum(interpreter: &mut Interpreter<'_>, mut call: Call<'_>) -> Result<Value> {
    let start = call.take("start").or_else(|| call.get(1).cloned()).unwrap_or(Value::Int(0));
    call.require_count(1, 2)?;
    if let Value::Str(_) = start {
        return Err(Error::of_type("sum() can't sum strings [use ''.join(seq) instead]"));
    }
    let iterator = iterate(call.required(0)?)?;
    let mut sum = start;
    while let Some(value) = interpreter.advance(&iterator)? {
        sum = interpreter.operate(&sum, Operator::Add, &value)?;
    }
    Ok(sum)
}

pub(super) fn make(interpreter: &mut Interpreter<'_>, ty: Type, mut call: Call<'_>) -> Result<Value> {
    if ty == Type::Dict {
        let named = std::mem::take(&mut call.named);
        call.require_count(0, 1)?;
        let mut dict = Dict::default();
        if let Some(given) = call.get(0) {
            interpreter.pairs_of(given)?.into_iter().try_for_each(|(key, value)| dict.insert(key, value))?;
        }
        named.into_iter().try_for_each(|(name, value)| dict.insert(Value::Str(name), value))?;
        return Ok(Value::Dict(Rc::new(RefCell::new(dict))));
    }
    match ty {
        Type::Range => {
            call.require_count(1, 3)?;
            range(&call)
        }
        Type::Slice => {
            call.require_count(1, 3)?;
            let part = |at: usize| call.get(at).cloned().unwrap_or(Value::None);
            Ok(match call.positional.len() {
                1 => index::slice([Value::None, part(0), Value::None]),
                _ => index::slice([part(0), part(1), part(2)]),
            })
        }
        Type::Set | Type::FrozenSet => {
            call.require_count(0, 1)?;
            let frozen = ty == Type::FrozenSet;
            match call.get(0) {
                None => Ok(Value::Set(Rc::new(Set::empty(frozen)))),
                // A frozen set is its own copy.
                Some(own @ Value::Set(set)) if frozen && set.is_frozen() => Ok(own.clone()),
                Some(other) => Ok(Value::Set(Rc::new(interpreter.set_of(other, frozen)?))),
            }
        }
        _ => {
            call.require_count(0, 1)?;
            let items = call.get(0).map_or(Ok(Vec::new()), |value| interpreter.collected(value))?;
            interpreter.take_room(items.len())?;
            Ok(if ty == Type::Tuple { Value::tuple(items) } else { Value::list(items) })
        }
    }
}

fn range(call: &Call<'_>) -> Result<Value> {
    let (start, stop, step) = match call.positional.len() {
        1 => (0, call.int(0)?, 1),
        2 => (call.int(0)?, call.int(1)?, 1),
        _ => (call.int(0)?, call.int(1)?, call.int(2)?),
    };
    if step == 0 {
        return Err(Error::of_value("range() arg 3 must not be zero"));
    }
    Ok(Value::Range(Range { start, stop, step }))
}
