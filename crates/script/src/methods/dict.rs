//! What dictionaries can do.

use crate::interpreter::Interpreter;
use crate::model::{Call, Dict, Error, Exception, Result, Value, View};
use std::cell::RefCell;
use std::rc::Rc;

pub(super) const NAMES: &[&str] =
    &["clear", "copy", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"];

pub(super) fn call(
    interpreter: &mut Interpreter<'_>,
    own: &Rc<RefCell<Dict>>,
    name: &str,
    call: Call<'_>,
) -> Result<Value> {
    // The first three look at the dictionary itself; what changes in it shows in them.
    let view = |view: View| call.require_count(0, 0).map(|()| Value::View(Rc::clone(own), view));
    match name {
        "keys" => view(View::Keys),
        "values" => view(View::Values),
        "items" => view(View::Items),
        "get" => {
            call.require_count(1, 2)?;
            let found = own.borrow().get(call.required(0)?)?;
            Ok(found.or_else(|| call.get(1).cloned()).unwrap_or(Value::None))
        }
        "setdefault" => {
            call.require_count(1, 2)?;
            let key = call.required(0)?;
            if let Some(found) = own.borrow().get(key)? {
                return Ok(found);
            }
            interpreter.take_room(1)?;
            let value = call.get(1).cloned().unwrap_or(Value::None);
            own.borrow_mut().insert(key.clone(), value.clone())?;
            Ok(value)
        }
        "pop" => {
            call.require_count(1, 2)?;
            let key = call.required(0)?;
            let found = own.borrow_mut().remove(key)?;
            found.or_else(|| call.get(1).cloned()).ok_or_else(|| Exception::KeyError.holding(key.clone()))
        }
        "popitem" => {
            call.require_count(0, 0)?;
            let (key, value) = own
                .borrow_mut()
                .pop()
                .ok_or_else(|| Exception::KeyError.error("popitem(): dictionary is empty"))?;
            Ok(Value::tuple(vec![key, value]))
        }
        "copy" => {
            call.require_count(0, 0)?;
            interpreter.take_room(own.borrow().len())?;
            let copy = own.borrow().clone();
            Ok(Value::Dict(Rc::new(RefCell::new(copy))))
        }
        "clear" => {
            call.require_count(0, 0)?;
            own.borrow_mut().clear();
            Ok(Value::None)
        }
        _ => update(interpreter, own, call),
    }
}

fn update(interpreter: &mut Interpreter<'_>, own: &Rc<RefCell<Dict>>, mut call: Call<'_>) -> Result<Value> {
    let named = std::mem::take(&mut call.named);
    call.require_count(0, 1)?;
    if let Some(given) = call.get(0) {
        for (key, value) in interpreter.pairs_of(given)? {
            own.borrow_mut().insert(key, value)?;
        }
    }
    for (name, value) in named {
        own.borrow_mut().insert(Value::Str(name), value)?;
    }
    Ok(Value::None)
}

/// `dict.fromkeys(keys, value)`
pub(super) fn from_keys(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Result<Value> {
    call.require_count(1, 2)?;
    let mut dict = Dict::default();
    let value = call.get(1).cloned().unwrap_or(Value::None);
    for key in interpreter.collected(call.required(0)?)? {
        dict.insert(key, value.clone())?;
    }
    Ok(Value::Dict(Rc::new(RefCell::new(dict))))
}

impl Interpreter<'_> {
    /// The entries of a dictionary, or of pairs.
    pub(crate) fn pairs_of(&mut self, value: &Value) -> Result<Vec<(Value, Value)>> {
        if let Some(entries) = value.as_entries() {
            self.take_room(entries.len())?;
            return Ok(entries);
        }
        let mut entries = Vec::new();
        for (at, pair) in self.collected(value)?.iter().enumerate() {
            let pair = self.collected(pair).map_err(|_| {
                let message =
                    format!("cannot convert dictionary update sequence element #{at} to a sequence");
                Error::of_type(message)
            })?;
            let [key, value] = pair.as_slice() else {
                let message = format!(
                    "dictionary update sequence element #{at} has length {}; 2 is required",
                    pair.len()
                );
                return Err(Error::of_value(message));
            };
            entries.push((key.clone(), value.clone()));
        }
        Ok(entries)
    }
}
