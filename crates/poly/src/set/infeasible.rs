//! A quick proof that constraints have no common point.
//!
//! Most questions that legality asks are answered no by a few inequalities that add up to a contradiction.
//! Finding those takes microseconds here, and a hundred times that by isl's general methods. The method is
//! elimination: equalities with a unit coefficient first (Gauss), then inequalities (Fourier and Motzkin),
//! each tightened to the integers (W. Pugh, "The Omega test", 1991). It gives up where the system grows, so
//! its other answer is "unknown".

use crate::aff::{Term, gcd};
use crate::{Aff, Constraint, ConstraintKind};

/// Inequalities that elimination may hold before it gives up.
const MAX_ROWS: usize = 60;

/// The constant, then coefficients of the variables in their order.
type Row = Vec<i64>;

/// Whether the constraints contradict each other for sure.
pub(crate) fn infeasible<'a>(constraints: impl Iterator<Item = &'a Constraint>) -> bool {
    // Overflow proves nothing.
    System::new(constraints).and_then(System::eliminate).unwrap_or(Answer::Unknown) == Answer::Infeasible
}

/// Whether a constraint holds for sure wherever the others do.
pub(crate) fn implies(known: &[Constraint], constraint: &Constraint) -> bool {
    implies_all(known, std::slice::from_ref(constraint))
}

/// Whether each of some constraints holds for sure wherever the known ones do.
pub(crate) fn implies_all(known: &[Constraint], wanted: &[Constraint]) -> bool {
    let mut prepared = None;
    wanted.iter().filter(|wanted| !known.iter().any(|other| other.covers(wanted))).all(|wanted| {
        let prepared = prepared.get_or_insert_with(|| Prepared::new(known));
        let parts = wanted.negation().unwrap_or_default();
        !parts.is_empty() && parts.iter().all(|part| prepared.excludes([part]))
    })
}

/// Constraints whose equalities are solved once for many questions about further ones; `None` on overflow.
pub(crate) struct Prepared<'a>(Option<(System<'a>, Answer)>);

impl<'a> Prepared<'a> {
    pub(crate) fn new(known: &'a [Constraint]) -> Self {
        Prepared(System::new(known.iter()).and_then(System::settled))
    }

    /// Whether further constraints contradict these for sure.
    pub(crate) fn excludes<'c>(&self, further: impl IntoIterator<Item = &'c Constraint>) -> bool {
        let Some((system, answer)) = &self.0 else { return false };
        *answer == Answer::Infeasible || contradict(system, further).unwrap_or(false)
    }
}

/// Whether further constraints contradict a system.
fn contradict<'c>(system: &System<'_>, further: impl IntoIterator<Item = &'c Constraint>) -> Option<bool> {
    let mut system: System<'_> = system.clone();
    further.into_iter().try_for_each(|constraint| system.append(constraint))?;
    Some(system.eliminate()? == Answer::Infeasible)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Infeasible,
    Unknown,
}

/// Constraints as rows over numbered variables; a floor is a variable between two bounds.
#[derive(Default, Clone)]
struct System<'a> {
    variables: Vec<&'a Term>,
    /// Equalities that removed a variable from all other rows, and where it stands; later rows are rid of it
    /// too.
    solved: Vec<(usize, Row)>,
    /// Still to be solved.
    equalities: Vec<Row>,
    /// Inequalities still to be inserted.
    new: Vec<Row>,
    /// In lowest terms; no two differ in the constant alone.
    inequalities: Vec<Row>,
}

impl<'a> System<'a> {
    /// `None` on overflow, as everywhere below.
    fn new(constraints: impl Iterator<Item = &'a Constraint>) -> Option<Self> {
        let mut system = System::default();
        constraints.into_iter().try_for_each(|constraint| system.add(constraint))?;
        system.widen();
        Some(system)
    }

    fn add(&mut self, constraint: &'a Constraint) -> Option<()> {
        let row = self.row(&constraint.aff)?;
        match constraint.kind {
            ConstraintKind::Equality => self.equalities.push(row),
            ConstraintKind::Inequality => self.new.push(row),
        }
        Some(())
    }

    /// The row of an expression, as long as the variables known so far.
    fn row(&mut self, aff: &'a Aff) -> Option<Row> {
        let mut row = Vec::with_capacity(self.variables.len() + aff.terms().len() + 1);
        row.push(aff.constant_part());
        for (term, coefficient) in aff.terms() {
            let at = self.variable(term)?;
            set(&mut row, at, *coefficient);
        }
        Some(row)
    }

    /// The place of a term in rows; the constant stands at 0.
    fn variable(&mut self, term: &'a Term) -> Option<usize> {
        if let Some(at) = self.variables.iter().position(|known| *known == term) {
            return Some(at + 1);
        }
        let bounds = match term {
            Term::Dim(_) => None,
            Term::Floor(inner, divisor) => Some((self.row(inner)?, *divisor)),
        };
        self.variables.push(term);
        let at = self.variables.len();
        if let Some((inner, divisor)) = bounds {
            // 0 <= inner - divisor*floor < divisor
            let mut low = inner;
            set(&mut low, at, divisor.checked_neg()?);
            let mut high = negated(&low)?;
            *high.first_mut()? = high.first()?.checked_add(divisor - 1)?;
            self.new.extend([low, high]);
        }
        Some(at)
    }

    /// Makes all rows as long as there are variables.
    fn widen(&mut self) {
        let width = self.variables.len() + 1;
        let solved = self.solved.iter_mut().map(|(_, row)| row);
        let others = self.equalities.iter_mut().chain(&mut self.new).chain(&mut self.inequalities);
        solved.chain(others).for_each(|row| row.resize(width, 0));
    }

    /// The system with all equalities solved, so that questions about it share this, and whether that tells
    /// already.
    fn settled(mut self) -> Option<(Self, Answer)> {
        let answer = self.settle()?;
        Some((self, answer))
    }

    /// Adds a constraint once some equalities are solved.
    fn append(&mut self, constraint: &'a Constraint) -> Option<()> {
        self.add(constraint)?;
        self.widen();
        for (at, solved) in &self.solved {
            for row in self.equalities.iter_mut().chain(&mut self.new) {
                remove(*at, solved, row)?;
            }
        }
        Some(())
    }

    /// Eliminates one variable after the other.
    fn eliminate(mut self) -> Option<Answer> {
        loop {
            if self.settle()? == Answer::Infeasible {
                return Some(Answer::Infeasible);
            }
            let Some(at) = self.cheapest() else { return Some(Answer::Unknown) };
            self.combine(at)?;
        }
    }

    /// Solves all equalities and inserts all inequalities, which may give equalities again.
    fn settle(&mut self) -> Option<Answer> {
        while !(self.equalities.is_empty() && self.new.is_empty()) {
            while let Some(row) = self.equalities.pop() {
                if self.solve(row)? == Answer::Infeasible {
                    return Some(Answer::Infeasible);
                }
            }
            for row in std::mem::take(&mut self.new) {
                if self.insert(row)? == Answer::Infeasible {
                    return Some(Answer::Infeasible);
                }
            }
        }
        Some(Answer::Unknown)
    }

    /// Uses an equality to remove a variable from the other rows, if one has a unit coefficient.
    fn solve(&mut self, mut row: Row) -> Option<Answer> {
        let content = row.iter().skip(1).fold(0, |g, c| gcd(g, *c));
        let constant = *row.first()?;
        if content == 0 {
            return Some(if constant == 0 { Answer::Unknown } else { Answer::Infeasible });
        }
        if constant.checked_rem(content)? != 0 {
            return Some(Answer::Infeasible);
        }
        if content > 1 {
            row.iter_mut().for_each(|c| *c /= content);
        }
        let Some(at) = (1..row.len()).find(|at| row.get(*at).is_some_and(is_unit)) else {
            self.new.extend([negated(&row)?, row]);
            return Some(Answer::Unknown);
        };
        let (free, bound): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| row.get(at) == Some(&0));
        self.inequalities = free;
        self.new.extend(bound);
        for other in self.equalities.iter_mut().chain(&mut self.new) {
            remove(at, &row, other)?;
        }
        self.solved.push((at, row));
        Some(Answer::Unknown)
    }

    /// Adds an inequality in lowest terms and tightened to the integers, unless another one is as tight. With
    /// its opposite it may be an equality.
    fn insert(&mut self, mut row: Row) -> Option<Answer> {
        let content = row.iter().skip(1).fold(0, |g, c| gcd(g, *c));
        let (constant, linear) = row.split_first_mut()?;
        if content == 0 {
            return Some(if *constant < 0 { Answer::Infeasible } else { Answer::Unknown });
        }
        if content > 1 {
            *constant = constant.div_euclid(content);
            linear.iter_mut().for_each(|c| *c /= content);
        }
        let mut same = None;
        for (at, other) in self.inequalities.iter().enumerate() {
            let (bound, other) = other.split_first()?;
            if linear == other {
                same = Some((at, *bound));
            } else if linear.iter().zip(other).all(|(a, b)| a.checked_add(*b) == Some(0)) {
                match constant.checked_add(*bound)? {
                    room if room < 0 => return Some(Answer::Infeasible),
                    // An equality without a unit coefficient cannot be used, so it stays a pair of
                    // inequalities.
                    0 if linear.iter().any(is_unit) => {
                        self.equalities.push(row);
                        return Some(Answer::Unknown);
                    }
                    _ => {}
                }
            }
        }
        match same {
            Some((at, bound)) if *constant < bound => *self.inequalities.get_mut(at)? = row,
            Some(_) => {}
            None => self.inequalities.push(row),
        }
        Some(Answer::Unknown)
    }

    /// The variable whose elimination leaves the fewest rows; `None` where there is none, or too many would
    /// be left.
    fn cheapest(&self) -> Option<usize> {
        let mut counts = vec![(0_usize, 0_usize); self.variables.len() + 1];
        for row in &self.inequalities {
            for (coefficient, (lower, upper)) in row.iter().zip(&mut counts) {
                match coefficient.signum() {
                    1 => *lower += 1,
                    -1 => *upper += 1,
                    _ => {}
                }
            }
        }
        let cost = |(at, (lower, upper)): (usize, &(usize, usize))| {
            let left = self.inequalities.len() + lower * upper - lower - upper;
            (lower + upper > 0).then_some((left, at))
        };
        let (left, at) = counts.iter().enumerate().skip(1).filter_map(cost).min()?;
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
                self.new.push(sum(low, coefficient(high).checked_neg()?, high, coefficient(low))?);
            }
        }
        Some(())
    }
}

/// Adds a multiple of an equality to a row, so that a variable of which it has one or minus one is gone.
fn remove(at: usize, equality: &Row, row: &mut Row) -> Option<()> {
    let factor = row.get(at)?.checked_mul(*equality.get(at)?)?.checked_neg()?;
    if factor != 0 {
        for (to, from) in row.iter_mut().zip(equality) {
            *to = to.checked_add(from.checked_mul(factor)?)?;
        }
    }
    Some(())
}

fn is_unit(coefficient: &i64) -> bool {
    matches!(coefficient, 1 | -1)
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
    fn contradict_each_other(conditions: &[&str]) -> bool {
        let read = |condition: &&str| {
            let set = Set::parse(&format!("{{ [i, j, o, p] : {condition} }}")).unwrap();
            set.pieces().unwrap().concat()
        };
        infeasible(conditions.iter().flat_map(read).collect::<Vec<Constraint>>().iter())
    }

    #[test]
    fn orders_of_split_loops_contradict() {
        let order = ["0 <= i <= 15", "0 <= j <= 15", "16o + i < 16p + j", "p < o"];
        assert!(contradict_each_other(&order));
        for without in 0..order.len() {
            let mut fewer = order.to_vec();
            fewer.remove(without);
            assert!(!contradict_each_other(&fewer), "{fewer:?}");
        }
        assert!(contradict_each_other(&["i < j", "j <= i"]));
        assert!(contradict_each_other(&["i <= j", "j <= o", "o <= i", "i + o = 2*j + 1"]));
        assert!(contradict_each_other(&["i = 4*o", "i = 2*p + 1"]));
        assert!(contradict_each_other(&["o = floor(i/16)", "o < 0", "i >= 0"]));
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
