//! Operations that combine two sets, aligned by name.

use super::Set;
use super::infeasible::{implies, implies_all, infeasible};
use super::lazy::Source;
use super::name_lookup::NameLookup;
use super::recent::Operation;
use crate::ctx::{check, operation};
use crate::isl::{self, Raw};
use crate::{Constraint, Error, Name};
use isl_rs::DimType;
use std::collections::BTreeSet;

/// The columns and dimensions of two sets together.
fn together(left: &Set, right: &Set) -> (Vec<Name>, Vec<Name>) {
    let known = NameLookup::new(left.dims());
    if left.columns() == right.columns() && right.dims().iter().all(|dim| known.contains(dim)) {
        return (left.0.columns.clone(), left.0.dims.clone());
    }
    let all: BTreeSet<&Name> = left.columns().iter().chain(right.columns()).collect();
    let mut dims = left.0.dims.clone();
    dims.extend(right.dims().iter().filter(|dim| !known.contains(dim)).cloned());
    (all.into_iter().cloned().collect(), dims)
}

/// Two sets of isl's over the same columns.
struct Aligned {
    left: Raw,
    right: Raw,
}

impl Aligned {
    fn new(left: &Set, right: &Set) -> Result<Aligned, Error> {
        Aligned::on_columns(&together(left, right).0, left, right)
    }

    fn on_columns(columns: &[Name], left: &Set, right: &Set) -> Result<Aligned, Error> {
        Ok(Aligned { left: left.widened(columns)?, right: right.widened(columns)? })
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
        Operation::Join(self, other).result(|| self.join(other))
    }

    fn join(&self, other: &Set) -> Result<Set, Error> {
        let (columns, dims) = together(self, other);
        let everything = other.conjunction().is_some_and(<[Constraint]>::is_empty);
        if everything && columns == self.columns() && dims == self.dims() {
            return Ok(self.clone());
        }
        Set::lazy(Source::Joined(self.clone(), other.clone()), columns, dims)
    }

    /// The union; a set that lacks a dimension of the other is read as a cylinder over it.
    pub fn union(&self, other: &Set) -> Result<Set, Error> {
        let (columns, dims) = together(self, other);
        if columns == self.columns() && other.is_known_empty() {
            return Set::lazy(Source::Same(self.clone()), columns, dims);
        }
        if columns == other.columns() && self.is_known_empty() {
            return Set::lazy(Source::Same(other.clone()), columns, dims);
        }
        operation(|| {
            let Aligned { left, right } = Aligned::on_columns(&columns, self, other)?;
            let set = Set::wrap(check(left.union(right))?, columns, dims);
            Ok(set.with_shared_facts(self, other))
        })
    }

    /// The points of this set that are not in the other.
    pub fn subtract(&self, other: &Set) -> Result<Set, Error> {
        let (columns, dims) = together(self, other);
        if self.is_known_subset(other) {
            let params: Vec<Name> = columns.into_iter().filter(|name| !dims.contains(name)).collect();
            return Set::empty(&params, &dims);
        }
        if columns == self.columns() && self.is_apart(other) {
            return Set::lazy(Source::Same(self.clone()), columns, dims);
        }
        operation(|| {
            let Aligned { left, right } = Aligned::on_columns(&columns, self, other)?;
            let raw = check(left.subtract(right))?;
            Ok(Set::wrap(raw, columns, dims).with_facts_of(self))
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
        let source = match &self.0.source {
            Source::Added(set, added) if self.0.raw.get().is_none() => {
                Source::Added(set.clone(), added.iter().chain(constraints).cloned().collect())
            }
            _ => Source::Added(self.clone(), constraints.to_vec()),
        };
        Set::lazy(source, columns, self.0.dims.clone())
    }

    /// Whether what is known of both rules out a common point.
    fn is_apart(&self, other: &Set) -> bool {
        infeasible(self.known_constraints().iter().chain(other.known_constraints()))
    }

    /// Whether constraints alone tell that another one holds at all points.
    pub fn implies(&self, constraint: &Constraint) -> bool {
        implies(self.known_constraints(), constraint)
    }

    /// Whether constraints alone tell that every point of this set lies in the other.
    fn is_known_subset(&self, other: &Set) -> bool {
        self.is_same(other)
            || other.conjunction().is_some_and(|all| implies_all(self.known_constraints(), all))
    }

    /// Whether every point of this set lies in the other; both are read as cylinders over the columns of
    /// both.
    pub fn is_subset(&self, other: &Set) -> Result<bool, Error> {
        if self.is_known_subset(other) {
            return Ok(true);
        }
        operation(|| {
            let aligned = Aligned::new(self, other)?;
            check(aligned.left.is_subset(&aligned.right))
        })
    }

    /// Whether both hold the same points over the columns of both.
    pub fn is_equal(&self, other: &Set) -> Result<bool, Error> {
        if self.is_known_subset(other) && other.is_known_subset(self) {
            return Ok(true);
        }
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
            let (columns, dims) = together(self, context);
            let kept = Aligned::on_columns(&columns, self, context)?;
            let raw = check(kept.left.gist(kept.right))?;
            Set::wrap(raw, columns, dims).drop_unused_columns_outside(self)
        })
    }
}
