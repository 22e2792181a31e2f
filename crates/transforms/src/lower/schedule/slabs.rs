//! First and last groups along an axis, told apart from those between them by a condition.

use ir::{Expr, HardwareAxis, HardwareIndex, Kernel, Launch, Node, affine};
use poly::{Aff, Constraint, Error};

/// The condition under which a group is neither among the first nor among the last ones of an iname with
/// slabs.
pub(super) fn interior_condition(kernel: &Kernel, launch: &Launch) -> Result<Option<Expr>, Error> {
    let mut conditions = Vec::new();
    for index in &launch.indices {
        let HardwareAxis::Group(axis) = index.axis else { continue };
        let Some((head, tail)) = kernel.slabs.get(&index.iname) else { continue };
        let size = launch.groups.get(usize::from(axis));
        if let Some(size) = size.filter(|_| *tail > 0) {
            for size in smallest_of(size) {
                conditions.extend(before_last(index, size, *tail)?);
            }
        }
        if *head > 0 {
            let first = affine::to_aff(&index.base).and_then(|base| base.offset(i64::from(*head)));
            conditions.extend(first.map(|first| at_least(index, &first)).transpose()?);
        }
    }
    let conditions: Vec<Expr> = conditions.iter().map(affine::from_constraint).collect();
    Ok((!conditions.is_empty()).then(|| Expr::all(conditions)))
}

/// The operands of nested `min`.
pub(super) fn smallest_of(size: &Expr) -> Vec<&Expr> {
    match size.node() {
        Node::Call { function, args } if &**function == "min" => args.iter().flat_map(smallest_of).collect(),
        _ => vec![size],
    }
}

fn at_least(index: &HardwareIndex, first: &Aff) -> Result<Constraint, Error> {
    Constraint::ge(&Aff::dim(&index.iname), first).ok_or(Error::Overflow)
}

/// `i < base + size - tail`, where both have affine form.
fn before_last(index: &HardwareIndex, size: &Expr, tail: u32) -> Result<Option<Constraint>, Error> {
    let Some((base, size)) = affine::to_aff(&index.base).zip(affine::to_aff(size)) else { return Ok(None) };
    let end = base.add(&size).and_then(|end| end.offset(-i64::from(tail))).ok_or(Error::Overflow)?;
    Constraint::lt(&Aff::dim(&index.iname), &end).ok_or(Error::Overflow).map(Some)
}
