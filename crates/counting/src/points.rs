//! Sums over the points of one conjunction, one column after the other.
//!
//! A bound that is a rounded quotient of another column is no polynomial in it. There the other column is
//! taken apart by its remainders, in each of which the bound is one: `i/3` is `q`, for `i = 3*q`, `3*q + 1`
//! and `3*q + 2`.

use crate::columns::{Multiple, multiples, without_floors};
use crate::fraction::Fraction;
use crate::polynomial::Polynomial;
use crate::radix::join_digits;
use poly::{Aff, Constraint, ConstraintKind, Name, Set, Term, gcd};
use std::collections::BTreeMap;

/// A value where conditions on the parameters hold.
pub(crate) type Guarded = (Vec<Constraint>, Polynomial);

/// Combinations of bounds and remainders that are looked at.
const MAX_CASES: usize = 1500;

/// Remainders that a column is taken apart by.
const MAX_REMAINDERS: i64 = 256;

/// The number of points as a sum of guarded values, or else one that is at least as large; `None` where it is
/// not found.
pub(crate) fn count(
    constraints: &[Constraint],
    dims: &[Name],
    context: &Set,
    is_exact: bool,
) -> Option<Vec<Guarded>> {
    let known = multiples(context);
    let by: BTreeMap<Name, Aff> =
        known.iter().map(|one| Some((one.name.clone(), one.value()?))).collect::<Option<_>>()?;
    let context = context.substitute_all(&by).ok()?;
    let constraints = substituted(constraints, &by)?;
    let found = if is_exact {
        let (constraints, dims) = without_floors(constraints, dims.to_vec())?;
        sum(constraints, dims, &context, true)?
    } else {
        // Remainders of what changes are not counted: all of them are.
        let is_plain = |one: &Constraint| !dims.iter().any(|dim| one.aff.mentions_in_floor(dim));
        sum(constraints.into_iter().filter(is_plain).collect(), dims.to_vec(), &context, false)?
    };
    renamed(found, &known)
}

fn sum(constraints: Vec<Constraint>, dims: Vec<Name>, context: &Set, is_exact: bool) -> Option<Vec<Guarded>> {
    let (constraints, dims) = join_digits(constraints, dims);
    let mut sum = Sum { context, found: Vec::new(), is_exact, cases: 0 };
    sum.sum_points(&constraints, &dims, &Polynomial::constant(Fraction::from(1)))?;
    Some(sum.found)
}

fn substituted(constraints: &[Constraint], by: &BTreeMap<Name, Aff>) -> Option<Vec<Constraint>> {
    let one = |one: &Constraint| Some(Constraint { kind: one.kind, aff: one.aff.substitute(by)? });
    constraints.iter().map(one).collect()
}

/// The values by the parameters themselves, where quotients stood for some.
fn renamed(found: Vec<Guarded>, known: &[Multiple]) -> Option<Vec<Guarded>> {
    let mut by = BTreeMap::new();
    for one in known {
        by.insert(one.quotient.clone(), one.rounded()?);
    }
    let value = |value: Polynomial| {
        known.iter().try_fold(value, |value, one| {
            let whole = Polynomial::from_aff(&Aff::dim(&one.name).offset(one.offset.checked_neg()?)?);
            let quotient = whole.scale(Fraction::new(1, i128::from(one.factor))?)?;
            value.replace(&one.quotient, &quotient, &one.rounded()?)
        })
    };
    found.into_iter().map(|(at, own)| Some((substituted(&at, &by)?, value(own)?))).collect()
}

struct Sum<'c> {
    context: &'c Set,
    found: Vec<Guarded>,
    /// Whether the very number is wanted; else one that is at least as large will do.
    is_exact: bool,
    cases: usize,
}

/// `expr / divisor`; the quotient is an integer wherever the divisor is 1.
#[derive(Clone)]
struct Bound {
    expr: Aff,
    divisor: i64,
}

impl Sum<'_> {
    /// Sums a value over the points of a conjunction, one column at a time.
    fn sum_points(&mut self, constraints: &[Constraint], dims: &[Name], value: &Polynomial) -> Option<()> {
        self.cases += 1;
        if self.cases > MAX_CASES {
            return None;
        }
        let Some(constraints) = tightened(constraints)? else { return Some(()) };
        let all = Set::from_constraints(self.context.params(), dims, &constraints).ok()?;
        if all
            .parameter_domain()
            .and_then(|set| set.intersect(self.context))
            .and_then(|set| set.is_empty())
            .ok()?
        {
            return Some(());
        }
        let Some((dim, rest)) = next(&constraints, dims) else {
            self.found.push((constraints, value.clone()));
            return Some(());
        };
        if self.is_exact
            && let Some((other, by)) = uneven(&constraints, &dim, &rest)
        {
            return self.sum_by_remainder(&constraints, dims, &other, by, value);
        }
        match given(&constraints, &dim) {
            Some(equality) => self.sum_determined(&constraints, equality, &dim, &rest, value),
            None => self.sum_bounded(&constraints, &dim, &rest, value),
        }
    }

    /// A column by its remainders.
    fn sum_by_remainder(
        &mut self,
        constraints: &[Constraint],
        dims: &[Name],
        dim: &Name,
        by: i64,
        value: &Polynomial,
    ) -> Option<()> {
        if by > MAX_REMAINDERS {
            return None;
        }
        for remainder in 0..by {
            let number = Aff::dim(dim).scale(by)?.offset(remainder)?;
            let own = substituted(constraints, &BTreeMap::from([(dim.clone(), number.clone())]))?;
            self.sum_points(&own, dims, &value.substitute(dim, &Polynomial::from_aff(&number))?)?;
        }
        Some(())
    }

    /// A column that an equality gives.
    fn sum_determined(
        &mut self,
        constraints: &[Constraint],
        equality: &Constraint,
        dim: &Name,
        dims: &[Name],
        value: &Polynomial,
    ) -> Option<()> {
        let factor = equality.aff.coefficient(dim);
        let rest = equality.aff.sub(&Aff::dim(dim).scale(factor)?)?.scale(-factor.signum())?;
        let divisor = factor.checked_abs()?;
        let (_, odd) = divided(&rest, divisor, dims)?;
        let is_whole = !dims.iter().any(|other| odd.mentions(other));
        // Between integers a value need not be larger than at them.
        if !is_whole && !value.is_constant() {
            return None;
        }
        let mut left = Vec::new();
        if divisor > 1 && is_whole {
            left.push(Constraint::eq(&odd, &odd.floor_div(divisor)?.scale(divisor)?)?);
        }
        for constraint in constraints.iter().filter(|one| *one != equality) {
            let own = constraint.aff.coefficient(dim);
            let others = constraint.aff.sub(&Aff::dim(dim).scale(own)?)?.scale(divisor)?;
            left.push(Constraint { kind: constraint.kind, aff: others.add_scaled(&rest, own)? });
        }
        let by = Polynomial::from_aff(&rest).scale(Fraction::new(1, i128::from(divisor))?)?;
        self.sum_points(&left, dims, &value.substitute(dim, &by)?)
    }

    /// A column between bounds: for each pair of a lower and an upper one, where these are the tightest.
    fn sum_bounded(
        &mut self,
        constraints: &[Constraint],
        dim: &Name,
        dims: &[Name],
        value: &Polynomial,
    ) -> Option<()> {
        let (mut lowers, mut uppers, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for constraint in constraints {
            let factor = constraint.aff.coefficient(dim);
            let rest = constraint.aff.sub(&Aff::dim(dim).scale(factor)?)?;
            match factor {
                0 => others.push(constraint.clone()),
                1.. => lowers.push(rounded(&rest.neg()?, factor, true, dims)?),
                _ => uppers.push(rounded(&rest, factor.checked_neg()?, false, dims)?),
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
                self.sum_points(&left, dims, &sum)?;
            }
        }
        Some(())
    }
}

/// The constraints with the smallest coefficients, tightened to the integers, without those that always hold.
/// The inner `None` says that one never holds, the outer one that a number gets too large.
#[allow(clippy::option_option, reason = "both answers end a search, in different ways")]
fn tightened(constraints: &[Constraint]) -> Option<Option<Vec<Constraint>>> {
    let mut result: Vec<Constraint> = Vec::new();
    for constraint in constraints {
        let aff = &constraint.aff;
        let common = aff.terms().iter().fold(0, |common, (_, factor)| gcd(common, *factor));
        let is_equality = constraint.kind == ConstraintKind::Equality;
        if common == 0 {
            if aff.constant_part() < 0 || is_equality && aff.constant_part() != 0 {
                return Some(None);
            }
            continue;
        }
        if is_equality && aff.constant_part().checked_rem_euclid(common)? != 0 {
            return Some(None);
        }
        let own = Constraint { kind: constraint.kind, aff: shortened(aff, common)? };
        if !result.contains(&own) {
            result.push(own);
        }
    }
    Some(Some(result))
}

/// The expression divided by a number that divides its coefficients, rounded down.
fn shortened(aff: &Aff, by: i64) -> Option<Aff> {
    let constant = Aff::constant(aff.constant_part().checked_div_euclid(by)?);
    aff.terms()
        .iter()
        .try_fold(constant, |sum, (term, factor)| sum.add_scaled(&of_term(term)?, factor.checked_div(by)?))
}

fn of_term(term: &Term) -> Option<Aff> {
    match term {
        Term::Dim(name) => Some(Aff::dim(name)),
        Term::Floor(inner, divisor) => inner.floor_div(*divisor),
    }
}

/// `(w, r)` with `expr = divisor*w + r`, where `r` has the constant, and of the columns those that are no
/// multiples.
fn divided(expr: &Aff, divisor: i64, dims: &[Name]) -> Option<(Aff, Aff)> {
    let mut whole = Aff::constant(0);
    for dim in dims {
        let factor = expr.coefficient(dim);
        if factor.checked_rem(divisor)? == 0 {
            whole = whole.add_scaled(&Aff::dim(dim), factor.checked_div(divisor)?)?;
        }
    }
    let rest = expr.add_scaled(&whole, divisor.checked_neg()?)?;
    Some((whole, rest))
}

/// The equality that gives a column most simply.
fn given<'c>(constraints: &'c [Constraint], dim: &Name) -> Option<&'c Constraint> {
    let all = constraints.iter().filter(|one| one.kind == ConstraintKind::Equality);
    let all = all.filter(|one| one.aff.coefficient(dim) != 0);
    all.min_by_key(|one| one.aff.coefficient(dim).unsigned_abs())
}

/// A column that keeps a bound of this one from being a sum of multiples, and the number of its remainders.
fn uneven(constraints: &[Constraint], dim: &Name, dims: &[Name]) -> Option<(Name, i64)> {
    let given = given(constraints, dim);
    let bounds = constraints.iter().filter(|one| given.is_none_or(|given| *one == given));
    let odd = bounds.flat_map(|one| {
        let factor = one.aff.coefficient(dim).unsigned_abs();
        let factor = i64::try_from(factor).unwrap_or(i64::MAX);
        dims.iter().filter_map(move |other| {
            let own = one.aff.coefficient(other);
            (factor > 1 && own % factor != 0).then(|| (other.clone(), factor / gcd(factor, own)))
        })
    });
    odd.min_by_key(|(_, by)| *by)
}

/// The bound as an integer, where the other columns come in multiples; where they do not, what is not rounded
/// is wider.
fn rounded(expr: &Aff, divisor: i64, up: bool, dims: &[Name]) -> Option<Bound> {
    let (whole, rest) = divided(expr, divisor, dims)?;
    if dims.iter().any(|dim| rest.mentions(dim)) {
        return Some(Bound { expr: expr.clone(), divisor });
    }
    let shifted = if up { rest.offset(divisor.checked_sub(1)?)? } else { rest };
    Some(Bound { expr: whole.add(&shifted.floor_div(divisor)?)?, divisor: 1 })
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

/// The column to sum over next, and the others: first what an equality gives, then bounds that need few
/// remainders and no rounding, then few bounds.
fn next(constraints: &[Constraint], dims: &[Name]) -> Option<(Name, Vec<Name>)> {
    let others = |dim: &Name| -> Vec<Name> { dims.iter().filter(|other| *other != dim).cloned().collect() };
    let cost = |dim: &Name| {
        let factors: Vec<(ConstraintKind, i64)> = constraints
            .iter()
            .map(|one| (one.kind, one.aff.coefficient(dim)))
            .filter(|(_, f)| *f != 0)
            .collect();
        let given =
            factors.iter().any(|(kind, f)| *kind == ConstraintKind::Equality && f.unsigned_abs() == 1);
        let remainders = uneven(constraints, dim, &others(dim)).map_or(1, |(_, by)| by);
        let rounds = factors.iter().any(|(_, f)| f.unsigned_abs() != 1);
        let (lower, upper) = (factors.iter().filter(|(_, f)| *f > 0), factors.iter().filter(|(_, f)| *f < 0));
        (!given, remainders, rounds, lower.count().saturating_mul(upper.count()))
    };
    let best = dims.iter().min_by_key(|dim| cost(dim))?.clone();
    let rest = others(&best);
    Some((best, rest))
}
