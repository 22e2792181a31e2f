//! Which arguments are read, written, or both.

use super::places::{self, AxisPlace, Domains, subscript};
use crate::draft::Draft;
use diag::Diagnostic;
use ir::access::{AccessKind, accesses, bounds};
use ir::{Access, ArgKind, Expr, Kernel, Name, Requirement, affine};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeSet;

/// Sets the access of each array for which the text gives none.
pub(super) fn infer(draft: &mut Draft) {
    let places = places::accesses(&draft.kernel);
    let by_array = places::by_array(&places);
    let mut domains = Domains::default();
    let arrays: Vec<(Name, Vec<Option<Expr>>)> = draft
        .kernel
        .args
        .iter()
        .filter(|(name, _)| !draft.with_access.contains(*name))
        .filter_map(|(name, arg)| Some((name.clone(), arg.shape()?.to_vec())))
        .collect();
    for (name, shape) in arrays {
        let (writes, reads): (Vec<&AxisPlace>, Vec<&AxisPlace>) =
            by_array.get(&name).into_iter().flatten().partition(|place| place.write);
        let found = if writes.is_empty() {
            Access::In
        } else if !reads.is_empty() {
            Access::InOut
        } else if covers(&draft.kernel, &shape, &writes, &mut domains).unwrap_or(false) {
            Access::Out
        } else {
            // What is not written keeps the value that it had.
            Access::InOut
        };
        if let Some(ArgKind::Array { access, .. }) = draft.kernel.args.get_mut(&name).map(|arg| &mut arg.kind)
        {
            *access = found;
        }
    }
}

/// Refuses temporaries that are read although nothing writes them.
pub(super) fn require_writers(draft: &mut Draft) {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for statement in draft.kernel.statements.values() {
        read.extend(bounds(&draft.kernel, statement));
        for access in accesses(&draft.kernel, statement) {
            let names = if access.kind == AccessKind::Read { &mut read } else { &mut written };
            names.insert(access.variable);
        }
    }
    for (name, temp) in &draft.kernel.temps {
        if read.contains(name) && !written.contains(name) {
            let message = format!("temporary `{name}` is read, and no statement writes it");
            let problem = Diagnostic::error("lp::loopy::unwritten", message);
            let problem = problem.at_entity(temp.loc.as_ref(), temp.origin, "");
            draft.errors.push(problem.help("write it first, give it values, or make it an argument"));
        }
    }
}

/// What a launch requires of arrays that are written and that lie as their caller says: no two elements share
/// an address.
pub(super) fn keep_apart(draft: &mut Draft) {
    let mut required = Vec::new();
    for (name, arg) in &draft.kernel.args {
        let ArgKind::Array { shape, layout, access } = &arg.kind else { continue };
        let is_free = |(axis, stride): (usize, &Expr)| {
            stride.as_var().is_some_and(|stride| *stride == format!("{name}_stride{axis}").as_str())
        };
        if *access == Access::In || !layout.strides_given().enumerate().all(is_free) {
            continue;
        }
        if let Some(condition) = layout.distinct_addresses(shape) {
            let message = format!("two elements of `{name}` share an address");
            required.push(Requirement { condition, message, loc: arg.loc.clone(), origin: arg.origin });
        }
    }
    draft.kernel.requires.extend(required);
}

/// Whether writes reach every element.
fn covers(
    kernel: &Kernel,
    shape: &[Option<Expr>],
    writes: &[&AxisPlace],
    domains: &mut Domains,
) -> Result<bool, Error> {
    let free = |name: &str| kernel.is_taken(name);
    let axes: Vec<Name> = (0..shape.len()).map(|axis| ir::fresh(&format!("axis{axis}"), free)).collect();
    let mut bounds = Vec::new();
    for (axis, extent) in axes.iter().zip(shape) {
        let Some(extent) = extent.as_ref().and_then(affine::to_aff) else { return Ok(false) };
        let axis = Aff::dim(axis);
        bounds.extend(Constraint::ge(&axis, &Aff::constant(0)).zip(Constraint::lt(&axis, &extent)));
    }
    let bounds: Vec<Constraint> = bounds.into_iter().flat_map(|(a, b)| [a, b]).collect();
    let all = Set::universe(&[], &axes)?.add_constraints(&bounds)?.intersect(&kernel.assumptions)?;
    let mut reached = Set::empty(&[], &axes)?;
    for place in merged(writes) {
        let (set, exact) = domains.of_access(kernel, &place)?;
        let index: Option<Vec<Aff>> =
            place.index.iter().map(|index| subscript(kernel, &place, index)).collect();
        let Some(index) = index.filter(|_| exact) else { continue };
        let equal: Option<Vec<Constraint>> =
            axes.iter().zip(&index).map(|(axis, aff)| Constraint::eq(&Aff::dim(axis), aff)).collect();
        let image = set
            .add_constraints(&equal.ok_or(Error::Overflow)?)?
            .params_to_dims(&axes)?
            .project_onto(&axes)?;
        reached = reached.union(&image)?;
    }
    all.is_subset(&reached)
}

/// Different writes whose elements are put together: the join of many sets is slow, and `inout` is right
/// without it.
const MAX_WRITES: usize = 64;

/// Two writes of the same elements, one where a condition holds and one where it does not, are one write.
fn merged(writes: &[&AxisPlace]) -> Vec<AxisPlace> {
    let mut seen = BTreeSet::new();
    let distinct = writes.iter().filter(|place| seen.insert((&place.index, &place.inames, &place.guards)));
    let mut all: Vec<AxisPlace> = distinct.take(MAX_WRITES).map(|place| (*place).clone()).collect();
    while let Some((a, b, guard)) = complementary(&all) {
        if let Some(place) = all.get_mut(a) {
            place.guards.remove(guard);
        }
        all.remove(b);
    }
    all
}

fn complementary(all: &[AxisPlace]) -> Option<(usize, usize, usize)> {
    for (a, first) in all.iter().enumerate() {
        for (b, second) in all.iter().enumerate() {
            let same = a != b && first.index == second.index && first.inames == second.inames;
            if !same || first.guards.len() != second.guards.len() {
                continue;
            }
            let mut differing =
                first.guards.iter().zip(&second.guards).enumerate().filter(|(_, (x, y))| x != y);
            if let (Some((at, (x, y))), None) = (differing.next(), differing.next())
                && *y == x.logical_not()
            {
                return Some((a, b, at));
            }
        }
    }
    None
}
