//! Arithmetic on words, exactly as each type defines it. What C leaves undefined is an error here.

use crate::operation::{ArithError, Binary};
use crate::value::{
    Word, double, float, float_word, integer, integer_word, pair, parts, signed, signed_word, single,
};
use crate::{complex, convert};
use ir::{Comparison, Scalar};
use std::cmp::Ordering;

/// Applies an operation to two operands of type `ty`.
pub(crate) fn binary(op: Binary, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
    match ty {
        Scalar::F64 => float_binary(op, double(a), double(b)).map(|value| Word::from(value.to_bits())),
        Scalar::F32 => single_binary(op, single(a), single(b)).map(|value| Word::from(value.to_bits())),
        Scalar::C64 | Scalar::C128 => complex::binary(op, ty, a, b),
        Scalar::Bool | Scalar::U64 => {
            wide_binary(op, ty, convert::low_bits(a), convert::low_bits(b)).map(Word::from)
        }
        _ => {
            let value = narrow_binary(op, signed(a), signed(b)).map_err(|error| match error {
                ArithError::Overflow(_) => ArithError::Overflow(ty),
                other => other,
            })?;
            if in_range(ty, value) { Ok(signed_word(value)) } else { Err(ArithError::Overflow(ty)) }
        }
    }
}

/// Whether a 64-bit number lies in an integer type of at most 64 bits, `u64` excepted.
fn in_range(ty: Scalar, value: i64) -> bool {
    match ty {
        Scalar::I8 => i8::try_from(value).is_ok(),
        Scalar::I16 => i16::try_from(value).is_ok(),
        Scalar::I32 => i32::try_from(value).is_ok(),
        Scalar::U8 => u8::try_from(value).is_ok(),
        Scalar::U16 => u16::try_from(value).is_ok(),
        Scalar::U32 => u32::try_from(value).is_ok(),
        _ => true,
    }
}

fn narrow_binary(op: Binary, a: i64, b: i64) -> Result<i64, ArithError> {
    let overflow = ArithError::Overflow(Scalar::I64);
    let divisible = |value: Option<i64>| match b {
        0 => Err(ArithError::DivisionByZero),
        _ => value.ok_or(overflow),
    };
    match op {
        Binary::Add => a.checked_add(b).ok_or(overflow),
        Binary::Sub => a.checked_sub(b).ok_or(overflow),
        Binary::Mul => a.checked_mul(b).ok_or(overflow),
        Binary::Div => Err(ArithError::Undefined(Scalar::I64)),
        Binary::FloorDiv => {
            divisible(a.checked_div(b)).map(|q| q - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Binary::FloorMod => {
            divisible(a.checked_rem(b)).map(|r| if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
        }
        Binary::TruncDiv => divisible(a.checked_div(b)),
        Binary::TruncRem => divisible(a.checked_rem(b)),
        Binary::Power => {
            if b < 0 {
                return Err(ArithError::NegativePower);
            }
            u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).ok_or(overflow)
        }
        Binary::Max => Ok(a.max(b)),
        Binary::Min => Ok(a.min(b)),
    }
}

/// `u64`, and truth values as the integers 0 and 1.
fn wide_binary(op: Binary, ty: Scalar, a: u64, b: u64) -> Result<u64, ArithError> {
    let overflow = ArithError::Overflow(ty);
    let divisible = |value: Option<u64>| value.ok_or(ArithError::DivisionByZero);
    let value = match op {
        Binary::Add => a.checked_add(b).ok_or(overflow),
        Binary::Sub => a.checked_sub(b).ok_or(overflow),
        Binary::Mul => a.checked_mul(b).ok_or(overflow),
        Binary::Div => Err(ArithError::Undefined(ty)),
        Binary::FloorDiv | Binary::TruncDiv => divisible(a.checked_div(b)),
        Binary::FloorMod | Binary::TruncRem => divisible(a.checked_rem(b)),
        Binary::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).ok_or(overflow),
        Binary::Max => Ok(a.max(b)),
        Binary::Min => Ok(a.min(b)),
    }?;
    if ty == Scalar::Bool && value > 1 { Err(overflow) } else { Ok(value) }
}

fn float_binary(op: Binary, a: f64, b: f64) -> Result<f64, ArithError> {
    Ok(match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::Power => a.powf(b),
        Binary::Max => a.max(b),
        Binary::Min => a.min(b),
        Binary::FloorDiv => floor_quotient(a, b),
        Binary::FloorMod => floor_remainder(a, b),
        Binary::TruncDiv | Binary::TruncRem => return Err(ArithError::Undefined(Scalar::F64)),
    })
}

/// The remainder with the sign of the divisor: that of a division towards zero, which is exact, or a divisor
/// more.
fn floor_remainder(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        return rest.copysign(b);
    }
    if (rest < 0.0) == (b < 0.0) { rest } else { rest + b }
}

/// The quotient rounded down. What is left without the remainder is a multiple of the divisor, but for
/// rounding.
fn floor_quotient(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest.is_nan() {
        return a / b;
    }
    let below = if rest != 0.0 && (rest < 0.0) != (b < 0.0) { 1.0 } else { 0.0 };
    ((a - rest) / b).round() - below
}

/// The same in `f32`: of several operations each is rounded.
fn floor_quotient_of_singles(a: f32, b: f32) -> f32 {
    let rest = a % b;
    if rest.is_nan() {
        return a / b;
    }
    let below = if rest != 0.0 && (rest < 0.0) != (b < 0.0) { 1.0 } else { 0.0 };
    ((a - rest) / b).round() - below
}

fn single_binary(op: Binary, a: f32, b: f32) -> Result<f32, ArithError> {
    Ok(match op {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        Binary::Mul => a * b,
        Binary::Div => a / b,
        Binary::Power => a.powf(b),
        Binary::FloorDiv => floor_quotient_of_singles(a, b),
        // The remainder is exact in either type, and one sum is rounded in `f64` as it would be exactly,
        // before it is rounded to `f32`.
        _ => {
            return match float_binary(op, f64::from(a), f64::from(b)) {
                Ok(value) => Ok(convert::f64_to_f32(value)),
                Err(_) => Err(ArithError::Undefined(Scalar::F32)),
            };
        }
    })
}

/// The negative.
pub(crate) fn negate(ty: Scalar, a: Word) -> Result<Word, ArithError> {
    match ty {
        Scalar::F64 => Ok(Word::from((-double(a)).to_bits())),
        Scalar::F32 => Ok(Word::from((-single(a)).to_bits())),
        Scalar::C64 | Scalar::C128 => {
            let [real, imaginary] = parts(a).map(|part| negate(ty.part(), part));
            Ok(pair([real?, imaginary?]))
        }
        _ => binary(Binary::Sub, ty, 0, a),
    }
}

/// Compares two operands of one type. Complex numbers are equal or not ordered.
pub(crate) fn compare(op: Comparison, ty: Scalar, a: Word, b: Word) -> bool {
    let order = if ty.is_complex() {
        let mut both = parts(a).into_iter().zip(parts(b));
        let equal = both.all(|(a, b)| compare(Comparison::Equal, ty.part(), a, b));
        equal.then_some(Ordering::Equal)
    } else if ty.is_float() {
        float(ty, a).partial_cmp(&float(ty, b))
    } else {
        Some(integer(a).cmp(&integer(b)))
    };
    match op {
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::GreaterEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
    }
}

/// A number of a type to an integer power by repeated squaring, each product rounded, as in gfortran's
/// libraries. Of a negative exponent it is that of the reciprocal where exponents are long, and the
/// reciprocal of the power otherwise.
pub(crate) fn raise(ty: Scalar, base: f64, exponent: i64, is_long: bool) -> f64 {
    // Products and quotients of floats are rounded once, although they are computed as doubles before.
    let rounded = |value: f64| if ty == Scalar::F32 { f64::from(convert::f64_to_f32(value)) } else { value };
    let mut square = if exponent < 0 && is_long { rounded(1.0 / base) } else { base };
    let mut rest = exponent.unsigned_abs();
    let mut power = if rest % 2 == 1 { square } else { 1.0 };
    while rest > 1 {
        rest /= 2;
        square = rounded(square * square);
        if rest % 2 == 1 {
            power = rounded(power * square);
        }
    }
    if exponent < 0 && !is_long { rounded(1.0 / power) } else { power }
}

/// Conversion of integers and truth values as in C: the lowest bits are kept.
pub(crate) fn wrap(to: Scalar, a: Word) -> Word {
    let Some((least, most)) = to.integer_range() else { return Word::from(a != 0) };
    let wrapped = (integer(a) - least).rem_euclid(most - least + 1) + least;
    integer_word(to, wrapped).unwrap_or(a)
}

/// Conversion as in C, except that an integer that does not fit is an error.
pub(crate) fn convert(from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
    if from == to {
        return Ok(a);
    }
    if from.is_complex() || to.is_complex() {
        return convert_complex(from, to, a);
    }
    match (from.is_float(), to) {
        (_, Scalar::Bool) => Ok(Word::from(if from.is_float() { float(from, a) != 0.0 } else { a != 0 })),
        (true, Scalar::F32 | Scalar::F64) => Ok(float_word(to, float(from, a))),
        (true, _) => convert::truncate(float(from, a))
            .and_then(|value| integer_word(to, value))
            .ok_or(ArithError::Unrepresentable(to)),
        (false, Scalar::F64) => Ok(Word::from(convert::int_to_f64(integer(a)).to_bits())),
        (false, Scalar::F32) => Ok(Word::from(convert::int_to_f32(integer(a)).to_bits())),
        (false, _) => integer_word(to, integer(a)).ok_or(ArithError::Overflow(to)),
    }
}

/// Conversion where one type is complex: of both parts, or of a real number to the real part. A complex
/// number is true where it is not zero, and becomes no other real number.
fn convert_complex(from: Scalar, to: Scalar, a: Word) -> Result<Word, ArithError> {
    let [real, imaginary] = parts(a);
    match (from.is_complex(), to.is_complex()) {
        (true, true) => {
            let part = |word| convert(from.part(), to.part(), word);
            Ok(pair([part(real)?, part(imaginary)?]))
        }
        (false, true) => Ok(pair([convert(from, to.part(), a)?, 0])),
        _ if to == Scalar::Bool => Ok(Word::from(!compare(Comparison::Equal, from, a, 0))),
        _ => Err(ArithError::Undefined(from)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn int(ty: Scalar, value: i128) -> Word {
        Value::int(ty, value).unwrap().word()
    }

    #[test]
    fn narrow_integers_never_wrap() {
        for ty in Scalar::ALL.into_iter().filter(|ty| ty.is_integer()) {
            let (low, high) = ty.integer_range().unwrap();
            let (one, high, low) = (int(ty, 1), int(ty, high), int(ty, low));
            assert_eq!(binary(Binary::Add, ty, high, one), Err(ArithError::Overflow(ty)));
            assert_eq!(binary(Binary::Sub, ty, low, one), Err(ArithError::Overflow(ty)));
            assert_eq!(binary(Binary::Mul, ty, high, high), Err(ArithError::Overflow(ty)));
            assert_eq!(binary(Binary::Sub, ty, high, one).map(|w| integer(w) + 1), Ok(integer(high)));
            assert_eq!(binary(Binary::TruncDiv, ty, one, 0), Err(ArithError::DivisionByZero));
            let least = negate(ty, low);
            assert_eq!(least.is_err(), ty.is_signed_integer(), "{ty}");
        }
        assert_eq!(
            binary(
                Binary::TruncDiv,
                Scalar::I32,
                int(Scalar::I32, i128::from(i32::MIN)),
                int(Scalar::I32, -1)
            ),
            Err(ArithError::Overflow(Scalar::I32))
        );
    }

    #[test]
    fn divisions_round_as_named() {
        let ty = Scalar::I32;
        for (a, b, floor, rest, trunc, rem) in [
            (7, 2, 3, 1, 3, 1),
            (-7, 2, -4, 1, -3, -1),
            (7, -2, -4, -1, -3, 1),
            (-7, -2, 3, -1, 3, -1),
            (-8, 4, -2, 0, -2, 0),
        ] {
            let results = [
                (Binary::FloorDiv, floor),
                (Binary::FloorMod, rest),
                (Binary::TruncDiv, trunc),
                (Binary::TruncRem, rem),
            ];
            for (op, wanted) in results {
                let got = binary(op, ty, int(ty, a), int(ty, b)).map(integer);
                assert_eq!(got, Ok(wanted), "{op:?} of {a} and {b}");
            }
        }
    }

    #[test]
    fn singles_round_after_each_operation() {
        let word = |value: f32| Word::from(value.to_bits());
        // 2^24 + 1 is no float; a double would keep the 1.
        let sum = binary(Binary::Add, Scalar::F32, word(16_777_216.0), word(1.0)).unwrap();
        assert_eq!(single(sum).to_bits(), 16_777_216.0_f32.to_bits());
    }

    #[test]
    fn conversions_truncate_and_check() {
        let cast64 = |value: f64, to| convert(Scalar::F64, to, Word::from(value.to_bits()));
        assert_eq!(cast64(-1.9, Scalar::I32), Ok(int(Scalar::I32, -1)));
        assert_eq!(cast64(3e9, Scalar::I32), Err(ArithError::Unrepresentable(Scalar::I32)));
        assert_eq!(cast64(f64::NAN, Scalar::I64), Err(ArithError::Unrepresentable(Scalar::I64)));
        assert_eq!(cast64(0.5, Scalar::Bool), Ok(1));
        assert_eq!(
            convert(Scalar::I64, Scalar::I8, int(Scalar::I64, 200)),
            Err(ArithError::Overflow(Scalar::I8))
        );
        assert_eq!(wrap(Scalar::I8, int(Scalar::I64, 200)), int(Scalar::I8, -56));
        assert_eq!(wrap(Scalar::U64, int(Scalar::I8, -1)), Word::from(u64::MAX));
        assert_eq!(wrap(Scalar::Bool, int(Scalar::I32, 256)), 1);
        // 2^24 + 1 and a half: a detour through f64 must not change the rounding of large integers.
        let large = (1_i128 << 62) + (1 << 38) + 1;
        assert_eq!(
            single(convert(Scalar::I64, Scalar::F32, int(Scalar::I64, large)).unwrap()).to_bits(),
            0x5E80_0001
        );
    }

    #[test]
    fn exponents_are_not_narrowed() {
        let odd = (1_i64 << 60) + 1;
        assert_eq!(raise(Scalar::F64, -1.0, odd, true).to_bits(), (-1.0_f64).to_bits());
        assert_eq!(raise(Scalar::F64, -1.0, odd - 1, true).to_bits(), 1.0_f64.to_bits());
        assert_eq!(raise(Scalar::F64, -2.0, -3, true).to_bits(), (-0.125_f64).to_bits());
    }

    #[test]
    fn nan_is_unequal_to_itself() {
        let nan = Word::from(f64::NAN.to_bits());
        assert!(!compare(Comparison::Equal, Scalar::F64, nan, nan));
        assert!(compare(Comparison::NotEqual, Scalar::F64, nan, nan));
        assert!(!compare(Comparison::LessEqual, Scalar::F64, nan, nan));
    }
    #[test]
    fn conversions_keep_both_parts() {
        let value = Value::complex(Scalar::C128, [1.5, -2.25]).unwrap();
        let narrow = convert(Scalar::C128, Scalar::C64, value.word()).unwrap();
        assert_eq!(parts(narrow).map(single).map(f32::to_bits), [1.5_f32, -2.25].map(f32::to_bits));
        let from_integer = convert(Scalar::I32, Scalar::C64, signed_word(-3));
        assert_eq!(
            parts(from_integer.unwrap()).map(single).map(f32::to_bits),
            [-3.0_f32, 0.0].map(f32::to_bits)
        );
        assert_eq!(convert(Scalar::C64, Scalar::Bool, narrow), Ok(1));
        assert_eq!(
            convert(Scalar::C64, Scalar::Bool, pair([-0.0_f32, 0.0].map(|part| Word::from(part.to_bits())))),
            Ok(0)
        );
        assert_eq!(convert(Scalar::C64, Scalar::F32, narrow), Err(ArithError::Undefined(Scalar::C64)));
    }
}
