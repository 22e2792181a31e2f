//! Operations that combine two sets, aligned by name.

use super::Set;
use crate::ctx::{check, operation};
use crate::infeasible::infeasible;
use crate::isl::{self, Raw};
use crate::{Constraint, Error, Name};
use isl_rs::DimType;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Two sets of isl's over the same columns.
struct Aligned {
    left: Raw,
    right: Raw,
    columns: Vec<Name>,
    dims: Vec<Name>,
}

impl Aligned {
    fn new(left: &Set, right: &Set) -> Result<Aligned, Error> {
        if left.columns() == right.columns() && right.dims().iter().all(|dim| left.dims().contains(dim)) {
            let (columns, dims) = (left.0.columns.clone(), left.0.dims.clone());
            return Ok(Aligned { left: left.raw()?, right: right.raw()?, columns, dims });
        }
        let all: BTreeSet<&Name> = left.columns().iter().chain(right.columns()).collect();
        let columns: Vec<Name> = all.into_iter().cloned().collect();
        let mut dims = left.0.dims.clone();
        dims.extend(right.dims().iter().filter(|dim| !left.dims().contains(dim)).cloned());
        Ok(Aligned { left: left.widened(&columns)?, right: right.widened(&columns)?, columns, dims })
    }
}

impl Set {
    /// The cylinder over sorted columns that contain all of this set's.
    pub(super) fn widened(&self, columns: &[Name]) -> Result<Raw, Error> {
        let mut raw = self.raw()?;
        let mut own = self.columns().iter().peekable();
        for (at, name) in columns.iter().enumerate() {
            if own.next_if(|own| *own == name).is_none() {
                raw = check(raw.insert_dims(DimType::Set, isl::count(at)?, 1))?;
            }
        }
        Ok(raw)
    }

    /// The natural join: the points over the columns of both whose parts lie in each.
    ///
    /// # Errors
    /// [`Error::Quota`] and isl's other failures, as everywhere below.
    pub fn intersect(&self, other: &Set) -> Result<Set, Error> {
        operation(|| {
            let aligned = Aligned::new(self, other)?;
            let raw = isl::intersect(aligned.left, aligned.right)?;
            let known = self.0.known.iter().chain(&other.0.known).cloned().collect();
            Ok(Set::knowing(raw, aligned.columns, aligned.dims, known))
        })
    }

    /// The union; a set that lacks a dimension of the other is read as a cylinder over it.
    pub fn union(&self, other: &Set) -> Result<Set, Error> {
        operation(|| {
            let Aligned { left, right, columns, dims } = Aligned::new(self, other)?;
            let shared = self.0.known.iter().filter(|constraint| other.0.known.contains(constraint));
            Ok(Set::knowing(check(left.union(right))?, columns, dims, shared.cloned().collect()))
        })
    }

    /// The points of this set that are not in the other.
    pub fn subtract(&self, other: &Set) -> Result<Set, Error> {
        operation(|| {
            let Aligned { left, right, columns, dims } = Aligned::new(self, other)?;
            let raw = if self.is_apart(other) { left } else { check(left.subtract(right))? };
            Ok(Set::knowing(raw, columns, dims, self.0.known.clone()))
        })
    }

    /// The points that satisfy the constraints too. Names without a column become parameters.
    pub fn add_constraints(&self, constraints: &[Constraint]) -> Result<Set, Error> {
        if constraints.is_empty() {
            return Ok(self.clone());
        }
        let mut names: BTreeSet<Name> = self.columns().iter().cloned().collect();
        names.extend(constraints.iter().flat_map(|constraint| constraint.aff.names()));
        let columns: Vec<Name> = names.into_iter().collect();
        let both = |old: &[Constraint]| old.iter().chain(constraints).cloned().collect::<Vec<Constraint>>();
        let source = match &self.0.source {
            Some((set, added)) if self.0.raw.get().is_none() => (set.clone(), both(added)),
            _ => (self.clone(), constraints.to_vec()),
        };
        let dims = self.0.dims.clone();
        Ok(Set::new(OnceCell::new(), Some(source), columns, dims, both(&self.0.known)))
    }

    /// Whether what is known of both rules out a common point.
    fn is_apart(&self, other: &Set) -> bool {
        infeasible(self.0.known.iter().chain(&other.0.known))
    }

    /// Whether every point of this set lies in the other; both are read as cylinders over the columns of both.
    pub fn is_subset(&self, other: &Set) -> Result<bool, Error> {
        operation(|| {
            let aligned = Aligned::new(self, other)?;
            check(aligned.left.is_subset(&aligned.right))
        })
    }

    /// Whether both hold the same points over the columns of both.
    pub fn is_equal(&self, other: &Set) -> Result<bool, Error> {
        operation(|| {
            let aligned = Aligned::new(self, other)?;
            check(aligned.left.is_equal(&aligned.right))
        })
    }

    /// Whether no point lies in both.
    pub fn is_disjoint(&self, other: &Set) -> Result<bool, Error> {
        Ok(self.is_apart(other)
            || operation(|| {
                let aligned = Aligned::new(self, other)?;
                check(aligned.left.is_disjoint(&aligned.right))
            })?)
    }

    /// A simpler set that equals this one within the context. Thorough and slow;
    /// [`simplify_in`](Set::simplify_in) is the cheap one.
    pub fn gist(&self, context: &Set) -> Result<Set, Error> {
        operation(|| {
            let kept = Aligned::new(self, context)?;
            let (columns, dims) = (kept.columns.clone(), kept.dims.clone());
            let raw = check(kept.left.gist(kept.right))?;
            Set::wrap(raw, columns, dims).drop_unused_columns_outside(self)
        })
    }
}
