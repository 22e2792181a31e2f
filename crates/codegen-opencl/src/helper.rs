//! Functions that generated code needs and OpenCL does not have.

use crate::dialect::Dialect;
use crate::matrix_unit::{self, Depth};
use ir::{ReductionOp, Scalar};

/// The type in the names of helpers.
fn word(ty: Scalar) -> &'static str {
    Dialect::OpenCl.ty(ty)
}

/// A helper function of generated code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    /// Quotient rounded towards negative infinity.
    FloorDiv(Scalar),
    /// The remainder that goes with it.
    FloorMod(Scalar),
    /// `x*x`, evaluating the operand once.
    Square(Scalar),
    /// `x*x*x`, evaluating the operand once.
    Cube(Scalar),
    /// Integer power by repeated squaring.
    IntegerPower(Scalar),
    /// A real number to an integer power by repeated squaring, as the interpreter has it.
    RealPower(Scalar),
    /// The same for an exponent of 64 bits: where that is negative the reciprocal comes first.
    LongPower(Scalar),
    /// Magnitude of the first with the sign of the second, for integers.
    Sign(Scalar),
    /// The larger or the smaller of two numbers.
    Extreme(bool, Scalar),
    /// The same of two real numbers, the second of which is known not to be NaN.
    Bounded(bool, Scalar),
    /// The magnitude of an integer.
    Magnitude(Scalar),
    /// An operation on complex numbers or a function of one.
    Complex(&'static str, Scalar),
    /// An indivisible update of an element of 4 or 8 bytes in local or global memory.
    Atomic {
        /// What is done with the element and the value.
        op: ReductionOp,
        /// The element's type.
        ty: Scalar,
        /// The type of the operation.
        computed: Scalar,
        /// Whether the element is in local memory.
        local: bool,
    },
    /// Whether there is a matrix unit.
    HasMatrixUnit,
    /// Sums of products of a tile, by the matrix unit.
    Matrix(Depth),
}

impl Helper {
    /// The function's name.
    pub(crate) fn name(&self) -> String {
        let (stem, ty) = self.parts();
        match self {
            Helper::Atomic { op, local, computed, .. } => {
                let space = if *local { "local" } else { "global" };
                let by = if *computed == ty { String::new() } else { format!("_{}", word(*computed)) };
                format!("lp_{stem}_{}_{}{by}_{space}", op.name(), word(ty))
            }
            Helper::HasMatrixUnit => matrix_unit::HAS_UNIT.to_owned(),
            Helper::Matrix(depth) => depth.name(),
            _ => format!("lp_{stem}_{}", word(ty)),
        }
    }

    /// The middle of its name, and the type in it.
    pub(crate) fn parts(&self) -> (&'static str, Scalar) {
        match self {
            Helper::FloorDiv(ty) => ("floor_div", *ty),
            Helper::FloorMod(ty) => ("floor_mod", *ty),
            Helper::Square(ty) => ("square", *ty),
            Helper::Cube(ty) => ("cube", *ty),
            Helper::IntegerPower(ty) => ("ipow", *ty),
            Helper::RealPower(ty) => ("powi", *ty),
            Helper::LongPower(ty) => ("powl", *ty),
            Helper::Sign(ty) => ("sign", *ty),
            Helper::Extreme(true, ty) => ("max", *ty),
            Helper::Extreme(false, ty) => ("min", *ty),
            Helper::Bounded(true, ty) => ("at_least", *ty),
            Helper::Bounded(false, ty) => ("at_most", *ty),
            Helper::Magnitude(ty) => ("abs", *ty),
            Helper::Complex(stem, ty) => (stem, *ty),
            Helper::Atomic { ty, .. } => ("atomic", *ty),
            Helper::HasMatrixUnit | Helper::Matrix(_) => ("mma", Scalar::F64),
        }
    }
}
