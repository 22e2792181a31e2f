//! Arithmetic on complex numbers, part by part as gfortran compiles it without options: products by the plain
//! formula, quotients by Smith's. Each operation on parts is rounded to their type.

use crate::complex_function::{self, Parts, Real};
use crate::operation::{ArithError, Binary};
use crate::value::{Word, double, float, pair, parts, single};
use ir::Scalar;
use std::ops::{Add, Div, Mul, Sub};

/// A part of a complex number.
trait Part:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn abs(self) -> Self;
}

impl Part for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn abs(self) -> Self {
        self.abs()
    }
}

impl Part for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn abs(self) -> Self {
        self.abs()
    }
}

fn multiply<T: Part>(one: Parts<T>, other: Parts<T>) -> Parts<T> {
    let ([a, b], [c, d]) = (one, other);
    [a * c - b * d, a * d + b * c]
}

/// Smith's quotient: the divisor is divided by its larger part, so that its square cannot overflow.
fn divide<T: Part>(dividend: Parts<T>, divisor: Parts<T>) -> Parts<T> {
    let ([a, b], [c, d]) = (dividend, divisor);
    if c.abs() < d.abs() {
        let ratio = c / d;
        let scale = c * ratio + d;
        [(a * ratio + b) / scale, (b * ratio - a) / scale]
    } else {
        let ratio = d / c;
        let scale = d * ratio + c;
        [(b * ratio + a) / scale, (b - a * ratio) / scale]
    }
}

/// An integer power by repeated squaring, as in gfortran's library; of a negative exponent that of the
/// reciprocal.
fn power<T: Part>(base: Parts<T>, exponent: i64) -> Parts<T> {
    let one = [T::ONE, T::ZERO];
    let mut square = if exponent < 0 { divide(one, base) } else { base };
    let (mut result, mut rest) = (one, exponent.unsigned_abs());
    while rest > 0 {
        if rest % 2 == 1 {
            result = multiply(result, square);
        }
        rest /= 2;
        if rest > 0 {
            square = multiply(square, square);
        }
    }
    result
}

fn on_parts<T: Part>(op: Binary, a: Parts<T>, b: Parts<T>) -> Option<Parts<T>> {
    let ([ar, ai], [br, bi]) = (a, b);
    match op {
        Binary::Add => Some([ar + br, ai + bi]),
        Binary::Sub => Some([ar - br, ai - bi]),
        Binary::Mul => Some(multiply(a, b)),
        Binary::Div => Some(divide(a, b)),
        _ => None,
    }
}

fn singles(word: Word) -> Parts<f32> {
    parts(word).map(single)
}

fn doubles(word: Word) -> Parts<f64> {
    parts(word).map(double)
}

fn of_singles(value: Parts<f32>) -> Word {
    pair(value.map(|part| Word::from(part.to_bits())))
}

fn of_doubles(value: Parts<f64>) -> Word {
    pair(value.map(|part| Word::from(part.to_bits())))
}

/// Applies an operation to two operands of a complex type.
pub(crate) fn binary(op: Binary, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
    let value = if ty == Scalar::C64 {
        on_parts(op, singles(a), singles(b)).map(of_singles)
    } else {
        on_parts(op, doubles(a), doubles(b)).map(of_doubles)
    };
    value.ok_or(ArithError::Undefined(ty))
}

/// A complex number to an integer power.
pub(crate) fn raise(ty: Scalar, base: Word, exponent: i64) -> Word {
    if ty == Scalar::C64 {
        of_singles(power(singles(base), exponent))
    } else {
        of_doubles(power(doubles(base), exponent))
    }
}

/// Calls a function of `ir::function` of one argument on a complex number.
pub(crate) fn call(name: &str, ty: Scalar, a: Word) -> Result<Word, ArithError> {
    let part = ty.part();
    let [real, imaginary] = parts(a);
    let [x, y] = [real, imaginary].map(|word| float(part, word));
    let value = match name {
        "real" => return Ok(real),
        "imag" => return Ok(imaginary),
        "conj" if ty == Scalar::C64 => return Ok(of_singles(conjugate(singles(a)))),
        "conj" => return Ok(of_doubles(conjugate(doubles(a)))),
        "isnan" => return Ok(Word::from(x.is_nan() || y.is_nan())),
        "abs" if ty == Scalar::C64 => {
            return Ok(Word::from(single(real).hypot(single(imaginary)).to_bits()));
        }
        "abs" => return Ok(Word::from(x.hypot(y).to_bits())),
        _ if ty == Scalar::C64 => analytic(name, singles(a)).map(of_singles),
        _ => analytic(name, doubles(a)).map(of_doubles),
    };
    value.ok_or(ArithError::Undefined(ty))
}

fn conjugate<T: Real>(z: Parts<T>) -> Parts<T> {
    let [real, imaginary] = z;
    [real, -imaginary]
}

/// The value of a function that is no formula of arithmetic.
fn analytic<T: Real>(name: &str, z: Parts<T>) -> Option<Parts<T>> {
    Some(match name {
        "exp" => complex_function::exp(z),
        "log" => complex_function::log(z),
        "sin" => complex_function::sin(z),
        "cos" => complex_function::cos(z),
        "sinh" => complex_function::sinh(z),
        "cosh" => complex_function::cosh(z),
        "sqrt" => complex_function::sqrt(z),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(op: Binary, a: Parts<f64>, b: Parts<f64>) -> Parts<f64> {
        doubles(binary(op, Scalar::C128, of_doubles(a), of_doubles(b)).unwrap())
    }

    fn bits(value: Parts<f64>) -> Parts<u64> {
        value.map(f64::to_bits)
    }

    #[test]
    fn products_follow_the_plain_formula() {
        assert_eq!(bits(apply(Binary::Mul, [1.0, 2.0], [3.0, 4.0])), bits([-5.0, 10.0]));
        // Annex G of C would give an infinity here.
        let value = apply(Binary::Mul, [f64::INFINITY, f64::INFINITY], [1.0, 1.0]);
        assert!(value[0].is_nan() && value[1].is_infinite());
        assert_eq!(bits(apply(Binary::Mul, [-0.0, 1.0], [2.0, 0.0])), bits([-0.0, 2.0]));
        let third = 1.0 / 3.0;
        let rounded = third * third;
        assert_eq!(bits(apply(Binary::Mul, [third, third], [third, third])), bits([0.0, rounded + rounded]));
    }

    #[test]
    fn quotients_neither_overflow_nor_end_at_zero() {
        assert_eq!(bits(apply(Binary::Div, [-5.0, 10.0], [3.0, 4.0])), bits([1.0, 2.0]));
        assert_eq!(bits(apply(Binary::Div, [1e300, 1e300], [1e300, 1e300])), bits([1.0, 0.0]));
        assert_eq!(bits(apply(Binary::Div, [1.0, 0.0], [0.0, 2.0])), bits([0.0, -0.5]));
        assert!(apply(Binary::Div, [1.0, 1.0], [0.0, 0.0]).iter().all(|part| part.is_nan()));
    }

    #[test]
    fn powers_are_products() {
        let raised = |exponent| doubles(raise(Scalar::C128, of_doubles([1.0, 1.0]), exponent));
        assert_eq!(bits(raised(0)), bits([1.0, 0.0]));
        assert_eq!(bits(raised(5)), bits([-4.0, -4.0]));
        assert_eq!(bits(raised(-2)), bits([0.0, -0.5]));
    }

    #[test]
    fn functions_have_the_values_of_analysis() {
        let of =
            |name: &str, parts: Parts<f64>| doubles(call(name, Scalar::C128, of_doubles(parts)).unwrap());
        let close = |got: Parts<f64>, wanted: Parts<f64>| {
            let distance = (got[0] - wanted[0]).hypot(got[1] - wanted[1]);
            assert!(distance < 1e-14, "{got:?} for {wanted:?}");
        };
        close(of("exp", [0.0, std::f64::consts::PI]), [-1.0, 0.0]);
        close(of("log", [-1.0, 0.0]), [0.0, std::f64::consts::PI]);
        close(of("sin", [1.0, 1.0]), [1.298_457_581_415_977_3, 0.634_963_914_784_736_1]);
        close(of("cos", [1.0, 1.0]), [0.833_730_025_131_149, -0.988_897_705_762_865]);
        close(of("sinh", [0.0, 1.0]), [0.0, 1.0_f64.sin()]);
        close(of("cosh", [1.0, 1.0]), [0.833_730_025_131_149, 0.988_897_705_762_865]);
        for parts in [[3.0, 4.0], [-3.0, 4.0], [-3.0, -4.0], [0.0, -2.0], [-4.0, 0.0], [-4.0, -0.0]] {
            let root = of("sqrt", parts);
            close(apply(Binary::Mul, root, root), parts);
            assert!(root[0] >= 0.0 && root[1].is_sign_negative() == parts[1].is_sign_negative());
        }
        assert_eq!(bits(of("conj", [1.0, 0.0])), bits([1.0, -0.0]));
        assert_eq!(of("abs", [1e300, 1e300])[0].to_bits(), (1e300_f64).hypot(1e300).to_bits());
    }
}
