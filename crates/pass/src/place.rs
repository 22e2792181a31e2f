//! What is being worked on, for whoever watches how long it takes.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// All that is open, innermost last.
static OPEN: Mutex<Vec<Place>> = Mutex::new(Vec::new());

/// A step and what it works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// A kernel, or a file that is read.
    pub subject: String,
    /// The step's name.
    pub step: &'static str,
}

/// Work at a place, until this is dropped.
#[derive(Debug)]
pub struct Entered(());

/// Begins work.
pub fn enter(subject: &str, step: &'static str) -> Entered {
    open().push(Place { subject: subject.to_owned(), step });
    Entered(())
}

/// The innermost place at which there is work.
pub fn current() -> Option<Place> {
    open().last().cloned()
}

impl Entered {
    /// Goes on to another step.
    pub fn go_on(&self, step: &'static str) {
        if let Some(place) = open().last_mut() {
            place.step = step;
        }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        open().pop();
    }
}

fn open() -> MutexGuard<'static, Vec<Place>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
