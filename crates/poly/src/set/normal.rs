//! Constraints of a set in normal form, canonical text, and simplification.

use super::Set;
use crate::ctx::{check, operation, with_own_quota};
use crate::isl::{self, Raw};
use crate::remainder::Residue;
use crate::simplified::Simplified;
use crate::{Constraint, ConstraintKind, Error, Name, Term, print};
use isl_rs::DimType;

/// How often a set is rebuilt from its constraints until they are stable. Three times was the most ever seen.
const ROUNDS: usize = 12;

/// Columns of which isl takes milliseconds to find the normal form.
const MANY: usize = 16;

/// Constants of which sums stay inside 64 bits.
const SMALL: u64 = 1 << 32;

impl Set {
    /// The disjuncts, each a conjunction of simplified constraints. No disjunct: the empty set; no
    /// constraint: all points.
    ///
    /// # Errors
    /// [`Error::Quota`], [`Error::Overflow`], as everywhere below.
    pub fn pieces(&self) -> Result<Vec<Vec<Constraint>>, Error> {
        operation(|| self.simplified_pieces())
    }

    pub(super) fn simplified_pieces(&self) -> Result<Vec<Vec<Constraint>>, Error> {
        let mut pieces = Vec::new();
        for piece in isl::pieces(self.raw_ref()?, self.columns())? {
            pieces.extend(simplified(&piece).ok_or(Error::Overflow)?);
        }
        pieces.sort_by(|a, b| a.iter().map(place).cmp(b.iter().map(place)));
        pieces.dedup();
        Ok(pieces)
    }

    /// The canonical text, which [`Set::parse`] reads back.
    ///
    /// Where the set is too hard to normalise it is written as it stands.
    pub fn text(&self) -> &str {
        let as_it_stands = || print::set(self.params(), self.dims(), &[self.conjunction()?.to_vec()]);
        self.canonical_text().unwrap_or_else(|_| {
            self.0.text.get_or_init(|| as_it_stands().unwrap_or_else(|| "{ : undecided }".to_owned()))
        })
    }

    /// The canonical text. It gets a quota of its own, so that it never depends on when it is asked for.
    pub(crate) fn canonical_text(&self) -> Result<&str, Error> {
        if let Some(text) = self.0.text.get() {
            return Ok(text);
        }
        let pieces = with_own_quota(|| self.stable_pieces())
            .or_else(|_| with_own_quota(|| self.simplified_pieces()))?;
        let text = print::set(self.params(), self.dims(), &pieces).ok_or(Error::Overflow)?;
        Ok(self.0.text.get_or_init(|| text))
    }

    /// Whether the set can be written, which numbers near the edge of 64 bits may forbid.
    pub(crate) fn is_writable(&self) -> bool {
        let is_small = |number: i64| number.unsigned_abs() <= SMALL;
        let small = |constraint: &Constraint| {
            let unit = |(term, factor): &(Term, i64)| matches!((term, factor), (Term::Dim(_), 1 | -1));
            is_small(constraint.aff.constant_part()) && constraint.aff.terms().iter().all(unit)
        };
        // The normal form of many columns takes longer than all else that is done to read them.
        let is_easy = |all: &[Constraint]| self.columns().len() > MANY && all.iter().all(small);
        self.conjunction().is_some_and(is_easy) || self.canonical_text().is_ok()
    }

    /// Constraints that isl's normalisation maps to themselves; where it goes round in a circle, as it does
    /// about once in 30000 random sets, the least ones of the circle.
    fn stable_pieces(&self) -> Result<Vec<Vec<Constraint>>, Error> {
        if let Some(piece) = self.product()? {
            return Ok(vec![piece]);
        }
        let mut seen = vec![self.normalised()?.simplified_pieces()?];
        while let Some(last) = seen.last().filter(|_| seen.len() <= ROUNDS) {
            let rebuilt = Set::from_pieces(self.columns(), self.dims(), last)?;
            let next = rebuilt.normalised()?.simplified_pieces()?;
            if let Some(at) = seen.iter().position(|pieces| *pieces == next) {
                seen.drain(..at);
                return Ok(seen.into_iter().min().unwrap_or(next));
            }
            seen.push(next);
        }
        Ok(seen.pop().unwrap_or_default())
    }

    /// A conjunction of many columns whose factors are brought into normal form one by one, until they are
    /// stable: isl's cost grows with the third power of the columns. None where there is one factor, or a
    /// factor is no single conjunction.
    fn product(&self) -> Result<Option<Vec<Constraint>>, Error> {
        let Some(all) = self.conjunction().filter(|_| self.columns().len() > MANY) else { return Ok(None) };
        let mut whole = all.to_vec();
        for _ in 0..ROUNDS {
            let Some(next) = self.each_factor(&whole)? else { return Ok(None) };
            if next == whole {
                break;
            }
            whole = next;
        }
        Ok(Some(whole))
    }

    /// The same conjunction, each factor in normal form; what they say of parameters alone is a factor of the
    /// next round.
    fn each_factor(&self, whole: &[Constraint]) -> Result<Option<Vec<Constraint>>, Error> {
        let factors = self.connected_factors(whole)?;
        if factors.len() < 2 {
            return Ok(None);
        }
        let mut next = Vec::new();
        for factor in factors {
            let mut pieces = factor.stable_pieces()?;
            let Some(piece) = pieces.pop().filter(|_| pieces.is_empty()) else { return Ok(None) };
            next.extend(piece);
        }
        next.sort();
        next.dedup();
        Ok(Some(next))
    }

    fn normalised(&self) -> Result<Set, Error> {
        let coalesced = check(check(self.raw()?.coalesce())?.detect_equalities())?;
        Ok(self.with_content(check(coalesced.remove_redundancies())?))
    }

    /// The same set with every existential variable written as a floor. What was one disjunct may become
    /// several: some integers between two bounds are not the floor of anything.
    pub(super) fn explicit(&self) -> Result<Set, Error> {
        Ok(self.with_content(check(self.raw()?.compute_divs())?))
    }

    fn mapped(&self, f: impl FnOnce(Raw) -> Result<Raw, isl_rs::LibISLError>) -> Result<Set, Error> {
        operation(|| Ok(self.with_content(check(f(self.raw()?))?)))
    }

    fn hulled(
        &self,
        f: impl FnOnce(Raw) -> Result<isl_rs::BasicSet, isl_rs::LibISLError>,
    ) -> Result<Set, Error> {
        operation(|| Ok(self.with_content(check(check(f(self.explicit()?.raw()?))?.to_set())?)))
    }

    /// The same set with disjuncts merged where that is possible.
    pub fn coalesce(&self) -> Result<Set, Error> {
        if self.conjunction().is_some() {
            return Ok(self.clone());
        }
        match self.mapped(Raw::coalesce) {
            // isl gives up on some unions with floors; they are the same set as they stand.
            Err(Error::Isl(_)) => Ok(self.clone()),
            merged => Ok(merged?.with_facts_of(self)),
        }
    }

    /// The same set without constraints that others imply.
    pub fn remove_redundancies(&self) -> Result<Set, Error> {
        self.mapped(Raw::remove_redundancies)
    }

    /// A superset whose constraints have no floors.
    pub fn remove_divs(&self) -> Result<Set, Error> {
        self.mapped(Raw::remove_divs)
    }

    /// One conjunction around the set, whose constraints are shifted ones of the disjuncts. Cheap.
    pub fn simple_hull(&self) -> Result<Set, Error> {
        self.hulled(Raw::simple_hull)
    }

    /// The smallest conjunction of affine constraints around the set. May be slow.
    pub fn convex_hull(&self) -> Result<Set, Error> {
        self.hulled(Raw::convex_hull)
    }

    /// Whether a constraint of isl's mentions the dimension or parameter.
    pub fn involves(&self, name: &Name) -> Result<bool, Error> {
        let at = isl::count(isl::find(self.columns(), name)?)?;
        operation(|| check(self.raw_ref()?.involves_dims(DimType::Set, at, 1)))
    }
}

/// Where a constraint stands among others: `i = 1` before `i = 5`.
fn place(constraint: &Constraint) -> (ConstraintKind, &[(Term, i64)], std::cmp::Reverse<i64>) {
    (constraint.kind, constraint.aff.terms(), std::cmp::Reverse(constraint.aff.constant_part()))
}

/// A conjunction in normal form; the outer option is overflow, the inner one whether it can hold.
fn simplified(piece: &[Constraint]) -> Option<Option<Vec<Constraint>>> {
    let Some(open) = simplify_each(piece)? else { return Some(None) };
    let residues: Vec<_> = open.iter().filter_map(Residue::read).collect();
    let mut resolved = Vec::new();
    for constraint in &open {
        let mut constraint = constraint.clone();
        if Residue::read(&constraint).is_none() {
            for residue in &residues {
                constraint = residue.resolve(&constraint)?;
            }
        }
        resolved.push(constraint);
    }
    let Some(mut open) = simplify_each(&resolved)? else { return Some(None) };
    open.sort();
    // Of constraints that differ in the constant alone, the first is the tightest.
    open.dedup_by(|later, first| {
        let same = first.kind == later.kind && first.aff.terms() == later.aff.terms();
        same && (first.kind == ConstraintKind::Inequality || first.aff == later.aff)
    });
    Some(Some(open))
}

fn simplify_each(piece: &[Constraint]) -> Option<Option<Vec<Constraint>>> {
    let mut open = Vec::new();
    for constraint in piece {
        match constraint.simplify()? {
            Simplified::True => {}
            Simplified::False => return Some(None),
            Simplified::Open(constraint) => open.push(constraint),
        }
    }
    Some(Some(open))
}
