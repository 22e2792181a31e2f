//! Sets as unions of conjunctions, as long as each of them is known without asking isl.
//!
//! A condition such as `i /= j` leaves two conjunctions. isl answers questions about their union by comparing all
//! pieces; here each piece is asked on its own.

use super::Set;
use super::facts::Facts;
use super::lazy::Source;
use crate::Constraint;
use crate::infeasible::{implies_all, infeasible};

/// Conjunctions that a set may have before isl is asked.
const MAX_PARTS: usize = 16;

/// Pairs of conjunctions that a join may have, most of which contradict themselves.
const MAX_PAIRS: usize = 64;

impl Set {
    /// Conjunctions of which each point of this set satisfies one, and no other point does; `None` where that is not known.
    pub(super) fn parts(&self) -> Option<&[Facts]> {
        let parts = self.0.parts.get_or_init(|| {
            let facts = self.facts();
            let parts = if facts.complete { Some(vec![facts.clone()]) } else { self.parts_of_source() };
            parts.map(possible).filter(|parts| parts.len() <= MAX_PARTS)
        });
        parts.as_deref()
    }

    fn parts_of_source(&self) -> Option<Vec<Facts>> {
        let each = |set: &Set, change: &dyn Fn(&Facts) -> Facts| {
            let parts: Vec<Facts> = set.parts()?.iter().map(change).collect();
            parts.iter().all(|part| part.complete).then_some(parts)
        };
        match &self.0.source {
            Source::Isl | Source::Constraints => None,
            Source::Added(set, constraints) => each(set, &|part| part.with(constraints)),
            Source::Joined(a, b) => {
                let (a, b) = (a.parts()?, b.parts()?);
                let pairs = a.iter().flat_map(|a| b.iter().map(|b| a.and(b)));
                (a.len() * b.len() <= MAX_PAIRS).then(|| pairs.collect())
            }
            Source::Substituted(set, by) => each(set, &|part| part.substituted(by)),
            Source::Projected(set, names) => each(set, &|part| part.without(names)),
            Source::Same(set) | Source::Coalesced(set) => each(set, &Facts::clone),
            Source::United(a, b) => {
                let (a, b) = (a.parts()?, b.parts()?);
                let new = b.iter().filter(|part| !a.iter().any(|other| is_inside(part, other)));
                Some(a.iter().chain(new).cloned().collect())
            }
        }
    }

    /// The same set, which is the union of these conjunctions.
    pub(super) fn made_of(self, pieces: &[Vec<Constraint>]) -> Set {
        let parts: Vec<Facts> = pieces.iter().map(|piece| Facts::all(piece.iter(), true)).collect();
        // Only a set that nobody has asked yet comes here.
        let _ = self.0.parts.set((parts.len() <= MAX_PARTS).then_some(parts));
        self
    }

    /// Whether parts alone tell that every point of this set lies in the other: each in one of the other's.
    pub(super) fn is_inside_by_parts(&self, other: &Set) -> bool {
        // Of single conjunctions this is known already.
        let (Some(own), Some(others)) = (self.parts(), other.parts()) else { return false };
        (own.len() > 1 || others.len() > 1)
            && own.iter().all(|part| others.iter().any(|other| is_inside(part, other)))
    }
}

impl Facts {
    /// With further constraints.
    pub(super) fn with(&self, constraints: &[Constraint]) -> Facts {
        let mut facts = self.clone();
        constraints.iter().for_each(|constraint| facts.add(constraint.clone()));
        facts
    }
}

/// Whether constraints alone tell that all points of one conjunction lie in another one.
fn is_inside(part: &Facts, other: &Facts) -> bool {
    implies_all(&part.constraints, &other.constraints)
}

/// Those parts that do not contradict themselves; a set keeps its only one.
fn possible(mut parts: Vec<Facts>) -> Vec<Facts> {
    if parts.len() > 1 {
        parts.retain(|part| !infeasible(part.constraints.iter()));
    }
    parts
}
