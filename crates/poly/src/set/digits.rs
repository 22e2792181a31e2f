//! Inequalities of numbers in mixed radix, such as the blocks of a split loop: the small digits cannot tip them.
//!
//! Assumption: what is replaced stays equivalent only while the ranges of the small digits are known beside it.

use crate::aff::Term;
use crate::{Aff, Constraint, ConstraintKind};

/// How often all inequalities are looked at again, since some are known better then; more digits than loops are split into.
const MAX_ROUNDS: usize = 8;

/// The same points, by inequalities without the small digits that cannot tip them: `4*c + d >= 0` becomes `c >= 0` where
/// `0 <= d < 4`.
pub(super) fn without_small_digits(constraints: &mut [Constraint]) {
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for at in 0..constraints.len() {
            let tightened = constraints.get(at).and_then(|constraint| tightened(constraint, constraints));
            if let (Some(tightened), Some(place)) = (tightened, constraints.get_mut(at)) {
                *place = tightened;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// The inequality divided by one of its coefficients, if the terms that this does not divide cannot tip it.
fn tightened(constraint: &Constraint, known: &[Constraint]) -> Option<Constraint> {
    if constraint.kind != ConstraintKind::Inequality {
        return None;
    }
    let mut divisors = constraint.aff.terms().iter().filter_map(|(_, c)| c.checked_abs()).filter(|c| *c > 1);
    divisors.find_map(|divisor| {
        let (whole, rest) = constraint.aff.split_multiples(divisor)?;
        let least = least(&rest, known)?.div_euclid(divisor);
        let most = self::least(&rest.neg()?, known)?.checked_neg()?.div_euclid(divisor);
        let aff = whole.offset(least)?;
        (least == most).then_some(Constraint { kind: ConstraintKind::Inequality, aff })
    })
}

/// A value below which an expression is nowhere, by one constraint on all of it or by one on each of its terms.
fn least(aff: &Aff, known: &[Constraint]) -> Option<i64> {
    let direct = bound(aff.terms(), known);
    let sum = direct.or_else(|| {
        aff.terms().iter().try_fold(0_i64, |sum, (term, factor)| {
            let by = |sign: i64| bound(&[(term.clone(), sign)], known);
            let size = factor.checked_abs()?;
            sum.checked_add(by(factor.signum())?.checked_mul(size)?)
        })
    });
    sum?.checked_add(aff.constant_part())
}

/// The greatest known lower bound of a sum of terms.
fn bound(terms: &[(Term, i64)], known: &[Constraint]) -> Option<i64> {
    if terms.is_empty() {
        return Some(0);
    }
    known.iter().filter(|c| c.aff.terms() == terms).filter_map(|c| c.aff.constant_part().checked_neg()).max()
}

#[cfg(test)]
mod tests {
    use super::without_small_digits;
    use crate::Set;

    #[test]
    fn digits_that_cannot_tip_are_dropped() {
        for (text, left) in [
            ("4*c + d >= 0 and 0 <= d < 4", "c >= 0 and 0 <= d < 4"),
            ("4*c + d <= 63 and 0 <= d < 4", "c <= 15 and 0 <= d < 4"),
            ("4*c - d >= -3 and 0 <= d < 4", "c >= 0 and 0 <= d < 4"),
            (
                "64*b + 4*c + d <= 127 and 0 <= 4*c + d < 64 and 0 <= d < 4",
                "b <= 1 and 0 <= c < 16 and 0 <= d < 4",
            ),
            // These may be tipped.
            ("4*c + d <= 62 and 0 <= d < 4", "4*c + d <= 62 and 0 <= d < 4"),
            ("4*c + d >= 0 and 0 <= d < 5", "4*c + d >= 0 and 0 <= d < 5"),
            ("4*c + d >= 0 and d < 4", "4*c + d >= 0 and d < 4"),
            ("4*c + d = 8 and 0 <= d < 4", "4*c + d = 8 and 0 <= d < 4"),
        ] {
            let all = |text: &str| Set::parse(&format!("{{ [b, c, d] : {text} }}")).unwrap();
            let (set, wanted) = (all(text), all(left));
            let mut is = set.conjunction().unwrap().to_vec();
            without_small_digits(&mut is);
            let by = Set::universe(&[], set.dims()).unwrap().add_constraints(&is).unwrap();
            assert!(by.is_equal(&set).unwrap(), "{text}");
            let mut wanted = wanted.conjunction().unwrap().to_vec();
            is.sort();
            wanted.sort();
            assert_eq!(is, wanted, "{text}");
        }
    }
}
