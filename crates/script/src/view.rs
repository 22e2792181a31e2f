//! Views of dictionaries as sets: CPython's operations of `dict_keys` and `dict_items`.

use crate::compare::is_element;
use crate::dict::Dict;
use crate::error::{Error, Result};
use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::operator::Operator;
use crate::set::Set;
use crate::value::{Value, View};
use std::cell::RefCell;
use std::rc::Rc;

/// The dictionary of keys or items.
fn like_set(value: &Value) -> Option<(&Rc<RefCell<Dict>>, View)> {
    match value {
        Value::View(_, View::Values) => None,
        Value::View(dict, view) => Some((dict, *view)),
        _ => None,
    }
}

/// How many members it has, for a view or a set.
fn size(value: &Value) -> Option<usize> {
    match (value, like_set(value)) {
        (Value::Set(set), _) => Some(set.len()),
        (_, Some((dict, _))) => Some(dict.borrow().len()),
        _ => None,
    }
}

/// Whether a value is a member of a view or a set.
///
/// # Errors
/// Where it can change.
fn has(value: &Value, member: &Value) -> Result<bool> {
    match (value, member) {
        (Value::Set(set), _) => set.has(member),
        (Value::View(dict, View::Keys), _) => Ok(dict.borrow().get(member)?.is_some()),
        (Value::View(dict, View::Items), Value::Tuple(pair)) => match &pair[..] {
            [key, value] => Ok(dict.borrow().get(key)?.is_some_and(|found| is_element(value, &found))),
            _ => Ok(false),
        },
        _ => Ok(false),
    }
}

/// The members of a view or a set.
fn members(value: &Value) -> Vec<Value> {
    match value {
        Value::Set(set) => set.values(),
        Value::View(dict, View::Keys) => dict.borrow().keys(),
        Value::View(dict, _) => crate::iterator::pairs(&dict.borrow()),
        _ => Vec::new(),
    }
}

/// What a comparison with a view gives; none where it is none of sets.
///
/// # Errors
/// Where a member can change, so that no set has it.
pub(crate) fn compared(one: &Value, other: &Value, sign: &str) -> Option<Result<bool>> {
    like_set(one).or(like_set(other))?;
    let (own, theirs) = (size(one)?, size(other)?);
    let is_within = |one: &Value, other: &Value| {
        members(one).iter().try_fold(true, |all, member| Ok(all && has(other, member)?))
    };
    Some(match sign {
        "==" => {
            if own == theirs {
                is_within(one, other)
            } else {
                Ok(false)
            }
        }
        "<" => {
            if own < theirs {
                is_within(one, other)
            } else {
                Ok(false)
            }
        }
        "<=" => {
            if own <= theirs {
                is_within(one, other)
            } else {
                Ok(false)
            }
        }
        ">" => {
            if own > theirs {
                is_within(other, one)
            } else {
                Ok(false)
            }
        }
        _ => {
            if own >= theirs {
                is_within(other, one)
            } else {
                Ok(false)
            }
        }
    })
}

impl Interpreter<'_> {
    /// What `in` says of a view.
    pub(crate) fn is_in_view(&mut self, member: &Value, view: &Value) -> Option<Result<bool>> {
        like_set(view).map(|_| has(view, member))
    }

    /// What an operator of sets makes of a view and another value; none where neither is a view.
    pub(crate) fn operate_on_views(
        &mut self,
        left: &Value,
        operator: Operator,
        right: &Value,
    ) -> Option<Result<Value>> {
        let is_set_operator =
            matches!(operator, Operator::BitOr | Operator::BitAnd | Operator::BitXor | Operator::Sub);
        if !is_set_operator || like_set(left).or(like_set(right)).is_none() {
            return None;
        }
        Some(self.operated(left, operator, right).map(Value::set))
    }

    fn operated(&mut self, left: &Value, operator: Operator, right: &Value) -> Result<Set> {
        if operator == Operator::BitAnd {
            return if like_set(left).is_some() {
                self.common(left, right)
            } else {
                self.common(right, left)
            };
        }
        let are_items = |value: &Value| matches!(value, Value::View(_, View::Items));
        if operator == Operator::BitXor && are_items(left) && are_items(right) {
            return Err(Error::refused_with("`^` between items of dictionaries", "make sets of them"));
        }
        let own = match left {
            // CPython makes the set of the dictionary itself.
            Value::View(dict, View::Keys) => self.set_of(&Value::Dict(Rc::clone(dict)), false)?,
            _ => self.set_of(left, false)?,
        };
        match (operator, right) {
            (Operator::BitOr, _) => self.add_all(&own, right)?,
            (Operator::Sub, _) => own.discard_all(&*self.as_set(right)?),
            (_, Value::Dict(dict)) => own.toggle(dict.borrow().keys())?,
            _ => own.toggle_all(&*self.as_set(right)?),
        }
        Ok(own)
    }

    /// The members of a view that another value has, too.
    fn common(&mut self, view: &Value, other: &Value) -> Result<Set> {
        let own = size(view).unwrap_or(0);
        if let Value::Set(set) = other
            && !set.is_frozen()
            && own <= set.len()
        {
            return set.members_among(members(view));
        }
        let is_larger = like_set(other).is_some() && size(other).is_some_and(|theirs| theirs > own);
        let (asked, walked) = if is_larger { (other, view) } else { (view, other) };
        let set = Set::empty(false);
        let iterator = iterate(walked)?;
        while let Some(value) = self.advance(&iterator)? {
            if has(asked, &value)? {
                set.add(value)?;
            }
        }
        Ok(set)
    }

    /// Whether a view or a set has no member that another value has.
    pub(crate) fn is_disjoint(&mut self, view: &Value, other: &Value) -> Result<bool> {
        let iterator = iterate(other)?;
        while let Some(value) = self.advance(&iterator)? {
            if has(view, &value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
