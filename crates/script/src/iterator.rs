//! Iterators, which give one value after the other.

use crate::comprehension::Generator;
use crate::dict::Dict;
use crate::error::{Cause, Error, Result};
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
    /// Of a list from its end: how many are left.
    Backwards(Rc<List>, usize),
    /// Of an object with `__getitem__`: the next index, and the distance to the one behind.
    Elements(Value, i64, i64),
    /// Of values that stay.
    Values(std::vec::IntoIter<Value>, &'static str),
    /// Of a range: the next place, and how many are left.
    Range(Range, i64),
    /// Of a dictionary: the next place, and how it was at the start.
    Dict(Rc<RefCell<Dict>>, View, usize, State),
    /// Of a set: its members at the start, and how it was then.
    Set(Rc<Set>, std::vec::IntoIter<Value>, State),
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
    /// One that is at work, and the name of its type.
    Running(&'static str),
    /// One that has ended.
    Ended(&'static str),
}

/// What tells whether a collection is the one that it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// How many elements it has.
    pub(crate) size: usize,
    /// How often elements came and went.
    pub(crate) changes: u64,
}

impl State {
    /// An error where a collection has changed since. CPython tells by its size; what it gives where elements
    /// came and went follows from their places in its own table.
    fn check(&mut self, now: State, what: &str) -> Result<()> {
        if now.size != self.size {
            // It stays an error, whatever size the collection gets.
            self.size = usize::MAX;
            let message = format!("{what} changed size during iteration");
            return Err(Exception::RuntimeError.error(message));
        }
        if now == *self {
            return Ok(());
        }
        Err(Error::refused_with("a loop over what it changes", "go over a copy of it"))
    }
}

impl Iter {
    /// The name of its type.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Iter::List(..) => "list_iterator",
            Iter::Backwards(..) => "list_reverseiterator",
            Iter::Elements(_, _, step) if *step < 0 => "reversed",
            Iter::Elements(..) => "iterator",
            Iter::Values(_, name) | Iter::Running(name) | Iter::Ended(name) => name,
            Iter::Range(..) => "range_iterator",
            Iter::Dict(_, View::Keys, ..) => "dict_keyiterator",
            Iter::Dict(_, View::Values, ..) => "dict_valueiterator",
            Iter::Dict(_, View::Items, ..) => "dict_itemiterator",
            Iter::Set(..) => "set_iterator",
            Iter::Enumerate(..) => "enumerate",
            Iter::Zip(..) => "zip",
            Iter::Map(..) => "map",
            Iter::Filter(..) => "filter",
            Iter::Generator(_) => "generator",
        }
    }

    /// Whether it gives nothing any more: the functions that join iterators ask these again, and an error
    /// ends generators alone.
    fn has_ended(&self, next: &Result<Option<Value>>) -> bool {
        match (self, next) {
            (_, Ok(Some(_)))
            | (Iter::Enumerate(..) | Iter::Zip(..) | Iter::Map(..) | Iter::Filter(..), _) => false,
            (Iter::Elements(_, _, step), Err(_)) => *step < 0,
            (Iter::Generator(_), Err(_)) | (_, Ok(None)) => true,
            (_, Err(_)) => false,
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
    Ok(dict.at(*at - 1).map(|(key, value)| match view {
        View::Keys => key,
        View::Values => value,
        View::Items => Value::tuple(vec![key, value]),
    }))
}
