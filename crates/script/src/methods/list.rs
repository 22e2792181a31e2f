//! What lists can do.

use super::searched;
use crate::compare::{order, truth};
use crate::interpreter::Interpreter;
use crate::model::equality::is_element;
use crate::model::{Call, Error, Exception, List, Result, Value};
use crate::work;
use std::cmp::Ordering;
use std::rc::Rc;

pub(super) const NAMES: &[&str] =
    &["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"];

pub(super) fn call(
    interpreter: &mut Interpreter<'_>,
    own: &Rc<List>,
    name: &str,
    mut call: Call<'_>,
) -> Result<Value> {
    match name {
        "append" => {
            call.require_count(1, 1)?;
            interpreter.take_room(1)?;
            own.borrow_mut().push(call.required(0)?.clone());
        }
        "extend" => {
            call.require_count(1, 1)?;
            let items = interpreter.collected(call.required(0)?)?;
            interpreter.take_room(items.len())?;
            own.borrow_mut().extend(items);
        }
        "insert" => {
            call.require_count(2, 2)?;
            interpreter.take_room(1)?;
            let length = own.borrow().len();
            let (at, _) = crate::index::bounds(Some(&Value::Int(call.int(0)?)), None, length)?;
            work::spend(length - at)?;
            own.borrow_mut().insert(at, call.required(1)?.clone());
        }
        "pop" => return pop(own, &call),
        "remove" => {
            call.require_count(1, 1)?;
            work::spend(own.borrow().len())?;
            let at =
                own.borrow().iter().position(|item| is_element(item, call.get(0).unwrap_or(&Value::None)));
            let at = at.ok_or_else(|| Error::of_value("list.remove(x): x not in list"))?;
            own.borrow_mut().remove(at);
        }
        "clear" => {
            call.require_count(0, 0)?;
            drop(own.replace(Vec::new()));
        }
        "reverse" => {
            call.require_count(0, 0)?;
            work::spend(own.borrow().len())?;
            own.borrow_mut().reverse();
        }
        "copy" => {
            call.require_count(0, 0)?;
            interpreter.take_room(own.borrow().len())?;
            return Ok(Value::list(own.borrow().clone()));
        }
        "sort" => {
            let (key, reverse) = (call.take("key"), call.take("reverse"));
            call.require_count(0, 0)?;
            // The list is empty meanwhile, as in CPython.
            let items = own.replace(Vec::new());
            let sorted =
                interpreter.sorted(items.clone(), key, reverse.is_some_and(|reverse| truth(&reverse)));
            let has_changed = !own.borrow().is_empty();
            own.replace(sorted.as_ref().map_or(items, Clone::clone));
            sorted?;
            if has_changed {
                return Err(Error::of_value("list modified during sort"));
            }
        }
        _ => {
            let items = own.borrow().clone();
            work::spend(items.len())?;
            let missing = |item: &Value| Ok(format!("{} is not in list", interpreter.repr(item)?));
            return searched(&items, name, &call, missing);
        }
    }
    Ok(Value::None)
}

fn pop(own: &List, call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 1)?;
    let mut items = own.borrow_mut();
    if items.is_empty() {
        return Err(Exception::IndexError.error("pop from empty list"));
    }
    let index = call.get(0).map_or(Ok(-1), |_| call.int(0))?;
    let at = crate::index::place(&Value::Int(index), items.len(), "pop")?;
    work::spend(items.len() - at)?;
    Ok(items.remove(at))
}

impl Interpreter<'_> {
    /// The items in order, by their keys where a function gives some.
    pub(crate) fn sorted(
        &mut self,
        items: Vec<Value>,
        key: Option<Value>,
        reverse: bool,
    ) -> Result<Vec<Value>> {
        let mut keyed = Vec::with_capacity(items.len());
        for item in items {
            let key = match &key {
                None | Some(Value::None) => item.clone(),
                Some(key) => self.call_value(key, vec![item.clone()])?,
            };
            keyed.push((key, item));
        }
        for _ in 0..keyed.len() {
            self.step()?;
        }
        let mut failure = None;
        // Where not all values have an order, what CPython makes of them follows from its own way of sorting.
        let mut compare = |one: &(Value, Value), other: &(Value, Value)| match order(&one.0, &other.0, "<") {
            Ok(Some(order)) => order,
            Ok(None) => {
                failure.get_or_insert_with(|| Error::refused("sorting of what is not a number"));
                Ordering::Equal
            }
            Err(error) => {
                failure.get_or_insert(error);
                Ordering::Equal
            }
        };
        if keyed.iter().any(|(key, _)| matches!(key, Value::Set(_))) && keyed.len() > 1 {
            return Err(Error::refused_with("sorting of sets", "sort by a key"));
        }
        if reverse {
            keyed.sort_by(|one, other| compare(other, one));
        } else {
            keyed.sort_by(&mut compare);
        }
        match failure {
            Some(error) => Err(error),
            None => Ok(keyed.into_iter().map(|(_, item)| item).collect()),
        }
    }
}
