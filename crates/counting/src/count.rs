//! Numbers of integer points in sets, as functions of the parameters.

use crate::fraction::Fraction;
use crate::points;
use crate::polynomial::Polynomial;
use ir::Kernel;
use poly::{Aff, Constraint, Error, Name, Set};
use std::fmt;

/// Parts of the parameters' space beyond which counts are not told apart.
const MAX_PIECES: usize = 64;

/// A number that depends on parameters: a polynomial on each of some disjoint sets of parameters, and 0
/// elsewhere.
#[derive(Debug, Clone)]
pub struct Count {
    pieces: Vec<(Set, Polynomial)>,
    /// Whether it is the very number; else it is at least that.
    pub exact: bool,
}

impl Count {
    /// Zero.
    pub fn zero() -> Self {
        Count { pieces: Vec::new(), exact: true }
    }

    /// The number of points of a set, for the parameters in `context`; `None` where there are infinitely
    /// many, or the number is not found.
    pub fn of_points(set: &Set, context: &Set) -> Option<Self> {
        let parts = disjoint(set)?;
        Count::of_parts(set, &parts, context, true).or_else(|| Count::of_parts(set, &parts, context, false))
    }

    /// How often the innermost of some loops of a kernel is gone through; `None` where that is not found.
    pub fn of_loops(kernel: &Kernel, inames: &[Name]) -> Option<Self> {
        Count::of_points(&kernel.domain_of(inames).ok()?, &kernel.assumptions)
    }

    fn of_parts(set: &Set, parts: &[Vec<Constraint>], context: &Set, exact: bool) -> Option<Self> {
        let mut total = Count { exact, ..Count::zero() };
        for part in parts {
            for (conditions, value) in points::count(part, set.dims(), context, exact)? {
                let at = Set::from_constraints(context.params(), &[], &conditions).ok()?;
                total.add_on(&at.intersect(context).ok()?, &value)?;
            }
        }
        Some(total)
    }

    /// Adds a value on a set of parameters.
    fn add_on(&mut self, at: &Set, value: &Polynomial) -> Option<()> {
        let mut rest = at.clone();
        let mut pieces = Vec::new();
        for (set, before) in self.pieces.drain(..) {
            let (both, own) = (set.intersect(at).ok()?, set.subtract(at).ok()?);
            rest = rest.subtract(&set).ok()?;
            pieces.push((both, before.add(value)?));
            pieces.push((own, before));
        }
        pieces.push((rest, value.clone()));
        for (set, value) in pieces {
            if set.is_empty().ok()? || value == Polynomial::default() {
                continue;
            }
            match self.pieces.iter_mut().find(|(_, other)| *other == value) {
                Some((joined, _)) => *joined = joined.union(&set).and_then(|set| set.coalesce()).ok()?,
                None => self.pieces.push((set, value)),
            }
        }
        (self.pieces.len() <= MAX_PIECES).then_some(())
    }

    /// The sum.
    pub fn add(&self, other: &Count) -> Option<Self> {
        let mut result = self.clone();
        result.exact &= other.exact;
        for (at, value) in &other.pieces {
            result.add_on(at, value)?;
        }
        Some(result)
    }

    /// So many times this.
    pub fn times(&self, factor: i64) -> Option<Self> {
        let factor = Fraction::from(factor);
        let scaled = |(set, value): &(Set, Polynomial)| Some((set.clone(), value.scale(factor)?));
        Some(Count { pieces: self.pieces.iter().map(scaled).collect::<Option<_>>()?, exact: self.exact })
    }

    /// The number for these parameters; `None` where it is too large or a parameter has no value.
    pub fn eval(&self, value_of: &dyn Fn(&Name) -> Option<i64>) -> Option<i128> {
        for (set, value) in &self.pieces {
            let fixed = set.params().iter().try_fold(set.clone(), |set, name| {
                set.substitute(name, &Aff::constant(value_of(name).ok_or(Error::Overflow)?))
            });
            if !fixed.ok()?.is_empty().ok()? {
                // A count is an integer; what is at least as large may be a fraction.
                return value.eval(value_of).map(Fraction::floor);
            }
        }
        Some(0)
    }

    /// The count as text, with the conditions that `context` does not give already.
    pub fn text(&self, context: &Set) -> String {
        let piece = |(set, value): &(Set, Polynomial)| {
            let within =
                set.gist(context).and_then(|set| set.drop_unused_params()).unwrap_or_else(|_| set.clone());
            if within.is_universe().unwrap_or(false) {
                return value.to_string();
            }
            let text = within.text();
            let condition = text.split_once("{ :").map_or(text, |(_, after)| after);
            format!("{value} if {}", condition.trim_end_matches('}').trim())
        };
        let pieces: Vec<String> = self.pieces.iter().map(piece).collect();
        let text = if pieces.is_empty() { "0".to_owned() } else { pieces.join("; ") };
        if self.exact { text } else { format!("at most {text}") }
    }
}

/// Conjunctions that together hold the points of a set, each point in one of them.
fn disjoint(set: &Set) -> Option<Vec<Vec<Constraint>>> {
    let mut parts = Vec::new();
    let mut before: Option<Set> = None;
    for piece in set.pieces().ok()? {
        let piece = Set::from_constraints(set.params(), set.dims(), &piece).ok()?;
        // Pieces of a union may overlap.
        let own = match &before {
            Some(before) => piece.subtract(before).ok()?,
            None => piece.clone(),
        };
        parts.extend(own.pieces().ok()?);
        before = Some(match before {
            Some(before) => before.union(&piece).ok()?,
            None => piece,
        });
    }
    Some(parts)
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Set::universe(&[], &[]) {
            Ok(everything) => f.write_str(&self.text(&everything)),
            Err(_) => Err(fmt::Error),
        }
    }
}
