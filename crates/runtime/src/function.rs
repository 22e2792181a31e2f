//! Values of the functions that expressions may call.

use crate::arith::{self, ArithError, Binary};
use crate::value::{Word, float, float_word, integer, integer_word, pair};
use crate::{complex, convert};
use ir::Scalar;
use std::f64::consts::PI;

/// Calls a function of `ir::function` on arguments of type `ty`.
///
/// Functions of `f32` are computed in `f64` and rounded once.
pub(crate) fn call(name: &str, ty: Scalar, args: &[Word]) -> Result<Word, ArithError> {
    match (name, args) {
        ("max", [a, b]) => arith::binary(Binary::Max, ty, *a, *b),
        ("min", [a, b]) => arith::binary(Binary::Min, ty, *a, *b),
        ("div_trunc", [a, b]) => arith::binary(Binary::TruncDiv, ty, *a, *b),
        ("rem_trunc", [a, b]) => arith::binary(Binary::TruncRem, ty, *a, *b),
        ("complex", [real, imaginary]) => Ok(pair([*real, *imaginary])),
        (_, [a]) if ty.is_complex() => complex::call(name, ty, *a),
        ("real" | "conj", [a]) => Ok(*a),
        ("imag", [_]) => Ok(0),
        _ if ir::bits::is_bitwise(name) => on_bits(name, ty, args),
        _ if !ty.is_float() => on_integers(name, ty, args),
        ("isnan", [a]) => Ok(Word::from(float(ty, *a).is_nan())),
        ("nint", [a]) => convert::truncate(float(ty, *a).round())
            .and_then(|value| integer_word(Scalar::I32, value))
            .ok_or(ArithError::Unrepresentable(Scalar::I32)),
        ("fma", [a, b, c]) if ty == Scalar::F32 => {
            let [a, b, c] = [*a, *b, *c].map(crate::value::single);
            Ok(Word::from(a.mul_add(b, c).to_bits()))
        }
        _ => {
            let values: Vec<f64> = args.iter().map(|word| float(ty, *word)).collect();
            let value = on_floats(name, &values).ok_or(ArithError::Undefined(ty))?;
            Ok(float_word(ty, value))
        }
    }
}

fn on_integers(name: &str, ty: Scalar, args: &[Word]) -> Result<Word, ArithError> {
    let values: Vec<i128> = args.iter().map(|word| integer(*word)).collect();
    let value = match (name, values.as_slice()) {
        ("abs", [a]) => a.abs(),
        ("sign", [a, b]) => a.abs() * if *b < 0 { -1 } else { 1 },
        ("isnan", [_]) => return Ok(0),
        ("nint", [a]) => return integer_word(Scalar::I32, *a).ok_or(ArithError::Overflow(Scalar::I32)),
        _ => return Err(ArithError::Undefined(ty)),
    };
    integer_word(ty, value).ok_or(ArithError::Overflow(ty))
}

/// Operations on the bits of integers of type `ty`, as `ir::bits` defines them.
fn on_bits(name: &str, ty: Scalar, args: &[Word]) -> Result<Word, ArithError> {
    let Some((least, most)) = ty.integer_range() else { return Err(ArithError::Undefined(ty)) };
    let values: Vec<i128> = args.iter().map(|word| integer(*word)).collect();
    let distance = |by: i128| match u32::try_from(by) {
        Ok(by) if by < ty.bytes() * 8 => Ok(by),
        _ => Err(ArithError::Shift(ty)),
    };
    let value = match (name, values.as_slice()) {
        ("bit_and", [a, b]) => a & b,
        ("bit_or", [a, b]) => a | b,
        ("bit_xor", [a, b]) => a ^ b,
        ("bit_not", [a]) => least + most - a,
        ("shift_right", [a, by]) => a >> distance(*by)?,
        ("shift_left", [a, by]) => {
            let kept = (a << distance(*by)?).rem_euclid(most - least + 1);
            if kept > most { kept - (most - least + 1) } else { kept }
        }
        _ => return Err(ArithError::Undefined(ty)),
    };
    integer_word(ty, value).ok_or(ArithError::Overflow(ty))
}

fn on_floats(name: &str, args: &[f64]) -> Option<f64> {
    match *args {
        [a] => unary(name, a),
        [a, b] => Some(match name {
            "atan2" => a.atan2(b),
            "copysign" | "sign" => a.copysign(b),
            "fmax" => a.max(b),
            "fmin" => a.min(b),
            "fmod" => a % b,
            "hypot" => a.hypot(b),
            "pow" => a.powf(b),
            _ => return None,
        }),
        [a, b, c] if name == "fma" => Some(a.mul_add(b, c)),
        _ => None,
    }
}

fn unary(name: &str, a: f64) -> Option<f64> {
    Some(match name {
        "abs" | "fabs" => a.abs(),
        "acos" => a.acos(),
        "acosh" => a.acosh(),
        "asin" => a.asin(),
        "asinh" => a.asinh(),
        "atan" => a.atan(),
        "atanh" => a.atanh(),
        "cbrt" => a.cbrt(),
        "ceil" => a.ceil(),
        "cos" => a.cos(),
        "cosh" => a.cosh(),
        "erf" => erf(a),
        "erfc" => erfc(a),
        "exp" => a.exp(),
        "exp2" => a.exp2(),
        "expm1" => a.exp_m1(),
        "floor" => a.floor(),
        "log" => a.ln(),
        "log10" => a.log10(),
        "log1p" => a.ln_1p(),
        "log2" => a.log2(),
        "round" => a.round(),
        "rsqrt" => 1.0 / a.sqrt(),
        "sin" => a.sin(),
        "sinh" => a.sinh(),
        "sqrt" => a.sqrt(),
        "tan" => a.tan(),
        "tanh" => a.tanh(),
        "tgamma" => gamma(a),
        "trunc" => a.trunc(),
        _ => return None,
    })
}

/// Error function: the Taylor series where it converges fast, else the complement.
fn erf(x: f64) -> f64 {
    if x.abs() > 1.0 {
        return (1.0 - erfc(x.abs())).copysign(x);
    }
    let (mut term, mut sum, mut n) = (x, x, 0.0);
    while term.abs() > 1e-18 * sum.abs() {
        n += 1.0;
        term *= -x * x / n;
        sum += term / (2.0 * n + 1.0);
    }
    sum * 2.0 / PI.sqrt()
}

/// Complement of the error function: a continued fraction, evaluated from its tail, where the series would cancel.
fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x < 1.0 {
        return if x < -1.0 { 2.0 - erfc(-x) } else { 1.0 - erf(x) };
    }
    let mut fraction = x;
    for n in (1..=200).rev() {
        fraction = x + f64::from(n) / 2.0 / fraction;
    }
    (-x * x).exp() / (fraction * PI.sqrt())
}

/// Gamma function by Lanczos' approximation (g = 7, nine terms).
fn gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        if x.fract() == 0.0 {
            return if x == 0.0 { 1.0 / x } else { f64::NAN };
        }
        return PI / ((PI * x).sin() * gamma(1.0 - x));
    }
    if x > 172.0 {
        return f64::INFINITY;
    }
    // Near 1 the approximation is best; the recurrence leads there.
    let (mut product, mut x) = (1.0, x);
    while x >= 2.0 {
        x -= 1.0;
        product *= x;
    }
    let shifted = x - 1.0;
    let mut sum = 0.999_999_999_999_809_9;
    let mut n = 0.0;
    for term in TERMS {
        n += 1.0;
        sum += term / (shifted + n);
    }
    let t = shifted + 7.5;
    product * (2.0 * PI).sqrt() * t.powf(shifted + 0.5) * (-t).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::function::{FUNCTIONS, ResultType};

    #[test]
    fn every_function_has_a_value() {
        for function in FUNCTIONS {
            let integral =
                matches!(function.name, "div_trunc" | "rem_trunc") || function.result == ResultType::Bits;
            let ty = if integral { Scalar::I32 } else { Scalar::F64 };
            let one = if integral { 1 } else { Word::from(1.0_f64.to_bits()) };
            let result = call(function.name, ty, &vec![one; function.arity]);
            assert!(result.is_ok(), "{}", function.name);
            if function.takes_complex {
                assert!(call(function.name, Scalar::C64, &[pair([one, 0])]).is_ok(), "{}", function.name);
            }
            if function.result == ResultType::Common && !integral {
                assert!(
                    call(function.name, Scalar::I32, &vec![1; function.arity]).is_ok(),
                    "{}",
                    function.name
                );
            }
        }
    }

    #[test]
    fn special_functions_match_tables() {
        let close = |got: f64, wanted: f64| assert!((got / wanted - 1.0).abs() < 5e-14, "{got} for {wanted}");
        close(erf(0.5), 0.520_499_877_813_046_5);
        close(erf(-2.0), -0.995_322_265_018_952_7);
        close(erfc(0.5), 0.479_500_122_186_953_5);
        close(erfc(1.0), 0.157_299_207_050_285_13);
        assert!(gamma(200.0).is_infinite());
        close(erfc(5.0), 1.537_459_794_428_034_8e-12);
        close(erfc(-3.0), 1.999_977_909_503_001_4);
        close(gamma(5.0), 24.0);
        close(gamma(0.5), PI.sqrt());
        close(gamma(-1.5), 2.363_271_801_207_354);
        close(gamma(170.0), 4.269_068_009_004_703e304);
        assert!(gamma(-2.0).is_nan());
    }

    #[test]
    fn halves_round_away_from_zero() {
        let nint = |x: f64| call("nint", Scalar::F64, &[Word::from(x.to_bits())]).map(integer);
        assert_eq!(nint(-2.5), Ok(-3));
        assert_eq!(nint(2.5), Ok(3));
        assert_eq!(nint(3e9), Err(ArithError::Unrepresentable(Scalar::I32)));
    }

    #[test]
    fn bits_are_those_of_the_type() {
        let of = |name: &str, ty: Scalar, args: &[i128]| {
            let words: Vec<Word> = args.iter().map(|value| integer_word(ty, *value).unwrap()).collect();
            call(name, ty, &words).map(integer)
        };
        for (name, ty, args, value) in [
            ("bit_and", Scalar::I32, vec![-4, 7], 4),
            ("bit_or", Scalar::I64, vec![-4, 1], -3),
            ("bit_xor", Scalar::U32, vec![0xffff_ffff, 1], 0xffff_fffe),
            ("bit_not", Scalar::I32, vec![5], -6),
            ("bit_not", Scalar::U32, vec![5], 0xffff_fffa),
            ("bit_not", Scalar::U64, vec![0], 0xffff_ffff_ffff_ffff),
            ("shift_left", Scalar::I32, vec![1, 31], -2_147_483_648),
            ("shift_left", Scalar::I32, vec![3, 31], -2_147_483_648),
            ("shift_left", Scalar::U32, vec![0x1234_5678, 8], 0x3456_7800),
            ("shift_left", Scalar::I64, vec![-3, 2], -12),
            ("shift_left", Scalar::U64, vec![0xffff_ffff_ffff_ffff, 63], 1 << 63),
            ("shift_right", Scalar::I32, vec![-5, 1], -3),
            ("shift_right", Scalar::U32, vec![0x8000_0000, 31], 1),
            ("shift_right", Scalar::I32, vec![7, 0], 7),
        ] {
            assert_eq!(of(name, ty, &args), Ok(value), "{name} of {args:?}");
        }
        for by in [-1, 32] {
            assert_eq!(of("shift_left", Scalar::I32, &[1, by]), Err(ArithError::Shift(Scalar::I32)));
            assert_eq!(of("shift_right", Scalar::I32, &[1, by]), Err(ArithError::Shift(Scalar::I32)));
        }
        assert_eq!(of("shift_left", Scalar::I64, &[1, 32]), Ok(1 << 32));
    }

    #[test]
    fn the_smallest_integer_has_no_absolute_value() {
        let least = integer_word(Scalar::I32, i128::from(i32::MIN)).unwrap();
        assert_eq!(call("abs", Scalar::I32, &[least]), Err(ArithError::Overflow(Scalar::I32)));
    }
}
