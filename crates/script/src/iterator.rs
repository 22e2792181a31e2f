//! Iterators, which give one value after the other.

use crate::interpreter::Interpreter;
use crate::model::{Cause, Dict, Error, Exception, Iter, Result, State, Value, View};
use std::cell::RefCell;
use std::rc::Rc;

/// The iterator of a value.
///
/// # Errors
/// Where it has none.
pub(crate) fn iterate(value: &Value) -> Result<Value> {
    let values =
        |values: Vec<Value>, name: &'static str| Value::iterator(Iter::Values(values.into_iter(), name));
    Ok(match value {
        Value::Iterator(_) => value.clone(),
        Value::List(list) => Value::iterator(Iter::List(Rc::clone(list), 0)),
        Value::Tuple(tuple) => values(tuple.to_vec(), "tuple_iterator"),
        Value::Str(text) => {
            values(text.chars().map(|letter| Value::text(letter.to_string())).collect(), "str_iterator")
        }
        Value::Range(range) => Value::iterator(Iter::Range(*range, 0)),
        Value::Dict(dict) => dict_iterator(dict, View::Keys),
        Value::View(dict, view) => dict_iterator(dict, *view),
        Value::Set(set) => {
            Value::iterator(Iter::Set(Rc::clone(set), set.ordered_values()?.into_iter(), set.state()))
        }
        Value::Object(object) if object.class.find("__getitem__").is_some() => {
            Value::iterator(Iter::Elements(value.clone(), 0, 1))
        }
        Value::Native(native) if let Some(elements) = native.elements() => values(elements, "iterator"),
        _ => return Err(Error::of_type(format!("'{}' object is not iterable", value.type_name()))),
    })
}

fn dict_iterator(dict: &Rc<RefCell<Dict>>, view: View) -> Value {
    let state = dict.borrow().state();
    Value::iterator(Iter::Dict(Rc::clone(dict), view, 0, state))
}

impl Interpreter<'_> {
    /// The next value of an iterator; none at its end.
    ///
    /// # Errors
    /// Where a function that it calls has one.
    pub(crate) fn advance(&mut self, iterator: &Value) -> Result<Option<Value>> {
        let Value::Iterator(state) = iterator else {
            return Err(Error::of_type(format!("'{}' object is not an iterator", iterator.type_name())));
        };
        self.step()?;
        // Functions of the script may ask the same iterator meanwhile.
        let name = state.borrow().type_name();
        let mut iter = state.replace(Iter::Running(name));
        let next = match self.next_of(&mut iter) {
            Err(error) => ended_by(&iter, error),
            next => next,
        };
        let has_ended = iter.has_ended(&next);
        state.replace(if has_ended { Iter::Ended(name) } else { iter });
        next
    }

    fn next_of(&mut self, iter: &mut Iter) -> Result<Option<Value>> {
        match iter {
            Iter::Ended(_) => Ok(None),
            Iter::Running("generator") => Err(Error::of_value("generator already executing")),
            Iter::Running(name) => Err(Error::refused(format!("a `{name}` that asks itself"))),
            Iter::Backwards(list, left) => {
                let Some(at) = left.checked_sub(1) else { return Ok(None) };
                *left = at;
                Ok(list.borrow().get(at).cloned())
            }
            // Backwards, the index before the first ends it.
            Iter::Elements(object, at, step) => {
                if *at < 0 {
                    return Ok(None);
                }
                let index = Value::Int(*at);
                *at += *step;
                self.subscript(object, &index).map(Some)
            }
            Iter::List(list, at) => {
                *at += 1;
                Ok(list.borrow().get(*at - 1).cloned())
            }
            Iter::Values(values, _) => Ok(values.next()),
            Iter::Range(range, at) => {
                *at += 1;
                Ok((*at <= range.length()).then(|| Value::Int(range.number(*at - 1))))
            }
            Iter::Dict(dict, view, at, state) => next_entry(&dict.borrow(), *view, at, state),
            Iter::Set(set, members, state) => {
                state.check(set.state(), "Set")?;
                Ok(members.next())
            }
            Iter::Enumerate(inner, count) => {
                let Some(value) = self.advance(inner)? else { return Ok(None) };
                *count += 1;
                Ok(Some(Value::tuple(vec![Value::Int(*count - 1), value])))
            }
            Iter::Zip(inner, strict) => {
                let strict = *strict;
                Ok(self.next_of_each(inner, strict)?.map(Value::tuple))
            }
            Iter::Map(function, inner) => {
                let Some(values) = self.next_of_each(inner, false)? else { return Ok(None) };
                self.call_value(function, values).map(Some)
            }
            Iter::Filter(function, inner) => self.next_filtered(function, inner),
            Iter::Generator(generator) => self.next_generated(generator),
        }
    }

    fn next_filtered(&mut self, function: &Value, inner: &Value) -> Result<Option<Value>> {
        while let Some(value) = self.advance(inner)? {
            let is_wanted = match function {
                Value::None => self.truth(&value)?,
                _ => {
                    let answer = self.call_value(function, vec![value.clone()])?;
                    self.truth(&answer)?
                }
            };
            if is_wanted {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn next_of_each(&mut self, inner: &[Value], strict: bool) -> Result<Option<Vec<Value>>> {
        let mut values = Vec::new();
        for (at, one) in inner.iter().enumerate() {
            match self.advance(one)? {
                Some(value) => values.push(value),
                None if strict && at > 0 => {
                    let before = if at == 1 { "argument 1".to_owned() } else { format!("arguments 1-{at}") };
                    let message = format!("zip() argument {} is shorter than {before}", at + 1);
                    return Err(Error::of_value(message));
                }
                None if strict => return self.none_left(inner),
                None => return Ok(None),
            }
        }
        Ok(if inner.is_empty() { None } else { Some(values) })
    }

    /// The first has ended, and so must the others.
    fn none_left(&mut self, inner: &[Value]) -> Result<Option<Vec<Value>>> {
        for (at, one) in inner.iter().enumerate().skip(1) {
            if self.advance(one)?.is_some() {
                let before = if at == 1 { "argument 1".to_owned() } else { format!("arguments 1-{at}") };
                let message = format!("zip() argument {} is longer than {before}", at + 1);
                return Err(Error::of_value(message));
            }
        }
        Ok(None)
    }

    /// CPython asks an object that is made a list of how many elements it has, when and whatever it answers.
    fn check_length(&mut self, iterator: &Value) -> Result<()> {
        let Value::Iterator(iter) = iterator else { return Ok(()) };
        let Iter::Elements(object, ..) = &*iter.borrow() else { return Ok(()) };
        match self.special(object, "__len__")? {
            None => Ok(()),
            Some(_) => Err(Error::refused_with(
                "a list of the elements of an object that has `__len__`",
                "write a comprehension",
            )),
        }
    }

    /// All values of something that can be iterated over.
    ///
    /// # Errors
    /// Where it cannot be, or a function that it calls has one.
    pub(crate) fn collected(&mut self, value: &Value) -> Result<Vec<Value>> {
        match value {
            Value::List(list) => Ok(list.borrow().clone()),
            Value::Tuple(tuple) => Ok(tuple.to_vec()),
            _ => {
                let iterator = iterate(value)?;
                self.check_length(&iterator)?;
                let mut values = Vec::new();
                while let Some(value) = self.advance(&iterator)? {
                    self.take_room(1)?;
                    values.push(value);
                }
                Ok(values)
            }
        }
    }
}

/// What an exception does to an iterator that met it: `StopIteration` and, where elements are counted,
/// `IndexError` are its end; in a generator the former is a mistake.
fn ended_by(iter: &Iter, error: Error) -> Result<Option<Value>> {
    let Cause::Raised(exception) = &*error.cause else { return Err(error) };
    let is_stop = exception.class.is_kind_of(&Exception::StopIteration.class());
    match iter {
        Iter::Generator(_) if is_stop => Err(Exception::RuntimeError.error("generator raised StopIteration")),
        Iter::Elements(..) if is_stop || exception.class.is_kind_of(&Exception::IndexError.class()) => {
            Ok(None)
        }
        // The loop around it does not see the exception, but `next` would.
        _ if is_stop && exception.args.borrow().is_empty() => Ok(None),
        _ if is_stop => Err(Error::refused("a `StopIteration` that holds a value")),
        _ => Err(error),
    }
}

fn next_entry(dict: &Dict, view: View, at: &mut usize, state: &mut State) -> Result<Option<Value>> {
    state.check(dict.state(), "dictionary")?;
    *at += 1;
    Ok(dict.entry_at(*at - 1).map(|(key, value)| match view {
        View::Keys => key,
        View::Values => value,
        View::Items => Value::tuple(vec![key, value]),
    }))
}
