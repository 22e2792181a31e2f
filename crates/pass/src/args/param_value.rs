//! Values that parameters are fixed at.

use super::{FromArg, Mismatch};
use crate::value::{Datum, Value};
use diag::Origin;
use ir::requirement::character_code;

/// An integer, or the letter of a character flag, which stands for its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamValue {
    /// The number.
    pub number: i64,
    /// Whether it was written as a letter.
    pub is_letter: bool,
    /// Where it was written.
    pub origin: Origin,
}

impl FromArg for ParamValue {
    const KIND: &'static str = "int or letter";
    const PLURAL: &'static str = "ints or letters";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let letter = if let Datum::Str(text) = &value.datum { character_code(text) } else { None };
        let number = letter.map_or_else(|| i64::from_arg(value), |code| Ok(i64::from(code)))?;
        Ok(ParamValue { number, is_letter: letter.is_some(), origin: value.origin })
    }

    fn to_value(&self) -> Value {
        let letter = u8::try_from(self.number).ok().filter(|_| self.is_letter).map(char::from);
        let datum = letter.map_or(Datum::Int(self.number), |letter| Datum::Str(letter.to_string()));
        Value { datum, origin: self.origin }
    }
}

/// One value or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamValues(pub Vec<ParamValue>);

impl FromArg for ParamValues {
    const KIND: &'static str = "int or letter, or a list of them";
    const PLURAL: &'static str = "lists of ints or letters";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::List(items) if items.is_empty() => {
                Err(Mismatch::new("expected a value, found an empty list", value))
            }
            Datum::List(items) => {
                items.iter().map(ParamValue::from_arg).collect::<Result<_, _>>().map(ParamValues)
            }
            _ => ParamValue::from_arg(value).map(|one| ParamValues(vec![one])),
        }
    }

    fn to_value(&self) -> Value {
        match self.0.as_slice() {
            [one] => one.to_value(),
            several => Value::list(several.iter().map(ParamValue::to_value)),
        }
    }
}
