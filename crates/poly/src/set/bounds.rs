//! Bounds of one dimension in terms of the others.

use super::Set;
use crate::aff::Term;
use crate::ctx::{check, operation};
use crate::isl;
use crate::{Aff, Constraint, ConstraintKind, Error, Name};
use isl_rs::DimType;

/// Bounds that hold together: the greatest of lower ones, the least of upper ones. None: unbounded.
pub type Bounds = Vec<Aff>;

#[derive(Clone, Copy, PartialEq)]
enum BoundSide {
    Lower,
    Upper,
}

impl Set {
    /// Lower bounds of a dimension or parameter in terms of all other columns.
    ///
    /// The value itself may be further restricted by other constraints, such as divisibility. Of a set of
    /// several disjuncts the bounds are those of its simple hull.
    ///
    /// # Errors
    /// [`Error::UnknownDim`] where the set lacks the column.
    pub fn lower_bounds(&self, name: &Name) -> Result<Bounds, Error> {
        operation(|| self.bounds(name, BoundSide::Lower))
    }

    /// Upper bounds of a dimension or parameter in terms of all other columns; see
    /// [`lower_bounds`](Set::lower_bounds).
    ///
    /// # Errors
    /// [`Error::UnknownDim`] where the set lacks the column.
    pub fn upper_bounds(&self, name: &Name) -> Result<Bounds, Error> {
        operation(|| self.bounds(name, BoundSide::Upper))
    }

    fn bounds(&self, name: &Name, side: BoundSide) -> Result<Bounds, Error> {
        let at = isl::count(isl::find(self.columns(), name)?)?;
        let explicit = self.explicit()?;
        let hull =
            if check(explicit.raw_ref()?.n_basic_set())? > 1 { explicit.simple_hull()? } else { explicit };
        let plain = check(without_floors_of(hull.raw()?, at)?.remove_redundancies())?;
        let plain = self.with_content(plain);
        let pieces = plain.simplified_pieces()?;
        let mut bounds = Vec::new();
        for constraint in pieces.iter().flatten() {
            if !constraint.aff.mentions_in_floor(name) {
                bounds.extend(bound(constraint, name, side).ok_or(Error::Overflow)?);
            }
        }
        bounds.sort();
        bounds.dedup();
        if bounds.len() > 1 { self.tightest(bounds, name, side) } else { Ok(bounds) }
    }

    /// Drops each bound that another one is never weaker than, wherever the other columns have a point.
    fn tightest(&self, mut bounds: Bounds, name: &Name, side: BoundSide) -> Result<Bounds, Error> {
        let domain = self.project_out(std::slice::from_ref(name))?;
        let mut at = 0;
        while let Some(bound) = bounds.get(at).cloned() {
            let mut needed = true;
            for other in bounds.iter().filter(|other| **other != bound) {
                let tighter = match side {
                    BoundSide::Lower => Constraint::gt(&bound, other),
                    BoundSide::Upper => Constraint::lt(&bound, other),
                };
                let tighter = tighter.ok_or(Error::Overflow)?;
                needed = needed && !domain.add_constraints(&[tighter])?.is_empty()?;
            }
            if needed {
                at += 1;
            } else {
                bounds.remove(at);
            }
        }
        Ok(bounds)
    }
}

/// A superset without the floors that involve the column at a position.
///
/// Of a single dimension isl first looks for a pair of bounds that makes it a remainder, and compares their
/// distance with a wrong modulus (`detect_mod` in its `isl_map.c`): points are lost. It does not do so for
/// parameters.
fn without_floors_of(set: isl_rs::Set, at: u32) -> Result<isl_rs::Set, Error> {
    let moved = check(set.move_dims(DimType::Param, 0, DimType::Set, at, 1))?;
    let plain = check(moved.remove_divs_involving_dims(DimType::Param, 0, 1))?;
    check(plain.move_dims(DimType::Set, at, DimType::Param, 0, 1))
}

/// What a constraint says about a name on one side, if anything; the outer option is overflow.
fn bound(constraint: &Constraint, name: &Name, side: BoundSide) -> Option<Option<Aff>> {
    let (rest, coefficient) = constraint.aff.split_off(&Term::Dim(name.clone()));
    let applies = match (constraint.kind, side) {
        (_, _) if coefficient == 0 => false,
        (ConstraintKind::Equality, _) => true,
        (ConstraintKind::Inequality, BoundSide::Lower) => coefficient > 0,
        (ConstraintKind::Inequality, BoundSide::Upper) => coefficient < 0,
    };
    if !applies {
        return Some(None);
    }
    let size = coefficient.checked_abs()?;
    let value = if coefficient > 0 { rest.neg()? } else { rest };
    Some(Some(match side {
        BoundSide::Lower => value.offset(size - 1)?.floor_div(size)?,
        BoundSide::Upper => value.floor_div(size)?,
    }))
}
