//! Views of dictionaries as sets.

use super::equality::is_element;
use super::{Dict, Result, Value, View};
use std::cell::RefCell;
use std::rc::Rc;

/// The dictionary of keys or items.
pub(crate) fn like_set(value: &Value) -> Option<(&Rc<RefCell<Dict>>, View)> {
    match value {
        Value::View(_, View::Values) => None,
        Value::View(dict, view) => Some((dict, *view)),
        _ => None,
    }
}

/// How many members it has, for a view or a set.
pub(crate) fn size(value: &Value) -> Option<usize> {
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
pub(crate) fn has(value: &Value, member: &Value) -> Result<bool> {
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
pub(crate) fn members(value: &Value) -> Vec<Value> {
    match value {
        Value::Set(set) => set.values(),
        Value::View(dict, View::Keys) => dict.borrow().keys(),
        Value::View(dict, _) => dict.borrow().pairs(),
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
    // Sizes are compared first: they often decide, and then no member is asked for its hash.
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
