//! Constraints: equalities and inequalities of quasi-affine expressions.

use crate::aff::Term;
use crate::{Aff, Name};
use std::collections::BTreeMap;

/// Values of dimensions and parameters.
pub type Point = BTreeMap<Name, i64>;

/// How a constraint's expression compares with zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstraintKind {
    /// It is zero.
    Equality,
    /// It is zero or more.
    Inequality,
}

impl ConstraintKind {
    /// Whether an expression of this value satisfies such a constraint.
    pub(crate) fn admits(self, value: i64) -> bool {
        match self {
            ConstraintKind::Equality => value == 0,
            ConstraintKind::Inequality => value >= 0,
        }
    }
}

/// One condition on dimensions and parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    /// Whether `aff` is zero or at least zero.
    pub kind: ConstraintKind,
    /// The expression.
    pub aff: Aff,
}

impl Constraint {
    /// `a >= b`; `None` where the difference overflows, as in all of these.
    pub fn ge(a: &Aff, b: &Aff) -> Option<Constraint> {
        Some(Constraint { kind: ConstraintKind::Inequality, aff: a.sub(b)? })
    }

    /// `a <= b`.
    pub fn le(a: &Aff, b: &Aff) -> Option<Constraint> {
        Constraint::ge(b, a)
    }

    /// `a < b`.
    pub fn lt(a: &Aff, b: &Aff) -> Option<Constraint> {
        Constraint::ge(&b.offset(-1)?, a)
    }

    /// `a > b`.
    pub fn gt(a: &Aff, b: &Aff) -> Option<Constraint> {
        Constraint::lt(b, a)
    }

    /// `a = b`.
    pub fn eq(a: &Aff, b: &Aff) -> Option<Constraint> {
        Some(Constraint { kind: ConstraintKind::Equality, aff: a.sub(b)? })
    }

    /// Whether the point satisfies the constraint; `None` where it lacks a name or a value overflows.
    pub fn holds(&self, point: &Point) -> Option<bool> {
        Some(self.kind.admits(self.aff.eval(&|name| point.get(name).copied())?))
    }

    /// Whether this constraint is the other one, or an inequality that differs in a tighter constant alone.
    pub(crate) fn covers(&self, other: &Constraint) -> bool {
        let (own, theirs) = (self.aff.constant_part(), other.aff.constant_part());
        let constant = match self.kind {
            ConstraintKind::Inequality => own <= theirs,
            ConstraintKind::Equality => own == theirs,
        };
        // Names are compared last: it takes longest.
        constant
            && self.kind == other.kind
            && self.aff.has_factors_of(&other.aff)
            && self.aff.terms() == other.aff.terms()
    }

    /// Whether this constraint and the other one bound one sum of terms so that no value of it is left. Their
    /// names tell nothing else.
    pub fn contradicts(&self, other: &Constraint) -> bool {
        let is_negated = match same_terms(&self.aff, &other.aff) {
            Some(is_negated) => is_negated,
            None => return false,
        };
        let (own, theirs) = (self.span(false), other.span(is_negated));
        let is_above = |a: (Option<i64>, Option<i64>), b: (Option<i64>, Option<i64>)| match (a.0, b.1) {
            (Some(least), Some(most)) => least > most,
            _ => false,
        };
        is_above(own, theirs) || is_above(theirs, own)
    }

    /// Least and greatest value of the terms without the constant, or of their negatives.
    fn span(&self, is_negated: bool) -> (Option<i64>, Option<i64>) {
        let constant = self.aff.constant_part();
        let bound = if is_negated { Some(constant) } else { constant.checked_neg() };
        match (self.kind, is_negated) {
            (ConstraintKind::Equality, _) => (bound, bound),
            (ConstraintKind::Inequality, false) => (bound, None),
            (ConstraintKind::Inequality, true) => (None, bound),
        }
    }

    /// The constraints that hold exactly where this one does not; their union is the complement. `None` on
    /// overflow.
    pub fn negation(&self) -> Option<Vec<Constraint>> {
        let below = Constraint { kind: ConstraintKind::Inequality, aff: self.aff.neg()?.offset(-1)? };
        let above = Constraint { kind: ConstraintKind::Inequality, aff: self.aff.offset(-1)? };
        Some(match self.kind {
            ConstraintKind::Inequality => vec![below],
            ConstraintKind::Equality => vec![below, above],
        })
    }

    /// The range that the constraint leaves to a name where all others have the point's values. A name inside
    /// a floor is not restricted.
    pub(crate) fn range_of(&self, name: &Name, point: &Point) -> Option<(i64, i64)> {
        let coefficient = self.aff.coefficient(name);
        if coefficient == 0 || self.aff.mentions_in_floor(name) {
            return Some((i64::MIN, i64::MAX));
        }
        let (rest, _) = self.aff.split_off(&Term::Dim(name.clone()));
        let rest = rest.eval(&|name| point.get(name).copied())?;
        // coefficient*x >= -rest
        let ceil = |a: i64, b: i64| a.checked_neg()?.checked_div_euclid(b)?.checked_neg();
        let (least, most) = if coefficient > 0 {
            (ceil(rest.checked_neg()?, coefficient)?, rest.checked_neg()?.div_euclid(coefficient))
        } else {
            let size = coefficient.checked_neg()?;
            (ceil(rest, size)?, rest.div_euclid(size))
        };
        Some(match (self.kind, coefficient > 0) {
            (ConstraintKind::Equality, _) => (least, most),
            (ConstraintKind::Inequality, true) => (least, i64::MAX),
            (ConstraintKind::Inequality, false) => (i64::MIN, most),
        })
    }
}

/// Whether two expressions have the same terms, and whether those of one are the negatives of the other's.
fn same_terms(a: &Aff, b: &Aff) -> Option<bool> {
    let (first, second) = (a.terms().first()?, b.terms().first()?);
    let is_negated = first.1 != second.1;
    let fits = |(own, theirs): (&(Term, i64), &(Term, i64))| {
        let factor = if is_negated { theirs.1.checked_neg() } else { Some(theirs.1) };
        Some(own.1) == factor && own.0 == theirs.0
    };
    (a.terms().len() == b.terms().len() && a.terms().iter().zip(b.terms()).all(fits)).then_some(is_negated)
}
