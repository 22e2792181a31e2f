//! Quasi-affine expressions: integer combinations of names and of floors of such combinations.

use crate::Name;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a coefficient of an [`Aff`] multiplies.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A dimension or parameter.
    Dim(Name),
    /// The expression divided by a positive number, rounded down.
    Floor(Arc<Aff>, i64),
}

/// A quasi-affine expression in canonical form: no zero coefficient, terms sorted and distinct, and in each
/// floor every coefficient at most half the denominator in size.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Aff {
    terms: Vec<(Term, i64)>,
    constant: i64,
}

impl Aff {
    /// The number itself.
    pub fn constant(value: i64) -> Self {
        Aff { terms: Vec::new(), constant: value }
    }

    /// The value of a dimension or parameter.
    pub fn dim(name: &Name) -> Self {
        Aff { terms: vec![(Term::Dim(name.clone()), 1)], constant: 0 }
    }

    /// The number added to the terms.
    pub fn constant_part(&self) -> i64 {
        self.constant
    }

    /// Terms and their coefficients, sorted: names first.
    pub fn terms(&self) -> &[(Term, i64)] {
        &self.terms
    }

    /// Whether it is a sum of multiples of dimensions and a constant: nothing in it is divided.
    pub fn is_linear(&self) -> bool {
        self.terms.iter().all(|(term, _)| matches!(term, Term::Dim(_)))
    }

    /// The coefficient of a name outside floors.
    pub fn coefficient(&self, name: &Name) -> i64 {
        let found = self.terms.iter().find(|(term, _)| matches!(term, Term::Dim(dim) if dim == name));
        found.map_or(0, |(_, coefficient)| *coefficient)
    }

    /// All names, those inside floors too.
    pub fn names(&self) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        self.each_name(&mut |name| {
            names.insert(name.clone());
        });
        names
    }

    /// Calls a function with each name, those inside floors too, once for each place.
    pub(crate) fn each_name<'a>(&'a self, see: &mut dyn FnMut(&'a Name)) {
        for (term, _) in &self.terms {
            match term {
                Term::Dim(name) => see(name),
                Term::Floor(inner, _) => inner.each_name(see),
            }
        }
    }

    /// Whether the name occurs, inside a floor or outside.
    pub fn mentions(&self, name: &str) -> bool {
        self.terms.iter().any(|(term, _)| match term {
            Term::Dim(dim) => dim == name,
            Term::Floor(inner, _) => inner.mentions(name),
        })
    }

    /// Whether the name occurs inside a floor.
    pub fn mentions_in_floor(&self, name: &str) -> bool {
        self.terms.iter().any(|(term, _)| matches!(term, Term::Floor(inner, _) if inner.mentions(name)))
    }

    /// The value, where the expression has no terms.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The sum.
    pub fn add(&self, other: &Aff) -> Option<Aff> {
        self.add_scaled(other, 1)
    }

    /// The difference.
    pub fn sub(&self, other: &Aff) -> Option<Aff> {
        self.add_scaled(other, -1)
    }

    /// The negative.
    pub fn neg(&self) -> Option<Aff> {
        self.scale(-1)
    }

    /// The product with a number.
    pub fn scale(&self, factor: i64) -> Option<Aff> {
        Aff::constant(0).add_scaled(self, factor)
    }

    /// The sum with a number.
    pub fn offset(&self, by: i64) -> Option<Aff> {
        Some(Aff { terms: self.terms.clone(), constant: self.constant.checked_add(by)? })
    }

    /// `self + factor*other`.
    pub fn add_scaled(&self, other: &Aff, factor: i64) -> Option<Aff> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        while let Some(order) = next_of(left.peek(), right.peek()) {
            let own = if order == Ordering::Greater { None } else { left.next() };
            let added = if order == Ordering::Less { None } else { right.next() };
            let Some((term, _)) = own.or(added) else { break };
            let scaled = added.map_or(Some(0), |(_, c)| c.checked_mul(factor))?;
            push_nonzero(&mut terms, term, own.map_or(0, |(_, c)| *c).checked_add(scaled)?);
        }
        Some(Aff { terms, constant })
    }

    /// The quotient by a positive number, rounded down; `None` where the divisor is not positive.
    ///
    /// Multiples of the divisor move out of the floor: `floor((17*i + 20)/16)` is
    /// `i + floor((i + 4)/16) + 1`.
    pub fn floor_div(&self, divisor: i64) -> Option<Aff> {
        if divisor <= 0 {
            return None;
        }
        let mut outside = Aff::constant(self.constant.div_euclid(divisor));
        let mut inside = Aff::constant(self.constant.rem_euclid(divisor));
        for (term, coefficient) in &self.terms {
            let (quotient, remainder) = div_nearest(*coefficient, divisor)?;
            push_nonzero(&mut outside.terms, term, quotient);
            push_nonzero(&mut inside.terms, term, remainder);
        }
        let common = inside.terms.iter().fold(divisor, |g, (_, c)| gcd(g, *c));
        if common > 1 {
            inside.constant = inside.constant.div_euclid(common);
            inside.terms.iter_mut().for_each(|(_, c)| *c /= common);
        }
        if inside.terms.is_empty() {
            return Some(outside);
        }
        let floor = Term::Floor(Arc::new(inside), divisor / common);
        outside.add(&Aff { terms: vec![(floor, 1)], constant: 0 })
    }

    /// The remainder of the division by a positive number, never negative.
    pub fn modulo(&self, divisor: i64) -> Option<Aff> {
        self.add_scaled(&self.floor_div(divisor)?, divisor.checked_neg()?)
    }

    /// The expression with names replaced, inside floors too, all at once.
    pub fn substitute(&self, replacements: &BTreeMap<Name, Aff>) -> Option<Aff> {
        if !replacements.keys().any(|name| self.mentions(name)) {
            return Some(self.clone());
        }
        let mut result = Aff::constant(self.constant);
        for (term, coefficient) in &self.terms {
            let value = match term {
                Term::Dim(name) => match replacements.get(name) {
                    Some(value) => value,
                    None => &Aff::dim(name),
                },
                Term::Floor(inner, divisor) => &inner.substitute(replacements)?.floor_div(*divisor)?,
            };
            result = result.add_scaled(value, *coefficient)?;
        }
        Some(result)
    }

    /// The value where each name has the given one; `None` where a name has none or a result overflows.
    pub fn eval(&self, value_of: &dyn Fn(&Name) -> Option<i64>) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, (term, coefficient)| {
            let value = match term {
                Term::Dim(name) => value_of(name)?,
                Term::Floor(inner, divisor) => inner.eval(value_of)?.checked_div_euclid(*divisor)?,
            };
            sum.checked_add(value.checked_mul(*coefficient)?)
        })
    }

    /// Whether the terms have the same coefficients in their order, whatever they are.
    pub(crate) fn has_factors_of(&self, other: &Aff) -> bool {
        self.terms.iter().map(|(_, factor)| factor).eq(other.terms.iter().map(|(_, factor)| factor))
    }

    /// The expression without its constant part.
    pub(crate) fn without_constant(&self) -> Aff {
        Aff { terms: self.terms.clone(), constant: 0 }
    }

    /// The greatest common divisor of the coefficients; 0 where there are none.
    pub(crate) fn content(&self) -> i64 {
        self.terms.iter().fold(0, |g, (_, c)| gcd(g, *c))
    }

    /// Divides the coefficients by a number that divides all of them, and the constant rounding down.
    pub(crate) fn divide_content(mut self, by: i64) -> Aff {
        if by > 1 {
            self.terms.iter_mut().for_each(|(_, c)| *c /= by);
            self.constant = self.constant.div_euclid(by);
        }
        self
    }

    /// The expression without one of its terms, and that term's coefficient.
    pub(crate) fn split_off(&self, term: &Term) -> (Aff, i64) {
        let coefficient = self.terms.iter().find(|(t, _)| t == term).map_or(0, |(_, c)| *c);
        let terms = self.terms.iter().filter(|(t, _)| t != term).cloned().collect();
        (Aff { terms, constant: self.constant }, coefficient)
    }

    /// `(w, r)` with `self = divisor*w + r`, where `r` has the constant and no coefficient that the positive
    /// divisor divides.
    pub(crate) fn split_multiples(&self, divisor: i64) -> Option<(Aff, Aff)> {
        let (whole, rest): (Vec<_>, Vec<_>) =
            self.terms.iter().cloned().partition(|(_, c)| c.checked_rem(divisor) == Some(0));
        let quotient = |(term, c): (Term, i64)| Some((term, c.checked_div(divisor)?));
        let terms = whole.into_iter().map(quotient).collect::<Option<Vec<_>>>()?;
        Some((Aff { terms, constant: 0 }, Aff { terms: rest, constant: self.constant }))
    }

    /// The expression of some of the terms, without the constant.
    pub(crate) fn filter(&self, keep: impl Fn(&Term) -> bool) -> Aff {
        Aff { terms: self.terms.iter().filter(|(term, _)| keep(term)).cloned().collect(), constant: 0 }
    }
}

/// Which of two sorted lists of terms has the next one; equal where both do.
fn next_of(left: Option<&&(Term, i64)>, right: Option<&&(Term, i64)>) -> Option<Ordering> {
    match (left, right) {
        (Some((a, _)), Some((b, _))) => Some(a.cmp(b)),
        (Some(_), None) => Some(Ordering::Less),
        (None, Some(_)) => Some(Ordering::Greater),
        (None, None) => None,
    }
}

fn push_nonzero(terms: &mut Vec<(Term, i64)>, term: &Term, coefficient: i64) {
    if coefficient != 0 {
        terms.push((term.clone(), coefficient));
    }
}

/// Quotient and remainder with the remainder in `(-d/2, d/2]`.
fn div_nearest(number: i64, divisor: i64) -> Option<(i64, i64)> {
    let quotient = number.div_euclid(divisor);
    let remainder = number.rem_euclid(divisor);
    if remainder > divisor / 2 {
        Some((quotient.checked_add(1)?, remainder - divisor))
    } else {
        Some((quotient, remainder))
    }
}

/// The greatest common divisor, not negative; `i64::MIN` counts as its neighbour 1, which is always a safe
/// divisor.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (Some(mut a), Some(mut b)) = (a.checked_abs(), b.checked_abs()) else { return 1 };
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(name: &str) -> Aff {
        Aff::dim(&Name::from(name))
    }

    fn value(aff: &Aff, i: i64) -> i64 {
        aff.eval(&|_| Some(i)).unwrap()
    }

    #[test]
    fn floors_round_down_for_every_coefficient_and_sign() {
        for a in -9..=9 {
            for c in -9..=9 {
                for d in 1..=5 {
                    let aff = dim("i").scale(a).unwrap().offset(c).unwrap();
                    for i in -7..=7 {
                        let exact = (a * i + c).div_euclid(d);
                        assert_eq!(value(&aff.floor_div(d).unwrap(), i), exact, "floor(({a}*{i} + {c})/{d})");
                        let rest = (a * i + c).rem_euclid(d);
                        assert_eq!(value(&aff.modulo(d).unwrap(), i), rest, "({a}*{i} + {c}) mod {d}");
                    }
                }
            }
        }
    }

    #[test]
    fn exact_divisions_leave_no_floor() {
        let aff = dim("i").scale(16).unwrap().offset(35).unwrap();
        assert_eq!(aff.floor_div(16).unwrap(), dim("i").offset(2).unwrap());
        assert_eq!(aff.floor_div(1).unwrap(), aff);
        assert_eq!(Aff::constant(-1).floor_div(16), Some(Aff::constant(-1)));
        assert_eq!(aff.floor_div(0), None);
    }

    #[test]
    fn substitution_is_simultaneous_and_reaches_floors() {
        let aff = dim("i").floor_div(4).unwrap().add(&dim("j")).unwrap();
        let swap = BTreeMap::from([("i".into(), dim("j")), ("j".into(), dim("i"))]);
        let swapped = aff.substitute(&swap).unwrap();
        assert_eq!(swapped, dim("j").floor_div(4).unwrap().add(&dim("i")).unwrap());
        assert!(swapped.mentions_in_floor("j") && !swapped.mentions_in_floor("i"));
        assert_eq!(swapped.coefficient(&"i".into()), 1);
        assert_eq!(swapped.coefficient(&"j".into()), 0);
    }

    #[test]
    fn overflow_is_an_answer() {
        let big = Aff::constant(i64::MAX);
        assert_eq!(big.offset(1), None);
        assert_eq!(big.add(&big), None);
        assert_eq!(Aff::constant(i64::MIN).neg(), None);
        assert_eq!(dim("i").scale(i64::MAX).unwrap().scale(2), None);
        assert_eq!(dim("i").scale(i64::MAX).unwrap().eval(&|_| Some(2)), None);
    }
}
