//! A quick proof that constraints have no common point.
//!
//! Most questions that legality asks are answered no by a few inequalities that add up to a contradiction. Finding those
//! takes microseconds here, and a hundred times that by isl's general methods. The method is elimination: equalities with a
//! unit coefficient first (Gauss), then inequalities (Fourier and Motzkin), each tightened to the integers (W. Pugh, "The
//! Omega test", 1991). It gives up where the system grows, so its other answer is "unknown".

use crate::aff::{Term, gcd};
use crate::{Aff, Constraint, ConstraintKind};
use std::collections::BTreeMap;

/// Inequalities that elimination may hold before it gives up.
const MAX_ROWS: usize = 60;

/// Coefficients of the variables, in their order, then the constant.
type Row = Vec<i64>;

/// Whether the constraints contradict each other for sure.
pub(crate) fn infeasible<'a>(constraints: impl Iterator<Item = &'a Constraint>) -> bool {
    let mut system = System::default();
    // Overflow proves nothing.
    constraints.into_iter().try_for_each(|constraint| system.add(constraint)).is_some()
        && system.eliminate().unwrap_or(Answer::Unknown) == Answer::Infeasible
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Infeasible,
    Unknown,
}

/// Constraints as rows over numbered variables; a floor is a variable between two bounds.
#[derive(Default)]
struct System<'a> {
    variables: BTreeMap<&'a Term, usize>,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl<'a> System<'a> {
    fn add(&mut self, constraint: &'a Constraint) -> Option<()> {
        let row = self.row(&constraint.aff)?;
        match constraint.kind {
            ConstraintKind::Equality => self.equalities.push(row),
            ConstraintKind::Inequality => self.inequalities.push(row),
        }
        Some(())
    }

    /// The row of an expression, as long as the variables known so far.
    fn row(&mut self, aff: &'a Aff) -> Option<Row> {
        let mut row = vec![aff.constant_part()];
        for (term, coefficient) in aff.terms() {
            let at = self.variable(term)?;
            set(&mut row, at, *coefficient);
        }
        Some(row)
    }

    /// The place of a term in rows; the constant stands at 0.
    fn variable(&mut self, term: &'a Term) -> Option<usize> {
        if let Some(at) = self.variables.get(term) {
            return Some(*at);
        }
        let bounds = match term {
            Term::Dim(_) => None,
            Term::Floor(inner, divisor) => Some((self.row(inner)?, *divisor)),
        };
        let at = self.variables.len() + 1;
        self.variables.insert(term, at);
        if let Some((inner, divisor)) = bounds {
            // 0 <= inner - divisor*floor < divisor
            let mut low = inner;
            set(&mut low, at, divisor.checked_neg()?);
            let mut high = negated(&low)?;
            *high.first_mut()? = high.first()?.checked_add(divisor - 1)?;
            self.inequalities.extend([low, high]);
        }
        Some(at)
    }

    /// Eliminates one variable after the other; `None` on overflow.
    fn eliminate(mut self) -> Option<Answer> {
        let width = self.variables.len() + 1;
        self.equalities.iter_mut().chain(&mut self.inequalities).for_each(|row| row.resize(width, 0));
        loop {
            while let Some(row) = self.equalities.pop() {
                if self.solve(row)? == Answer::Infeasible {
                    return Some(Answer::Infeasible);
                }
            }
            let Some(bounds) = tightest(&self.inequalities) else { return Some(Answer::Infeasible) };
            match exact(&bounds)? {
                Exact::Infeasible => return Some(Answer::Infeasible),
                Exact::Equalities(found) if !found.is_empty() => {
                    self.equalities = found;
                    self.inequalities = rows(bounds);
                    continue;
                }
                Exact::Equalities(_) => self.inequalities = rows(bounds),
            }
            let Some(at) = self.cheapest(width) else { return Some(Answer::Unknown) };
            self.combine(at)?;
        }
    }

    /// Uses an equality to remove a variable, if one has a unit coefficient.
    fn solve(&mut self, row: Row) -> Option<Answer> {
        let content = row.iter().skip(1).fold(0, |g, c| gcd(g, *c));
        let constant = *row.first()?;
        if content == 0 {
            return Some(if constant == 0 { Answer::Unknown } else { Answer::Infeasible });
        }
        if constant.checked_rem(content)? != 0 {
            return Some(Answer::Infeasible);
        }
        let row: Row = row.iter().map(|c| c / content).collect();
        let Some(at) = (1..row.len()).find(|at| row.get(*at).is_some_and(is_unit)) else {
            self.inequalities.extend([negated(&row)?, row]);
            return Some(Answer::Unknown);
        };
        let unit = *row.get(at)?;
        for other in self.equalities.iter_mut().chain(&mut self.inequalities) {
            let factor = other.get(at)?.checked_mul(unit)?.checked_neg()?;
            if factor != 0 {
                *other = sum(other, 1, &row, factor)?;
            }
        }
        Some(Answer::Unknown)
    }

    /// The variable whose elimination leaves the fewest rows; `None` where there is none, or too many would be left.
    fn cheapest(&self, width: usize) -> Option<usize> {
        let cost = |at: usize| {
            let of = |sign: i64| {
                self.inequalities.iter().filter(|row| row.get(at).is_some_and(|c| c.signum() == sign)).count()
            };
            let (lower, upper) = (of(1), of(-1));
            (lower + upper > 0).then(|| (self.inequalities.len() + lower * upper - lower - upper, at))
        };
        let (left, at) = (1..width).filter_map(cost).min()?;
        (left <= MAX_ROWS).then_some(at)
    }

    /// Replaces the bounds of a variable by what follows for the others.
    fn combine(&mut self, at: usize) -> Option<()> {
        let coefficient = |row: &Row| row.get(at).copied().unwrap_or(0);
        let (free, bound): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| coefficient(row) == 0);
        self.inequalities = free;
        for low in bound.iter().filter(|row| coefficient(row) > 0) {
            for high in bound.iter().filter(|row| coefficient(row) < 0) {
                let row = sum(low, coefficient(high).checked_neg()?, high, coefficient(low))?;
                self.inequalities.push(row);
            }
        }
        Some(())
    }
}

/// What pairs of opposite inequalities say.
enum Exact {
    Infeasible,
    /// Rows that are zero, each pair of which is one of them.
    Equalities(Vec<Row>),
}

/// The least constant for each left side, in lowest terms and tightened to the integers; `None` where a row cannot hold.
fn tightest(inequalities: &[Row]) -> Option<BTreeMap<Row, i64>> {
    let mut bounds: BTreeMap<Row, i64> = BTreeMap::new();
    for row in inequalities {
        let Some((constant, linear)) = row.split_first() else { continue };
        let content = linear.iter().fold(0, |g, c| gcd(g, *c));
        if content == 0 {
            if *constant < 0 {
                return None;
            }
            continue;
        }
        let constant = constant.div_euclid(content);
        let linear: Row = linear.iter().map(|c| c / content).collect();
        bounds.entry(linear).and_modify(|least| *least = constant.min(*least)).or_insert(constant);
    }
    Some(bounds)
}

fn exact(bounds: &BTreeMap<Row, i64>) -> Option<Exact> {
    let mut found = Vec::new();
    for (linear, constant) in bounds {
        let Some(opposite) = bounds.get(&negated(linear)?) else { continue };
        match constant.checked_add(*opposite)? {
            room if room < 0 => return Some(Exact::Infeasible),
            // An equality without a unit coefficient cannot be used, so it stays a pair of inequalities.
            0 if leads_positive(linear) && linear.iter().any(is_unit) => {
                found.push([&[*constant][..], linear].concat());
            }
            _ => {}
        }
    }
    Some(Exact::Equalities(found))
}

fn is_unit(coefficient: &i64) -> bool {
    matches!(coefficient, 1 | -1)
}

/// Picks one of two opposite rows.
fn leads_positive(row: &Row) -> bool {
    row.iter().find(|c| **c != 0).is_some_and(|c| *c > 0)
}

fn rows(bounds: BTreeMap<Row, i64>) -> Vec<Row> {
    bounds.into_iter().map(|(linear, constant)| [&[constant][..], &linear].concat()).collect()
}

fn set(row: &mut Row, at: usize, value: i64) {
    if row.len() <= at {
        row.resize(at + 1, 0);
    }
    if let Some(entry) = row.get_mut(at) {
        *entry = value;
    }
}

fn negated(row: &[i64]) -> Option<Row> {
    row.iter().map(|c| c.checked_neg()).collect()
}

/// `f*a + g*b`.
fn sum(a: &Row, f: i64, b: &Row, g: i64) -> Option<Row> {
    a.iter().zip(b).map(|(a, b)| a.checked_mul(f)?.checked_add(b.checked_mul(g)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Point, Set};
    use proptest::prelude::*;

    /// Whether conditions in isl's notation, each read alone, contradict each other.
    fn contradict(conditions: &[&str]) -> bool {
        let read = |condition: &&str| {
            let set = Set::parse(&format!("{{ [i, j, o, p] : {condition} }}")).unwrap();
            set.pieces().unwrap().concat()
        };
        infeasible(conditions.iter().flat_map(read).collect::<Vec<Constraint>>().iter())
    }

    #[test]
    fn orders_of_split_loops_contradict() {
        let order = ["0 <= i <= 15", "0 <= j <= 15", "16o + i < 16p + j", "p < o"];
        assert!(contradict(&order));
        for without in 0..order.len() {
            let mut fewer = order.to_vec();
            fewer.remove(without);
            assert!(!contradict(&fewer), "{fewer:?}");
        }
        assert!(contradict(&["i < j", "j <= i"]));
        assert!(contradict(&["i <= j", "j <= o", "o <= i", "i + o = 2*j + 1"]));
        assert!(contradict(&["i = 4*o", "i = 2*p + 1"]));
        assert!(contradict(&["o = floor(i/16)", "o < 0", "i >= 0"]));
    }

    #[test]
    fn edges() {
        assert!(!infeasible([].iter()));
        let aff = |coefficient: i64, constant: i64| {
            Aff::dim(&"i".into()).scale(coefficient).unwrap().offset(constant).unwrap()
        };
        let equality = |aff| Constraint { kind: ConstraintKind::Equality, aff };
        assert!(infeasible([equality(Aff::constant(1))].iter()));
        assert!(infeasible([equality(aff(2, 1))].iter()));
        assert!(!infeasible([equality(aff(2, 4))].iter()));
        for coefficient in [i64::MAX, i64::MIN] {
            let both = [equality(aff(coefficient, 1)), equality(aff(coefficient, 2))];
            infeasible(both.iter());
        }
    }

    fn constraint() -> impl Strategy<Value = Constraint> {
        let parts =
            (any::<bool>(), prop::collection::vec(-3_i64..4, 3), -6_i64..7, 0_usize..3, 2_i64..5, -2_i64..3);
        parts.prop_map(|(equal, coefficients, constant, inside, divisor, factor)| {
            let name = |at: usize| Aff::dim(&["i", "j", "k"][at].into());
            let start = Aff::constant(constant);
            let linear = coefficients
                .iter()
                .enumerate()
                .fold(start, |sum, (at, c)| sum.add_scaled(&name(at), *c).unwrap());
            let floor = name(inside).offset(1).unwrap().floor_div(divisor).unwrap();
            let kind = if equal { ConstraintKind::Equality } else { ConstraintKind::Inequality };
            Constraint { kind, aff: linear.add_scaled(&floor, factor).unwrap() }
        })
    }

    proptest! {
        #[test]
        fn what_has_a_point_never_contradicts(constraints in prop::collection::vec(constraint(), 1..7)) {
            if infeasible(constraints.iter()) {
                for at in 0..11_i64.pow(3) {
                    let values = [at % 11 - 5, at / 11 % 11 - 5, at / 121 - 5];
                    let point: Point = ["i", "j", "k"].map(Into::into).into_iter().zip(values).collect();
                    let all = constraints.iter().all(|constraint| constraint.holds(&point) == Some(true));
                    prop_assert!(!all, "{point:?}");
                }
            }
        }
    }
}
