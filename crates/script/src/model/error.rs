//! Why a script ends: an exception that nobody caught, or something that scripts cannot do.

use super::{Exception, Object};
use crate::place::Place;
use crate::work::Exhausted;
use std::any::Any;
use std::rc::Rc;

/// What evaluation gives.
pub type Result<T> = std::result::Result<T, Error>;

/// A call that was under way.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The function that was called.
    pub function: Rc<str>,
    /// Where it was called.
    pub place: Place,
}

/// Why a script ends.
#[derive(Debug, Clone)]
pub struct Error {
    /// What happened.
    pub cause: Rc<Cause>,
    /// Where; none as long as no expression has been blamed.
    pub place: Option<Place>,
    /// The calls that were under way, the innermost first.
    pub callers: Vec<Caller>,
}

/// What happened.
#[derive(Debug)]
pub enum Cause {
    /// An exception, which the script may catch.
    Raised(Rc<Object>),
    /// More memory than a script may take.
    TooLarge,
    /// Something without a meaning in scripts, or another quota: no `except` catches it, for what follows
    /// would not be Python's answer.
    Refused {
        /// What, as a sentence without a full stop.
        message: String,
        /// What to do about it.
        help: Option<String>,
        /// What the host knows of it.
        payload: Option<Rc<dyn Any>>,
    },
}

impl Error {
    fn new(cause: Cause) -> Self {
        Error { cause: Rc::new(cause), place: None, callers: Vec::new() }
    }

    /// An exception of the script.
    #[must_use]
    pub fn raised(exception: Rc<Object>) -> Self {
        Error::new(Cause::Raised(exception))
    }

    /// Something that scripts cannot do.
    #[must_use]
    pub fn refused(message: impl Into<String>) -> Self {
        Error::new(Cause::Refused { message: message.into(), help: None, payload: None })
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn refused_with(message: impl Into<String>, help: impl Into<String>) -> Self {
        Error::new(Cause::Refused { message: message.into(), help: Some(help.into()), payload: None })
    }

    /// Values that take more memory than a script may.
    pub(crate) fn too_large() -> Self {
        Error::new(Cause::TooLarge)
    }

    /// An end that the host tells about.
    #[must_use]
    pub fn ended(payload: Rc<dyn Any>) -> Self {
        Error::new(Cause::Refused { message: String::new(), help: None, payload: Some(payload) })
    }

    /// An operation on a value of a type that does not have it.
    #[must_use]
    pub fn of_type(message: impl Into<String>) -> Self {
        Exception::TypeError.error(message)
    }

    /// A value that an operation does not take.
    #[must_use]
    pub fn of_value(message: impl Into<String>) -> Self {
        Exception::ValueError.error(message)
    }

    /// Whether the script may catch it.
    pub(crate) fn is_raised(&self) -> bool {
        matches!(*self.cause, Cause::Raised(_))
    }

    /// The error with a place, unless an inner expression was blamed before.
    #[must_use]
    pub(crate) fn located_at(mut self, place: Place) -> Self {
        self.place.get_or_insert(place);
        self
    }

    /// The error seen from the caller of a function.
    #[must_use]
    pub(crate) fn called(mut self, function: &Rc<str>, place: Place) -> Self {
        if self.callers.len() < MAX_CALLERS {
            self.callers.push(Caller { function: Rc::clone(function), place });
        }
        self
    }

    /// What the host knows of the error.
    #[must_use]
    pub fn payload(&self) -> Option<Rc<dyn Any>> {
        match &*self.cause {
            Cause::Raised(exception) => exception.payload.clone(),
            Cause::Refused { payload, .. } => payload.clone(),
            Cause::TooLarge => None,
        }
    }
}

/// Calls that an error remembers: of a recursion without an end, nobody reads more.
const MAX_CALLERS: usize = 16;

impl From<Exhausted> for Error {
    fn from(_: Exhausted) -> Self {
        Error::refused_with(
            "the script's operations look at more than 300 million elements",
            "look for a loop over long values, or for values that hold others many times",
        )
    }
}
