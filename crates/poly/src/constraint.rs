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

/// One condition on dimensions and parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    /// Whether `aff` is zero or at least zero.
    pub kind: ConstraintKind,
    /// The expression.
    pub aff: Aff,
}

/// A constraint after simplification.
pub(crate) enum Simplified {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// It depends on the names.
    Open(Constraint),
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
        let value = self.aff.eval(&|name| point.get(name).copied())?;
        Some(match self.kind {
            ConstraintKind::Equality => value == 0,
            ConstraintKind::Inequality => value >= 0,
        })
    }

    /// The constraints that hold exactly where this one does not; their union is the complement.
    pub(crate) fn negation(&self) -> Option<Vec<Constraint>> {
        let below = Constraint { kind: ConstraintKind::Inequality, aff: self.aff.neg()?.offset(-1)? };
        let above = Constraint { kind: ConstraintKind::Inequality, aff: self.aff.offset(-1)? };
        Some(match self.kind {
            ConstraintKind::Inequality => vec![below],
            ConstraintKind::Equality => vec![below, above],
        })
    }

    /// The same condition with the smallest coefficients, tightened to the integers; an equality starts with a
    /// positive coefficient, and one that only fixes a remainder reads `l mod d = r` with `l` free of a constant.
    pub(crate) fn simplify(&self) -> Option<Simplified> {
        let content = self.aff.content();
        let mut aff = self.aff.clone().divide_content(content);
        match self.kind {
            ConstraintKind::Inequality => {
                if mod_range(&aff).is_some_and(|(least, _)| least >= 0) {
                    return Some(Simplified::True);
                }
            }
            ConstraintKind::Equality => {
                if content > 1 && self.aff.constant_part().rem_euclid(content) != 0 {
                    return Some(Simplified::False);
                }
                if aff.terms().first().is_some_and(|(_, c)| *c < 0) {
                    aff = aff.neg()?;
                }
            }
        }
        if let Some((least, most)) = mod_range(&aff) {
            let possible = match self.kind {
                ConstraintKind::Inequality => most >= 0,
                ConstraintKind::Equality => least <= 0 && most >= 0,
            };
            if !possible {
                return Some(Simplified::False);
            }
            if least == most {
                return Some(Simplified::True);
            }
        }
        if self.kind == ConstraintKind::Equality {
            aff = residue_form(&aff)?.unwrap_or(aff);
        }
        Some(Simplified::Open(Constraint { kind: self.kind, aff }))
    }
}

/// One floor and the rest of an expression that together are `sign * (inner mod divisor) + constant`.
struct Remainder<'a> {
    inner: &'a Aff,
    divisor: i64,
    sign: i64,
    constant: i64,
}

/// Reads an expression as plus or minus a remainder plus a constant.
fn as_remainder(aff: &Aff) -> Option<Remainder<'_>> {
    let (term, coefficient) = aff.terms().last()?;
    let Term::Floor(inner, divisor) = term else { return None };
    if coefficient.checked_abs()? != *divisor {
        return None;
    }
    let sign = -coefficient.signum();
    let (rest, _) = aff.split_off(term);
    let constant = rest.add_scaled(inner, -sign)?.as_constant()?;
    Some(Remainder { inner, divisor: *divisor, sign, constant })
}

/// Least and greatest value of an expression that is a constant or a remainder plus a constant.
fn mod_range(aff: &Aff) -> Option<(i64, i64)> {
    if let Some(value) = aff.as_constant() {
        return Some((value, value));
    }
    let remainder = as_remainder(aff)?;
    let end = remainder.constant.checked_add(remainder.sign.checked_mul(remainder.divisor - 1)?)?;
    Some((end.min(remainder.constant), end.max(remainder.constant)))
}

/// For an equality that fixes a remainder, its form `l mod d - r`.
///
/// The outer option is overflow, the inner one whether the equality has that shape.
fn residue_form(aff: &Aff) -> Option<Option<Aff>> {
    let Some(remainder) = as_remainder(aff) else { return Some(None) };
    let residue = remainder.constant.checked_mul(-remainder.sign)?.checked_sub(remainder.inner.constant_part())?;
    let mut linear = remainder.inner.without_constant();
    let mut residue = residue.rem_euclid(remainder.divisor);
    if linear.terms().first().is_some_and(|(_, c)| *c < 0) {
        linear = linear.neg()?;
        residue = residue.checked_neg()?.rem_euclid(remainder.divisor);
    }
    let form = linear.modulo(remainder.divisor)?.offset(residue.checked_neg()?)?;
    Some(Some(form))
}

/// For a simplified equality that fixes a remainder, the floor and the multiple `divisor*floor` stands for.
pub(crate) fn divisible(constraint: &Constraint) -> Option<(Term, i64, Aff)> {
    if constraint.kind != ConstraintKind::Equality {
        return None;
    }
    let (term, _) = constraint.aff.terms().last()?;
    let remainder = as_remainder(&constraint.aff)?;
    // `inner mod d` is known, so `d*floor(inner/d)` is `inner` less that value.
    let value = remainder.constant.checked_mul(-remainder.sign)?;
    Some((term.clone(), remainder.divisor, remainder.inner.offset(value.checked_neg()?)?))
}
