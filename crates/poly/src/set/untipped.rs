//! Conditions without the terms that cannot tip them, where multiples of a number are compared.

use super::Set;
use crate::aff::Term;
use crate::remainder::Residue;
use crate::simplified::Simplified;
use crate::{Aff, Constraint, ConstraintKind, Name};
use std::collections::{BTreeMap, BTreeSet};

impl Set {
    /// An inequality that holds at the same points of this set, without terms that cannot tip it: where
    /// `n mod 128 = 0` and `0 <= r < 128`, `r + 128*b < n` is `128*b < n`. The constraint itself where there
    /// are none, or too little is known.
    pub fn untipped(&self, constraint: &Constraint) -> Constraint {
        if constraint.kind != ConstraintKind::Inequality || constraint.aff.terms().len() < 2 {
            return constraint.clone();
        }
        let residues = self.residues();
        // The coarsest leaves the fewest terms.
        let found = moduli(&constraint.aff, &residues)
            .into_iter()
            .rev()
            .find_map(|modulus| self.multiples(&constraint.aff, modulus, &residues));
        let simple = found.and_then(|aff| Constraint { kind: constraint.kind, aff }.simplify());
        if let Some(Simplified::Open(simple)) = simple { simple } else { constraint.clone() }
    }

    /// Divisor and remainder of names of which they are known.
    fn residues(&self) -> BTreeMap<&Name, (i64, i64)> {
        let of_name = |constraint: &'_ Constraint| {
            let residue = Residue::read(constraint)?;
            let [(Term::Dim(name), 1)] = residue.linear.terms() else { return None };
            let own = self.columns().iter().find(|column| *column == name)?;
            Some((own, (residue.divisor, residue.residue)))
        };
        self.known_constraints().iter().filter_map(of_name).collect()
    }

    /// The terms that are multiples of a number, with a constant: not negative where `aff` is not; `None`
    /// where all terms are, and where the others might tip it.
    fn multiples(&self, aff: &Aff, modulus: i64, residues: &BTreeMap<&Name, (i64, i64)>) -> Option<Aff> {
        let (mut least, mut shifts) = (i128::from(aff.constant_part()), 0);
        let (mut kept, mut rest, mut names) = (BTreeSet::new(), Vec::new(), Vec::new());
        for (term, factor) in aff.terms() {
            match shift(term, *factor, modulus, residues) {
                Some(by) => {
                    kept.insert(term);
                    shifts += by;
                }
                None => {
                    names.push(dim(term)?.clone());
                    rest.push(i128::from(*factor));
                }
            }
        }
        least += shifts;
        let mut most = least;
        for (factor, range) in rest.iter().zip(self.known_ranges(&names)) {
            let (low, high) = range?;
            let ends = [low, high].map(|end| i128::from(end) * factor);
            least += ends.iter().min()?;
            most += ends.iter().max()?;
        }
        let modulus = i128::from(modulus);
        let multiple = least.div_euclid(modulus) * modulus;
        if rest.is_empty() || multiple != most.div_euclid(modulus) * modulus {
            return None;
        }
        // What is kept is a multiple of the modulus, but for the shifts, so that each of these constants says
        // the same.
        let (low, high) = (multiple - shifts, multiple + modulus - 1 - shifts);
        let constant = i64::try_from(0_i128.clamp(low, high)).ok()?;
        aff.filter(|term| kept.contains(term)).offset(constant)
    }
}

/// Numbers of which terms may be multiples.
fn moduli(aff: &Aff, residues: &BTreeMap<&Name, (i64, i64)>) -> BTreeSet<i64> {
    let size = |(term, factor): &(Term, i64)| {
        let divisor = dim(term).and_then(|name| residues.get(name)).map_or(1, |(divisor, _)| *divisor);
        factor.checked_abs()?.checked_mul(divisor)
    };
    aff.terms().iter().filter_map(size).filter(|modulus| *modulus > 1).collect()
}

/// How far a term is above a multiple of a number, if that is known.
fn shift(term: &Term, factor: i64, modulus: i64, residues: &BTreeMap<&Name, (i64, i64)>) -> Option<i128> {
    if factor.checked_rem(modulus)? == 0 {
        return Some(0);
    }
    let (divisor, residue) = dim(term).and_then(|name| residues.get(name))?;
    let whole = factor.checked_mul(*divisor)?.checked_rem(modulus)? == 0;
    whole.then(|| i128::from(factor) * i128::from(*residue))
}

fn dim(term: &Term) -> Option<&Name> {
    match term {
        Term::Dim(name) => Some(name),
        Term::Floor(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Set;

    /// What a condition becomes where another one holds.
    fn untipped(condition: &str, context: &str) -> String {
        let all = |text: &str| Set::parse(&format!("[n] -> {{ [b, c, d] : {text} }}")).unwrap();
        let (set, context) = (all(condition), all(context));
        let [constraint] = set.conjunction().unwrap() else { panic!("{condition} is one constraint") };
        let left = context.untipped(constraint);
        let by = |constraint| context.add_constraints(std::slice::from_ref(constraint)).unwrap();
        assert!(by(&left).is_equal(&by(constraint)).unwrap(), "{condition} became {left} where {context}");
        left.to_string()
    }

    #[test]
    fn terms_that_cannot_tip_are_dropped() {
        for (condition, context, wanted) in [
            ("d + 128*b < n", "n mod 128 = 0 and 0 <= d < 128", "128*b < n"),
            ("d + 4*c + 128*b < n", "n mod 128 = 0 and 0 <= d < 4 and 0 <= c < 32", "128*b < n"),
            ("d + 128*b + 1024*c <= n - 5", "n mod 128 = 0 and 0 <= d <= 123", "128*b + 1024*c < n"),
            ("d + 8*b < n", "n mod 128 = 0 and 0 <= d < 8", "8*b < n"),
            ("d < n", "n mod 128 = 0 and 0 <= d < 128", "0 < n"),
            ("d + 8*b < n", "n mod 8 = 3 and -5 <= d < 3", "8*b <= n"),
            ("8*b + 8*(c // 2) + d >= 0", "0 <= d < 8", "2*b + c >= 0"),
            ("2*n > d + 16*b", "n mod 8 = 0 and 0 <= d < 16", "8*b < n"),
        ] {
            let wanted = Set::parse(&format!("[n] -> {{ [b, c, d] : {wanted} }}")).unwrap();
            assert_eq!(
                untipped(condition, context),
                wanted.conjunction().unwrap()[0].to_string(),
                "{condition}"
            );
        }
    }

    #[test]
    fn terms_that_may_tip_are_kept() {
        for (condition, context) in [
            ("d + 128*b < n", "n mod 128 = 0 and 0 <= d < 129"),
            ("d + 128*b < n", "n mod 64 = 0 and 0 <= d < 128"),
            ("d + 128*b < n", "n mod 128 = 1 and 0 <= d < 128"),
            ("d + 128*b < n", "n mod 128 = 0 and 0 <= d"),
            ("d + 128*b < n", "0 <= d < 128"),
            ("2*n >= d + 16*b", "n mod 8 = 0 and 0 <= d < 16"),
            ("d % 2 + 128*b < n", "n mod 128 = 0"),
            ("d + 128*b = n", "n mod 128 = 0 and 0 <= d < 128"),
            ("d >= 3", "0 <= d < 9"),
        ] {
            let set = Set::parse(&format!("[n] -> {{ [b, c, d] : {condition} }}")).unwrap();
            let kept = set.conjunction().unwrap()[0].to_string();
            assert_eq!(untipped(condition, context), kept, "{condition}");
        }
    }
}
