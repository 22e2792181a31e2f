//! Lists, pairs and dictionaries of arguments.

use super::{FromArg, Mismatch};
use crate::value::{Datum, Value};
use diag::Origin;

/// `(1, 2)`, `[1, 2]`, or the items in one string: `"i1, i2"`.
impl<T: FromArg> FromArg for Vec<T> {
    const KIND: &'static str = T::PLURAL;
    const PLURAL: &'static str = T::PLURAL;

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::List(items) => items.iter().map(T::from_arg).collect(),
            Datum::Str(text) => split(text, value.origin).iter().map(T::from_arg).collect(),
            _ => Err(Mismatch::expected(&format!("a list of {}, or a string with commas", T::PLURAL), value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::list(self.iter().map(T::to_value))
    }
}

/// `(1, 2)`
impl<A: FromArg, B: FromArg> FromArg for (A, B) {
    const KIND: &'static str = "pair";
    const PLURAL: &'static str = "pairs";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::List(items) => match items.as_slice() {
                [a, b] => Ok((A::from_arg(a)?, B::from_arg(b)?)),
                _ => Err(Mismatch::new(format!("expected two items, found {}", items.len()), value)),
            },
            _ => Err(Mismatch::expected("a pair such as `(0, 1)`", value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::list([self.0.to_value(), self.1.to_value()])
    }
}

/// `("a", 0, 1)`
impl<A: FromArg, B: FromArg, C: FromArg> FromArg for (A, B, C) {
    const KIND: &'static str = "triple";
    const PLURAL: &'static str = "triples";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::List(items) => match items.as_slice() {
                [a, b, c] => Ok((A::from_arg(a)?, B::from_arg(b)?, C::from_arg(c)?)),
                _ => Err(Mismatch::new(format!("expected three items, found {}", items.len()), value)),
            },
            _ => Err(Mismatch::expected("three items such as `(\"a\", 0, 1)`", value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::list([self.0.to_value(), self.1.to_value(), self.2.to_value()])
    }
}

/// `{"i": "g.0"}`, `[("i", "g.0")]`, or `"i: g.0, j: l.0"`; order is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K: FromArg, V: FromArg> FromArg for Pairs<K, V> {
    const KIND: &'static str = "dictionary";
    const PLURAL: &'static str = "dictionaries";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let pairs: Result<Vec<(K, V)>, Mismatch> = match &value.datum {
            Datum::Dict(entries) => {
                entries.iter().map(|(key, value)| Ok((K::from_arg(key)?, V::from_arg(value)?))).collect()
            }
            Datum::List(items) => items.iter().map(<(K, V)>::from_arg).collect(),
            Datum::Str(text) => split(text, value.origin).iter().map(key_value).collect(),
            _ => Err(Mismatch::expected(
                "a dictionary, a list of pairs, or a string such as `\"i: g.0\"`",
                value,
            )),
        };
        pairs.map(Pairs)
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Dict(
            self.0.iter().map(|(key, value)| (key.to_value(), value.to_value())).collect(),
        ))
    }
}

fn key_value<K: FromArg, V: FromArg>(item: &Value) -> Result<(K, V), Mismatch> {
    let Datum::Str(text) = &item.datum else { return Err(Mismatch::expected("`key: value`", item)) };
    let Some((key, value)) = text.split_once(':') else {
        return Err(Mismatch::new(format!("expected `key: value`, found `{text}`"), item));
    };
    let part = |text: &str| Value { datum: Datum::Str(text.trim().to_owned()), origin: item.origin };
    Ok((K::from_arg(&part(key))?, V::from_arg(&part(value))?))
}

/// All keywords of a call that no other parameter claims: `n=4, m=8`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keywords<V>(pub Vec<(super::VarName, V)>);

impl<V: FromArg> FromArg for Keywords<V> {
    const KIND: &'static str = V::KIND;
    const PLURAL: &'static str = V::PLURAL;

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let Datum::Dict(entries) = &value.datum else { return Err(Mismatch::expected("keywords", value)) };
        let typed = |(key, value): &(Value, Value)| {
            let name = super::VarName::from_arg(key)?;
            let in_keyword =
                |wrong: Mismatch| Mismatch { message: format!("`{}`: {}", *name, wrong.message), ..wrong };
            let argument = V::from_arg(value).map_err(in_keyword)?;
            Ok((name, argument))
        };
        entries.iter().map(typed).collect::<Result<_, _>>().map(Keywords)
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Dict(
            self.0.iter().map(|(key, value)| (key.to_value(), value.to_value())).collect(),
        ))
    }
}

/// The items of a string with commas; commas inside brackets do not separate, an empty string has no items.
fn split(text: &str, origin: Origin) -> Vec<Value> {
    let mut items = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push((start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    // A comma at the end separates nothing.
    if text.get(start..).is_some_and(|rest| !rest.trim().is_empty()) {
        items.push((start, text.len()));
    }
    items.into_iter().map(|(from, to)| item(text, from, to, origin)).collect()
}

fn item(text: &str, from: usize, to: usize, origin: Origin) -> Value {
    let raw = text.get(from..to).unwrap_or("");
    let trimmed = raw.trim();
    let start = from + (raw.len() - raw.trim_start().len());
    let whole = super::Text { text: text.to_owned(), origin };
    let place = whole.span_of(start, start + trimmed.len()).map_or(origin, Origin::from);
    Value { datum: Datum::Str(trimmed.to_owned()), origin: place }
}
