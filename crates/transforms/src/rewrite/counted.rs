use ir::{Expr, affine};
use poly::{Aff, Constraint, Error, Name, Set};

/// The conditions `0 <= at` and `at < end`.
pub(crate) fn from_zero(at: &Aff, end: &Aff) -> Result<[Constraint; 2], Error> {
    let first = Constraint::ge(at, &Aff::constant(0)).ok_or(Error::Overflow)?;
    Ok([first, Constraint::lt(at, end).ok_or(Error::Overflow)?])
}

/// The points of a loop from 0 to an extent.
pub(crate) fn counted(iname: &Name, extent: &Expr) -> Result<Set, Error> {
    let end = affine::to_aff(extent).ok_or(Error::Overflow)?;
    let params: Vec<Name> = end.names().into_iter().collect();
    Set::from_constraints(&params, std::slice::from_ref(iname), &from_zero(&Aff::dim(iname), &end)?)
}
