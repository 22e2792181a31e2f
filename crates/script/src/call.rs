//! What a call is given.

use crate::error::{Error, Place, Result};
use crate::value::Value;
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
        self.get(at).ok_or_else(|| Error::of_type(format!("{}() takes more arguments", self.function)))
    }

    /// Takes an argument that is given by name.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.named.iter().position(|(own, _)| &**own == name)?;
        Some(self.named.remove(at).1)
    }

    /// An error where there are fewer or more arguments than these, or any by name.
    pub(crate) fn between(&self, least: usize, most: usize) -> Result<()> {
        if let Some((name, _)) = self.named.first() {
            let message = format!("{}() got an unexpected keyword argument '{name}'", self.function);
            return Err(Error::of_type(message));
        }
        let given = self.positional.len();
        if given >= least && given <= most {
            return Ok(());
        }
        let expected = match (least, most) {
            (0, 0) => "takes no arguments".to_owned(),
            (1, 1) => "takes exactly one argument".to_owned(),
            _ if least == most => format!("expected {least} arguments, got {given}"),
            _ if given < least => format!("expected at least {least} arguments, got {given}"),
            _ => format!("expected at most {most} arguments, got {given}"),
        };
        let count = if least == most && most < 2 { format!(" ({given} given)") } else { String::new() };
        Err(Error::of_type(format!("{}() {expected}{count}", self.function)))
    }

    /// The text at a position.
    pub(crate) fn text(&self, at: usize) -> Result<&str> {
        let value = self.required(at)?;
        value.as_str().ok_or_else(|| {
            Error::of_type(format!("{}() takes a str, not {}", self.function, value.type_name()))
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
