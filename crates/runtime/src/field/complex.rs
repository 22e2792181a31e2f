//! Pairs of elements of the field, for complex numbers. No element squared is -1, since the prime is 3 modulo
//! 4, so the pairs are a field themselves: GF(p^2).

use super::{Element, add, divide, hash, multiply, negate};
use crate::operation::Binary;

/// Real and imaginary part.
pub(crate) type ElementPair = [Element; 2];

fn product(one: ElementPair, other: ElementPair) -> ElementPair {
    let ([a, b], [c, d]) = (one, other);
    [add(multiply(a, c), negate(multiply(b, d))), add(multiply(a, d), multiply(b, c))]
}

/// The quotient, by the conjugate of the divisor; a division by zero is a function of what is divided.
fn quotient(dividend: ElementPair, divisor: ElementPair) -> ElementPair {
    let [c, d] = divisor;
    let size = add(multiply(c, c), multiply(d, d));
    if size == 0 {
        return hashes("1/0", &[dividend]);
    }
    product(dividend, [c, negate(d)]).map(|part| divide(part, size))
}

/// What a function without an algebraic meaning yields: of both arguments' parts, another number for each
/// part.
fn hashes(name: &str, args: &[ElementPair]) -> ElementPair {
    let flat = args.concat();
    ["real", "imaginary"].map(|part| hash(&format!("{name} {part}"), &flat))
}

/// An operation; those that complex numbers do not have are functions like others.
pub(crate) fn binary(op: Binary, a: ElementPair, b: ElementPair) -> ElementPair {
    let ([ar, ai], [br, bi]) = (a, b);
    match op {
        Binary::Add => [add(ar, br), add(ai, bi)],
        Binary::Sub => [add(ar, negate(br)), add(ai, negate(bi))],
        Binary::Mul => product(a, b),
        Binary::Div => quotient(a, b),
        _ => hashes("operation", &[a, b]),
    }
}

/// An integer power.
pub(crate) fn raise(base: ElementPair, exponent: i64) -> ElementPair {
    let (mut result, mut square, mut rest) = ([1, 0], base, exponent.unsigned_abs());
    while rest > 0 {
        if rest % 2 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        rest /= 2;
    }
    if exponent < 0 { quotient([1, 0], result) } else { result }
}

/// The value of a function that yields a complex number.
pub(crate) fn call(name: &str, a: ElementPair) -> ElementPair {
    let [real, imaginary] = a;
    if name == "conj" { [real, negate(imaginary)] } else { hashes(name, &[a]) }
}

/// The value of a function of a complex number that yields a real one.
pub(crate) fn part(name: &str, number: ElementPair) -> Element {
    let [real, imaginary] = number;
    match name {
        "real" => real,
        "imag" => imaginary,
        _ => hash(name, &number),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Element, tests::samples};
    use super::*;

    #[test]
    fn the_laws_of_a_field_hold() {
        let all: Vec<ElementPair> = samples().chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        for &a in &all {
            assert!(a == [0, 0] || product(a, quotient([1, 0], a)) == [1, 0], "{a:?}");
            assert_eq!(product(a, a), raise(a, 2));
            assert_eq!(product(raise(a, 5), raise(a, -3)), raise(a, 2));
            for &b in &all {
                assert_eq!(product(a, b), product(b, a));
                for &c in &all {
                    assert_eq!(product(product(a, b), c), product(a, product(b, c)));
                    let sum = |x, y| binary(Binary::Add, x, y);
                    assert_eq!(product(a, sum(b, c)), sum(product(a, b), product(a, c)));
                }
            }
        }
        let i: ElementPair = [0, 1];
        assert_eq!(product(i, i), [negate(1), 0]);
    }

    #[test]
    fn functions_depend_on_both_parts() {
        let values: Vec<Element> = [[5, 6], [5, 7], [6, 5]].iter().flat_map(|a| call("exp", *a)).collect();
        for (at, a) in values.iter().enumerate() {
            assert!(values.iter().skip(at + 1).all(|b| a != b), "{values:?}");
        }
        assert_eq!(part("real", [5, 6]), 5);
        assert_eq!(call("conj", [5, 6]), [5, negate(6)]);
        assert_ne!(part("abs", [5, 6]), part("abs", [5, negate(6)]));
    }
}
