//! Polynomials in names and in rounded quotients of them, which is what numbers of points are.

use crate::fraction::Fraction;
use poly::{Aff, Name, Term};
use std::collections::BTreeMap;
use std::fmt;

/// Factors and their powers, sorted; empty for 1.
type Monomial = Vec<(Term, u32)>;

/// A sum of monomials with fractions as coefficients.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Monomial, Fraction>,
}

impl Polynomial {
    /// The number.
    pub fn constant(value: Fraction) -> Self {
        let mut result = Polynomial::default();
        if !value.is_zero() {
            result.terms.insert(Vec::new(), value);
        }
        result
    }

    /// The same as a polynomial.
    pub fn from_aff(aff: &Aff) -> Self {
        let constant = Polynomial::constant(Fraction::from(aff.constant_part()));
        let linear =
            |(term, coefficient): &(Term, i64)| (vec![(term.clone(), 1)], Fraction::from(*coefficient));
        let terms = constant.terms.into_iter().chain(aff.terms().iter().map(linear)).collect();
        Polynomial { terms }
    }

    /// Whether it is a number.
    pub fn is_constant(&self) -> bool {
        self.terms.keys().all(Vec::is_empty)
    }

    /// The sum; `None` where a number gets too large, as in all of these.
    pub fn add(&self, other: &Self) -> Option<Self> {
        let mut result = self.clone();
        for (monomial, coefficient) in &other.terms {
            result.add_term(monomial.clone(), *coefficient)?;
        }
        Some(result)
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: Fraction) -> Option<()> {
        let sum = match self.terms.get(&monomial) {
            Some(before) => before.plus(coefficient)?,
            None => coefficient,
        };
        if sum.is_zero() {
            self.terms.remove(&monomial)
        } else {
            self.terms.insert(monomial, sum)
        };
        Some(())
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Option<Self> {
        let mut result = Polynomial::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let mut powers: BTreeMap<Term, u32> = left.iter().cloned().collect();
                for (term, power) in right {
                    let total = powers.entry(term.clone()).or_insert(0);
                    *total = total.checked_add(*power)?;
                }
                result.add_term(powers.into_iter().collect(), a.times(*b)?)?;
            }
        }
        Some(result)
    }

    /// The product with a number.
    pub fn scale(&self, by: Fraction) -> Option<Self> {
        self.mul(&Polynomial::constant(by))
    }

    /// Whether it mentions a name inside a rounded quotient, where no sum over it is known.
    fn rounds(&self, name: &Name) -> bool {
        let factors = self.terms.keys().flatten();
        factors.into_iter().any(|(term, _)| matches!(term, Term::Floor(inner, _) if inner.mentions(name)))
    }

    /// The coefficients of the powers of a name.
    fn by_powers(&self, name: &Name) -> Option<BTreeMap<u32, Polynomial>> {
        let mut found: BTreeMap<u32, Polynomial> = BTreeMap::new();
        let is_name = |term: &Term| matches!(term, Term::Dim(dim) if dim == name);
        for (monomial, coefficient) in &self.terms {
            let power = monomial.iter().find(|(term, _)| is_name(term)).map_or(0, |(_, power)| *power);
            let rest = monomial.iter().filter(|(term, _)| !is_name(term)).cloned().collect();
            found.entry(power).or_default().add_term(rest, *coefficient)?;
        }
        Some(found)
    }

    /// The polynomial with another one in the place of a name.
    pub fn substitute(&self, name: &Name, by: &Polynomial) -> Option<Self> {
        if self.rounds(name) {
            return None;
        }
        self.compose(name, |power| by.power(power))
    }

    /// The polynomial with another one in the place of a name, and an expression in the place of it inside
    /// rounded quotients.
    pub fn replace(&self, name: &Name, by: &Polynomial, inside: &Aff) -> Option<Self> {
        let inside = BTreeMap::from([(name.clone(), inside.clone())]);
        let mut result = Polynomial::default();
        for (monomial, coefficient) in &self.terms {
            let mut product = Polynomial::constant(*coefficient);
            for (term, power) in monomial {
                let value = match term {
                    Term::Dim(own) if own == name => by.clone(),
                    Term::Dim(own) => Polynomial::from_aff(&Aff::dim(own)),
                    Term::Floor(inner, divisor) => {
                        Polynomial::from_aff(&inner.substitute(&inside)?.floor_div(*divisor)?)
                    }
                };
                product = product.mul(&value.power(*power)?)?;
            }
            result = result.add(&product)?;
        }
        Some(result)
    }

    fn compose(&self, name: &Name, power_of: impl Fn(u32) -> Option<Polynomial>) -> Option<Self> {
        let mut result = Polynomial::default();
        for (power, coefficient) in self.by_powers(name)? {
            result = result.add(&coefficient.mul(&power_of(power)?)?)?;
        }
        Some(result)
    }

    fn power(&self, exponent: u32) -> Option<Self> {
        (0..exponent).try_fold(Polynomial::constant(Fraction::from(1)), |product, _| product.mul(self))
    }

    /// The sum of its values while a name runs from `lower` to `upper`, for `upper >= lower - 1` (Faulhaber's
    /// formula).
    pub fn sum_over(&self, name: &Name, lower: &Polynomial, upper: &Polynomial) -> Option<Self> {
        if self.rounds(name) {
            return None;
        }
        let before = lower.add(&Polynomial::constant(Fraction::from(-1)))?;
        self.compose(name, |power| {
            let sum = power_sum(power)?;
            let at = |x: &Polynomial| -> Option<Polynomial> {
                sum.iter().zip(0..).try_fold(Polynomial::default(), |result, (coefficient, power)| {
                    result.add(&x.power(power)?.scale(*coefficient)?)
                })
            };
            at(upper)?.add(&at(&before)?.scale(Fraction::from(-1))?)
        })
    }

    /// The value where names have these values.
    pub fn eval(&self, value_of: &dyn Fn(&Name) -> Option<i64>) -> Option<Fraction> {
        let mut sum = Fraction::from(0);
        for (monomial, coefficient) in &self.terms {
            let mut product = *coefficient;
            for (term, power) in monomial {
                let value = match term {
                    Term::Dim(name) => value_of(name)?,
                    Term::Floor(inner, divisor) => inner.eval(value_of)?.div_euclid(*divisor),
                };
                for _ in 0..*power {
                    product = product.times(Fraction::from(value))?;
                }
            }
            sum = sum.plus(product)?;
        }
        Some(sum)
    }
}

/// Coefficients of the polynomial `S` with `S(m) - S(m - 1) = m**power` and `S(0) = 0`, the lowest first.
fn power_sum(power: u32) -> Option<Vec<Fraction>> {
    let size = usize::try_from(power).ok()?.checked_add(2)?;
    let mut result = vec![Fraction::from(0); size];
    *result.last_mut()? = Fraction::from(1);
    // (m + 0)**(k+1) - (m - 1)**(k+1) is a sum of powers of m, so its sum over m is one of the sums sought.
    let mut binomial: i128 = 1;
    for smaller in 0..power {
        let sign = if (power - smaller).is_multiple_of(2) { 1 } else { -1 };
        let factor = Fraction::new(binomial.checked_mul(-sign)?, 1)?;
        for (own, other) in result.iter_mut().zip(power_sum(smaller)?) {
            *own = own.plus(other.times(factor)?)?;
        }
        binomial =
            binomial.checked_mul(i128::from(power + 1 - smaller))?.checked_div(i128::from(smaller + 1))?;
    }
    let over = Fraction::new(1, i128::from(power) + 1)?;
    result.into_iter().map(|coefficient| coefficient.times(over)).collect()
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        let degree = |monomial: &Monomial| monomial.iter().map(|(_, power)| *power).sum::<u32>();
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(monomial, _)| std::cmp::Reverse(degree(monomial)));
        for (at, (monomial, coefficient)) in terms.into_iter().enumerate() {
            let mut text = coefficient.to_string();
            let factors: Vec<String> = monomial.iter().map(|(term, power)| factor(term, *power)).collect();
            if !factors.is_empty() {
                text = match text.as_str() {
                    "1" => factors.join("*"),
                    "-1" => format!("-{}", factors.join("*")),
                    _ => format!("{text}*{}", factors.join("*")),
                };
            }
            match (at, text.strip_prefix('-')) {
                (0, _) => f.write_str(&text)?,
                (_, Some(positive)) => write!(f, " - {positive}")?,
                (_, None) => write!(f, " + {text}")?,
            }
        }
        Ok(())
    }
}

fn factor(term: &Term, power: u32) -> String {
    let text = match term {
        Term::Dim(name) => name.to_string(),
        Term::Floor(inner, divisor) if inner.terms().len() == 1 && inner.constant_part() == 0 => {
            format!("({inner}//{divisor})")
        }
        Term::Floor(inner, divisor) => format!("(({inner})//{divisor})"),
    };
    if power == 1 { text } else { format!("{text}**{power}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers() {
        let (x, n) = (Name::new("x"), Name::new("n"));
        let [zero, upper] =
            [Aff::constant(0), Aff::dim(&n).offset(-1).unwrap()].map(|aff| Polynomial::from_aff(&aff));
        for power in 0..7_u32 {
            let sum = Polynomial::from_aff(&Aff::dim(&x))
                .power(power)
                .unwrap()
                .sum_over(&x, &zero, &upper)
                .unwrap();
            for size in 0..9_i64 {
                let expected: i64 = (0..size).map(|value| value.pow(power)).sum();
                assert_eq!(sum.eval(&|_| Some(size)), Some(Fraction::from(expected)), "{power} {size} {sum}");
            }
        }
    }

    #[test]
    fn a_triangle_reads_well() {
        let (i, n) = (Name::new("i"), Name::new("n"));
        let [zero, upper, row] =
            [Aff::constant(0), Aff::dim(&n).offset(-1).unwrap(), Aff::dim(&i).offset(1).unwrap()]
                .map(|aff| Polynomial::from_aff(&aff));
        assert_eq!(row.sum_over(&i, &zero, &upper).unwrap().to_string(), "1/2*n**2 + 1/2*n");
    }
}
