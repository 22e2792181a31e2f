//! What loops can be tagged with.

use super::{FromArg, Mismatch};
use crate::value::{Datum, Value};
use ir::{InameTag, Name};

/// `"g.0"`, how a loop is realised; or `"$element"`, a word by which its user finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InameMark {
    /// How the loop is realised.
    Realised(InameTag),
    /// A word.
    Word(Name),
}

impl FromArg for InameMark {
    const KIND: &'static str = "tag";
    const PLURAL: &'static str = "tags";

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        let text = String::from_arg(value)?;
        let Some(word) = text.trim().strip_prefix('$') else {
            return InameTag::from_arg(value).map(InameMark::Realised);
        };
        if !ir::is_identifier(word) {
            return Err(Mismatch::new(format!("`{word}` is no word that a tag can be"), value));
        }
        Ok(InameMark::Word(Name::from(word)))
    }

    fn to_value(&self) -> Value {
        match self {
            InameMark::Realised(tag) => tag.to_value(),
            InameMark::Word(word) => Value::str(format!("${word}")),
        }
    }
}

/// One of them, or a list: `["g.0", "$element"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InameMarks(pub Vec<InameMark>);

impl FromArg for InameMarks {
    const KIND: &'static str = InameMark::KIND;
    const PLURAL: &'static str = InameMark::PLURAL;

    fn from_arg(value: &Value) -> Result<Self, Mismatch> {
        match &value.datum {
            Datum::List(items) => {
                items.iter().map(InameMark::from_arg).collect::<Result<_, _>>().map(InameMarks)
            }
            _ => InameMark::from_arg(value).map(|mark| InameMarks(vec![mark])),
        }
    }

    fn to_value(&self) -> Value {
        match self.0.as_slice() {
            [mark] => mark.to_value(),
            marks => Value::list(marks.iter().map(InameMark::to_value)),
        }
    }
}

impl From<InameTag> for InameMarks {
    fn from(tag: InameTag) -> Self {
        InameMarks(vec![InameMark::Realised(tag)])
    }
}
