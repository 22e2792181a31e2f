//! Operators of views of dictionaries: CPython's operations of `dict_keys` and `dict_items`.

use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::view::{has, like_set, members, size};
use crate::model::{Error, Result, Set, Value, View};
use crate::operator::Operator;
use std::rc::Rc;

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
