//! Arguments and temporaries.

use crate::{Expr, Layout, Scalar};
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

/// What a kernel does with an argument's contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// Only read.
    In,
    /// Written, and never read before it is written; elements that are not written become undefined.
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
    /// An array in global memory. Rank 0 is one element: a scalar that the kernel writes.
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
    /// Its memory; `None` until it is resolved from the work items that write it.
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

impl Temp {
    /// A private one that no text declares, row by row.
    pub fn private(ty: Option<Scalar>, shape: Vec<Expr>) -> Self {
        let layout = Layout::c(shape.len());
        let (space, loc, origin) = (Some(AddressSpace::Private), None, Origin::default());
        Temp { ty, space, shape, layout, loc, origin }
    }

    /// Extents, as those of an argument are given.
    pub fn extents(&self) -> Vec<Option<Expr>> {
        self.shape.iter().cloned().map(Some).collect()
    }

    /// Stride of each axis in elements; `None` where the layout gives none.
    pub fn strides(&self) -> Option<Vec<Expr>> {
        self.layout.strides(&self.extents())
    }

    /// Elements from the first to the last in memory, as [`Layout::size`] counts them.
    pub fn size(&self) -> Option<Expr> {
        self.layout.size(&self.extents())
    }
}
