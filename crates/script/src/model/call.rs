//! What a call is given.

use super::{Error, Result, Value};
use crate::place::Place;
use std::rc::Rc;

/// The arguments of a call.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    /// The function, as messages name it.
    pub function: &'a str,
    /// Arguments by position.
    pub positional: Vec<Value>,
    /// Arguments by name.
    pub named: Vec<(Rc<str>, Value)>,
    /// The call in the script.
    pub place: Place,
}

impl Call<'_> {
    /// The argument at a position.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&Value> {
        self.positional.get(at)
    }

    /// The argument at a position, which has to be there.
    pub(crate) fn required(&self, at: usize) -> Result<&Value> {
        self.get(at).ok_or_else(|| Error::refused(format!("`{}` takes more arguments", self.function)))
    }

    /// Takes an argument that is given by name.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.named.iter().position(|(own, _)| &**own == name)?;
        Some(self.named.remove(at).1)
    }

    /// Refuses fewer or more arguments than these, and any by name: CPython takes some of them, and has
    /// words of its own for each function that does not.
    pub(crate) fn require_count(&self, least: usize, most: usize) -> Result<()> {
        if let Some((name, _)) = self.named.first() {
            return Err(Error::refused(format!("the argument `{name}` of `{}`", self.function)));
        }
        let given = self.positional.len();
        if given >= least && given <= most {
            return Ok(());
        }
        let expected = match (least, most) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "one argument".to_owned(),
            _ if least == most => format!("{least} arguments"),
            _ if given < least => format!("at least {least} arguments"),
            _ => format!("at most {most} arguments"),
        };
        Err(Error::refused(format!("`{}` takes {expected}, and {given} are given", self.function)))
    }

    /// The text at a position. CPython has other words for each function that is given something else.
    pub(crate) fn text(&self, at: usize) -> Result<&str> {
        let value = self.required(at)?;
        value.as_str().ok_or_else(|| {
            Error::refused(format!("`{}` takes a text, not a `{}`", self.function, value.type_name()))
        })
    }

    /// The integer at a position.
    pub(crate) fn int(&self, at: usize) -> Result<i64> {
        let value = self.required(at)?;
        value.as_int().ok_or_else(|| {
            Error::of_type(format!("'{}' object cannot be interpreted as an integer", value.type_name()))
        })
    }
}
