//! Sums over the points of one conjunction, one column after the other.

use crate::fraction::Fraction;
use crate::polynomial::Polynomial;
use crate::radix::join_digits;
use poly::{Aff, Constraint, ConstraintKind, Name, Set};

/// A value where conditions on the parameters hold.
pub(crate) type Guarded = (Vec<Constraint>, Polynomial);

/// Combinations of bounds that are looked at.
const MAX_CASES: usize = 1000;

/// The number of points as a sum of guarded values, and whether it is exact; `None` where it is not found.
pub(crate) fn of(constraints: &[Constraint], dims: &[Name], context: &Set) -> Option<(Vec<Guarded>, bool)> {
    let mut exact = true;
    let mut kept = Vec::new();
    for constraint in constraints {
        // Remainders of what changes are not counted: all of them are.
        if dims.iter().any(|dim| constraint.aff.mentions_in_floor(dim)) {
            exact = false;
        } else {
            kept.push(constraint.clone());
        }
    }
    let (kept, dims) = join_digits(kept, dims.to_vec());
    let mut sum = Sum { context, found: Vec::new(), exact, cases: 0 };
    sum.over(&kept, &dims, &Polynomial::one())?;
    Some((sum.found, sum.exact))
}

struct Sum<'c> {
    context: &'c Set,
    found: Vec<Guarded>,
    exact: bool,
    cases: usize,
}

/// `expr / divisor`, rounded up in a lower bound and down in an upper one.
#[derive(Clone)]
struct Bound {
    expr: Aff,
    divisor: i64,
}

impl Sum<'_> {
    fn over(&mut self, constraints: &[Constraint], dims: &[Name], value: &Polynomial) -> Option<()> {
        self.cases += 1;
        if self.cases > MAX_CASES {
            return None;
        }
        let all = Set::from_constraints(self.context.params(), dims, constraints).ok()?;
        if all
            .parameter_domain()
            .and_then(|set| set.intersect(self.context))
            .and_then(|set| set.is_empty())
            .ok()?
        {
            return Some(());
        }
        let Some((dim, rest)) = next(constraints, dims) else {
            self.found.push((constraints.to_vec(), value.clone()));
            return Some(());
        };
        let equal =
            |one: &&Constraint| one.kind == ConstraintKind::Equality && one.aff.coefficient(&dim) != 0;
        match constraints.iter().find(equal) {
            Some(equality) => self.at(constraints, equality, (&dim, &rest), value),
            None => self.between(constraints, (&dim, &rest), value),
        }
    }

    /// A column that an equality gives.
    fn at(
        &mut self,
        constraints: &[Constraint],
        equality: &Constraint,
        (dim, dims): (&Name, &[Name]),
        value: &Polynomial,
    ) -> Option<()> {
        let factor = equality.aff.coefficient(dim);
        let rest = equality.aff.sub(&Aff::dim(dim).scale(factor)?)?.scale(-factor.signum())?;
        let divisor = factor.checked_abs()?;
        let whole = divisor == 1 || !dims.iter().any(|other| rest.mentions(other));
        // Between integers a value need not be larger than at them.
        if !whole && !value.is_constant() {
            return None;
        }
        self.exact &= whole;
        let mut left = Vec::new();
        if divisor > 1 && whole {
            left.push(Constraint::eq(&rest, &rest.floor_div(divisor)?.scale(divisor)?)?);
        }
        for constraint in constraints.iter().filter(|one| *one != equality) {
            let own = constraint.aff.coefficient(dim);
            let others = constraint.aff.sub(&Aff::dim(dim).scale(own)?)?.scale(divisor)?;
            left.push(Constraint { kind: constraint.kind, aff: others.add_scaled(&rest, own)? });
        }
        let by = Polynomial::from_aff(&rest).scale(Fraction::new(1, i128::from(divisor))?)?;
        self.over(&left, dims, &value.substitute(dim, &by)?)
    }

    /// A column between bounds: for each pair of a lower and an upper one, where these are the tightest.
    fn between(
        &mut self,
        constraints: &[Constraint],
        (dim, dims): (&Name, &[Name]),
        value: &Polynomial,
    ) -> Option<()> {
        let (mut lowers, mut uppers, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for constraint in constraints {
            let factor = constraint.aff.coefficient(dim);
            let rest = constraint.aff.sub(&Aff::dim(dim).scale(factor)?)?;
            match factor {
                0 => others.push(constraint.clone()),
                1.. => lowers.push(self.rounded(&rest.neg()?, factor, true, dims)?),
                _ => uppers.push(self.rounded(&rest, factor.checked_neg()?, false, dims)?),
            }
        }
        let rounds = lowers.iter().chain(&uppers).any(|bound| bound.divisor > 1);
        if lowers.is_empty() || uppers.is_empty() || rounds && !value.is_constant() {
            return None;
        }
        for (low, lower) in lowers.iter().enumerate() {
            for (high, upper) in uppers.iter().enumerate() {
                let mut left = others.clone();
                for (at, other) in lowers.iter().enumerate().filter(|(at, _)| *at != low) {
                    left.push(at_most(other, lower, at < low)?);
                }
                for (at, other) in uppers.iter().enumerate().filter(|(at, _)| *at != high) {
                    left.push(at_most(upper, other, at < high)?);
                }
                left.push(at_most(lower, upper, false)?);
                let sum = value.sum_over(dim, &lower.polynomial()?, &upper.polynomial()?)?;
                self.over(&left, dims, &sum)?;
            }
        }
        Some(())
    }

    /// The bound as an integer where that depends on parameters alone; where it does not, what is not rounded is wider.
    fn rounded(&mut self, expr: &Aff, divisor: i64, up: bool, dims: &[Name]) -> Option<Bound> {
        if divisor > 1 && dims.iter().any(|dim| expr.mentions(dim)) {
            self.exact = false;
            return Some(Bound { expr: expr.clone(), divisor });
        }
        let shifted = if up { expr.offset(divisor.checked_sub(1)?)? } else { expr.clone() };
        Some(Bound { expr: shifted.floor_div(divisor)?, divisor: 1 })
    }
}

impl Bound {
    fn polynomial(&self) -> Option<Polynomial> {
        Polynomial::from_aff(&self.expr).scale(Fraction::new(1, i128::from(self.divisor))?)
    }
}

/// `a <= b`, or `a < b`.
fn at_most(a: &Bound, b: &Bound, strictly: bool) -> Option<Constraint> {
    let (a, b) = (a.expr.scale(b.divisor)?, b.expr.scale(a.divisor)?);
    if strictly { Constraint::lt(&a, &b) } else { Constraint::le(&a, &b) }
}

/// The column to sum over next, and the others: first what an equality gives, then bounds that need no rounding, then few
/// bounds.
fn next(constraints: &[Constraint], dims: &[Name]) -> Option<(Name, Vec<Name>)> {
    let cost = |dim: &Name| {
        let factors: Vec<(ConstraintKind, i64)> = constraints
            .iter()
            .map(|one| (one.kind, one.aff.coefficient(dim)))
            .filter(|(_, f)| *f != 0)
            .collect();
        let given =
            factors.iter().any(|(kind, f)| *kind == ConstraintKind::Equality && f.unsigned_abs() == 1);
        let rounds = factors.iter().any(|(_, f)| f.unsigned_abs() != 1);
        let (lower, upper) = (factors.iter().filter(|(_, f)| *f > 0), factors.iter().filter(|(_, f)| *f < 0));
        (!given, rounds, lower.count().saturating_mul(upper.count()))
    };
    let best = dims.iter().min_by_key(|dim| cost(dim))?.clone();
    let rest = dims.iter().filter(|dim| **dim != best).cloned().collect();
    Some((best, rest))
}
