//! Extents of arrays: one more than the largest subscript.

use super::places::{self, AxisPlace, Domains, is_value, subscript};
use crate::draft::Draft;
use diag::Diagnostic;
use ir::{ArgKind, Expr, IndexMap, Kernel, Name, Scalar, affine, walk};
use poly::{Aff, Constraint, Error, Set, Term};
use std::collections::BTreeSet;

/// What the subscripts of one axis say of its extent.
enum Extent {
    Known(Expr),
    /// A subscript is not affine.
    Unknown,
    /// No instance reaches the array.
    Untouched,
}

/// A value that occurs in subscripts, extents and strides is an integer. What arrays and temporaries hold is
/// found out once the types that a caller may still give are known.
pub(super) fn index_types(draft: &mut Draft) {
    let mut names: BTreeSet<Name> = BTreeSet::new();
    for place in places::accesses(&draft.kernel) {
        for index in &place.index {
            names.extend(walk::names(index));
        }
    }
    for arg in draft.kernel.args.values() {
        if let ArgKind::Array { shape, layout, .. } = &arg.kind {
            names.extend(shape.iter().flatten().chain(layout.strides_given()).flat_map(walk::names));
        }
    }
    for temp in draft.kernel.temps.values() {
        names.extend(temp.shape.iter().chain(temp.layout.strides_given()).flat_map(walk::names));
    }
    for (_, arg) in draft.kernel.args.iter_mut().filter(|(name, _)| names.contains(*name)) {
        if arg.kind == ArgKind::Value {
            arg.ty = arg.ty.or(Some(Scalar::I32));
        }
    }
}

/// Fills in the shapes that the text leaves out.
pub(super) fn infer(draft: &mut Draft) {
    if draft.shapeless.is_empty() {
        return;
    }
    let places = places::accesses(&draft.kernel);
    let by_array = places::by_array(&places);
    let mut domains = Domains::default();
    for name in draft.shapeless.clone() {
        let own = by_array.get(&name).map_or(&[][..], Vec::as_slice);
        let told = telling(&draft.kernel, &name, own);
        let own = told.as_slice();
        let rank = own.first().map_or(0, |place| place.index.len());
        let mut shape = Vec::new();
        for axis in 0..rank {
            match extent(&draft.kernel, own, axis, &mut domains) {
                Ok(extent) => shape.push(extent),
                Err(diagnostic) => {
                    let diagnostic = own
                        .first()
                        .map_or(diagnostic.clone(), |place| point_at_access(draft, place, diagnostic));
                    draft.errors.push(diagnostic);
                }
            }
        }
        if shape.len() == rank {
            set(draft, &name, shape, own.first().copied());
        }
    }
}

/// The accesses that tell the shape of an array: of a temporary those that write it, where it is also read at
/// subscripts that are not affine.
fn telling<'a>(kernel: &Kernel, name: &Name, own: &[&'a AxisPlace]) -> Vec<&'a AxisPlace> {
    let is_affine =
        |place: &&&AxisPlace| place.index.iter().all(|index| subscript(kernel, place, index).is_some());
    let affine: Vec<&AxisPlace> = own.iter().filter(is_affine).copied().collect();
    let all_written = own.iter().all(|place| !place.write || is_affine(&place));
    let is_written = affine.iter().any(|place| place.write);
    if kernel.temps.contains_key(name) && all_written && is_written { affine } else { own.to_vec() }
}

fn point_at_access(draft: &Draft, place: &AxisPlace, diagnostic: Diagnostic) -> Diagnostic {
    match draft.notes.get(&place.statement) {
        Some(note) => diagnostic.at(note.span, "accessed here"),
        None => diagnostic,
    }
}

fn extent(
    kernel: &Kernel,
    own: &[&AxisPlace],
    axis: usize,
    domains: &mut Domains,
) -> Result<Extent, Diagnostic> {
    let Some(subscripts) = subscripts(kernel, own, axis) else { return Ok(Extent::Unknown) };
    let mut largest: Vec<(Set, Aff)> = Vec::new();
    for subscript in subscripts {
        match maxima(kernel, &subscript, domains) {
            Ok(Found::Maxima(more)) => largest.extend(more),
            Ok(Found::Negative) => {
                let message = format!("a subscript of `{}` is negative", subscript.place.array);
                let diagnostic = Diagnostic::error("lp::loopy::negative-subscript", message);
                return Err(diagnostic.help("shift the subscript, or restrict the domain"));
            }
            Ok(Found::Unknown) | Err(_) => return Ok(Extent::Unknown),
        }
    }
    let dominant = dominant(largest);
    let known = |name: &Name| is_value(kernel, name);
    if dominant.iter().any(|aff| !aff.names().iter().all(known)) {
        return Ok(Extent::Unknown);
    }
    let extents = dominant.iter().map(|aff| aff.offset(1).map(|aff| affine::from_aff(&aff)));
    let Some(extents) = extents.collect::<Option<Vec<Expr>>>() else { return Ok(Extent::Unknown) };
    let joint = extents.into_iter().reduce(|a, b| Expr::call("max", vec![a, b]));
    Ok(joint.map_or(Extent::Untouched, Extent::Known))
}

/// Subscripts that differ by constants and happen under the same conditions: the smallest and the largest.
struct Subscripts<'a> {
    place: &'a AxisPlace,
    least: Aff,
    most: Aff,
}

/// Loops and guards of an access, and its subscript without the constant.
type Condition<'a> = (&'a [Name], &'a [Expr], Vec<(Term, i64)>);

/// All subscripts of an axis; `None` where one is not affine.
fn subscripts<'a>(kernel: &Kernel, own: &[&'a AxisPlace], axis: usize) -> Option<Vec<Subscripts<'a>>> {
    let mut found: IndexMap<Condition<'_>, Subscripts<'_>> = IndexMap::default();
    for place in own {
        let Some(index) = place.index.get(axis) else { continue };
        let aff = subscript(kernel, place, index)?;
        let key = (place.inames.as_slice(), place.guards.as_slice(), aff.terms().to_vec());
        let all =
            found.entry(key).or_insert_with(|| Subscripts { place, least: aff.clone(), most: aff.clone() });
        if aff.constant_part() < all.least.constant_part() {
            all.least = aff.clone();
        }
        if aff.constant_part() > all.most.constant_part() {
            all.most = aff;
        }
    }
    Some(found.into_values().collect())
}

enum Found {
    Maxima(Vec<(Set, Aff)>),
    Negative,
    Unknown,
}

/// The largest value of the subscripts in terms of the arguments, each with where it holds.
///
/// As in Loo.py, guards do not make arrays shorter: `a[i] {if=i < n - 1}` takes `n` elements, by which
/// callers tell `n`. Only where the loops alone leave the subscript open, they tell.
fn maxima(kernel: &Kernel, all: &Subscripts<'_>, domains: &mut Domains) -> Result<Found, Error> {
    let place = all.place;
    let (set, exact) = domains.of_access(kernel, place)?;
    let params: Vec<Name> =
        all.most.names().into_iter().filter(|name| !place.inames.contains(name)).collect();
    let set = set.add_params(&params)?;
    if exact {
        let below = Constraint::lt(&all.least, &Aff::constant(0)).ok_or(Error::Overflow)?;
        let negative = set.add_constraints(&[below])?;
        if !negative.is_empty()? {
            // A loop may begin where data say: nobody knows that this is below zero.
            let data = negative.params().iter().filter(|name| !is_value(kernel, name));
            let natural: Option<Vec<Constraint>> =
                data.map(|name| Constraint::ge(&Aff::dim(name), &Aff::constant(0))).collect();
            let natural = natural.ok_or(Error::Overflow)?;
            if !natural.is_empty() && negative.add_constraints(&natural)?.is_empty()? {
                return Ok(Found::Unknown);
            }
            return Ok(Found::Negative);
        }
    }
    let loops = domains.of_loops(kernel, place)?.add_params(&params)?;
    let of_loops = loops.max_aff(&all.most);
    // Of `n mod 4 = 0` an extent `n` would become `4*(n // 4)`, by which nobody can tell `n`.
    let are_linear = |maxima: &[(Set, Aff)]| maxima.iter().all(|(_, aff)| aff.is_linear());
    if of_loops.as_ref().is_ok_and(|maxima| !are_linear(maxima))
        && let Some(loops) = places::without_remainders(kernel, place)?
        && let Ok(maxima) = loops.add_params(&params)?.max_aff(&all.most)
        && are_linear(&maxima)
    {
        return Ok(Found::Maxima(maxima));
    }
    Ok(Found::Maxima(if of_loops.is_ok() { of_loops } else { set.max_aff(&all.most) }?))
}

/// Those values that are not below another one wherever they hold; together they bound all.
fn dominant(mut all: Vec<(Set, Aff)>) -> Vec<Aff> {
    let mut kept: Vec<(Set, Aff)> = Vec::new();
    while let Some((set, aff)) = all.pop() {
        let covered = all.iter().chain(&kept).any(|(_, other)| covers(&set, &aff, other));
        if !covered {
            kept.push((set, aff));
        }
    }
    let mut affs: Vec<Aff> = kept.into_iter().map(|(_, aff)| aff).collect();
    affs.sort();
    affs.dedup();
    affs
}

/// Whether another value is never below this one where this one holds.
fn covers(set: &Set, aff: &Aff, other: &Aff) -> bool {
    if aff == other {
        return true;
    }
    let above = Constraint::gt(aff, other).ok_or(Error::Overflow);
    let empty = above.and_then(|above| set.add_constraints(&[above])).and_then(|set| set.is_empty());
    empty.unwrap_or(false)
}

fn set(draft: &mut Draft, name: &Name, extents: Vec<Extent>, place: Option<&AxisPlace>) {
    let is_temp = draft.kernel.temps.contains_key(name);
    let mut shape: Vec<Option<Expr>> = Vec::new();
    for (axis, extent) in extents.into_iter().enumerate() {
        match extent {
            Extent::Known(extent) => shape.push(Some(extent)),
            Extent::Untouched => shape.push(Some(Expr::int(0))),
            // Rows lie one after the other: their number decides no address.
            Extent::Unknown if axis == 0 && !is_temp => shape.push(None),
            Extent::Unknown => {
                let message = format!("the extent of axis {axis} of `{name}` cannot be inferred");
                let diagnostic = Diagnostic::error("lp::loopy::shape", message);
                let diagnostic =
                    place.map_or(diagnostic.clone(), |place| point_at_access(draft, place, diagnostic));
                draft.errors.push(if is_temp {
                    diagnostic.help("use subscripts that are affine in inames and arguments")
                } else {
                    diagnostic.help(format!("declare it: `args {name} : float64[...]`"))
                });
                return;
            }
        }
    }
    if let Some(temp) = draft.kernel.temps.get_mut(name) {
        temp.shape = shape.into_iter().flatten().collect();
    } else if let Some(ArgKind::Array { shape: slot, .. }) =
        draft.kernel.args.get_mut(name).map(|arg| &mut arg.kind)
    {
        *slot = shape;
    }
}
