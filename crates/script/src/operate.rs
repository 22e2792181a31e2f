//! Operators between values.

use crate::interpreter::{Interpreter, MAX_TEXT};
use crate::model::{Dict, Error, Result, Set, Value};
use crate::number;
use crate::operator::Operator;
use crate::text::percent;
use std::cell::RefCell;
use std::rc::Rc;

impl Interpreter<'_> {
    /// What an operator makes of two values.
    pub(crate) fn operate(&mut self, left: &Value, operator: Operator, right: &Value) -> Result<Value> {
        if let Some(result) = number::operate(left, operator, right) {
            return result;
        }
        match (left, operator, right) {
            (Value::Str(one), Operator::Add, Value::Str(other)) => {
                self.take_text(one.len() + other.len())?;
                Ok(Value::text(format!("{one}{other}")))
            }
            (Value::List(one), Operator::Add, Value::List(other)) => {
                let items = self.joined(&one.borrow(), &other.borrow())?;
                Ok(Value::list(items))
            }
            (Value::Tuple(one), Operator::Add, Value::Tuple(other)) => {
                Ok(Value::tuple(self.joined(one, other)?))
            }
            // Numbers are done with, so an integer on one side counts the other one.
            (_, Operator::Mult, _) if let Some(count) = right.as_int() => {
                self.repeated(left, count, (left, right))
            }
            (_, Operator::Mult, _) if let Some(count) = left.as_int() => {
                self.repeated(right, count, (left, right))
            }
            (Value::Str(text), Operator::Mod, _) => {
                let text = percent::replaced(text, right, |value, kind| match kind {
                    'r' => self.repr(value),
                    _ => self.str(value),
                })?;
                self.take_text(text.len())?;
                Ok(Value::text(text))
            }
            (Value::Dict(one), Operator::BitOr, Value::Dict(other)) => {
                let mut union = Dict::default();
                for (key, value) in one.borrow().entries().into_iter().chain(other.borrow().entries()) {
                    union.insert(key, value)?;
                }
                Ok(Value::Dict(Rc::new(RefCell::new(union))))
            }
            (Value::Type(_) | Value::Class(_), Operator::BitOr, _)
            | (_, Operator::BitOr, Value::Type(_) | Value::Class(_)) => {
                Err(Error::refused("a union of types"))
            }
            (Value::Set(one), _, Value::Set(other)) => match sets(one, operator, other) {
                Some(set) => Ok(Value::set(set)),
                None => Err(number::unsupported(left, operator, right)),
            },
            _ => match self.operate_on_views(left, operator, right) {
                Some(result) => result,
                None => Err(cannot(left, operator, right)),
            },
        }
    }

    /// The same for a value that cannot change; where there is no such operator, the message has its sign.
    fn operate_in_place(&mut self, own: &Value, operator: Operator, other: &Value) -> Result<Value> {
        self.operate(own, operator, other).map_err(|error| {
            let plain = number::unsupported(own, operator, other);
            match error.to_string() == plain.to_string() {
                true => number::unsupported_by(own, &format!("{}=", operator.sign()), other),
                false => error,
            }
        })
    }

    fn joined(&mut self, one: &[Value], other: &[Value]) -> Result<Vec<Value>> {
        self.take_room(one.len() + other.len())?;
        Ok(one.iter().chain(other).cloned().collect())
    }

    fn repeated(&mut self, value: &Value, count: i64, sides: (&Value, &Value)) -> Result<Value> {
        let count = usize::try_from(count).unwrap_or(0);
        match value {
            Value::Str(text) => {
                if text.len().saturating_mul(count) > MAX_TEXT {
                    return Err(Error::too_large());
                }
                self.take_text(text.len() * count)?;
                Ok(Value::text(text.repeat(count)))
            }
            Value::List(list) => {
                let items = list.borrow().clone();
                Ok(Value::list(self.items_repeated(&items, count)?))
            }
            Value::Tuple(tuple) => Ok(Value::tuple(self.items_repeated(tuple, count)?)),
            _ => Err(number::unsupported(sides.0, Operator::Mult, sides.1)),
        }
    }

    fn items_repeated(&mut self, items: &[Value], count: usize) -> Result<Vec<Value>> {
        self.take_room(items.len().saturating_mul(count))?;
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let mut all = Vec::with_capacity(items.len() * count);
        (0..count).for_each(|_| all.extend_from_slice(items));
        Ok(all)
    }

    /// What an augmented assignment makes of the value that was there; lists, sets and dictionaries change in
    /// place.
    pub(crate) fn augmented(&mut self, own: &Value, operator: Operator, other: &Value) -> Result<Value> {
        match (own, operator) {
            (Value::List(list), Operator::Add) => {
                let items = self.collected(other)?;
                self.take_room(items.len())?;
                list.borrow_mut().extend(items);
            }
            (Value::List(list), Operator::Mult) if let Some(count) = other.as_int() => {
                let items = list.borrow().clone();
                let items = self.items_repeated(&items, usize::try_from(count).unwrap_or(0))?;
                list.replace(items);
            }
            (Value::Dict(dict), Operator::BitOr) => {
                let entries = self.pairs_of(other)?;
                entries.into_iter().try_for_each(|(key, value)| dict.borrow_mut().insert(key, value))?;
            }
            (Value::Set(set), _)
                if !set.is_frozen()
                    && let Value::Set(other) = other =>
            {
                match operator {
                    Operator::BitOr => set.merge(other),
                    Operator::Sub => set.discard_all(other),
                    Operator::BitXor => set.toggle_all(other),
                    _ => {
                        let result = sets(set, operator, other).ok_or_else(|| {
                            number::unsupported(own, operator, &Value::Set(Rc::clone(other)))
                        })?;
                        set.replace(&result);
                    }
                }
            }
            _ => return self.operate_in_place(own, operator, other),
        }
        Ok(own.clone())
    }
}

fn sets(one: &Set, operator: Operator, other: &Set) -> Option<Set> {
    match operator {
        Operator::BitOr => Some(one.union(other)),
        Operator::BitAnd => Some(one.intersection(other)),
        Operator::Sub => Some(one.difference(other)),
        Operator::BitXor => Some(one.symmetric_difference(other)),
        _ => None,
    }
}

/// The error of an operator that two values do not have.
fn cannot(left: &Value, operator: Operator, right: &Value) -> Error {
    let (own, other) = (left.type_name(), right.type_name());
    match left {
        Value::Str(_) | Value::List(_) | Value::Tuple(_) if operator == Operator::Add => {
            Error::of_type(format!("can only concatenate {own} (not \"{other}\") to {own}"))
        }
        _ if operator == Operator::Mult && is_sequence(left) => {
            Error::of_type(format!("can't multiply sequence by non-int of type '{other}'"))
        }
        _ if operator == Operator::Mult && is_sequence(right) => {
            Error::of_type(format!("can't multiply sequence by non-int of type '{own}'"))
        }
        _ => number::unsupported(left, operator, right),
    }
}

fn is_sequence(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::List(_) | Value::Tuple(_))
}
