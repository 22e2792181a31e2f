//! Extreme values of expressions over a set.

use super::Set;
use crate::ctx::{check, operation};
use crate::isl;
use crate::{Aff, Constraint, Error, Name};
use isl_rs::PwAff;
use std::collections::BTreeMap;

impl Set {
    /// The least value of an expression over all points and parameters; `None` where there is no point or no
    /// bound.
    ///
    /// # Errors
    /// [`Error::UnknownDim`] where the expression mentions a name that is no column, as everywhere below.
    pub fn static_min(&self, aff: &Aff) -> Result<Option<i64>, Error> {
        let Some(negative) = aff.neg() else { return Err(Error::Overflow) };
        let greatest = operation(|| isl::greatest(self.raw_ref()?, &negative, self.columns()))?;
        greatest.map(|value| value.checked_neg().ok_or(Error::Overflow)).transpose()
    }

    /// The greatest value of an expression over all points and parameters.
    pub fn static_max(&self, aff: &Aff) -> Result<Option<i64>, Error> {
        operation(|| isl::greatest(self.raw_ref()?, aff, self.columns()))
    }

    /// Parameters that have one value only, with it.
    pub fn pinned(&self) -> Result<BTreeMap<Name, i64>, Error> {
        let mut values = BTreeMap::new();
        for name in self.params() {
            let value = self.static_min(&Aff::dim(name))?;
            if let Some(value) = value
                && self.static_max(&Aff::dim(name))? == Some(value)
            {
                values.insert(name.clone(), value);
            }
        }
        Ok(values)
    }

    /// The least value of an expression over the dimensions, in terms of the parameters: disjoint parameter
    /// sets and the value in each. Where no set holds there is no point.
    ///
    /// # Errors
    /// [`Error::Isl`] where there is no bound for some parameters.
    pub fn min_aff(&self, aff: &Aff) -> Result<Vec<(Set, Aff)>, Error> {
        self.optimum(aff, isl::Raw::dim_min)
    }

    /// The greatest value of an expression over the dimensions; see [`min_aff`](Set::min_aff).
    ///
    /// # Errors
    /// [`Error::Isl`] where there is no bound for some parameters.
    pub fn max_aff(&self, aff: &Aff) -> Result<Vec<(Set, Aff)>, Error> {
        self.optimum(aff, isl::Raw::dim_max)
    }

    fn optimum(
        &self,
        aff: &Aff,
        extreme: impl FnOnce(isl::Raw, i32) -> Result<PwAff, isl_rs::LibISLError>,
    ) -> Result<Vec<(Set, Aff)>, Error> {
        aff.names().iter().try_for_each(|name| isl::find(self.columns(), name).map(|_| ()))?;
        let value = self.fresh_name();
        operation(|| {
            let defined = Constraint::eq(&Aff::dim(&value), aff).ok_or(Error::Overflow)?;
            let graph = self.add_constraints(&[defined])?.params_to_dims(std::slice::from_ref(&value))?;
            let values = graph.project_onto(std::slice::from_ref(&value))?;
            let optimum = check(extreme(values.parametric()?, 0))?;
            let optimum = check(optimum.coalesce())?;
            let params = values.params();
            let pieces = isl::piecewise(&optimum, params)?;
            Ok(pieces
                .into_iter()
                .map(|(raw, aff)| (Set::wrap(raw, params.to_vec(), Vec::new()), aff))
                .collect())
        })
    }

    /// A name that no column has.
    fn fresh_name(&self) -> Name {
        let free = |name: &Name| !self.columns().contains(name);
        let longer = |name: &Name| Some(Name::from(format!("{name}'")));
        std::iter::successors(Some(Name::from("value")), longer).find(free).unwrap_or_else(|| Name::from(""))
    }
}
