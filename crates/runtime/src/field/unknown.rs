//! Functions of which nothing is known but that they depend on their arguments alone.

use super::{Element, add, hash, multiply, negate};

/// A value of a function of that name.
pub(crate) fn function(name: &str, args: &[Element]) -> Element {
    hash(name, args)
}

/// An associative and commutative operation with that neutral element, one of as many as there are names:
/// with `x` and `y` the distances from it, `x + y + s*x*y`.
pub(crate) fn operation(name: &str, neutral: Element, a: Element, b: Element) -> Element {
    let (x, y) = (add(a, negate(neutral)), add(b, negate(neutral)));
    let product = multiply(hash(name, &[]), multiply(x, y));
    add(neutral, add(add(x, y), product))
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples;
    use super::*;

    #[test]
    fn operations_are_associative_and_commutative_and_differ_by_name() {
        let all = samples();
        for &a in &all {
            assert_eq!(operation("f", 3, a, 3), a);
            for &b in &all {
                assert_eq!(operation("f", 3, a, b), operation("f", 3, b, a));
                for &c in &all {
                    let left = operation("f", 3, operation("f", 3, a, b), c);
                    assert_eq!(left, operation("f", 3, a, operation("f", 3, b, c)));
                }
            }
        }
        assert_ne!(operation("f", 0, 5, 6), operation("g", 0, 5, 6));
    }
}
