//! What a user promises of the contents of arrays, where subscripts depend on them.

use crate::{Name, affine};
use poly::Aff;
use std::fmt;

/// A promise about an integer array that the kernel only reads, or about where a statement writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Promise {
    /// No two instances of a statement that differ in some inames write one element: `distinct s(i)`.
    Distinct {
        /// The statement; where there is a reference, one of that.
        statement: Name,
        /// Those of its inames; none stands for all.
        inames: Vec<Name>,
    },
    /// No two elements are equal: `injective idx`.
    Injective(Name),
    /// Each element is at least the one number and less than the other: `0 <= idx < n`.
    Range {
        /// The array.
        array: Name,
        /// The least value, in integer arguments.
        low: Aff,
        /// The number above the largest value, in integer arguments.
        high: Aff,
    },
}

impl Promise {
    /// The array that it is about.
    pub fn array(&self) -> Option<&Name> {
        match self {
            Promise::Injective(array) | Promise::Range { array, .. } => Some(array),
            Promise::Distinct { .. } => None,
        }
    }

    /// Whether it is about this array.
    pub fn is_about(&self, array: &Name) -> bool {
        self.array() == Some(array)
    }

    /// The least value and the number above the largest, of a promise about values.
    pub fn bounds(&self) -> Option<[&Aff; 2]> {
        match self {
            Promise::Injective(_) | Promise::Distinct { .. } => None,
            Promise::Range { low, high, .. } => Some([low, high]),
        }
    }

    /// Whether both give the range of one array.
    pub(crate) fn repeats(&self, other: &Promise) -> bool {
        self.bounds().is_some() && other.bounds().is_some() && self.array() == other.array()
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Promise::Injective(array) => write!(f, "injective {array}"),
            Promise::Distinct { statement, inames } if inames.is_empty() => write!(f, "distinct {statement}"),
            Promise::Distinct { statement, inames } => {
                let inames: Vec<&str> = inames.iter().map(|iname| &**iname).collect();
                write!(f, "distinct {statement}({})", inames.join(", "))
            }
            Promise::Range { array, low, high } => {
                write!(f, "{} <= {array} < {}", affine::from_aff(low), affine::from_aff(high))
            }
        }
    }
}
