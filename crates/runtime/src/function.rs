//! Values of the functions that expressions may call.

use crate::arith;
use crate::operation::{ArithError, Binary};
use crate::value::{Word, float, float_word, integer, integer_word, pair, single};
use crate::{complex, convert};
use ir::Scalar;

/// Calls a function of `ir::function` on arguments of type `ty`.
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
        _ if ty == Scalar::F32 => {
            let values: Vec<f32> = args.iter().map(|word| single(*word)).collect();
            let value = on_singles(name, &values).ok_or(ArithError::Undefined(ty))?;
            Ok(Word::from(value.to_bits()))
        }
        _ => {
            let values: Vec<f64> = args.iter().map(|word| float(ty, *word)).collect();
            let value = on_doubles(name, &values).ok_or(ArithError::Undefined(ty))?;
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

/// Functions of one type of floats: those of the system's mathematical library, which gfortran's programs
/// call too. Rust has inverse hyperbolic functions of its own, and no others.
macro_rules! on_floats {
    ($of:ident, $float:ty, $acosh:path, $asinh:path, $atanh:path, $erf:path, $erfc:path, $tgamma:path) => {
        fn $of(name: &str, args: &[$float]) -> Option<$float> {
            match *args {
                [a] => Some(match name {
                    "abs" | "fabs" => a.abs(),
                    "acos" => a.acos(),
                    "acosh" => $acosh(a),
                    "asin" => a.asin(),
                    "asinh" => $asinh(a),
                    "atan" => a.atan(),
                    "atanh" => $atanh(a),
                    "cbrt" => a.cbrt(),
                    "ceil" => a.ceil(),
                    "cos" => a.cos(),
                    "cosh" => a.cosh(),
                    "erf" => $erf(a),
                    "erfc" => $erfc(a),
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
                    "tgamma" => $tgamma(a),
                    "trunc" => a.trunc(),
                    _ => return None,
                }),
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
    };
}

on_floats!(on_doubles, f64, libm::acosh, libm::asinh, libm::atanh, libm::erf, libm::erfc, libm::tgamma);
on_floats!(on_singles, f32, libm::acoshf, libm::asinhf, libm::atanhf, libm::erff, libm::erfcf, libm::tgammaf);

#[cfg(test)]
mod tests {
    use super::*;
    use ir::function::{FUNCTIONS, ResultType};

    #[test]
    fn every_function_has_a_value() {
        for function in FUNCTIONS {
            let integral = matches!(function.result, ResultType::Bits | ResultType::Quotient);
            let ty = if integral { Scalar::I32 } else { Scalar::F64 };
            let one = if integral { 1 } else { Word::from(1.0_f64.to_bits()) };
            let result = call(function.name, ty, &vec![one; function.arity]);
            assert!(result.is_ok(), "{}", function.name);
            if function.takes_complex {
                assert!(call(function.name, Scalar::C64, &[pair([one, 0])]).is_ok(), "{}", function.name);
            }
            if function.result == ResultType::Common {
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
        let of = |name: &str, x: f64| on_doubles(name, &[x]).unwrap();
        let close = |name: &str, x: f64, wanted: f64| {
            let got = of(name, x);
            assert!((got / wanted - 1.0).abs() < 1e-15, "{got} for {wanted}");
        };
        close("erf", 0.5, 0.520_499_877_813_046_5);
        close("erf", -2.0, -0.995_322_265_018_952_7);
        close("erfc", 5.0, 1.537_459_794_428_034_8e-12);
        close("erfc", -3.0, 1.999_977_909_503_001_4);
        close("tgamma", 5.0, 24.0);
        close("tgamma", -1.5, 2.363_271_801_207_354);
        close("tgamma", 170.0, 4.269_068_009_004_703e304);
        close("asinh", 1e-9, 1e-9);
        assert!(of("tgamma", 200.0).is_infinite());
        assert!(of("tgamma", -2.0).is_nan());
    }

    #[test]
    fn floats_have_functions_of_their_own() {
        // The power of the C library rounds this the other way than a power in double precision, rounded
        // once. The compiler, too, would compute it the other way.
        let [x, power] = [1.573_678_6_f32, 1.4].map(std::hint::black_box);
        let words = [x, power].map(|value| Word::from(value.to_bits()));
        assert_eq!(call("pow", Scalar::F32, &words), Ok(Word::from(x.powf(power).to_bits())));
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
