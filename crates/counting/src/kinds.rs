//! Kinds of operations and accesses, by which they are counted.

use ir::{AddressSpace, Kernel, Name, Scalar, typing};
use std::fmt;

/// A kind of operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation {
    /// The type of its result.
    pub ty: Scalar,
    /// `add`, `mul`, `div`, `pow`, `max`, or `func:NAME`.
    pub name: String,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ty.numpy_name(), self.name)
    }
}

/// A kind of access.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Where the variable lies, if that is decided.
    pub space: Option<AddressSpace>,
    /// The argument or temporary.
    pub variable: Name,
    /// The type of its elements.
    pub ty: Scalar,
    /// Whether it is stored; else it is loaded.
    pub is_store: bool,
}

impl Access {
    /// The kind of an access to a variable; `None` where it has no type.
    pub(crate) fn classify(kernel: &Kernel, variable: &Name, is_store: bool) -> Option<Self> {
        let ty = typing::type_of_variable(kernel, variable).ok()?.scalar();
        let temp = kernel.temps.get(variable);
        let space = temp.map_or(Some(AddressSpace::Global), |temp| temp.space);
        Some(Access { space, variable: variable.clone(), ty, is_store })
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.is_store { "store" } else { "load" };
        let space = self.space.map_or("undecided".to_owned(), |space| space.to_string());
        write!(f, "{space} {} {direction} {}", self.ty.numpy_name(), self.variable)
    }
}
