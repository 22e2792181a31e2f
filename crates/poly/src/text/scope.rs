//! Names that a formula may use.

use super::ParseError;
use super::tree::{Located, Range};
use crate::Name;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// The names in force, from outside to inside, with the columns they stand for.
pub(crate) struct Scope {
    /// Dimensions and listed parameters.
    columns: BTreeSet<Name>,
    /// Bound variables and their columns, innermost last.
    bound: RefCell<Vec<(Name, Name)>>,
    /// Whether a name that is not listed is a parameter; else it is an error.
    open: bool,
    found: RefCell<BTreeSet<Name>>,
    next: Cell<usize>,
}

impl Scope {
    pub(crate) fn new(columns: BTreeSet<Name>, open: bool) -> Scope {
        let (bound, found) = (RefCell::default(), RefCell::default());
        Scope { columns, bound, open, found, next: Cell::new(0) }
    }

    /// The column behind a name.
    pub(crate) fn resolve(&self, name: &Name, range: Range) -> Result<Name, ParseError> {
        let bound = self.bound.borrow();
        if let Some((_, column)) = bound.iter().rev().find(|(known, _)| known == name) {
            return Ok(column.clone());
        }
        if self.columns.contains(name) {
            return Ok(name.clone());
        }
        if self.open {
            self.found.borrow_mut().insert(name.clone());
            return Ok(name.clone());
        }
        let known = self.columns.iter().chain(bound.iter().map(|(name, _)| name)).map(Name::as_str);
        let error = ParseError::new("lp::domain::unknown-name", range, format!("unknown name `{name}`"));
        Err(match diag::nearest(name, known) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("list it as a parameter: `[{name}] -> {{ .. }}`")),
        })
    }

    /// Names found that were not listed.
    pub(crate) fn found(&self) -> BTreeSet<Name> {
        self.found.borrow().clone()
    }

    /// Binds a variable to a column of its own; the name of that column is no name of the notation.
    pub(crate) fn bind(&self, name: &Located<Name>) -> Name {
        let number = self.next.replace(self.next.get() + 1);
        let column = Name::from(format!("{}\0{number}", name.value));
        self.bound.borrow_mut().push((name.value.clone(), column.clone()));
        column
    }

    /// How many variables are bound.
    pub(crate) fn depth(&self) -> usize {
        self.bound.borrow().len()
    }

    /// Leaves the scopes inside.
    pub(crate) fn leave(&self, depth: usize) {
        self.bound.borrow_mut().truncate(depth);
    }
}
