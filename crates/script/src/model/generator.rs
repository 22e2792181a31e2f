//! Generators: comprehensions that are under way.

use super::tree::Loops;
use super::{Frame, Value};
use std::rc::Rc;

/// A comprehension that is under way.
#[derive(Debug)]
pub struct Generator {
    pub(crate) loops: Rc<Loops>,
    pub(crate) frame: Frame,
    /// The iterators of the clauses that have begun.
    pub(crate) iterators: Vec<Value>,
}
