//! What a floating-point number is in a run: one of its type, or an element of a field.

use crate::arith;
use crate::field::complex::ElementPair;
use crate::operation::{ArithError, Binary};
use crate::value::{Word, float, float_word, integer, pair, parts};
use crate::{complex, convert, field, function};
use ir::{Comparison, ReductionOp, Scalar};

/// Integers that unknown functions yield are below this, so that they fit each type.
const SMALL: u64 = 127;

/// How floating-point numbers are computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Floats {
    /// As their types say, rounding included.
    #[default]
    Rounded,
    /// Exactly, as elements of the field GF(2^61 - 1), where no order of a sum or product matters; functions
    /// are hashes of their arguments. Conversions to integers and NaN have no meaning there. Complex numbers
    /// are pairs of elements.
    Field,
    /// As their types say, but `max` and `min` give the other answer wherever Fortran and C leave it open.
    OtherExtremes,
}

/// The element that a word holds.
fn element(word: Word) -> field::Element {
    convert::low_bits(word)
}

/// The elements that the word of a complex number holds.
fn elements(word: Word) -> ElementPair {
    parts(word).map(element)
}

fn of_elements(value: ElementPair) -> Word {
    pair(value.map(Word::from))
}

impl Floats {
    fn exact(self, ty: Scalar) -> bool {
        self == Floats::Field && ty.is_inexact()
    }

    /// The type of the memory that holds values of a type. Pairs of elements have the place of two doubles.
    pub(crate) fn storage(self, ty: Scalar) -> Scalar {
        match self {
            Floats::Field if ty.is_complex() => Scalar::C128,
            Floats::Field if ty.is_float() => Scalar::U64,
            _ => ty,
        }
    }

    /// The word of a real number, rounded to the type; `None` where it has none.
    pub(crate) fn real(self, ty: Scalar, value: f64) -> Option<Word> {
        self.given(ty, float_word(ty, value))
    }

    /// The word of a number that a kernel is given; `None` where it has none.
    pub(crate) fn given(self, ty: Scalar, word: Word) -> Option<Word> {
        if !self.exact(ty) {
            return Some(word);
        }
        if ty.is_complex() {
            let [real, imaginary] = parts(word).map(|part| self.given(ty.part(), part));
            return Some(pair([real?, imaginary?]));
        }
        field::of_float(float(ty, word)).map(Word::from)
    }

    pub(crate) fn binary(self, op: Binary, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
        Ok(match self.exact(ty) {
            true if ty.is_complex() => of_elements(field::complex::binary(op, elements(a), elements(b))),
            true => field::binary(op, element(a), element(b)).into(),
            false => {
                let value = arith::binary(op, ty, a, b)?;
                match op {
                    Binary::Max | Binary::Min => self.extreme(ty, a, b, value),
                    _ => value,
                }
            }
        })
    }

    /// What `max` or `min` of two numbers is, the common answer being `usual`: with a NaN it may be the NaN,
    /// and of two zeros it may be either.
    fn extreme(self, ty: Scalar, a: Word, b: Word, usual: Word) -> Word {
        if self != Floats::OtherExtremes || !ty.is_float() {
            return usual;
        }
        let [left, right] = [a, b].map(|word| float(ty, word));
        match () {
            () if left.is_nan() => a,
            () if right.is_nan() => b,
            () if left == right && usual == a => b,
            () if left == right => a,
            () => usual,
        }
    }

    pub(crate) fn negate(self, ty: Scalar, a: Word) -> Result<Word, ArithError> {
        Ok(match self.exact(ty) {
            true if ty.is_complex() => of_elements(elements(a).map(field::negate)),
            true => field::negate(element(a)).into(),
            false => arith::negate(ty, a)?,
        })
    }

    pub(crate) fn compare(self, op: Comparison, ty: Scalar, a: Word, b: Word) -> bool {
        match self.exact(ty) {
            true if ty.is_complex() => (a == b) == (op == Comparison::Equal),
            true => field::compare(op, element(a), element(b)),
            false => arith::compare(op, ty, a, b),
        }
    }

    /// A number to an integer power, of 64 bits if that is long.
    pub(crate) fn raise(self, ty: Scalar, base: Word, exponent: i64, is_long: bool) -> Word {
        match (self.exact(ty), ty.is_complex()) {
            (true, true) => of_elements(field::complex::raise(elements(base), exponent)),
            (true, false) => {
                field::binary(Binary::Power, element(base), field::of_int(exponent.into())).into()
            }
            (false, true) => complex::raise(ty, base, exponent),
            (false, false) => float_word(ty, arith::raise(ty, float(ty, base), exponent, is_long)),
        }
    }

    /// Conversion as in C: integers keep their lowest bits. A real number that does not fit an integer is an
    /// error.
    pub(crate) fn cast(self, from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
        match (from.is_inexact(), to.is_inexact()) {
            (false, false) => Ok(arith::wrap(to, a)),
            _ => self.convert(from, to, a),
        }
    }

    /// Conversion as in C, except that an integer that does not fit is an error.
    pub(crate) fn convert(self, from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
        match (self.exact(from), self.exact(to)) {
            (false, false) => arith::convert(from, to, a),
            // A real element is the pair with 0.
            (true, true) if to.is_complex() || !from.is_complex() => Ok(a),
            (true, true) => Err(ArithError::Undefined(from)),
            (false, true) => Ok(field::of_int(integer(a)).into()),
            (true, false) if to == Scalar::Bool => Ok(Word::from(a != 0)),
            (true, false) => Err(ArithError::Meaningless),
        }
    }

    pub(crate) fn call(self, name: &str, ty: Scalar, args: &[Word]) -> Result<Word, ArithError> {
        match (name, args) {
            ("max", [a, b]) => self.binary(Binary::Max, ty, *a, *b),
            ("min", [a, b]) => self.binary(Binary::Min, ty, *a, *b),
            _ if !self.exact(ty) => function::call(name, ty, args),
            ("isnan", _) => Ok(0),
            ("nint", _) => Err(ArithError::Meaningless),
            ("real" | "imag" | "abs", [a]) if ty.is_complex() => {
                Ok(field::complex::part(name, elements(*a)).into())
            }
            (_, [a]) if ty.is_complex() => Ok(of_elements(field::complex::call(name, elements(*a)))),
            ("real" | "conj" | "imag" | "complex", _) => function::call(name, ty, args),
            _ => Ok(field::call(name, &args.iter().copied().map(element).collect::<Vec<_>>()).into()),
        }
    }

    /// What a reduction of a floating-point type starts from; `None` for other types.
    pub(crate) fn neutral(self, op: &ReductionOp, ty: Scalar) -> Option<Word> {
        if self.exact(ty) {
            return field::neutral(op).map(Word::from);
        }
        let value = match op {
            ReductionOp::Sum | ReductionOp::Any => 0.0,
            ReductionOp::Product | ReductionOp::All => 1.0,
            ReductionOp::Max => f64::NEG_INFINITY,
            ReductionOp::Min => f64::INFINITY,
            ReductionOp::Declared(_) => return None,
        };
        // The word of a real part is that of the number without an imaginary part.
        ty.is_inexact().then(|| float_word(ty.part(), value))
    }

    /// The value of a function of which nothing is known; `None` unless arithmetic is exact. Integers are
    /// small ones.
    pub(crate) fn unknown_function(
        self,
        name: &str,
        types: &[Scalar],
        result: Scalar,
        args: &[Word],
    ) -> Option<Word> {
        let known = |(ty, word): (&Scalar, &Word)| match (self.exact(*ty), ty.is_complex()) {
            (true, true) => elements(*word).to_vec(),
            (true, false) => vec![element(*word)],
            (false, _) => vec![field::of_int(integer(*word))],
        };
        let args: Vec<field::Element> = types.iter().zip(args).flat_map(known).collect();
        let value = field::unknown::function(name, &args);
        match result {
            _ if !self.exact(Scalar::F64) => None,
            Scalar::Bool => Some(Word::from(value % 2)),
            ty if ty.is_complex() => Some(of_elements([value, field::unknown::function(name, &[value])])),
            ty if ty.is_float() => Some(value.into()),
            _ => Some(Word::from(value % SMALL)),
        }
    }

    /// The value of an operation of reductions of which nothing is known; `None` unless arithmetic is exact.
    pub(crate) fn unknown_operation(
        self,
        name: &str,
        ty: Scalar,
        neutral: Word,
        a: Word,
        b: Word,
    ) -> Option<Word> {
        let real = |neutral, a, b| field::unknown::operation(name, neutral, a, b);
        match ty {
            _ if !self.exact(Scalar::F64) => None,
            Scalar::Bool => Some(a ^ b ^ neutral),
            ty if ty.is_complex() => {
                let [(n, m), (a, x), (b, y)] = [neutral, a, b].map(|word| {
                    let [real, imaginary] = elements(word);
                    (real, imaginary)
                });
                Some(of_elements([real(n, a, b), real(m, x, y)]))
            }
            ty if ty.is_float() => Some(real(element(neutral), element(a), element(b)).into()),
            ty => Some(arith::wrap(ty, a.wrapping_add(b).wrapping_sub(neutral))),
        }
    }
}
