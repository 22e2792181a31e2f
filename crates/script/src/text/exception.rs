//! What exceptions and other ends of a script say.

use super::plain;
use crate::model::{Cause, Error, Exception, Object, Value};
use std::fmt;

impl Object {
    /// What an exception says; its class where it says nothing.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.message() {
            message if message.is_empty() => self.class.name.to_string(),
            message => message,
        }
    }

    /// What `str` gives of an exception.
    pub(crate) fn message(&self) -> String {
        let args = self.args.borrow();
        let is_key = self.class.is_kind_of(&Exception::KeyError.class());
        match args.as_slice() {
            [] => String::new(),
            [Value::Str(text)] if !is_key => text.to_string(),
            [one] if is_key => plain::repr(one),
            [one] => plain::display(one),
            several => plain::repr(&Value::tuple(several.to_vec())),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.cause {
            Cause::Raised(exception) => f.write_str(&exception.summary()),
            Cause::Refused { message, .. } => f.write_str(message),
            Cause::TooLarge => f.write_str("the script's values take too much memory"),
        }
    }
}
