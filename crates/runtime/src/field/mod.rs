//! The field of the integers modulo the prime 2^61 - 1, in which a sum or a product does not depend on its
//! order.
//!
//! Finite floating-point numbers are fractions whose denominators are powers of two, and have exact
//! counterparts. Polynomials of some degree that differ agree at a random point with a chance of that degree
//! in 2^61 at most (Schwartz, Zippel), so results that agree come from the same terms. Elements are totally
//! ordered, zero in the middle; functions without an algebraic meaning are hashes of their names and
//! arguments.

pub(crate) mod complex;
pub(crate) mod unknown;

use crate::operation::Binary;
use crate::random::Random;
use ir::{Comparison, ReductionOp};

/// An element: a number below [`PRIME`].
pub(crate) type Element = u64;

/// The number of elements, 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;
/// The largest element that counts as positive; the one behind it is the least of all.
const GREATEST: Element = PRIME >> 1;
/// Exponents up to this are products; beyond, powers are a function like others.
const LARGEST_POWER: u64 = 64;

fn reduced(value: u128) -> Element {
    // 2^61 is 1, so the upper bits count like the lower ones.
    let prime = u128::from(PRIME);
    let folded = (value & prime) + (value >> 61);
    let folded = (folded & prime) + (folded >> 61);
    u64::try_from(if folded >= prime { folded - prime } else { folded }).unwrap_or(0)
}

/// The element of an integer.
pub(crate) fn of_int(value: i128) -> Element {
    u64::try_from(value.rem_euclid(i128::from(PRIME))).unwrap_or(0)
}

/// The element of a floating-point number: infinities are the ends of the order, and NaN has none.
pub(crate) fn of_float(value: f64) -> Option<Element> {
    if value.is_nan() {
        return None;
    }
    if value.is_infinite() {
        return Some(if value > 0.0 { GREATEST } else { GREATEST + 1 });
    }
    let bits = value.abs().to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), bits >> 52);
    let mantissa = if biased == 0 { fraction } else { fraction | (1 << 52) };
    let exponent = i64::try_from(biased.max(1)).unwrap_or(0) - 1075;
    let power = u64::try_from(exponent.rem_euclid(61)).unwrap_or(0);
    let element = multiply(reduced(u128::from(mantissa)), 1 << power);
    Some(if value < 0.0 { negate(element) } else { element })
}

pub(crate) fn negate(a: Element) -> Element {
    if a == 0 { 0 } else { PRIME - a }
}

fn add(a: Element, b: Element) -> Element {
    reduced(u128::from(a) + u128::from(b))
}

fn multiply(a: Element, b: Element) -> Element {
    reduced(u128::from(a) * u128::from(b))
}

fn power(base: Element, exponent: u64) -> Element {
    let (mut result, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = multiply(result, square);
        }
        square = multiply(square, square);
        rest >>= 1;
    }
    result
}

/// The quotient; a division by zero is a function of what is divided.
fn divide(a: Element, b: Element) -> Element {
    // By Fermat's theorem.
    if b == 0 { hash("1/0", &[a]) } else { multiply(a, power(b, PRIME - 2)) }
}

/// Where an element stands in the order.
fn rank(a: Element) -> u64 {
    add(a, GREATEST)
}

/// Whether an element counts as negative.
fn is_negative(a: Element) -> bool {
    a > GREATEST
}

fn with_sign(a: Element, negative: bool) -> Element {
    if is_negative(a) == negative { a } else { negate(a) }
}

/// What a function without an algebraic meaning yields.
fn hash(name: &str, args: &[Element]) -> Element {
    let mixed = args.iter().fold(0, |seed, arg| Random::new(seed, *arg).next());
    reduced(u128::from(Random::named(mixed, name).next()))
}

fn raise(a: Element, b: Element) -> Element {
    if b <= LARGEST_POWER { power(a, b) } else { hash("pow", &[a, b]) }
}

pub(crate) fn binary(op: Binary, a: Element, b: Element) -> Element {
    match op {
        Binary::Add => add(a, b),
        Binary::Sub => add(a, negate(b)),
        Binary::Mul => multiply(a, b),
        Binary::Div => divide(a, b),
        Binary::Power => raise(a, b),
        Binary::Max => {
            if rank(a) < rank(b) {
                b
            } else {
                a
            }
        }
        Binary::Min => {
            if rank(b) < rank(a) {
                b
            } else {
                a
            }
        }
        Binary::FloorDiv => hash("//", &[a, b]),
        Binary::FloorMod => hash("%", &[a, b]),
        Binary::TruncDiv => hash("div", &[a, b]),
        Binary::TruncRem => hash("rem", &[a, b]),
    }
}

pub(crate) fn compare(op: Comparison, a: Element, b: Element) -> bool {
    let (a, b) = (rank(a), rank(b));
    match op {
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
    }
}

/// The value of a function of `ir::function` that yields a real number.
pub(crate) fn call(name: &str, args: &[Element]) -> Element {
    match (name, args) {
        ("max" | "fmax", [a, b]) => binary(Binary::Max, *a, *b),
        ("min" | "fmin", [a, b]) => binary(Binary::Min, *a, *b),
        ("abs" | "fabs", [a]) => with_sign(*a, false),
        ("sign" | "copysign", [a, b]) => with_sign(*a, is_negative(*b)),
        ("fma", [a, b, c]) => add(multiply(*a, *b), *c),
        ("pow", [a, b]) => raise(*a, *b),
        _ => hash(name, args),
    }
}

/// What a reduction by an operation that needs no declaration starts from.
pub(crate) fn neutral(op: &ReductionOp) -> Option<Element> {
    Some(match op {
        ReductionOp::Sum | ReductionOp::Any => 0,
        ReductionOp::Product | ReductionOp::All => 1,
        ReductionOp::Max => GREATEST + 1,
        ReductionOp::Min => GREATEST,
        ReductionOp::Declared(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn samples() -> Vec<Element> {
        let mut random = Random::new(3, 0);
        let drawn = std::iter::repeat_with(|| random.next() % PRIME).take(40);
        [0, 1, 2, GREATEST, GREATEST + 1, PRIME - 1].into_iter().chain(drawn).collect()
    }

    #[test]
    fn the_laws_of_a_field_hold() {
        let all = samples();
        for &a in &all {
            assert_eq!(add(a, negate(a)), 0);
            assert_eq!(multiply(a, 1), a);
            assert!(a == 0 || multiply(a, divide(1, a)) == 1, "{a}");
            for &b in &all {
                assert_eq!(add(a, b), add(b, a));
                assert!(b == 0 || multiply(divide(a, b), b) == a);
                for &c in &all {
                    assert_eq!(add(add(a, b), c), add(a, add(b, c)));
                    assert_eq!(multiply(multiply(a, b), c), multiply(a, multiply(b, c)));
                    assert_eq!(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)));
                }
            }
        }
    }

    #[test]
    fn floating_point_numbers_are_exact_fractions() {
        let of = |value: f64| of_float(value).unwrap();
        assert_eq!(of(0.0), of(-0.0));
        assert_eq!(of(3.0), 3);
        assert_eq!(of(-1.0), PRIME - 1);
        assert_eq!(multiply(of(0.75), 4), 3);
        assert_eq!(add(of(0.1), of(-0.1)), 0);
        assert_ne!(of(0.1), of(f64::from(0.1_f32)));
        // The smallest positive number is 2^-1074, and 1074 doublings of it give 1.
        assert_eq!((0..1074).fold(of(f64::from_bits(1)), |a, _| multiply(a, 2)), 1);
        assert_eq!(of(f64::MAX), multiply(power(2, 971), (1 << 53) - 1));
        assert_eq!(of_float(f64::NAN), None);
        assert_eq!(of_int(i128::from(i64::MIN)), negate(4));
    }

    #[test]
    fn the_order_is_total_and_agrees_with_that_of_small_integers() {
        let of = |value: f64| of_float(value).unwrap();
        let ascending = [f64::NEG_INFINITY, -7.0, -1.0, 0.0, 1.0, 7.0, f64::INFINITY].map(of);
        for pair in ascending.windows(2) {
            assert!(compare(Comparison::Less, pair[0], pair[1]), "{pair:?}");
            assert_eq!(binary(Binary::Max, pair[0], pair[1]), pair[1]);
            assert_eq!(binary(Binary::Min, pair[1], pair[0]), pair[0]);
        }
        for a in samples() {
            assert_eq!(binary(Binary::Max, neutral(&ReductionOp::Max).unwrap(), a), a);
            assert_eq!(binary(Binary::Min, a, neutral(&ReductionOp::Min).unwrap()), a);
            assert_eq!(call("abs", &[a]), call("abs", &[negate(a)]));
        }
        assert_eq!(call("sign", &[3, negate(2)]), negate(3));
    }

    #[test]
    fn functions_depend_on_their_names_and_on_each_argument() {
        let values = [
            call("sin", &[5]),
            call("cos", &[5]),
            call("sin", &[6]),
            call("atan2", &[5, 6]),
            call("atan2", &[6, 5]),
            call("pow", &[5, PRIME - 1]),
            divide(5, 0),
        ];
        for (at, a) in values.iter().enumerate() {
            assert!(*a < PRIME && values.iter().skip(at + 1).all(|b| a != b), "{values:?}");
        }
        assert_eq!(call("sin", &[5]), call("sin", &[5]));
        assert_eq!(call("pow", &[5, 3]), 125);
    }
}
