//! Reduction operations.

use crate::Scalar;
use poly::{Aff, Name};
use std::fmt;

/// An associative and commutative operation with a neutral element.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReductionOp {
    /// `+`, from 0.
    Sum,
    /// `*`, from 1.
    Product,
    /// The larger, from the type's lowest value (minus infinity for floats).
    Max,
    /// The smaller, from the type's highest value (infinity for floats).
    Min,
    /// `or`, from false.
    Any,
    /// `and`, from true.
    All,
    /// A function that the kernel declares, from its neutral value.
    Declared(Name),
}

impl ReductionOp {
    /// Every operation that needs no declaration.
    pub const ALL: [ReductionOp; 6] = [
        ReductionOp::Sum,
        ReductionOp::Product,
        ReductionOp::Max,
        ReductionOp::Min,
        ReductionOp::Any,
        ReductionOp::All,
    ];

    /// The name in text.
    pub fn name(&self) -> &str {
        match self {
            ReductionOp::Sum => "sum",
            ReductionOp::Product => "product",
            ReductionOp::Max => "max",
            ReductionOp::Min => "min",
            ReductionOp::Any => "any",
            ReductionOp::All => "all",
            ReductionOp::Declared(name) => name,
        }
    }

    /// The operation of that name that needs no declaration.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name)
    }

    /// Whether values of that type give the same result in any order. A declared operation is associative, so
    /// it is the rounding of real numbers that tells an order.
    pub fn is_exact_in_any_order(&self, ty: Scalar) -> bool {
        match self {
            ReductionOp::Max | ReductionOp::Min | ReductionOp::Any | ReductionOp::All => true,
            ReductionOp::Sum | ReductionOp::Product | ReductionOp::Declared(_) => {
                ty.is_integer() || ty == Scalar::Bool
            }
        }
    }
}

/// The iterations of the reference that a reduction over these inames performs: each of the reference's
/// inames as a function of them. `over` is what the reduction says of it; where it says nothing, they are the
/// same inames.
pub fn provenance(inames: &[Name], over: Option<&[(Name, Aff)]>) -> Vec<(Name, Aff)> {
    let same = || inames.iter().map(|iname| (iname.clone(), Aff::dim(iname))).collect();
    over.map_or_else(same, <[_]>::to_vec)
}

impl fmt::Display for ReductionOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
