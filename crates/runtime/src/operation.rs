//! Operations on two operands, and why one may have no value.

use ir::Scalar;

/// Operations on two operands of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    /// Of floats.
    Div,
    /// Rounded down.
    FloorDiv,
    /// Goes with `FloorDiv`.
    FloorMod,
    /// Rounded towards zero, of integers.
    TruncDiv,
    /// Goes with `TruncDiv`.
    TruncRem,
    Power,
    Max,
    Min,
}

/// Why an operation has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArithError {
    /// The exact integer result does not fit the type.
    Overflow(Scalar),
    /// Integer division by zero.
    DivisionByZero,
    /// An integer to a negative power.
    NegativePower,
    /// Bits of a number of this type are moved by less than 0 or by all bits and more.
    Shift(Scalar),
    /// A float that is converted to an integer type and does not fit, or is not a number.
    Unrepresentable(Scalar),
    /// The operation does not exist for the type.
    Undefined(Scalar),
    /// The operation does not exist in the field that stands for floating-point numbers.
    Meaningless,
}
