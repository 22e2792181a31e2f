//! Names, numbers and texts with their place, so that an error can point at them.

use super::{FromArg, Mismatch};
use crate::value::{Datum, Value};
use diag::{Origin, Span};
use poly::Name;
use std::ops::Deref;

/// A text that the transform parses itself, since it means something only to a certain kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The literal that holds it.
    pub origin: Origin,
}

impl Text {
    /// The place of a range of the text. A literal with escapes is shown as a whole.
    pub fn span_of(&self, start: usize, end: usize) -> Option<Span> {
        let whole = self.origin.0?;
        let length = usize::try_from(whole.end.saturating_sub(whole.start)).ok()?;
        let quotes = length.checked_sub(self.text.len())?;
        if quotes > 2 {
            return Some(whole);
        }
        let base = usize::try_from(whole.start).ok()? + quotes / 2;
        Some(Span::new(whole.source, base + start, base + end))
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<&Text> for Value {
    fn from(text: &Text) -> Self {
        Value { datum: Datum::Str(text.text.clone()), origin: text.origin }
    }
}

impl FromArg for Text {
    const KIND: &'static str = "str";
    const PLURAL: &'static str = "strings";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        Ok(Text { text: String::from_arg(value)?, origin: value.origin })
    }

    fn to_value(&self) -> Value {
        Value::from(self)
    }
}

/// A positive integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PosInt(i64);

impl PosInt {
    /// The number, if it is positive.
    pub fn new(number: i64) -> Option<Self> {
        (number > 0).then_some(PosInt(number))
    }

    /// The number.
    pub fn get(self) -> i64 {
        self.0
    }
}

impl FromArg for PosInt {
    const KIND: &'static str = "positive int";
    const PLURAL: &'static str = "positive ints";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let number = i64::from_arg(value)?;
        PosInt::new(number)
            .ok_or_else(|| Mismatch::new(format!("expected a positive integer, found {number}"), value))
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Int(self.0))
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $kind:ident: $text:literal, $plural:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $kind {
            /// The name.
            pub name: Name,
            /// Where it was written.
            pub origin: Origin,
        }

        impl Deref for $kind {
            type Target = Name;
            fn deref(&self) -> &Name {
                &self.name
            }
        }

        impl From<&str> for $kind {
            fn from(name: &str) -> Self {
                $kind { name: name.into(), origin: Origin::default() }
            }
        }

        impl From<$kind> for Value {
            fn from(name: $kind) -> Self {
                name.to_value()
            }
        }

        impl FromArg for $kind {
            const KIND: &'static str = $text;
            const PLURAL: &'static str = $plural;

            fn from_arg(value: &Value) -> Result<Self, Mismatch> {
                let Datum::Str(text) = &value.datum else {
                    return Err(Mismatch::expected(concat!("a string with the name of a kind `", $text, "`"), value));
                };
                let text = text.trim();
                if ir::is_identifier(text) {
                    Ok($kind { name: text.into(), origin: value.origin })
                } else {
                    Err(Mismatch::new(format!("`{text}` is not a name"), value))
                }
            }

            fn to_value(&self) -> Value {
                Value { datum: Datum::Str(self.name.to_string()), origin: self.origin }
            }
        }
    )* };
}

names! {
    /// An iname.
    InameName: "iname", "inames";
    /// A substitution rule.
    RuleName: "rule", "rules";
    /// A statement.
    StatementName: "statement", "statements";
    /// A temporary.
    TempName: "temporary", "temporaries";
    /// An argument or temporary with subscripts.
    ArrayName: "array", "arrays";
    /// An argument, a temporary or a parameter.
    VarName: "variable", "variables";
    /// A kernel.
    KernelName: "kernel", "kernels";
    /// A name for something new.
    NewName: "new name", "new names";
}
