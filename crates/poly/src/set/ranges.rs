//! Ranges of single dimensions, as far as constraints tell without effort.

use super::Set;
use super::digits::without_small_digits;
use crate::{Aff, Constraint, ConstraintKind, Name, Term};

impl Set {
    /// Least and greatest value of each of some dimensions, where constraints on it alone tell both, or
    /// constraints on numbers of which it is a digit: `0 <= 4*c + d < 64` where `0 <= d < 4`.
    pub fn known_ranges(&self, names: &[Name]) -> Vec<Option<(i64, i64)>> {
        let ranges = |constraints: &[Constraint]| -> Vec<_> {
            names.iter().map(|name| range(constraints, name)).collect()
        };
        let direct = ranges(self.known_constraints());
        if direct.iter().all(Option::is_some) {
            return direct;
        }
        let mut tightened = self.known_constraints().to_vec();
        without_small_digits(&mut tightened);
        ranges(&tightened)
    }

    /// Least and greatest value of a dimension that no constraint relates to another column, once digits that
    /// cannot tip a constraint are gone.
    pub fn own_range(&self, name: &Name) -> Option<(i64, i64)> {
        let own = |constraints: &[Constraint]| {
            let is_own = |aff: &Aff| matches!(aff.terms(), [(Term::Dim(_), 1 | -1)]);
            let mut about = constraints.iter().filter(|constraint| constraint.aff.mentions(name));
            about.all(|constraint| is_own(&constraint.aff)).then(|| range(constraints, name)).flatten()
        };
        first_answer(self.conjunction()?, own)
    }

    /// A value that a dimension nowhere exceeds, where constraints on it alone tell one, as above.
    pub fn known_most(&self, name: &Name) -> Option<i64> {
        first_answer(self.known_constraints(), |constraints| ends(constraints, name)?.1)
    }
}

/// What constraints tell as they stand, or else once digits that cannot tip them are gone.
fn first_answer<T>(constraints: &[Constraint], ask: impl Fn(&[Constraint]) -> Option<T>) -> Option<T> {
    ask(constraints).or_else(|| {
        let mut tightened = constraints.to_vec();
        without_small_digits(&mut tightened);
        ask(&tightened)
    })
}

/// What constraints on a name alone leave to it, where that is bounded and not empty.
fn range(constraints: &[Constraint], name: &Name) -> Option<(i64, i64)> {
    let (least, most) = ends(constraints, name)?;
    least.zip(most).filter(|(least, most)| least <= most)
}

/// The ends of what constraints on a name alone leave to it; the outer option is overflow.
fn ends(constraints: &[Constraint], name: &Name) -> Option<(Option<i64>, Option<i64>)> {
    let (mut least, mut most) = (None::<i64>, None::<i64>);
    for Constraint { kind, aff } in constraints {
        let [(Term::Dim(dim), coefficient)] = aff.terms() else { continue };
        if dim != name || !matches!(coefficient, 1 | -1) {
            continue;
        }
        let is_positive = *coefficient == 1;
        let constant = aff.constant_part();
        let bound = if is_positive { constant.checked_neg()? } else { constant };
        let is_equality = *kind == ConstraintKind::Equality;
        if is_positive || is_equality {
            least = least.max(Some(bound));
        }
        if !is_positive || is_equality {
            most = Some(most.map_or(bound, |most| most.min(bound)));
        }
    }
    Some((least, most))
}

#[cfg(test)]
mod tests {
    use crate::{Name, Set};

    #[test]
    fn ranges_hold_at_all_points() {
        for (text, wanted) in [
            ("{ [i, j] : 0 <= i < 5 and j = 3 }", [Some((0, 4)), Some((3, 3))]),
            ("{ [i, j] : 0 <= 4*i + j < 64 and 0 <= j < 4 }", [Some((0, 15)), Some((0, 3))]),
            ("[n] -> { [i, j] : 0 <= 4*i + j < n and 0 <= j < 4 }", [None, Some((0, 3))]),
            ("{ [i, j] : 0 <= 4*i + j < 64 and 0 <= j < 5 }", [None, Some((0, 4))]),
            ("{ [i, j] : -3 <= i and -i >= -7 and j >= 4 }", [Some((-3, 7)), None]),
            ("{ [i, j] : i >= 0 }", [None, None]),
        ] {
            let set = Set::parse(text).unwrap();
            assert_eq!(set.known_ranges(&[Name::from("i"), Name::from("j")]), wanted, "{text}");
            for (name, wanted) in ["i", "j"].into_iter().zip(wanted) {
                let most = set.known_most(&Name::from(name));
                assert!(wanted.is_none_or(|(_, wanted)| most == Some(wanted)), "{name} in {text}");
            }
        }
    }

    #[test]
    fn a_range_of_its_own_is_all_that_is_known() {
        for (text, wanted) in [
            ("{ [i, j] : 0 <= i < 5 and 0 <= j < i }", None),
            ("{ [i, j] : 0 <= i < 5 and 0 <= j < 3 }", Some((0, 4))),
            ("{ [i, j] : 0 <= 4*i + j < 64 and 0 <= j < 4 }", Some((0, 15))),
            ("{ [i, j] : 0 <= i < 16 and 4*i + j < 63 and 0 <= j < 4 }", None),
            ("[n] -> { [i, j] : 0 <= i < n and i < 4 }", None),
            ("{ [i, j] : i = 3 }", Some((3, 3))),
            ("{ [i, j] : 0 <= i < 8 and i mod 2 = 0 }", None),
        ] {
            let set = Set::parse(text).unwrap();
            assert_eq!(set.own_range(&Name::from("i")), wanted, "{text}");
        }
    }
}
