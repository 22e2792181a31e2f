//! How wide integers are in C.

use ir::Scalar;

/// The C type of an integer subexpression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Width {
    /// 32 bits.
    Int,
    /// 64 bits.
    Long,
}

impl Width {
    pub(crate) fn scalar(self) -> Scalar {
        match self {
            Width::Int => Scalar::I32,
            Width::Long => Scalar::I64,
        }
    }
}
