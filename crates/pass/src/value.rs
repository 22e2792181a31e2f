//! Literal values, the arguments of calls.

use diag::Origin;
use std::fmt;

/// A literal and where it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The literal.
    pub datum: Datum,
    /// Its place; no part of comparisons.
    pub origin: Origin,
}

/// What literals there are.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// `None`
    None,
    /// `True`, `False`
    Bool(bool),
    /// `16`
    Int(i64),
    /// `0.5`
    Float(f64),
    /// `"text"`
    Str(String),
    /// `[1, 2]` or `(1, 2)`
    List(Vec<Value>),
    /// `{"a": 1}`, in the order written
    Dict(Vec<(Value, Value)>),
}

impl Value {
    /// A literal that was written nowhere.
    pub fn new(datum: Datum) -> Self {
        Value { datum, origin: Origin::default() }
    }

    /// `None`
    pub fn none() -> Self {
        Self::new(Datum::None)
    }

    /// A string.
    pub fn str(text: impl Into<String>) -> Self {
        Self::new(Datum::Str(text.into()))
    }

    /// A list.
    pub fn list(items: impl IntoIterator<Item = Value>) -> Self {
        Self::new(Datum::List(items.into_iter().collect()))
    }

    /// What it is, for messages: `a list`.
    pub fn describe(&self) -> &'static str {
        match &self.datum {
            Datum::None => "`None`",
            Datum::Bool(_) => "a truth value",
            Datum::Int(_) => "an integer",
            Datum::Float(_) => "a number with a fraction",
            Datum::Str(_) => "a string",
            Datum::List(_) => "a list",
            Datum::Dict(_) => "a dictionary",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.datum {
            Datum::None => f.write_str("None"),
            Datum::Bool(value) => f.write_str(if *value { "True" } else { "False" }),
            Datum::Int(value) => write!(f, "{value}"),
            Datum::Float(value) => write!(f, "{value:?}"),
            Datum::Str(text) => quoted(f, text),
            Datum::List(items) => {
                f.write_str("[")?;
                separated(f, items, |f, item| item.fmt(f))?;
                f.write_str("]")
            }
            Datum::Dict(entries) => {
                f.write_str("{")?;
                separated(f, entries, |f, (key, value)| write!(f, "{key}: {value}"))?;
                f.write_str("}")
            }
        }
    }
}

fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    print: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        print(f, item)?;
    }
    Ok(())
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            _ => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}
