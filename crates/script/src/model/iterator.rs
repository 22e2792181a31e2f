//! What iterators remember.

use super::{Dict, Error, Exception, Generator, List, Range, Result, Set, Value, View};
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
    pub(crate) fn check(&mut self, now: State, what: &str) -> Result<()> {
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
    pub(crate) fn has_ended(&self, next: &Result<Option<Value>>) -> bool {
        match (self, next) {
            (_, Ok(Some(_)))
            | (Iter::Enumerate(..) | Iter::Zip(..) | Iter::Map(..) | Iter::Filter(..), _) => false,
            (Iter::Elements(_, _, step), Err(_)) => *step < 0,
            (Iter::Generator(_), Err(_)) | (_, Ok(None)) => true,
            (_, Err(_)) => false,
        }
    }
}
