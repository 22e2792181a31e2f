//! Whether conjunctions cover a set.
//!
//! The points outside of one conjunction fall apart into those that break its first constraint, those that
//! keep that and break the second, and so on. Most of these parts are contradictory at a glance, where a
//! union by isl and a difference from it take a hundred times as long.

use super::Set;
use crate::{Constraint, Error};

/// Parts that are looked at before isl is asked about all at once.
const MAX_PARTS: u32 = 100;

impl Set {
    /// Whether each point satisfies all constraints of one of these conjunctions.
    pub fn is_covered(&self, alternatives: &[Vec<Constraint>]) -> Result<bool, Error> {
        // Each of the others would cut the set into parts of which it covers none.
        let mut possible: Vec<&[Constraint]> = Vec::new();
        for alternative in alternatives {
            if !self.add_constraints(alternative)?.is_known_empty() {
                possible.push(alternative);
            }
        }
        if let Some(answer) = covered(self, &possible, &mut { MAX_PARTS })? {
            return Ok(answer);
        }
        let mut rest = self.clone();
        for alternative in possible {
            rest = rest.subtract(&rest.add_constraints(alternative)?)?;
        }
        rest.is_empty()
    }
}

/// The same by parts; `None` where more than `left` are needed.
fn covered(set: &Set, alternatives: &[&[Constraint]], left: &mut u32) -> Result<Option<bool>, Error> {
    if set.is_known_empty() {
        return Ok(Some(true));
    }
    let Some((first, rest)) = alternatives.split_first() else { return set.is_empty().map(Some) };
    let Some(fewer) = left.checked_sub(1) else { return Ok(None) };
    *left = fewer;
    let mut inside = set.clone();
    for constraint in *first {
        for outside in constraint.negation().ok_or(Error::Overflow)? {
            let answer = covered(&inside.add_constraints(&[outside])?, rest, left)?;
            if answer != Some(true) {
                return Ok(answer);
            }
        }
        inside = inside.add_constraints(std::slice::from_ref(constraint))?;
    }
    Ok(Some(true))
}

#[cfg(test)]
mod tests {
    use crate::{Constraint, Set};

    fn is_covered(set: &str, alternatives: &[&str]) -> bool {
        let parse = |text: &str| Set::parse(&format!("[n] -> {{ [i, j] : {text} }}")).unwrap();
        let parts: Vec<Vec<Constraint>> =
            alternatives.iter().map(|text| parse(text).conjunction().unwrap().to_vec()).collect();
        parse(set).is_covered(&parts).unwrap()
    }

    #[test]
    fn alternatives_cover_what_none_of_them_leaves_out() {
        let square = "0 <= i < n and 0 <= j < n";
        assert!(is_covered(square, &["i < j", "i = j", "i > j"]));
        assert!(is_covered(square, &["i <= j", "j <= i"]));
        assert!(!is_covered(square, &["i < j", "i > j"]));
        assert!(is_covered("0 <= i < 4 and j = 2*i + 1", &["j = 1", "j = 3", "j = 5", "j = 7"]));
        assert!(!is_covered("0 <= i < 4 and j = 2*i + 1", &["j = 1", "j = 3", "j = 7"]));
    }

    #[test]
    fn nothing_covers_nothing_but_the_empty_set() {
        assert!(!is_covered("i = j", &[]));
        assert!(is_covered("i < j and j < i", &[]));
        assert!(is_covered("i < j", &["i <= i"]));
    }

    #[test]
    fn many_parts_are_told_by_isl() {
        let singles: Vec<String> = (0..300).map(|at| format!("i = {at}")).collect();
        let singles: Vec<&str> = singles.iter().map(String::as_str).collect();
        assert!(is_covered("0 <= i < 300 and j = 0", &singles));
        assert!(!is_covered("0 <= i <= 300 and j = 0", &singles));
    }
}
