//! Inequalities of numbers in mixed radix, such as the blocks of a split loop: the small digits cannot tip
//! them.
//!
//! Assumption: what is replaced stays equivalent only while the ranges of the small digits are known beside
//! it. A range is told by constraints on one term with the coefficient 1 or -1, which are never replaced, or
//! by a constraint as it stands.

use crate::aff::Term;
use crate::{Aff, Constraint, ConstraintKind};
use std::collections::BTreeMap;

/// How often all inequalities are looked at again, since some are known better then; more digits than loops
/// are split into.
const MAX_ROUNDS: usize = 8;

/// The same points, by inequalities without the small digits that cannot tip them: `4*c + d >= 0` becomes
/// `c >= 0` where `0 <= d < 4`.
pub(super) fn without_small_digits(constraints: &mut [Constraint]) {
    let mut rows = Rows::new(constraints);
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for (at, constraint) in constraints.iter_mut().enumerate() {
            if let Some((divisor, constant)) = rows.tightened(at)
                && let Some(aff) = divided(&constraint.aff, divisor, constant)
            {
                constraint.aff = aff;
                rows.divide(at, divisor, constant);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// The terms that a number divides, divided by it, with another constant.
fn divided(aff: &Aff, divisor: i64, constant: i64) -> Option<Aff> {
    aff.split_multiples(divisor)?.0.offset(constant)
}

/// Constraints as integers: the coefficients of all terms, in the order in which these come.
struct Rows {
    rows: Vec<Row>,
    /// The rows by their coefficients.
    by_terms: BTreeMap<Vec<i64>, Vec<usize>>,
    /// The greatest known lower bounds of each term and of its negative.
    ranges: Vec<(Option<i64>, Option<i64>)>,
}

struct Row {
    kind: ConstraintKind,
    coefficients: Vec<i64>,
    constant: i64,
    terms: Support,
}

/// Which terms have a coefficient: a bit for each of the first 63, and one for all others. Rows of the same
/// terms have the same bits, and that is told sooner than by comparing coefficients.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Support(u64);

impl Support {
    fn new(coefficients: impl Iterator<Item = bool>) -> Support {
        let bit = |(at, has): (usize, bool)| if has { 1_u64 << at.min(63) } else { 0 };
        Support(coefficients.enumerate().map(bit).fold(0, |all, bit| all | bit))
    }
}

impl Rows {
    fn new(constraints: &[Constraint]) -> Rows {
        // Numbered as they come: to sort them would compare more names.
        let mut terms: Vec<&Term> = Vec::new();
        let mut sparse: Vec<Vec<(usize, i64)>> = Vec::new();
        for constraint in constraints {
            let mut number = |term| {
                terms.iter().position(|known| *known == term).unwrap_or_else(|| {
                    terms.push(term);
                    terms.len() - 1
                })
            };
            sparse.push(constraint.aff.terms().iter().map(|(term, c)| (number(term), *c)).collect());
        }
        let ranges = vec![(None, None); terms.len()];
        let mut rows = Rows { rows: Vec::new(), by_terms: BTreeMap::new(), ranges };
        for (Constraint { kind, aff }, sparse) in constraints.iter().zip(sparse) {
            let mut coefficients = vec![0; terms.len()];
            for (at, factor) in sparse {
                if let Some(coefficient) = coefficients.get_mut(at) {
                    *coefficient = factor;
                }
            }
            let terms = Support::new(coefficients.iter().map(|c| *c != 0));
            rows.rows.push(Row { kind: *kind, coefficients, constant: aff.constant_part(), terms });
            rows.note(rows.rows.len() - 1);
        }
        rows
    }

    /// Notes a row by its terms, and what it says of one term alone.
    fn note(&mut self, at: usize) {
        let Some(row) = self.rows.get(at) else { return };
        self.by_terms.entry(row.coefficients.clone()).or_default().push(at);
        let mut own = row.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let (Some((term, unit)), None) = (own.next(), own.next()) else { return };
        if let (Some((low, high)), Some(bound)) = (self.ranges.get_mut(term), row.constant.checked_neg()) {
            match unit {
                1 => *low = (*low).max(Some(bound)),
                -1 => *high = (*high).max(Some(bound)),
                _ => {}
            }
        }
    }

    /// A number and a constant: the inequality says the same of its terms that the number divides, divided by
    /// it and with this constant, since the other terms cannot tip it.
    fn tightened(&self, at: usize) -> Option<(i64, i64)> {
        let row = self.rows.get(at)?;
        if row.kind != ConstraintKind::Inequality {
            return None;
        }
        let mut divisors: Vec<i64> =
            row.coefficients.iter().filter_map(|c| c.checked_abs()).filter(|c| *c > 1).collect();
        // Of the coarsest digits first: they leave the least for later rounds.
        divisors.sort_unstable_by(|a, b| b.cmp(a));
        divisors.dedup();
        divisors.into_iter().find_map(|divisor| {
            let value = |(least, most): (Option<i64>, Option<i64>)| {
                let least = least?.checked_add(row.constant)?.div_euclid(divisor);
                let most = most?.checked_add(row.constant)?.div_euclid(divisor);
                (least == most).then_some((divisor, least))
            };
            let (least, most) = self.range_by_terms(row, divisor);
            value((least, most)).or_else(|| {
                let (low, high) = self.range_by_rows(row, divisor)?;
                let highest = if most.is_some() && high.is_some() { most.min(high) } else { most.or(high) };
                value((least.max(low), highest))
            })
        })
    }

    /// Bounds of the terms that a number does not divide, by what is known of each of them.
    fn range_by_terms(&self, row: &Row, divisor: i64) -> (Option<i64>, Option<i64>) {
        let (mut least, mut most) = (Some(0_i64), Some(0_i64));
        let rest = row.coefficients.iter().zip(&self.ranges).filter(|(c, _)| *c % divisor != 0);
        for (c, (low, negated_high)) in rest {
            let times = |bound: Option<i64>| bound?.checked_mul(*c);
            let (low, high) = (times(*low), times(negated_high.and_then(i64::checked_neg)));
            let (a, b) = if *c > 0 { (low, high) } else { (high, low) };
            least = least.zip(a).and_then(|(sum, a)| sum.checked_add(a));
            most = most.zip(b).and_then(|(sum, b)| sum.checked_add(b));
        }
        (least, most)
    }

    /// The same, by what is known of all of them together; `None` on overflow.
    fn range_by_rows(&self, row: &Row, divisor: i64) -> Option<(Option<i64>, Option<i64>)> {
        let terms = Support::new(row.coefficients.iter().map(|c| c % divisor != 0));
        if !self.rows.iter().any(|other| other.terms == terms) {
            return Some((None, None));
        }
        let rest: Vec<i64> = row.coefficients.iter().map(|c| if c % divisor == 0 { 0 } else { *c }).collect();
        let negated: Vec<i64> = rest.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?;
        Some((self.least(&rest), self.least(&negated).and_then(i64::checked_neg)))
    }

    /// A value below which a sum of terms is nowhere, by the constraints on all of it.
    fn least(&self, terms: &[i64]) -> Option<i64> {
        let same = self.by_terms.get(terms)?.iter().filter_map(|at| self.rows.get(*at));
        same.filter_map(|row| row.constant.checked_neg()).max()
    }

    /// Leaves a row the terms that a number divides, divided by it.
    fn divide(&mut self, at: usize, divisor: i64, constant: i64) {
        if let Some(row) = self.rows.get_mut(at) {
            if let Some(same) = self.by_terms.get_mut(&row.coefficients) {
                same.retain(|other| *other != at);
            }
            row.coefficients.iter_mut().for_each(|c| *c = if *c % divisor == 0 { *c / divisor } else { 0 });
            row.constant = constant;
            row.terms = Support::new(row.coefficients.iter().map(|c| *c != 0));
        }
        self.note(at);
    }
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
