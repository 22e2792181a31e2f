//! Arguments and temporaries.

use crate::{Expr, Scalar};
use diag::{Loc, Origin};
use std::fmt;

/// Which memory an array lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressSpace {
    /// One copy a work item.
    Private,
    /// One copy a work group.
    Local,
    /// One copy for the whole launch.
    Global,
}

impl fmt::Display for AddressSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressSpace::Private => "private",
            AddressSpace::Local => "local",
            AddressSpace::Global => "global",
        })
    }
}

/// How one axis of an array contributes to an element's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Axis {
    /// Nesting level: the axis with level 0 is contiguous, the others follow in order of their level.
    Level(u8),
    /// An explicit stride, in elements.
    Stride(Expr),
}

/// One entry an axis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout(pub Vec<Axis>);

impl Layout {
    /// Row major: the last axis is contiguous.
    pub fn c(rank: usize) -> Self {
        Layout((0..rank).rev().map(|level| Axis::Level(u8::try_from(level).unwrap_or(u8::MAX))).collect())
    }

    /// Column major: the first axis is contiguous.
    pub fn f(rank: usize) -> Self {
        Layout((0..rank).map(|level| Axis::Level(u8::try_from(level).unwrap_or(u8::MAX))).collect())
    }

    /// Stride of each axis in elements, for these extents; `None` where an extent that a stride needs is unknown
    /// or the levels are not 0, 1, 2, and so on.
    pub fn strides(&self, shape: &[Option<Expr>]) -> Option<Vec<Expr>> {
        self.0.iter().map(|axis| self.stride(axis, shape)).collect()
    }

    fn stride(&self, axis: &Axis, shape: &[Option<Expr>]) -> Option<Expr> {
        let level = match axis {
            Axis::Stride(stride) => return Some(stride.clone()),
            Axis::Level(level) => *level,
        };
        let mut inner = Vec::new();
        for wanted in 0..level {
            let at = self.0.iter().position(|other| *other == Axis::Level(wanted))?;
            inner.push(shape.get(at)?.clone()?);
        }
        let constant: Option<i64> = inner.iter().map(Expr::as_int).try_fold(1, |a: i64, b| a.checked_mul(b?));
        Some(constant.map_or_else(|| Expr::product(inner), Expr::int))
    }
}

/// What a kernel does with an argument's contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// Only read.
    In,
    /// Written, and never read before it is written; cells that are not written become undefined.
    Out,
    /// Read and written, or partly written.
    InOut,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::In => "in",
            Access::Out => "out",
            Access::InOut => "inout",
        })
    }
}

/// A kernel argument; the order of a kernel's arguments is the order of the generated function's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arg {
    /// Type of the value or of the elements; `None` until it is inferred or given.
    pub ty: Option<Scalar>,
    /// Value or array.
    pub kind: ArgKind,
    /// Where it was declared.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

/// Value or array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgKind {
    /// A scalar that the kernel only reads.
    Value,
    /// An array in global memory. Rank 0 is one cell: a scalar that the kernel writes.
    Array {
        /// Extents; `None` for an extent that is not known, as in Fortran's `a(n, *)`.
        shape: Vec<Option<Expr>>,
        /// One entry an axis.
        layout: Layout,
        /// What the kernel does with the contents.
        access: Access,
    },
}

impl Arg {
    /// Extents, for an array.
    pub fn shape(&self) -> Option<&[Option<Expr>]> {
        match &self.kind {
            ArgKind::Value => None,
            ArgKind::Array { shape, .. } => Some(shape),
        }
    }
}

/// A temporary variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Temp {
    /// Element type; `None` until it is inferred or given.
    pub ty: Option<Scalar>,
    /// Its memory; `None` until it is resolved from the lanes that write it.
    pub space: Option<AddressSpace>,
    /// Extents; a scalar has none.
    pub shape: Vec<Expr>,
    /// One entry an axis.
    pub layout: Layout,
    /// Where it was declared.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_follow_the_levels() {
        let shape = [Some(Expr::var("m")), Some(Expr::int(4)), None];
        assert_eq!(Layout::c(3).strides(&shape), None);
        let f = Layout::f(3).strides(&shape).unwrap();
        assert_eq!(f, vec![Expr::int(1), Expr::var("m"), Expr::var("m").times(&Expr::int(4))]);
        assert_eq!(Layout::c(0).strides(&[]), Some(vec![]));
        let gap = Layout(vec![Axis::Level(0), Axis::Level(2)]);
        assert_eq!(gap.strides(&[Some(Expr::int(2)), Some(Expr::int(3))]), None);
    }
}
