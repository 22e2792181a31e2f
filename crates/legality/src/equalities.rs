//! Claim (equalities): What is derived from rows that are zero holds wherever they are.

use dependence::radix::Rest;
use poly::gcd;

/// The constant, then a coefficient for each column.
pub(crate) type Row = Vec<i64>;

/// Least and greatest value of a column, where both are known.
pub(crate) type Range = Option<(i64, i64)>;

/// Rows that are zero.
#[derive(Debug, Clone)]
pub(crate) struct Equalities {
    /// Of each column.
    ranges: Vec<Range>,
    /// A column and the row that is zero, in which its coefficient is 1; no later row has that column.
    solved: Vec<(usize, Row)>,
    /// Whether no integers satisfy them.
    impossible: bool,
}

impl Equalities {
    /// None yet, over columns with these ranges.
    pub(crate) fn new(ranges: Vec<Range>) -> Self {
        Equalities { ranges, solved: Vec::new(), impossible: false }
    }

    /// Whether no integers satisfy them for sure.
    pub(crate) fn is_impossible(&self) -> bool {
        self.impossible
    }

    /// The row in terms of the columns that are left; `None` on overflow.
    pub(crate) fn reduced(&self, mut row: Row) -> Option<Row> {
        for (column, zero) in &self.solved {
            subtract(&mut row, zero, *column)?;
        }
        Some(row)
    }

    /// Adds a row that is zero. What cannot be used, or overflows, is left out.
    pub(crate) fn add(&mut self, row: Row) {
        let _ = self.insert(row);
    }

    fn insert(&mut self, row: Row) -> Option<()> {
        let mut row = self.reduced(row)?;
        let content = row.iter().skip(1).fold(0, |g, c| gcd(g, *c));
        let constant = *row.first()?;
        if content == 0 || constant.checked_rem(content)? != 0 {
            self.impossible |= content != 0 || constant != 0;
            return Some(());
        }
        row.iter_mut().for_each(|c| *c /= content);
        if let Some((high, low)) = self.digits(&row) {
            self.insert(low)?;
            return self.insert(high);
        }
        // Later columns are expressed by earlier ones.
        let column = (1..row.len()).rev().find(|at| row.get(*at).is_some_and(|c| matches!(c, 1 | -1)))?;
        if row.get(column) == Some(&-1) {
            row = row.iter().map(|c| c.checked_neg()).collect::<Option<Row>>()?;
        }
        self.solved.push((column, row));
        Some(())
    }

    /// The parts of a row that are zero each: multiples of a number, and what is too small to make up for it.
    fn digits(&self, row: &Row) -> Option<(Row, Row)> {
        let mut weights: Vec<i64> = row.iter().skip(1).filter_map(|c| c.checked_abs()).collect();
        weights.retain(|weight| *weight > 1);
        weights.sort_unstable_by(|a, b| b.cmp(a));
        weights.dedup();
        weights.into_iter().find_map(|weight| {
            let low: Row = row
                .iter()
                .enumerate()
                .map(|(at, c)| if at > 0 && c % weight == 0 { 0 } else { *c })
                .collect();
            let (least, most) = self.range(&low)?;
            let small = Rest { least, most }.is_below(weight) && low.iter().skip(1).any(|c| *c != 0);
            let high: Row = row.iter().zip(&low).map(|(c, low)| c - low).collect();
            small.then_some((high, low))
        })
    }

    /// Least and greatest value of a row, as far as the ranges tell.
    pub(crate) fn range(&self, row: &Row) -> Range {
        let (constant, coefficients) = row.split_first()?;
        let (mut least, mut most) = (*constant, *constant);
        for (coefficient, range) in coefficients.iter().zip(&self.ranges).filter(|(c, _)| **c != 0) {
            let (low, high) = (*range)?;
            let (a, b) = (coefficient.checked_mul(low)?, coefficient.checked_mul(high)?);
            least = least.checked_add(a.min(b))?;
            most = most.checked_add(a.max(b))?;
        }
        Some((least, most))
    }

    /// Whether `step` is not negative for sure wherever `row` is positive.
    pub(crate) fn follows(&self, row: &Row, step: &Row) -> bool {
        let factor = |(c, s): (&i64, &i64)| if matches!(s, 1 | -1) { c.checked_mul(*s) } else { None };
        let factors = row.iter().zip(step).skip(1).filter_map(factor).filter(|factor| *factor > 0);
        // With `row = factor*step + rest`, a negative step leaves at most `rest - factor`.
        factors.into_iter().any(|factor| {
            let rest: Option<Row> =
                row.iter().zip(step).map(|(c, s)| c.checked_sub(s.checked_mul(factor)?)).collect();
            rest.and_then(|rest| self.range(&rest)).is_some_and(|(_, most)| most <= factor)
        })
    }
}

/// Takes a column out of a row with one in which its coefficient is 1.
fn subtract(row: &mut Row, zero: &Row, column: usize) -> Option<()> {
    let factor = *row.get(column)?;
    if factor != 0 {
        for (to, from) in row.iter_mut().zip(zero) {
            *to = to.checked_sub(from.checked_mul(factor)?)?;
        }
    }
    Some(())
}

/// The value of a row without columns.
pub(crate) fn constant_of(row: &Row) -> Option<i64> {
    let (constant, coefficients) = row.split_first()?;
    coefficients.iter().all(|c| *c == 0).then_some(*constant)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
    use super::*;

    /// Numbers that look random.
    struct Random(u64);

    impl Random {
        fn draw_below(&mut self, n: i64) -> i64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(self.0 >> 40).unwrap_or(0) % n
        }

        fn row(&mut self, columns: usize) -> Row {
            let weights = [0, 0, 1, -1, 1, -1, 2, -2, 4, -4, 6, -6];
            let weight = |random: &mut Self| weights[usize::try_from(random.draw_below(12)).unwrap_or(0)];
            let mut row = vec![if self.draw_below(2) == 0 { 0 } else { self.draw_below(7) - 3 }];
            row.extend((0..columns).map(|_| weight(self)));
            row
        }
    }

    fn value(row: &Row, point: &[i64]) -> i64 {
        row[0] + row[1..].iter().zip(point).map(|(c, x)| c * x).sum::<i64>()
    }

    /// All points of a box, with margins where a range is not known.
    fn points(ranges: &[Range]) -> Vec<Vec<i64>> {
        ranges.iter().fold(vec![Vec::new()], |points, range| {
            let (low, high) = range.unwrap_or((-6, 6));
            points
                .iter()
                .flat_map(|point| (low..=high).map(move |x| [point.as_slice(), &[x]].concat()))
                .collect()
        })
    }

    // Claim: equalities
    #[test]
    fn what_equalities_say_holds_at_every_point() {
        let mut random = Random(7);
        let (mut split, mut impossible, mut followed) = (0, 0, 0);
        for _ in 0..2000 {
            let ranges: Vec<Range> = (0..4)
                .map(|_| match random.draw_below(4) {
                    0 => None,
                    width => Some((0, width)),
                })
                .collect();
            let mut equal = Equalities::new(ranges.clone());
            let rows: Vec<Row> = (0..=random.draw_below(2)).map(|_| random.row(4)).collect();
            rows.iter().for_each(|row| equal.add(row.clone()));
            split += usize::from(equal.solved.len() > rows.len());
            impossible += usize::from(equal.is_impossible());
            let (row, step) = (random.row(4), random.row(4));
            let reduced = equal.reduced(row.clone());
            for (column, _) in &equal.solved {
                assert!(reduced.as_ref().is_some_and(|row| row[*column] == 0), "{row:?} in {equal:?}");
            }
            let follows = equal.follows(&row, &step);
            followed += usize::from(follows);
            for point in points(&ranges) {
                assert!(!follows || value(&row, &point) < 1 || value(&step, &point) >= 0);
                if rows.iter().all(|row| value(row, &point) == 0) {
                    assert!(!equal.is_impossible(), "{rows:?} at {point:?}");
                    assert_eq!(reduced.as_ref().map(|row| value(row, &point)), Some(value(&row, &point)));
                    assert!(
                        equal.solved.iter().all(|(_, zero)| value(zero, &point) == 0),
                        "{rows:?} at {point:?}"
                    );
                }
            }
        }
        assert!(split > 100 && impossible > 100 && followed > 20, "{split} {impossible} {followed}");
    }

    #[test]
    fn blocks_give_their_digits() {
        // o, i and p, j of two instances, with i and j from 0 to 15
        let ranges = vec![None, Some((0, 15)), None, Some((0, 15))];
        let mut equal = Equalities::new(ranges.clone());
        let number = vec![0, 16, 1, -16, -1];
        equal.add(number.clone());
        assert_eq!(equal.reduced(vec![0, 1, 0, -1, 0]), Some(vec![0; 5]));
        assert_eq!(equal.reduced(vec![0, 0, 1, 0, -1]), Some(vec![0; 5]));
        let equal = Equalities::new(ranges);
        assert!(equal.follows(&number, &vec![0, 1, 0, -1, 0]));
        assert!(!equal.follows(&number, &vec![0, 0, 1, 0, -1]));
        // One value more, and neighbouring blocks overlap.
        let wide = vec![None, Some((0, 16)), None, Some((0, 16))];
        let mut equal = Equalities::new(wide);
        equal.add(number.clone());
        assert_ne!(equal.reduced(vec![0, 1, 0, -1, 0]), Some(vec![0; 5]));
        assert!(equal.follows(&number, &vec![0, 1, 0, -1, 0]));
    }

    #[test]
    fn numbers_at_the_edge_prove_nothing() {
        let mut equal = Equalities::new(vec![Some((i64::MIN, i64::MAX)); 2]);
        equal.add(vec![i64::MIN, i64::MIN, 1]);
        equal.add(vec![0, i64::MAX, 1]);
        assert!(!equal.is_impossible());
        assert!(!equal.follows(&vec![0, i64::MAX, i64::MIN], &vec![0, 1, 1]));
    }
}
