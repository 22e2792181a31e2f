//! From literals to typed arguments and back.

use crate::value::{Datum, Value};
use diag::Origin;
use ir::{AddressSpace, InameTag, Scalar, SyncScope};

/// A kind of argument.
pub trait FromArg: Sized {
    /// What it is called in signatures, such as `iname`.
    const KIND: &'static str;
    /// What a list of them is called, such as `inames`.
    const PLURAL: &'static str;

    /// The argument that a literal stands for.
    ///
    /// # Errors
    /// Why it stands for none.
    fn from_arg(value: &Value) -> Result<Self, Mismatch>;

    /// The literal that stands for it.
    fn to_value(&self) -> Value;
}

/// Why a literal is not of the kind wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The reason, such as ``expected a positive integer, found `0` ``.
    pub message: String,
    /// The part of the literal that is at fault.
    pub origin: Origin,
    /// What to write instead.
    pub help: Option<String>,
}

impl Mismatch {
    /// The literal is of another kind than the one expected, which is named with its article.
    pub fn expected(what: &str, found: &Value) -> Self {
        Self::new(format!("expected {what}, found {}", found.describe()), found)
    }

    /// Any other reason.
    pub fn new(message: impl Into<String>, found: &Value) -> Self {
        Mismatch { message: message.into(), origin: found.origin, help: None }
    }

    /// Sets what to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

impl FromArg for bool {
    const KIND: &'static str = "bool";
    const PLURAL: &'static str = "bools";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match value.datum {
            Datum::Bool(flag) => Ok(flag),
            _ => Err(Mismatch::expected("`True` or `False`", value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Bool(*self))
    }
}

impl FromArg for i64 {
    const KIND: &'static str = "int";
    const PLURAL: &'static str = "ints";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match value.datum {
            Datum::Int(number) => Ok(number),
            _ => Err(Mismatch::expected("an integer", value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Int(*self))
    }
}

impl FromArg for u32 {
    const KIND: &'static str = "count";
    const PLURAL: &'static str = "counts";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let number = i64::from_arg(value)?;
        u32::try_from(number).map_err(|_| {
            Mismatch::new(format!("expected an integer from 0 to 4294967295, found {number}"), value)
        })
    }

    fn to_value(&self) -> Value {
        Value::new(Datum::Int(i64::from(*self)))
    }
}

impl FromArg for String {
    const KIND: &'static str = "str";
    const PLURAL: &'static str = "strings";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::Str(text) => Ok(text.clone()),
            _ => Err(Mismatch::expected("a string", value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::str(self)
    }
}

impl<T: FromArg> FromArg for Option<T> {
    const KIND: &'static str = T::KIND;
    const PLURAL: &'static str = T::PLURAL;

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match value.datum {
            Datum::None => Ok(None),
            _ => T::from_arg(value).map(Some),
        }
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or_else(Value::none, T::to_value)
    }
}

impl FromArg for InameTag {
    const KIND: &'static str = "tag";
    const PLURAL: &'static str = "tags";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        InameTag::from_text(text.trim()).ok_or_else(|| {
            let near = diag::nearest(&text, InameTag::TEXTS).map(|near| format!("did you mean `{near}`? "));
            let tags = InameTag::TEXTS.join("`, `");
            let help =
                format!("{}the tags are `{tags}`; a word of your own is `$word`", near.unwrap_or_default());
            Mismatch::new(format!("no iname tag reads `{text}`"), value).help(help)
        })
    }

    fn to_value(&self) -> Value {
        Value::str(self.to_string())
    }
}

impl FromArg for Scalar {
    const KIND: &'static str = "type";
    const PLURAL: &'static str = "types";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        // Pipelines print types as `.lpir` text has them, whose `i8` has 8 bits.
        let own = Scalar::from_name(text.trim()).map_or_else(|| Scalar::from_dtype(text.trim()), Ok);
        own.map_err(|help| Mismatch::new(format!("no type is named `{text}`"), value).help(help))
    }

    fn to_value(&self) -> Value {
        Value::str(self.name())
    }
}

impl FromArg for AddressSpace {
    const KIND: &'static str = "address space";
    const PLURAL: &'static str = "address spaces";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        match text.trim().to_ascii_lowercase().as_str() {
            "private" => Ok(AddressSpace::Private),
            "local" => Ok(AddressSpace::Local),
            "global" => Ok(AddressSpace::Global),
            _ => Err(Mismatch::new(format!("no address space is named `{text}`"), value)
                .help("the address spaces are `private`, `local` and `global`")),
        }
    }

    fn to_value(&self) -> Value {
        Value::str(self.to_string())
    }
}

impl FromArg for SyncScope {
    const KIND: &'static str = "scope";
    const PLURAL: &'static str = "scopes";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        match text.trim().to_ascii_lowercase().as_str() {
            "local" => Ok(SyncScope::Local),
            "global" => Ok(SyncScope::Global),
            _ => Err(Mismatch::new(format!("no barrier has the scope `{text}`"), value)
                .help("the scopes are `local` and `global`")),
        }
    }

    fn to_value(&self) -> Value {
        Value::str(self.to_string())
    }
}
