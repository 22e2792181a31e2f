//! Claim (solve): A value that is found for an unknown is right wherever the equations have a solution within the bounds.

use dependence::radix::Rest;
use ir::Name;
use poly::{Aff, Error, Set, Term};
use std::collections::BTreeMap;

/// Equations between a form that mentions unknown names and one that does not.
pub(crate) struct System<'s> {
    unknown: Vec<Name>,
    equations: Vec<(Aff, Aff)>,
    /// Sets that bound unknown names.
    bounds: Vec<&'s Set>,
    found: BTreeMap<Name, Aff>,
}

impl<'s> System<'s> {
    pub(crate) fn new(unknown: Vec<Name>, equations: Vec<(Aff, Aff)>, bounds: Vec<&'s Set>) -> Self {
        System { unknown, equations, bounds, found: BTreeMap::new() }
    }

    /// What the equations leave no choice for; each value is right wherever there is a solution within the
    /// bounds.
    pub(crate) fn solve(mut self) -> Result<BTreeMap<Name, Aff>, Error> {
        while self.found.len() < self.unknown.len() && self.step()? {}
        Ok(self.found)
    }

    /// Takes one value out of one equation.
    fn step(&mut self) -> Result<bool, Error> {
        for exact in [true, false] {
            for (left, right) in self.equations.clone() {
                let terms: Vec<(Term, i64)> =
                    left.terms().iter().filter(|(term, _)| self.is_unknown(term)).cloned().collect();
                let solved = match terms.as_slice() {
                    [] => None,
                    [(term, factor)] if exact => {
                        let (others, rest) = (Aff::constant(0), Rest { least: 0, most: 0 });
                        divided(&left, &right, term, *factor, &others, rest)
                            .map(|value| (term.clone(), value))
                    }
                    [_] => None,
                    _ if exact => None,
                    _ => self.largest(&left, &right, &terms)?,
                };
                if let Some((term, value)) = solved {
                    self.settle(&term, &value).ok_or(Error::Overflow)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn is_unknown(&self, term: &Term) -> bool {
        let names = match term {
            Term::Dim(name) => return self.unknown.contains(name),
            Term::Floor(inner, _) => inner.names(),
        };
        names.iter().any(|name| self.unknown.contains(name))
    }

    /// The digit of the largest weight, where the others together are less than that weight.
    fn largest(&self, left: &Aff, right: &Aff, terms: &[(Term, i64)]) -> Result<Option<(Term, Aff)>, Error> {
        let Some((term, factor)) = terms.iter().max_by_key(|(_, factor)| factor.unsigned_abs()) else {
            return Ok(None);
        };
        let mut others = Aff::constant(0);
        for (other, weight) in terms.iter().filter(|(other, _)| other != term) {
            let Term::Dim(name) = other else { return Ok(None) };
            others = others.add_scaled(&Aff::dim(name), *weight).ok_or(Error::Overflow)?;
        }
        let names = others.names();
        for set in &self.bounds {
            if !names.iter().all(|name| set.has_dim(name)) {
                continue;
            }
            let (Some(least), Some(most)) = (set.static_min(&others)?, set.static_max(&others)?) else {
                continue;
            };
            let value = divided(left, right, term, *factor, &others, Rest { least, most });
            if value.is_some() {
                return Ok(value.map(|value| (term.clone(), value)));
            }
        }
        Ok(None)
    }

    /// Puts the value of a term into all equations.
    fn settle(&mut self, term: &Term, value: &Aff) -> Option<()> {
        if let Term::Dim(name) = term {
            self.found.insert(name.clone(), value.clone());
            let by = BTreeMap::from([(name.clone(), value.clone())]);
            for (left, _) in &mut self.equations {
                *left = left.substitute(&by)?;
            }
        } else {
            for (left, _) in &mut self.equations {
                *left = replaced(left, term, value)?;
            }
        }
        Some(())
    }
}

/// The value of a term in `left = right`, if the unknown `others` in it are too small to make up for it.
fn divided(left: &Aff, right: &Aff, term: &Term, factor: i64, others: &Aff, rest: Rest) -> Option<Aff> {
    let known = replaced(left, term, &Aff::constant(0))?.sub(others)?;
    rest.times(factor, &right.sub(&known)?)
}

/// A form with another one in place of a term.
fn replaced(aff: &Aff, wanted: &Term, by: &Aff) -> Option<Aff> {
    let mut result = Aff::constant(aff.constant_part());
    for (term, factor) in aff.terms() {
        let value = match term {
            _ if term == wanted => by.clone(),
            Term::Dim(name) => Aff::dim(name),
            Term::Floor(inner, divisor) => inner.floor_div(*divisor)?,
        };
        result = result.add_scaled(&value, *factor)?;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(name: &str) -> Aff {
        Aff::dim(&name.into())
    }

    fn solve(unknown: &[&str], equations: Vec<(Aff, Aff)>, bounds: &str) -> BTreeMap<Name, Aff> {
        let set = Set::parse(bounds).unwrap();
        let unknown = unknown.iter().map(|name| Name::from(*name)).collect();
        System::new(unknown, equations, vec![&set]).solve().unwrap()
    }

    // Claim: solve
    #[test]
    fn chains_are_solved_in_any_order() {
        let sum = dim("u").add(&dim("v")).unwrap();
        let twice = dim("v").scale(-2).unwrap().offset(4).unwrap();
        let found = solve(&["u", "v"], vec![(sum, dim("x")), (twice, dim("y"))], "{ [u, v] }");
        let v = dim("y").neg().unwrap().offset(4).unwrap().floor_div(2).unwrap();
        assert_eq!(found.get("u"), dim("x").sub(&v).as_ref());
        assert_eq!(found.get("v"), Some(&v));
    }

    #[test]
    fn digits_are_told_apart_by_their_bounds() {
        let number = dim("u").scale(-8).unwrap().add(&dim("v")).unwrap();
        let equation = vec![(number, dim("x"))];
        let found = solve(&["u", "v"], equation.clone(), "{ [u, v] : 1 <= v <= 8 }");
        for (u, v) in (-3..4).flat_map(|u| (1..9).map(move |v| (u, v))) {
            let value = |name: &str| found.get(name).unwrap().eval(&|_| Some(v - 8 * u));
            assert_eq!((value("u"), value("v")), (Some(u), Some(v)));
        }
        assert!(solve(&["u", "v"], equation, "{ [u, v] : 0 <= v <= 8 }").is_empty());
    }

    #[test]
    fn quotient_and_remainder_give_the_number() {
        let u = dim("u");
        let [quotient, remainder] = [u.floor_div(4).unwrap(), u.modulo(4).unwrap()];
        let found = solve(&["u"], vec![(remainder, dim("y")), (quotient, dim("x"))], "{ [u] }");
        assert_eq!(found.get("u"), dim("x").scale(4).unwrap().add(&dim("y")).as_ref());
    }
}
