//! A quick proof that constraints have a common point: one is found.
//!
//! Most sets that are not empty have a point near the origin. Starting there, the first constraint that does
//! not hold moves one column as far as it must, upwards where that helps; a few moves are enough or it gives
//! up.

use crate::aff::Term;
use crate::{Constraint, ConstraintKind, Name};
use std::collections::BTreeMap;

/// Moves before it gives up.
const MOVES: usize = 24;

/// Whether a point is found at which all constraints hold.
pub(crate) fn has_evident_point(constraints: &[Constraint]) -> bool {
    let mut point: BTreeMap<&Name, i64> = BTreeMap::new();
    for _ in 0..=MOVES {
        let broken = constraints.iter().find_map(|constraint| {
            let value = constraint.aff.eval(&|name| Some(point.get(name).copied().unwrap_or(0)));
            let holds = value.is_some_and(|value| constraint.kind.admits(value));
            (!holds).then_some((constraint, value))
        });
        let Some((constraint, value)) = broken else { return true };
        let Some((name, by)) = value.and_then(|value| repair(constraint, value)) else { return false };
        let place = point.entry(name).or_insert(0);
        let Some(moved) = place.checked_add(by) else { return false };
        *place = moved;
    }
    false
}

/// Which column to move, and how far, so that an expression of this value gets to zero, or above.
fn repair(Constraint { kind, aff }: &Constraint, value: i64) -> Option<(&Name, i64)> {
    let columns = || {
        aff.terms().iter().filter_map(|(term, factor)| match term {
            Term::Dim(name) => Some((name, *factor)),
            Term::Floor(..) => None,
        })
    };
    let up = columns().find(|(_, factor)| (*factor > 0) == (value < 0));
    let (name, factor) = up.or_else(|| columns().next())?;
    // Rounded away from zero, so that an inequality holds.
    let missing = value.checked_neg()?;
    let whole = missing.checked_div(factor)?;
    let rest = i64::from(missing.checked_rem(factor)? != 0);
    let by = whole.checked_add(if (missing < 0) == (factor < 0) { rest } else { -rest })?;
    let floor = aff.terms().iter().find_map(|(term, _)| match term {
        Term::Floor(_, divisor) => Some(*divisor),
        Term::Dim(_) => None,
    });
    // A remainder is as well made zero by a step up: sizes are bounded from below.
    let up = floor.filter(|_| *kind == ConstraintKind::Equality && by < 0);
    Some((name, by.checked_add(up.unwrap_or(0))?))
}

#[cfg(test)]
mod tests {
    use crate::Set;

    #[test]
    fn points_are_found_where_there_are_some() {
        for text in [
            "{ : }",
            "[n] -> { [i] : 0 <= i < n }",
            "[n, m] -> { [i, j] : 5 <= i < n and i <= j < m and i + j > 40 }",
            "[n] -> { [i, j] : i = 3*j + 7 and 0 <= i < n }",
            "{ [i] : -9 <= i <= -4 }",
            "[n] -> { [i, o] : i = n - 16*o and 0 <= i < 16 and o >= 2 }",
            "[n] -> { [i, o] : 0 <= i < 16 and o >= 0 and 128*o + i < n and n mod 128 = 0 }",
        ] {
            let set = Set::parse(text).unwrap();
            assert!(super::has_evident_point(set.conjunction().unwrap()), "{text}");
            assert!(!set.is_empty().unwrap());
        }
    }

    #[test]
    fn no_point_is_found_where_there_is_none() {
        for text in [
            "{ [i] : 2*i = 7 and i > 0 }",
            "[n] -> { [i] : 0 <= i < n and n <= 0 }",
            "{ [i] : 3 <= 2*i <= 3 }",
        ] {
            let set = Set::parse(text).unwrap();
            assert!(set.conjunction().is_none_or(|all| !super::has_evident_point(all)), "{text}");
            assert!(set.is_empty().unwrap());
        }
    }
}
