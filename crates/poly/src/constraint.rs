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
    let residue =
        remainder.constant.checked_mul(-remainder.sign)?.checked_sub(remainder.inner.constant_part())?;
    let mut linear = remainder.inner.without_constant();
    let mut residue = residue.rem_euclid(remainder.divisor);
    if linear.terms().first().is_some_and(|(_, c)| *c < 0) {
        linear = linear.neg()?;
        residue = residue.checked_neg()?.rem_euclid(remainder.divisor);
    }
    let form = linear.modulo(remainder.divisor)?.offset(residue.checked_neg()?)?;
    Some(Some(form))
}

/// What a simplified equality `linear mod divisor = residue` says.
pub(crate) struct Residue {
    /// The expression, without constant.
    pub(crate) linear: Aff,
    /// The positive divisor.
    pub(crate) divisor: i64,
    /// The remainder.
    pub(crate) residue: i64,
}

impl Constraint {
    /// Reads an equality as a statement on a remainder, where it has the form that simplification gives it.
    pub(crate) fn residue(&self) -> Option<Residue> {
        if self.kind != ConstraintKind::Equality {
            return None;
        }
        let remainder = as_remainder(&self.aff)?;
        let (linear, divisor) = (remainder.inner.clone(), remainder.divisor);
        let formed = linear.constant_part() == 0 && remainder.sign == 1;
        formed.then_some(Residue { linear, divisor, residue: -remainder.constant })
    }

    /// The constraint where a floor of `linear` (or of its negative) plus a constant is replaced by what the
    /// residue makes of it, a division without remainder.
    pub(crate) fn resolve(&self, known: &Residue) -> Option<Constraint> {
        let mut aff = self.aff.clone();
        for (term, _) in self.aff.terms() {
            let Term::Floor(inner, divisor) = term else { continue };
            let Some(sign) = known.sign_in(inner).filter(|_| *divisor == known.divisor) else { continue };
            // floor((sign*linear + c)/d) = (sign*(linear - residue))/d + floor((sign*residue + c)/d)
            let shift =
                known.residue.checked_mul(sign)?.checked_add(inner.constant_part())?.div_euclid(*divisor);
            let exact = known.linear.offset(known.residue.checked_neg()?)?.scale(sign)?;
            let (rest, coefficient) = aff.split_off(term);
            let rest = rest.offset(shift.checked_mul(coefficient)?)?;
            aff = rest.scale(*divisor)?.add_scaled(&exact, coefficient)?;
        }
        Some(Constraint { kind: self.kind, aff })
    }
}

impl Residue {
    /// 1 where the expression is `linear` plus a constant, -1 where it is its negative plus a constant.
    fn sign_in(&self, inner: &Aff) -> Option<i64> {
        let linear = inner.without_constant();
        if linear == self.linear {
            Some(1)
        } else if linear.neg()? == self.linear {
            Some(-1)
        } else {
            None
        }
    }
}

impl Constraint {
    /// The range that the constraint leaves to a name where all others have the point's values. A name inside a
    /// floor is not restricted.
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
