//! Whether conjunctions cover a set, told without isl.

use super::Set;
use super::infeasible::Prepared;
use crate::Constraint;

/// Parts of the set that may be left at a time.
const MAX_PARTS: usize = 8;

impl Set {
    /// Whether constraints alone tell that each point satisfies one of the conjunctions. Those that rule out
    /// what others leave should stand next to each other: fewer parts are left in between.
    pub fn is_known_covered(&self, conjunctions: &[Vec<Constraint>]) -> bool {
        let known = Known::new(self.known_constraints());
        // What holds besides in each part that no conjunction covers yet.
        let mut left = vec![Vec::new()];
        for conjunction in conjunctions {
            let uncovered = left.iter().map(|part| uncovered_parts(&known, part, conjunction));
            let Some(parts) = uncovered.collect::<Option<Vec<_>>>() else { return false };
            left = parts.concat();
            if left.is_empty() {
                return true;
            }
            if left.len() > MAX_PARTS {
                return false;
            }
        }
        false
    }
}

/// What holds in the whole set.
struct Known<'a> {
    constraints: &'a [Constraint],
    prepared: Prepared<'a>,
}

impl<'a> Known<'a> {
    fn new(constraints: &'a [Constraint]) -> Self {
        Known { constraints, prepared: Prepared::new(constraints) }
    }
}

/// The parts of a part in which a conjunction does not hold, by the first of its constraints that does not;
/// `None` on overflow.
fn uncovered_parts(
    known: &Known<'_>,
    part: &[Constraint],
    conjunction: &[Constraint],
) -> Option<Vec<Vec<Constraint>>> {
    let (mut inside, mut parts) = (part.to_vec(), Vec::new());
    for constraint in conjunction {
        for opposite in constraint.negation()? {
            // Most often one constraint alone tells.
            let is_told = inside.iter().chain(known.constraints).any(|known| known.contradicts(&opposite));
            if !is_told && !known.prepared.excludes(inside.iter().chain([&opposite])) {
                parts.push([inside.as_slice(), &[opposite]].concat());
            }
        }
        inside.push(constraint.clone());
    }
    // Nothing is gained by pieces of what lies outside as a whole.
    Some(if parts.len() > 1 && known.prepared.excludes(&inside) { vec![part.to_vec()] } else { parts })
}

#[cfg(test)]
mod tests {
    use crate::{Constraint, Set};

    fn conjunctions(texts: &[&str]) -> Vec<Vec<Constraint>> {
        let one = |text: &&str| {
            let set = Set::parse(&format!("[n] -> {{ [i, j, k, l] : {text} }}")).unwrap();
            set.conjunction().unwrap().to_vec()
        };
        texts.iter().map(one).collect()
    }

    #[test]
    fn orders_cover_all() {
        let all = "[n] -> { [i, j, k, l] : 0 <= i < n and 0 <= j < i and 0 <= k < n and 0 <= l }";
        let order = ["i < k", "k < i", "i = k and j < l", "i = k and l < j", "i = k and j = l"];
        for (set, parts, covers) in [
            (all, &order[..], true),
            (all, &["i = k and j = l", "i < k", "i = k and j < l", "k < i", "i = k and l < j"], true),
            (all, &order[1..], false),
            (all, &order[..4], false),
            (all, &["i >= 0"], true),
            (all, &[], false),
            ("[n] -> { [i, j, k, l] : i < n and n < i }", &["j = 3"], true),
            ("[n] -> { [i, j, k, l] : i = 2*j }", &["i mod 2 = 1"], false),
        ] {
            assert_eq!(Set::parse(set).unwrap().is_known_covered(&conjunctions(parts)), covers, "{parts:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_covered_has_no_point_outside(
            numbers in proptest::collection::vec((-2_i64..3, -2_i64..3, -3_i64..4, proptest::bool::ANY), 3..8)
        ) {
            let text = |(a, b, c, equal): &(i64, i64, i64, bool)| {
                format!("{a}*i + {b}*j {} {c}", if *equal { "=" } else { ">=" })
            };
            let texts: Vec<String> = numbers.iter().map(text).collect();
            let parts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let parts = conjunctions(&parts);
            let set = Set::parse("{ [i, j, k, l] : -4 <= i <= 4 and 0 <= j <= i + 2 and k = 0 and l = 0 }").unwrap();
            if set.is_known_covered(&parts) {
                let all = parts.iter().map(|part| set.add_constraints(part).unwrap());
                let all = all.reduce(|a, b| a.union(&b).unwrap()).unwrap();
                proptest::prop_assert!(set.is_subset(&all).unwrap(), "{texts:?}");
            }
        }
    }
}
