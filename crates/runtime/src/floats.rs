//! What a floating-point number is in a run: one of its type, or an element of a field.

use crate::arith::{self, ArithError, Binary};
use crate::value::{Word, float, float_word, integer};
use crate::{field, function};
use ir::{Comparison, ReductionOp, Scalar};

/// How floating-point numbers are computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Floats {
    /// As their types say, rounding included.
    #[default]
    Rounded,
    /// Exactly, as elements of the field GF(2^61 - 1), where no order of a sum or product matters; functions
    /// are hashes of their arguments. Conversions to integers and NaN have no meaning there.
    Field,
}

impl Floats {
    fn exact(self, ty: Scalar) -> bool {
        self == Floats::Field && ty.is_float()
    }

    /// The type of the memory that holds values of a type.
    pub(crate) fn storage(self, ty: Scalar) -> Scalar {
        if self.exact(ty) { Scalar::U64 } else { ty }
    }

    /// The word of a real number, rounded to the type; `None` where it has none.
    pub(crate) fn real(self, ty: Scalar, value: f64) -> Option<Word> {
        let word = float_word(ty, value);
        if self.exact(ty) { field::of_float(float(ty, word)) } else { Some(word) }
    }

    pub(crate) fn binary(self, op: Binary, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
        if self.exact(ty) { Ok(field::binary(op, a, b)) } else { arith::binary(op, ty, a, b) }
    }

    pub(crate) fn negate(self, ty: Scalar, a: Word) -> Result<Word, ArithError> {
        if self.exact(ty) { Ok(field::negate(a)) } else { arith::negate(ty, a) }
    }

    pub(crate) fn compare(self, op: Comparison, ty: Scalar, a: Word, b: Word) -> bool {
        if self.exact(ty) { field::compare(op, a, b) } else { arith::compare(op, ty, a, b) }
    }

    /// A number to an integer power.
    pub(crate) fn raise(self, ty: Scalar, base: Word, exponent: i64) -> Word {
        if self.exact(ty) {
            return field::binary(Binary::Power, base, field::of_int(exponent.into()));
        }
        float_word(ty, arith::raise(float(ty, base), exponent))
    }

    /// Conversion as in C: integers keep their lowest bits. A real number that does not fit an integer is an error.
    pub(crate) fn cast(self, from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
        match (from.is_float(), to.is_float()) {
            (false, false) => Ok(arith::wrap(from, to, a)),
            _ => self.convert(from, to, a),
        }
    }

    /// Conversion as in C, except that an integer that does not fit is an error.
    pub(crate) fn convert(self, from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
        match (self.exact(from), self.exact(to)) {
            (false, false) => arith::convert(from, to, a),
            (true, true) => Ok(a),
            (false, true) => Ok(field::of_int(integer(from, a))),
            (true, false) if to == Scalar::Bool => Ok(Word::from(a != 0)),
            (true, false) => Err(ArithError::Meaningless),
        }
    }

    pub(crate) fn call(self, name: &str, ty: Scalar, args: &[Word]) -> Result<Word, ArithError> {
        match name {
            _ if !self.exact(ty) => function::call(name, ty, args),
            "isnan" => Ok(0),
            "nint" => Err(ArithError::Meaningless),
            _ => Ok(field::call(name, args)),
        }
    }

    /// What a reduction of a floating-point type starts from; `None` for other types.
    pub(crate) fn neutral(self, op: ReductionOp, ty: Scalar) -> Option<Word> {
        if self.exact(ty) {
            return Some(field::neutral(op));
        }
        let value = match op {
            ReductionOp::Sum | ReductionOp::Any => 0.0,
            ReductionOp::Product | ReductionOp::All => 1.0,
            ReductionOp::Max => f64::NEG_INFINITY,
            ReductionOp::Min => f64::INFINITY,
        };
        ty.is_float().then(|| float_word(ty, value))
    }
}
