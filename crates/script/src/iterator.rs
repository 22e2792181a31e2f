//! Iterators, which give one value after the other.

use crate::comprehension::Generator;
use crate::dict::Dict;
use crate::error::{Error, Result};
use crate::exception::Exception;
use crate::interpreter::Interpreter;
use crate::sequence::List;
use crate::set::Set;
use crate::value::{Range, Value, View};
use std::cell::RefCell;
use std::rc::Rc;

/// An iterator's state.
#[derive(Debug)]
pub enum Iter {
    /// Of a list, which may grow meanwhile.
    List(Rc<List>, usize),
    /// Of values that stay.
    Values(std::vec::IntoIter<Value>, &'static str),
    /// Of a range: the next place, and how many are left.
    Range(Range, i64),
    /// Of a dictionary: the next place, and the size that it had.
    Dict(Rc<RefCell<Dict>>, View, usize, usize),
    /// Of a set: its members at the start, and the set.
    Set(Rc<Set>, std::vec::IntoIter<Value>, usize),
    /// `enumerate`.
    Enumerate(Value, i64),
    /// `zip`, and whether lengths must agree.
    Zip(Vec<Value>, bool),
    /// `map`.
    Map(Value, Vec<Value>),
    /// `filter`.
    Filter(Value, Value),
    /// A generator expression.
    Generator(Box<Generator>),
    /// One that is at work.
    Running,
    /// One that has ended.
    Ended,
}

impl Iter {
    /// The name of its type.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Iter::List(..) => "list_iterator",
            Iter::Values(_, name) => name,
            Iter::Range(..) => "range_iterator",
            Iter::Dict(..) => "dict_keyiterator",
            Iter::Set(..) => "set_iterator",
            Iter::Enumerate(..) => "enumerate",
            Iter::Zip(..) => "zip",
            Iter::Map(..) => "map",
            Iter::Filter(..) => "filter",
            Iter::Generator(_) | Iter::Running | Iter::Ended => "generator",
        }
    }
}

/// The items of a dictionary as pairs.
pub(crate) fn pairs(dict: &Dict) -> Vec<Value> {
    dict.entries().into_iter().map(|(key, value)| Value::tuple(vec![key, value])).collect()
}

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
        Value::Set(set) => Value::iterator(Iter::Set(Rc::clone(set), set.values().into_iter(), set.len())),
        Value::Native(native) if let Some(elements) = native.elements() => values(elements, "iterator"),
        _ => return Err(Error::of_type(format!("'{}' object is not iterable", value.type_name()))),
    })
}

fn dict_iterator(dict: &Rc<RefCell<Dict>>, view: View) -> Value {
    Value::iterator(Iter::Dict(Rc::clone(dict), view, 0, dict.borrow().len()))
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
        let mut iter = state.replace(Iter::Running);
        let next = self.next_of(&mut iter);
        let has_ended = !matches!(next, Ok(Some(_)));
        state.replace(if has_ended { Iter::Ended } else { iter });
        next
    }

    fn next_of(&mut self, iter: &mut Iter) -> Result<Option<Value>> {
        match iter {
            Iter::Ended => Ok(None),
            Iter::Running => Err(Error::of_value("generator already executing")),
            Iter::List(list, at) => {
                *at += 1;
                Ok(list.borrow().get(*at - 1).cloned())
            }
            Iter::Values(values, _) => Ok(values.next()),
            Iter::Range(range, at) => {
                *at += 1;
                Ok((*at <= range.length()).then(|| Value::Int(range.number(*at - 1))))
            }
            Iter::Dict(dict, view, at, size) => next_entry(&dict.borrow(), *view, at, *size),
            Iter::Set(set, members, size) => {
                let next = members.next();
                if set.len() != *size {
                    return Err(Exception::RuntimeError.error("Set changed size during iteration"));
                }
                Ok(next)
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

fn next_entry(dict: &Dict, view: View, at: &mut usize, size: usize) -> Result<Option<Value>> {
    if dict.len() != size {
        return Err(Exception::RuntimeError.error("dictionary changed size during iteration"));
    }
    *at += 1;
    Ok(dict.at(*at - 1).map(|(key, value)| match view {
        View::Keys => key,
        View::Values => value,
        View::Items => Value::tuple(vec![key, value]),
    }))
}
