//! Which values of a rule are used: a set over the outer inames and one column for each axis of the storage.

use super::uses::RuleUse;
use ir::{Kernel, Name};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// What an axis of the storage runs over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AxisSource {
    /// The actual of this formal.
    Formal(Name),
    /// This swept iname, which the rule's value mentions.
    Iname(Name),
}

impl AxisSource {
    /// The name by which a user knows the axis.
    pub(crate) fn name(&self) -> &Name {
        match self {
            AxisSource::Formal(name) | AxisSource::Iname(name) => name,
        }
    }
}

/// The column of an axis until it has an iname. No name of a user's has an apostrophe.
pub(crate) fn axis_column(at: usize) -> Name {
    Name::from(format!("axis'{at}"))
}

/// Where a use lies along an axis.
pub(crate) fn position(along: &AxisSource, params: &[Name], used: &RuleUse) -> Aff {
    match along {
        AxisSource::Iname(iname) => Aff::dim(iname),
        AxisSource::Formal(formal) => {
            let at = params.iter().position(|param| param == formal);
            at.and_then(|at| used.args.get(at)).cloned().unwrap_or_else(|| Aff::dim(formal))
        }
    }
}

/// The elements that one use touches.
pub(crate) fn of_use(
    kernel: &Kernel,
    used: &RuleUse,
    along: &[AxisSource],
    params: &[Name],
    outer: &[Name],
) -> Result<Set, Error> {
    let Some(statement) = kernel.statements.get(&used.statement) else { return Set::empty(&[], outer) };
    elements(&used.domain(kernel, statement)?, used, along, params, outer)
}

/// The elements that the invocation touches at the points of a domain.
pub(crate) fn elements(
    domain: &Set,
    used: &RuleUse,
    along: &[AxisSource],
    params: &[Name],
    outer: &[Name],
) -> Result<Set, Error> {
    let columns: Vec<Name> = (0..along.len()).map(axis_column).collect();
    let mut graph = Vec::new();
    for (column, along) in columns.iter().zip(along) {
        let position = position(along, params, used);
        graph.push(Constraint::eq(&Aff::dim(column), &position).ok_or(Error::Overflow)?);
    }
    let missing: Vec<Name> = outer.iter().filter(|iname| !domain.has_dim(iname)).cloned().collect();
    let kept: Vec<Name> = outer.iter().chain(&columns).cloned().collect();
    domain.add_dims(&missing)?.add_dims(&columns)?.add_constraints(&graph)?.project_onto(&kept)
}

/// The union of some sets over the same columns, of which there is at least one.
pub(crate) fn union(sets: &[Set]) -> Result<Option<Set>, Error> {
    let mut sets = sets.iter();
    let Some(first) = sets.next() else { return Ok(None) };
    let mut union = first.clone();
    for set in sets {
        union = union.union(set)?;
    }
    union.coalesce().map(Some)
}

/// The same points as one conjunction, where they are one; else as they are.
pub(crate) fn merged(union: Set) -> Result<Set, Error> {
    if union.is_convex_piece()? {
        return Ok(union);
    }
    let hull = union.simple_hull()?;
    Ok(if hull.is_subset(&union)? { hull } else { union })
}

/// The extent of a footprint along one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The least position, in terms of outer inames and parameters.
    pub(crate) base: Aff,
    /// How many positions there are at most: a number, or in terms of parameters.
    pub(crate) length: Aff,
}

impl Extent {
    /// Whether there is one position, which needs no axis.
    pub(crate) fn is_single(&self) -> bool {
        self.length.as_constant() == Some(1)
    }
}

/// An axis of a footprint.
pub(crate) struct Line {
    points: Set,
    column: Name,
    /// Where it might begin.
    bases: Vec<Aff>,
}

impl Line {
    /// The axis `at` of `axes`.
    pub(crate) fn of_axis(footprint: &Set, at: usize, axes: usize) -> Result<Line, Error> {
        let column = axis_column(at);
        let others: Vec<Name> = (0..axes).filter(|other| *other != at).map(axis_column).collect();
        let points = footprint.project_out(&others)?;
        let mut bases = points.lower_bounds(&column)?;
        bases.extend(points.static_min(&Aff::dim(&column))?.map(Aff::constant));
        Ok(Line { points, column, bases })
    }

    fn distance(&self, base: &Aff) -> Result<Aff, Error> {
        Aff::dim(&self.column).sub(base).ok_or(Error::Overflow)
    }

    /// Whether no position lies before the base of these distances.
    fn begins(&self, distance: &Aff) -> Result<bool, Error> {
        Ok(self.points.static_min(distance)?.is_some_and(|least| least >= 0))
    }

    /// The shortest extent that is a number.
    pub(crate) fn number(&self) -> Result<Option<Extent>, Error> {
        let mut best: Option<(i64, &Aff)> = None;
        for base in &self.bases {
            let distance = self.distance(base)?;
            let Some(most) = self.points.static_max(&distance)? else { continue };
            let length = most.checked_add(1).ok_or(Error::Overflow)?;
            if best.is_none_or(|(shortest, _)| length < shortest) && self.begins(&distance)? {
                best = Some((length, base));
            }
        }
        let extent =
            |(length, base): (i64, &Aff)| Extent { base: base.clone(), length: Aff::constant(length) };
        Ok(best.filter(|(length, _)| *length > 0).map(extent))
    }

    /// An extent in terms of parameters that hold while a kernel runs; one expression, wherever there are
    /// positions at all.
    pub(crate) fn in_parameters(&self, is_fixed: &dyn Fn(&Name) -> bool) -> Result<Option<Extent>, Error> {
        for base in &self.bases {
            let distance = self.distance(base)?;
            let most = match self.points.max_aff(&distance) {
                // Nothing bounds the distance.
                Err(Error::Isl(_)) => continue,
                most => most?,
            };
            let [(_, most)] = most.as_slice() else { continue };
            if most.names().iter().all(is_fixed) && self.begins(&distance)? {
                let length = most.offset(1).ok_or(Error::Overflow)?;
                return Ok(Some(Extent { base: base.clone(), length }));
            }
        }
        Ok(None)
    }
}

/// The smallest box around the footprint whose sides may depend on the outer inames.
pub(crate) fn boxed(footprint: &Set, axes: usize) -> Result<Set, Error> {
    let mut product: Option<Set> = None;
    for at in 0..axes {
        let others: Vec<Name> = (0..axes).filter(|other| *other != at).map(axis_column).collect();
        let side = footprint.project_out(&others)?.simple_hull()?;
        product = Some(match product {
            Some(product) => product.intersect(&side)?,
            None => side,
        });
    }
    Ok(product.unwrap_or_else(|| footprint.clone()))
}

/// The footprint in terms of the storage: each axis column becomes its base plus the value that stands for
/// it.
pub(crate) fn shifted(footprint: &Set, axes: &[(Extent, Option<Name>)]) -> Result<Set, Error> {
    let mut images = BTreeMap::new();
    let mut dims = Vec::new();
    for (at, (extent, iname)) in axes.iter().enumerate() {
        let image = match iname {
            Some(iname) => extent.base.add(&Aff::dim(iname)).ok_or(Error::Overflow)?,
            None => extent.base.clone(),
        };
        images.insert(axis_column(at), image);
        dims.extend(iname.clone());
    }
    let outer: Vec<Name> =
        footprint.dims().iter().filter(|dim| !images.contains_key(*dim)).cloned().collect();
    footprint.substitute_all(&images)?.dims_to_params(&outer)?.add_dims(&dims)?.reorder_dims(&dims)
}
