//! Operations on columns: projection, renaming, substitution, change of role.

use super::lazy::Source;
use super::name_lookup::NameLookup;
use super::recent::Operation;
use super::{Set, sorted_columns};
use crate::ctx::{check, operation};
use crate::isl::{self, Raw};
use crate::{Aff, Error, Name};
use isl_rs::DimType;
use std::collections::{BTreeMap, BTreeSet};

impl Set {
    fn require(&self, names: &[Name]) -> Result<(), Error> {
        names.iter().try_for_each(|name| isl::find(self.columns(), name).map(|_| ()))
    }

    fn require_dims(&self, names: &[Name]) -> Result<(), Error> {
        let dims = NameLookup::new(self.dims());
        let unknown = names.iter().find(|name| !dims.contains(name));
        unknown.map_or(Ok(()), |name| Err(Error::UnknownDim(name.clone())))
    }

    /// The projection along some dimensions or parameters: what is left of each point without them.
    ///
    /// # Errors
    /// [`Error::UnknownDim`] where the set lacks a column, as everywhere below.
    pub fn project_out(&self, names: &[Name]) -> Result<Set, Error> {
        self.require(names)?;
        if names.is_empty() {
            return Ok(self.clone());
        }
        Operation::Projection(self, names).result(|| self.projected_out(names))
    }

    fn projected_out(&self, names: &[Name]) -> Result<Set, Error> {
        let gone = NameLookup::new(names);
        let keep = |list: &[Name]| list.iter().filter(|name| !gone.contains(name)).cloned().collect();
        let (columns, dims) = (keep(self.columns()), keep(self.dims()));
        Set::lazy(Source::Projected(self.clone(), names.to_vec()), columns, dims)
    }

    /// isl's set without some columns, consecutive ones in one step.
    pub(super) fn removed(
        &self,
        names: &[Name],
        remove: impl Fn(Raw, u32, u32) -> Result<Raw, isl_rs::LibISLError>,
    ) -> Result<Raw, Error> {
        let among = NameLookup::new(names);
        let gone = |name: &Name| among.contains(name);
        let mut raw = self.raw()?;
        let mut run = 0;
        for (at, name) in self.columns().iter().enumerate().rev() {
            run += u32::from(gone(name));
            let run_ends = at == 0 || !self.columns().get(at - 1).is_some_and(gone);
            if run > 0 && run_ends {
                let first = if gone(name) { at } else { at + 1 };
                raw = check(remove(raw, isl::count(first)?, run))?;
                run = 0;
            }
        }
        Ok(raw)
    }

    /// The projection onto some dimensions, in that order; parameters stay.
    pub fn project_onto(&self, dims: &[Name]) -> Result<Set, Error> {
        self.require_dims(dims)?;
        let kept = NameLookup::new(dims);
        let others: Vec<Name> = self.dims().iter().filter(|dim| !kept.contains(dim)).cloned().collect();
        self.project_out(&others)?.reorder_dims(dims)
    }

    /// The parameter values for which the set has a point.
    pub fn parameter_domain(&self) -> Result<Set, Error> {
        self.project_out(self.dims())
    }

    /// The same points with columns in other roles. isl's set does not know them.
    fn with_dims(&self, dims: Vec<Name>) -> Result<Set, Error> {
        if dims == self.dims() {
            return Ok(self.clone());
        }
        Set::lazy(Source::Same(self.clone()), self.0.columns.clone(), dims)
    }

    /// Makes dimensions parameters.
    pub fn dims_to_params(&self, names: &[Name]) -> Result<Set, Error> {
        self.require_dims(names)?;
        let moved = NameLookup::new(names);
        self.with_dims(self.dims().iter().filter(|dim| !moved.contains(dim)).cloned().collect())
    }

    /// Makes parameters dimensions, behind the others.
    pub fn params_to_dims(&self, names: &[Name]) -> Result<Set, Error> {
        if let Some(unknown) = names.iter().find(|name| !self.params().contains(name)) {
            return Err(Error::UnknownDim(unknown.clone()));
        }
        sorted_columns(names, self.dims())?;
        self.with_dims(self.dims().iter().chain(names).cloned().collect())
    }

    /// The dimensions in another order, all of which must be listed.
    pub fn reorder_dims(&self, order: &[Name]) -> Result<Set, Error> {
        self.require_dims(order)?;
        let listed = NameLookup::new(order);
        if let Some(missing) = self.dims().iter().find(|dim| !listed.contains(dim)) {
            return Err(Error::UnknownDim(missing.clone()));
        }
        sorted_columns(&[], order)?;
        self.with_dims(order.to_vec())
    }

    /// The cylinder over further dimensions, behind the others. A parameter of that name becomes the
    /// dimension.
    pub fn add_dims(&self, names: &[Name]) -> Result<Set, Error> {
        self.intersect(&Set::universe(&[], names)?)
    }

    /// The same set with further parameters; names that are columns already stay what they are.
    pub fn add_params(&self, names: &[Name]) -> Result<Set, Error> {
        let columns = NameLookup::new(self.columns());
        let new: BTreeSet<&Name> = names.iter().filter(|name| !columns.contains(name)).collect();
        let new: Vec<Name> = new.into_iter().cloned().collect();
        if new.is_empty() { Ok(self.clone()) } else { self.intersect(&Set::universe(&new, &[])?) }
    }

    /// Renames dimensions or parameters, all at once.
    ///
    /// # Errors
    /// [`Error::DuplicateDim`] where two columns would share a name.
    pub fn rename(&self, names: &[(Name, Name)]) -> Result<Set, Error> {
        names.iter().try_for_each(|(old, _)| isl::find(self.columns(), old).map(|_| ()))?;
        let new = |name: &Name| {
            names.iter().find(|(old, _)| old == name).map_or_else(|| name.clone(), |(_, new)| new.clone())
        };
        let renamed: Vec<Name> = self.columns().iter().map(new).collect();
        let dims: Vec<Name> = self.dims().iter().map(new).collect();
        let target = sorted_columns(&renamed, &[])?;
        let forms = names.iter().map(|(old, new)| (old.clone(), Aff::dim(new))).collect();
        Set::lazy(Source::Substituted(self.clone(), forms), target, dims)
    }

    /// Gives a dimension or parameter a value and removes it.
    pub fn fix(&self, name: &Name, value: i64) -> Result<Set, Error> {
        self.substitute(name, &Aff::constant(value))
    }

    /// Replaces a dimension or parameter by an expression, whose new names become parameters.
    pub fn substitute(&self, name: &Name, by: &Aff) -> Result<Set, Error> {
        self.substitute_all(&BTreeMap::from([(name.clone(), by.clone())]))
    }

    /// Replaces dimensions or parameters by expressions, all at once; new names become parameters.
    pub fn substitute_all(&self, by: &BTreeMap<Name, Aff>) -> Result<Set, Error> {
        by.keys().try_for_each(|name| isl::find(self.columns(), name).map(|_| ()))?;
        let mut target: BTreeSet<Name> =
            self.columns().iter().filter(|name| !by.contains_key(*name)).cloned().collect();
        target.extend(by.values().flat_map(Aff::names));
        let target: Vec<Name> = target.into_iter().collect();
        let left = NameLookup::new(&target);
        let dims = self.dims().iter().filter(|name| left.contains(name)).cloned().collect();
        Set::lazy(Source::Substituted(self.clone(), by.clone()), target, dims)
    }

    /// Removes the parameters that no constraint mentions.
    pub fn drop_unused_params(&self) -> Result<Set, Error> {
        operation(|| {
            let params = self.params().to_vec();
            self.drop_unused(&params)
        })
    }

    /// Removes those of the named columns that no constraint mentions.
    fn drop_unused(&self, candidates: &[Name]) -> Result<Set, Error> {
        let mut unused = Vec::new();
        for name in candidates {
            let at = isl::count(isl::find(self.columns(), name)?)?;
            if !check(self.raw_ref()?.involves_dims(DimType::Set, at, 1))? {
                unused.push(name.clone());
            }
        }
        if unused.is_empty() {
            return Ok(self.clone());
        }
        self.project_out(&unused)
    }

    /// Removes the columns that `model` lacks where no constraint mentions them.
    pub(super) fn drop_unused_columns_outside(&self, model: &Set) -> Result<Set, Error> {
        let foreign: Vec<Name> =
            self.columns().iter().filter(|name| !model.columns().contains(name)).cloned().collect();
        self.drop_unused(&foreign)
    }
}
