//! Conditions on remainders: the floors of isl read as people write them.

use crate::aff::Term;
use crate::{Aff, Constraint, ConstraintKind};

/// An expression `sign * (inner mod divisor) + constant`: one floor and the terms that belong to it.
pub(crate) struct Remainder<'a> {
    inner: &'a Aff,
    divisor: i64,
    sign: i64,
    constant: i64,
}

impl Remainder<'_> {
    /// Reads an expression that has this shape.
    pub(crate) fn read(aff: &Aff) -> Option<Remainder<'_>> {
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

    /// Least and greatest value.
    fn range(&self) -> Option<(i64, i64)> {
        let end = self.constant.checked_add(self.sign.checked_mul(self.divisor - 1)?)?;
        Some((end.min(self.constant), end.max(self.constant)))
    }

    /// The same condition in a form that depends only on the residues of `inner` that satisfy it: with `l`
    /// that starts with a positive coefficient and has no constant, `l mod d = r`, `l mod d <= r` or
    /// `l mod d >= r`, or `(l + c) mod d <= r` where neither 0 nor `d - 1` ends the range. The condition must
    /// be neither always true nor impossible.
    pub(crate) fn normal_form(&self, kind: ConstraintKind) -> Option<Aff> {
        let last = self.divisor - 1;
        let border = self.constant.checked_mul(-self.sign)?;
        let (low, high) = match (kind, self.sign > 0) {
            (ConstraintKind::Equality, _) => (border, border),
            (ConstraintKind::Inequality, true) => (border, last),
            (ConstraintKind::Inequality, false) => (0, border),
        };
        // Residues of the expression without its constant.
        let shift = self.inner.constant_part();
        let (mut low, mut high) = (low.checked_sub(shift)?, high.checked_sub(shift)?);
        let mut linear = self.inner.without_constant();
        if linear.terms().first().is_some_and(|(_, c)| *c < 0) {
            linear = linear.neg()?;
            (low, high) = (high.checked_neg()?, low.checked_neg()?);
        }
        let width = high.checked_sub(low)?;
        let low = low.rem_euclid(self.divisor);
        let high = low.checked_add(width)?;
        match kind {
            ConstraintKind::Equality => linear.modulo(self.divisor)?.offset(-low),
            ConstraintKind::Inequality if low == 0 => linear.modulo(self.divisor)?.neg()?.offset(width),
            ConstraintKind::Inequality if high == last => linear.modulo(self.divisor)?.offset(-low),
            ConstraintKind::Inequality => {
                let shifted = linear.offset(self.divisor - low)?;
                shifted.modulo(self.divisor)?.neg()?.offset(width)
            }
        }
    }
}

/// Least and greatest value of an expression that is a constant or a remainder plus a constant.
pub(crate) fn range(aff: &Aff) -> Option<(i64, i64)> {
    match aff.as_constant() {
        Some(value) => Some((value, value)),
        None => Remainder::read(aff)?.range(),
    }
}

/// An expression that is not negative for the same integers, without one floor that has coefficient 1 or -1:
/// `floor(g/d) + r >= 0` is `g + d*r >= 0`, and `r - floor(g/d) >= 0` is `d*r + d - 1 - g >= 0`.
pub(crate) fn without_unit_floor(aff: &Aff) -> Option<Aff> {
    let unit = |(term, c): &&(Term, i64)| matches!(term, Term::Floor(..)) && matches!(c, 1 | -1);
    let (term, coefficient) = aff.terms().iter().find(unit)?;
    let Term::Floor(inner, divisor) = term else { return None };
    let rest = aff.split_off(term).0.scale(*divisor)?;
    let rest = if *coefficient > 0 { rest } else { rest.offset(divisor - 1)? };
    rest.add_scaled(inner, *coefficient)
}

/// What an equality `linear mod divisor = residue` says.
pub(crate) struct Residue {
    /// The expression, without constant.
    pub(crate) linear: Aff,
    /// The positive divisor.
    pub(crate) divisor: i64,
    /// The remainder.
    pub(crate) residue: i64,
}

impl Residue {
    /// Reads an equality that has the normal form.
    pub(crate) fn read(constraint: &Constraint) -> Option<Residue> {
        if constraint.kind != ConstraintKind::Equality {
            return None;
        }
        let remainder = Remainder::read(&constraint.aff)?;
        let (linear, divisor) = (remainder.inner.clone(), remainder.divisor);
        let formed = linear.constant_part() == 0 && remainder.sign == 1;
        formed.then_some(Residue { linear, divisor, residue: -remainder.constant })
    }

    /// The constraint where each floor of `linear` (or of its negative) plus a constant is replaced by what
    /// the residue makes of it, a division without remainder.
    pub(crate) fn resolve(&self, constraint: &Constraint) -> Option<Constraint> {
        let mut aff = constraint.aff.clone();
        for (term, _) in constraint.aff.terms() {
            let Term::Floor(inner, divisor) = term else { continue };
            let Some(sign) = self.sign_in(inner).filter(|_| *divisor == self.divisor) else { continue };
            // floor((sign*linear + c)/d) = (sign*(linear - residue))/d + floor((sign*residue + c)/d)
            let whole =
                self.residue.checked_mul(sign)?.checked_add(inner.constant_part())?.div_euclid(*divisor);
            let exact = self.linear.offset(self.residue.checked_neg()?)?.scale(sign)?;
            let (rest, coefficient) = aff.split_off(term);
            let rest = rest.offset(whole.checked_mul(coefficient)?)?;
            aff = rest.scale(*divisor)?.add_scaled(&exact, coefficient)?;
        }
        Some(Constraint { kind: constraint.kind, aff })
    }

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
