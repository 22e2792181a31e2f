//! Claim (radix): A multiple of a weight and a rest that is smaller than the weight can be read off their sum.
//!
//! The mixed-radix lemma. Let `w*m + r = w*n + s` in integers, where `r - s` is smaller than `w` in size.
//! Then so is `w*(m - n)`, which is a multiple of `w` and hence zero: `m = n` and `r = s`. Digits of a number
//! are the case in which `r` and `s` lie in one range that is shorter than `w`; by induction it holds for any
//! number of digits, from the largest weight down. Each weight must only exceed the reach of all smaller
//! digits together.

use ir::{Expr, Node, affine};
use poly::{Aff, Constraint, Error, Set};

/// Between which numbers the rest lies that a sum has beside multiples of a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rest {
    /// The least value that it may have.
    pub least: i64,
    /// The greatest one.
    pub most: i64,
}

impl Rest {
    /// What two rests may differ by; `None` on overflow.
    pub fn minus(self, other: Rest) -> Option<Rest> {
        let (least, most) = (self.least.checked_sub(other.most)?, self.most.checked_sub(other.least)?);
        Some(Rest { least, most })
    }

    /// Whether it never makes up for a multiple of the weight: where the two add up to zero, both are zero.
    pub fn is_below(self, weight: i64) -> bool {
        let below = |end: i64| end.unsigned_abs() < weight.unsigned_abs();
        below(self.least) && below(self.most)
    }

    /// How many times the weight is in a total of a multiple of it and such a rest; `None` where totals do
    /// not tell, and on overflow.
    pub fn times(self, weight: i64, total: &Aff) -> Option<Aff> {
        if !self.minus(self)?.is_below(weight) {
            return None;
        }
        let (total, least) =
            if weight > 0 { (total.clone(), self.least) } else { (total.neg()?, self.most.checked_neg()?) };
        total.offset(least.checked_neg()?)?.floor_div(weight.checked_abs()?)
    }
}

/// Whether a weight is at least as large as the number of values that a rest may have, as far as that is
/// known of parameters: the same product, or a fact about affine forms.
///
/// # Errors
/// Those of the operations on sets.
pub fn exceeds(known: &Set, weight: &Expr, values: &Expr) -> Result<bool, Error> {
    if factors(weight).is_some_and(|own| factors(values).is_some_and(|other| own == other)) {
        return Ok(true);
    }
    let Some((a, b)) = affine::to_aff(weight).zip(affine::to_aff(values)) else { return Ok(false) };
    let fact = Constraint::ge(&a, &b).ok_or(Error::Overflow)?;
    let names: Vec<_> = a.names().union(&b.names()).cloned().collect();
    known.add_params(&names)?.is_subset(&Set::from_constraints(&names, &[], &[fact])?)
}

/// The constant and the other factors, sorted, of a product.
fn factors(expr: &Expr) -> Option<(i64, Vec<Expr>)> {
    let mut constant = 1_i64;
    let mut others = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr.node() {
            Node::Int(value) => constant = constant.checked_mul(*value)?,
            Node::Product(inner) => open.extend(inner),
            _ => others.push(expr.clone()),
        }
    }
    others.sort();
    Some((constant, others))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ranges between small numbers, each with all small weights.
    fn cases() -> impl Iterator<Item = (Rest, i64)> {
        let ranges = (-5..=5).flat_map(|least| (least..=5).map(move |most| Rest { least, most }));
        ranges.flat_map(|rest| (-6..=6).map(move |weight| (rest, weight)))
    }

    // Claim: radix
    #[test]
    fn no_multiple_makes_up_for_a_small_rest() {
        for (rest, weight) in cases() {
            let sums = (-12..=12).flat_map(|m| (rest.least..=rest.most).map(move |r| (m, r)));
            let mut zero = sums.filter(|(m, r)| weight * m + r == 0);
            let both_zero = zero.all(|both| both == (0, 0));
            assert!(!rest.is_below(weight) || both_zero, "{rest:?}, {weight}");
            // Where the range holds zero, as that of a difference does, nothing is missed.
            let around = rest.least <= 0 && rest.most >= 0;
            assert!(rest.is_below(weight) || !around || !both_zero, "{rest:?}, {weight}");
        }
    }

    #[test]
    fn totals_tell_multiples_from_rests() {
        let total = Aff::dim(&"t".into());
        for (rest, weight) in cases() {
            let sums = || (-4..=4).flat_map(|m| (rest.least..=rest.most).map(move |r| (m, weight * m + r)));
            let unique = sums().all(|(m, t)| sums().all(|(n, other)| t != other || m == n));
            let times = rest.times(weight, &total);
            assert_eq!(times.is_some(), unique, "{rest:?}, {weight}");
            for (m, t) in sums().filter(|_| unique) {
                let found = times.as_ref().and_then(|times| times.eval(&|_| Some(t)));
                assert_eq!(found, Some(m), "{rest:?}, {weight}, {t}");
            }
        }
    }

    #[test]
    fn differences_of_rests_lie_in_the_difference() {
        let (a, b) = (Rest { least: -2, most: 5 }, Rest { least: 1, most: 3 });
        assert_eq!(a.minus(b), Some(Rest { least: -5, most: 4 }));
        assert_eq!(a.minus(Rest { least: i64::MIN, most: i64::MAX }), None);
    }

    #[test]
    fn extreme_numbers_prove_nothing() {
        let all = Rest { least: i64::MIN, most: i64::MAX };
        for weight in [0, 1, i64::MIN, i64::MAX] {
            assert!(!all.is_below(weight) && all.times(weight, &Aff::constant(0)).is_none());
        }
        assert!(Rest { least: 0, most: 0 }.times(i64::MIN, &Aff::constant(0)).is_none());
    }
}
