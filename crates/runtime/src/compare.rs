//! Comparison of whole arrays.

use crate::{Array, Value};
use ir::Scalar;
use std::fmt;

/// How far apart two floating-point numbers may lie and still count as equal.
///
/// They do where `|a - b| <= relative * max(|a|, |b|) + absolute`. Two NaNs are equal, and so are two
/// infinities of one sign. Of complex numbers both parts must be as near, in units of the larger number.
/// Integers and truth values must agree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Allowed difference in units of the larger number.
    pub relative: f64,
    /// Allowed difference where both numbers are small.
    pub absolute: f64,
}

impl Tolerance {
    /// Bits must agree, except that 0 equals -0 and NaN equals NaN.
    pub const EXACT: Tolerance = Tolerance { relative: 0.0, absolute: 0.0 };

    /// What rounding does to a sum of that many terms, in any order and with products contracted: each result
    /// is off by some units in the last place, and cancellation adds an error that grows with the number of
    /// terms and with their size, see [`term_size`](crate::term_size).
    pub fn reassociated(ty: Scalar, terms: u64, size: f64) -> Self {
        let unit = if ty.part() == Scalar::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let terms = crate::convert::int_to_f64(i128::from(terms));
        Tolerance { relative: 32.0 * unit, absolute: 2.0 * unit * terms * size }
    }

    fn accepts(self, a: Value, b: Value) -> bool {
        let size = [a, b]
            .map(|value| value.parts())
            .as_flattened()
            .iter()
            .fold(0.0, |size: f64, part| size.max(part.abs()));
        a.parts().into_iter().zip(b.parts()).all(|(a, b)| {
            let distance = (a - b).abs();
            a == b
                || (a.is_nan() && b.is_nan())
                || (distance.is_finite() && distance <= self.relative * size + self.absolute)
        })
    }
}

/// How two arrays differ.
#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// Their types or shapes do.
    Kind {
        /// The first one's type and shape.
        left: String,
        /// The second one's.
        right: String,
    },
    /// Some elements do.
    Elements {
        /// Subscripts of the first one that differs, the last axis running fastest.
        index: Vec<usize>,
        /// The first array's element there.
        left: Value,
        /// The second array's.
        right: Value,
        /// How many elements differ.
        differing: usize,
        /// How many there are.
        of: usize,
    },
}

/// Compares all elements; `None` where they agree.
pub fn compare(left: &Array, right: &Array, tolerance: Tolerance) -> Option<Difference> {
    if left.ty != right.ty || left.shape != right.shape {
        return Some(Difference::Kind { left: describe(left), right: describe(right) });
    }
    let (mut first, mut differing) = (None, 0);
    for (number, (a, b)) in left.words().zip(right.words()).enumerate() {
        let (a, b) = (Value::of_word(left.ty, a), Value::of_word(left.ty, b));
        let equal = a == b || (left.ty.is_inexact() && tolerance.accepts(a, b));
        if !equal {
            differing += 1;
            first.get_or_insert((number, a, b));
        }
    }
    first.map(|(number, left_value, right_value)| Difference::Elements {
        index: subscripts(number, &left.shape),
        left: left_value,
        right: right_value,
        differing,
        of: left.len(),
    })
}

/// The subscripts of an element by its number, the last axis running fastest.
fn subscripts(number: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = number;
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|extent| {
            let at = rest % extent.max(&1);
            rest /= extent.max(&1);
            at
        })
        .collect();
    index.reverse();
    index
}

fn describe(array: &Array) -> String {
    let shape: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
    format!("{}[{}]", array.ty, shape.join(", "))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Kind { left, right } => write!(f, "one is {left}, the other {right}"),
            Difference::Elements { index, left, right, differing, of } => {
                let index: Vec<String> = index.iter().map(ToString::to_string).collect();
                let at = if index.is_empty() { String::new() } else { format!(" at [{}]", index.join(", ")) };
                write!(f, "{left} and {right}{at}; {differing} of {of} elements differ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(values: &[f64]) -> Array {
        let mut array = Array::poisoned(Scalar::F64, vec![values.len()], vec![1], 1 << 20).unwrap();
        for (at, value) in values.iter().enumerate() {
            array.set(&[at], value.to_bits().into()).unwrap();
        }
        array
    }

    #[test]
    fn the_first_difference_is_named_and_all_are_counted() {
        let found = compare(&array(&[1.0, 2.0, 3.0]), &array(&[1.0, 2.5, 4.0]), Tolerance::EXACT).unwrap();
        assert_eq!(found.to_string(), "2.0 and 2.5 at [1]; 2 of 3 elements differ");
    }

    #[test]
    fn special_values() {
        let special = [f64::NAN, f64::INFINITY, 0.0];
        assert_eq!(
            compare(&array(&special), &array(&[f64::NAN, f64::INFINITY, -0.0]), Tolerance::EXACT),
            None
        );
        let loose = Tolerance { relative: 1e9, absolute: 1e9 };
        assert!(compare(&array(&[f64::INFINITY]), &array(&[1.0]), loose).is_some());
        assert!(compare(&array(&[f64::NAN]), &array(&[1.0]), loose).is_some());
        assert!(compare(&array(&[f64::INFINITY]), &array(&[f64::NEG_INFINITY]), loose).is_some());
    }

    #[test]
    fn tolerance_is_relative() {
        let within = Tolerance { relative: 1e-12, absolute: 0.0 };
        assert_eq!(compare(&array(&[1e20]), &array(&[1e20 + 1e7]), within), None);
        assert!(compare(&array(&[1e20]), &array(&[1e20 + 1e9]), within).is_some());
        assert!(compare(&array(&[0.0]), &array(&[1e-300]), within).is_some());
    }

    #[test]
    fn complex_numbers_differ_by_their_larger_part() {
        let of = |parts: [f64; 2]| {
            let mut one = Array::poisoned(Scalar::C128, vec![1], vec![1], 64).unwrap();
            one.set(&[0], Value::complex(Scalar::C128, parts).unwrap().word()).unwrap();
            one
        };
        let within = Tolerance { relative: 1e-12, absolute: 0.0 };
        assert_eq!(compare(&of([1.0, 0.0]), &of([1.0, 1e-13]), within), None);
        assert!(compare(&of([1.0, 0.0]), &of([1.0, 1e-11]), within).is_some());
        assert_eq!(compare(&of([f64::NAN, 0.0]), &of([f64::NAN, -0.0]), Tolerance::EXACT), None);
        let found = compare(&of([1.0, 2.0]), &of([1.0, -2.0]), within).unwrap().to_string();
        assert_eq!(found, "1.0+2.0j and 1.0-2.0j at [0]; 1 of 1 elements differ");
    }

    #[test]
    fn subscripts_of_a_difference_count_all_axes() {
        let left = Array { shape: vec![2, 3], strides: vec![1, 2], ..array(&[0.0; 6]) };
        let mut right = left.clone();
        right.set(&[1, 2], 1.0_f64.to_bits().into()).unwrap();
        assert_eq!(
            compare(&left, &right, Tolerance::EXACT).unwrap().to_string(),
            "0.0 and 1.0 at [1, 2]; 1 of 6 elements differ"
        );
    }

    #[test]
    fn shapes_are_compared_first_and_empty_arrays_agree() {
        assert!(matches!(
            compare(&array(&[]), &array(&[1.0]), Tolerance::EXACT),
            Some(Difference::Kind { .. })
        ));
        assert_eq!(compare(&array(&[]), &array(&[]), Tolerance::EXACT), None);
    }
}
