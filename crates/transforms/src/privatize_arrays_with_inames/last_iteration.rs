//! The last iteration of loops.

use super::nest::Nest;
use ir::{Kernel, Name};
use poly::{Aff, Constraint, Error};
use std::collections::BTreeMap;

/// The values that the loops have in their last iteration, in terms of the loops around and of arguments;
/// nothing where several bounds take turns.
pub(super) fn values(kernel: &Kernel, nest: &Nest) -> Result<Option<BTreeMap<Name, Aff>>, Error> {
    let mut points = kernel.domain_of(&nest.all_loops())?.intersect(&kernel.assumptions)?;
    let mut values = BTreeMap::new();
    for name in &nest.loops {
        let kept: Vec<Name> = nest.around.iter().chain([name]).cloned().collect();
        let range = points.project_onto(&kept)?.dims_to_params(&nest.around)?;
        let greatest = range.max_aff(&Aff::dim(name))?;
        let [(_, value)] = greatest.as_slice() else { return Ok(None) };
        points = points.add_constraints(&[equal(name, value)?])?;
        values.insert(name.clone(), value.clone());
    }
    Ok(Some(values))
}

/// The conditions that loops have these values.
pub(super) fn conditions(values: &BTreeMap<Name, Aff>) -> Result<Vec<Constraint>, Error> {
    values.iter().map(|(name, value)| equal(name, value)).collect()
}

fn equal(name: &Name, value: &Aff) -> Result<Constraint, Error> {
    Constraint::eq(&Aff::dim(name), value).ok_or(Error::Overflow)
}
