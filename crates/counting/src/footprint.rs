//! How many distinct elements of an array a kernel touches.

use crate::Count;
use crate::instances::{Points, instances};
use crate::perform::{Performed, What, performed};
use ir::{Expr, Kernel, Name, Statement, affine};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// Elements that may be touched.
#[derive(Debug, Clone)]
pub(crate) struct Touched {
    pub(crate) elements: Set,
    /// Whether all of them are, whatever the data.
    pub(crate) is_certain: bool,
}

/// The numbers of distinct elements of arrays that are read and that are written. Where data are among the
/// subscripts, any element may be one. `None` where the number is not found.
pub fn footprints(kernel: &Kernel) -> BTreeMap<(Name, bool), Option<Count>> {
    let mut touched: BTreeMap<(Name, bool), Option<Touched>> = BTreeMap::new();
    for statement in kernel.statements.values() {
        for one in performed(kernel, statement) {
            let What::Access { variable, index, is_store } = &one.what else { continue };
            if !kernel.args.contains_key(variable) || index.is_empty() {
                continue;
            }
            let own = elements(kernel, statement, &one).ok().flatten();
            let key = (variable.clone(), *is_store);
            join(&mut touched, key, own);
        }
    }
    let count = |touched: Touched| {
        let mut count = Count::of_points(&touched.elements, &kernel.assumptions)?;
        count.exact &= touched.is_certain;
        Some(count)
    };
    touched.into_iter().map(|(key, touched)| (key, touched.and_then(count))).collect()
}

/// Adds the elements of an access to those that are touched. Nothing is known of what has an access of which
/// nothing is known.
pub(crate) fn join(
    touched: &mut BTreeMap<(Name, bool), Option<Touched>>,
    key: (Name, bool),
    own: Option<Touched>,
) {
    let both = match touched.remove(&key) {
        None => own,
        Some(before) => before.zip(own).and_then(|(before, own)| joined(before, own)),
    };
    touched.insert(key, both);
}

/// The elements of two accesses.
fn joined(first: Touched, second: Touched) -> Option<Touched> {
    // What may be touched besides what is touched anyway makes nothing uncertain.
    let covers = |all: &Touched, other: &Touched| {
        all.is_certain && other.elements.is_subset(&all.elements).unwrap_or(false)
    };
    if covers(&first, &second) {
        return Some(first);
    }
    if covers(&second, &first) {
        return Some(second);
    }
    let elements = first.elements.union(&second.elements).and_then(|all| all.coalesce()).ok()?;
    Some(Touched { elements, is_certain: first.is_certain && second.is_certain })
}

/// The elements that the instances of a statement touch by one of its accesses.
fn elements(kernel: &Kernel, statement: &Statement, one: &Performed) -> Result<Option<Touched>, Error> {
    let What::Access { variable, index, .. } = &one.what else { return Ok(None) };
    let inames: Vec<Name> = statement.inames.iter().chain(&one.reduced).cloned().collect();
    let Points { set, is_certain } = instances(kernel, statement, &inames, &one.conditions)?;
    let image = image(kernel, &set, variable, index)?;
    Ok(image.map(|image| Touched { is_certain: image.is_certain && is_certain, ..image }))
}

/// The elements of an array that an access touches at these points; `None` where nothing is known of an axis.
pub(crate) fn image(
    kernel: &Kernel,
    points: &Set,
    variable: &Name,
    index: &[Expr],
) -> Result<Option<Touched>, Error> {
    let mut known = Vec::new();
    let mut is_certain = true;
    let axes: Vec<Name> = (0..index.len()).map(|axis| Name::new(format!("axis {axis}"))).collect();
    let is_fixed = |name: &Name| points.has_dim(name) || kernel.args.contains_key(name);
    let extents = kernel.extents(variable);
    for ((axis, subscript), extent) in axes.iter().zip(index).zip(&extents) {
        let axis = Aff::dim(axis);
        let subscript = affine::to_aff(subscript).filter(|aff| aff.names().iter().all(is_fixed));
        match (subscript, extent.as_ref().and_then(affine::to_aff)) {
            (Some(subscript), _) => known.extend(Constraint::eq(&axis, &subscript)),
            (None, Some(extent)) => {
                is_certain = false;
                known.extend(Constraint::ge(&axis, &Aff::constant(0)));
                known.extend(Constraint::lt(&axis, &extent));
            }
            (None, None) => return Ok(None),
        }
    }
    let elements = points.add_dims(&axes)?.add_constraints(&known)?.project_out(points.dims())?;
    Ok(Some(Touched { elements: elements.coalesce()?, is_certain }))
}
