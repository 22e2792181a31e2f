//! `l.auto`: which axis of the work group a loop runs along.

use super::schedule::bounds::constant_range;
use crate::SplitIname;
use crate::rewrite::users;
use diag::{Diagnostic, Origin};
use ir::access::{MemoryAccess, accesses};
use ir::{AddressSpace, ArgKind, Expr, InameTag, Kernel, Node, Statement, affine};
use pass::{Applied, InameName, PosInt, Refusal, Rewrite, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// How many work items a group gets where no loop is tagged `l.N` by hand.
const DEFAULT_LANES: i64 = 256;

/// What a size that is not known counts for when strides are compared.
const TYPICAL_SIZE: i64 = 1000;

/// Gives loops tagged `l.auto` an axis of the work group.
///
/// The size of the group along an axis is that of the longest loop that is tagged with it by hand. In each
/// statement the automatic loop with the smallest stride through global memory gets the first free axis, so
/// that neighbouring work items touch neighbouring elements. A loop longer than its axis is split by the
/// axis's size. Where no axis is left, the loop is sequential.
///
/// ```lpir
/// # RUN: assign_local_axes()
/// lpir 1
///
/// kernel @copy {
///   arg a : f64[64] inout
///   temp t : f64[64] local
///   domain { [i] : 0 <= i <= 15 }
///   domain { [j] : 0 <= j <= 63 }
///   iname i : l.0
///   iname j : l.auto
///   fetch: t[j] = a[j]  in(j)
///   s: a[i] = 2.0*t[4*i]  in(i) after(fetch)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @copy {
///   arg a : f64[64] inout
///   temp t : f64[64] local
///   domain { [i] : 0 <= i <= 15 }
///   domain { [j_outer, j_inner] : 0 <= j_outer <= 3 and 0 <= j_inner <= 15 }
///   iname i : l.0
///   iname j_outer
///   iname j_inner : l.0
///   fetch: t[j_inner + 16*j_outer] = a[j_inner + 16*j_outer]  in(j_outer, j_inner)
///   s: a[i] = 2.0d*t[4*i]  in(i) after(fetch)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering")]
pub struct AssignLocalAxes {}

impl Rewrite for AssignLocalAxes {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        Ok(assign_local_axes(kernel)?.into())
    }
}

/// Resolves every `l.auto`.
///
/// # Errors
/// Where the size of the group is not a constant.
pub fn assign_local_axes(kernel: &Kernel) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    if next(kernel).is_none() {
        return Ok(changed);
    }
    let sizes = sizes(kernel)?;
    // Splitting renames inames, so the next statement is looked up anew each time.
    while let Some(iname) = next(&changed) {
        let users = users(&changed, std::slice::from_ref(&iname));
        let users = users.iter().filter_map(|id| changed.statements.get(id));
        let taken: BTreeSet<&Name> =
            users.flat_map(|s| &s.inames).filter(|i| work_item(&changed, i).is_some()).collect();
        let axis = if sizes == [None; 3] {
            new_axis(&changed, &taken)?
        } else {
            free_axis(&changed, &taken, &sizes)
        };
        changed = match axis {
            Some((axis, size)) => mapped_to_axis(&changed, &iname, axis, size)?,
            None => tagged(&changed, &iname, None),
        };
    }
    for iname in changed.inames.values_mut().filter(|iname| iname.tag == Some(InameTag::LocalAuto)) {
        iname.tag = None;
    }
    Ok(changed)
}

/// The automatic iname with the smallest stride of the first statement that has any.
pub(super) fn next(kernel: &Kernel) -> Option<Name> {
    let is_auto =
        |iname: &&Name| kernel.inames.get(*iname).is_some_and(|i| i.tag == Some(InameTag::LocalAuto));
    let statement = kernel.statements.values().find(|s| s.inames.iter().any(|iname| is_auto(&iname)))?;
    let autos = statement.inames.iter().filter(is_auto);
    autos.min_by_key(|iname| stride(kernel, statement, iname)).cloned()
}

/// The smallest distance in global memory between neighbouring iterations, in elements.
fn stride(kernel: &Kernel, statement: &Statement, iname: &Name) -> i64 {
    distances(kernel, statement, iname)
        .into_iter()
        .filter(|distance| *distance != 0)
        .min()
        .unwrap_or(i64::MAX)
}

/// The distance between neighbouring iterations in global memory, in elements, for each access of a statement
/// to it.
pub(crate) fn distances(kernel: &Kernel, statement: &Statement, iname: &Name) -> Vec<i64> {
    let distance = |access: &MemoryAccess| {
        let strides = global_strides(kernel, &access.variable)?;
        let mut total: i64 = 0;
        for (index, stride) in access.index.iter().zip(strides) {
            let coefficient = affine::to_aff(index).map_or(TYPICAL_SIZE, |aff| aff.coefficient(iname));
            total = total.saturating_add(coefficient.saturating_mul(stride));
        }
        Some(total.saturating_abs())
    };
    accesses(kernel, statement).iter().filter_map(distance).collect()
}

/// Strides of an array in global memory, with a typical size in place of each unknown one.
fn global_strides(kernel: &Kernel, variable: &Name) -> Option<Vec<i64>> {
    let strides = match (kernel.args.get(variable).map(|arg| &arg.kind), kernel.temps.get(variable)) {
        (Some(ArgKind::Array { shape, layout, .. }), _) => layout.strides(shape),
        (_, Some(temp)) if temp.space == Some(AddressSpace::Global) => temp.strides(),
        _ => None,
    };
    Some(strides?.iter().map(typical).collect())
}

fn typical(stride: &Expr) -> i64 {
    match stride.node() {
        Node::Int(value) => *value,
        Node::Product(factors) => factors.iter().map(typical).fold(1, i64::saturating_mul),
        Node::Sum(terms) => terms.iter().map(typical).fold(0, i64::saturating_add),
        _ => TYPICAL_SIZE,
    }
}

/// The size of the work group along each axis.
fn sizes(kernel: &Kernel) -> Result<[Option<i64>; 3], Refusal> {
    let mut sizes = [None; 3];
    for (iname, declared) in &kernel.inames {
        let Some(InameTag::Local(axis)) = declared.tag else { continue };
        let Some(size) = sizes.get_mut(usize::from(axis)) else { continue };
        let length = length(kernel, iname)?.ok_or_else(|| not_constant(kernel, iname))?;
        *size = Some((*size).unwrap_or(0).max(length));
    }
    Ok(sizes)
}

/// The largest number of iterations of a loop, where that is a constant.
fn length(kernel: &Kernel, iname: &Name) -> Result<Option<i64>, poly::Error> {
    let domain = kernel.domain_of(std::slice::from_ref(iname))?.intersect(&kernel.assumptions)?;
    Ok(constant_range(&domain, iname)?.map(|(_, iterations)| iterations))
}

fn not_constant(kernel: &Kernel, iname: &Name) -> Diagnostic {
    let error = Diagnostic::error(
        "lp::lower::work-items",
        format!("the number of iterations of `{iname}` is not a constant"),
    );
    let declared = kernel.inames.get(iname);
    error
        .at_entity(
            declared.and_then(|i| i.loc.as_ref()),
            declared.map(|i| i.origin).unwrap_or_default(),
            "tagged as an axis of the work group",
        )
        .help(format!("split it first: `split_iname(\"{iname}\", 64, outer_tag=\"g.0\", inner_tag=\"l.0\")`"))
}

/// The axis that an iname runs along.
fn work_item(kernel: &Kernel, iname: &Name) -> Option<u8> {
    match kernel.inames.get(iname)?.tag? {
        InameTag::Local(axis) => Some(axis),
        _ => None,
    }
}

/// The first axis of the group that none of these inames runs along, and its size.
fn free_axis(kernel: &Kernel, taken: &BTreeSet<&Name>, sizes: &[Option<i64>; 3]) -> Option<(u8, i64)> {
    let mut axes = (0_u8..).zip(sizes).filter_map(|(axis, size)| Some((axis, (*size)?)));
    axes.find(|(axis, _)| taken.iter().all(|iname| work_item(kernel, iname) != Some(*axis)))
}

/// The same where the user sets no size: as many work items as the axes in use leave of the default.
fn new_axis(kernel: &Kernel, taken: &BTreeSet<&Name>) -> Result<Option<(u8, i64)>, poly::Error> {
    let mut left = DEFAULT_LANES;
    for iname in taken {
        left /= length(kernel, iname)?.unwrap_or(DEFAULT_LANES).max(1);
    }
    let axis = (0_u8..3).find(|axis| taken.iter().all(|iname| work_item(kernel, iname) != Some(*axis)));
    Ok(axis.filter(|_| left > 1).map(|axis| (axis, left)))
}

/// The kernel with the loop along an axis, after a split where it is longer.
fn mapped_to_axis(kernel: &Kernel, iname: &Name, axis: u8, size: i64) -> Result<Kernel, Refusal> {
    let tag = Some(InameTag::Local(axis));
    let fits = length(kernel, iname)?.is_some_and(|length| length <= size);
    let inner_length = PosInt::new(size).filter(|_| !fits);
    let Some(inner_length) = inner_length else { return Ok(tagged(kernel, iname, tag)) };
    let iname_to_split = InameName { name: iname.clone(), origin: Origin::default() };
    let split = SplitIname::with_inner_tag(iname_to_split, inner_length, tag);
    Ok(split.apply(&tagged(kernel, iname, None))?.kernel)
}

fn tagged(kernel: &Kernel, iname: &Name, tag: Option<InameTag>) -> Kernel {
    let mut changed = kernel.clone();
    if let Some(declared) = changed.inames.get_mut(iname) {
        declared.tag = tag;
    }
    changed
}
