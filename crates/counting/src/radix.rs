//! Loops that were split: two columns that are the digits of one number are that number.

use poly::{Aff, Constraint, ConstraintKind, Name};

/// Puts one column in the place of each pair that are its digits: `inner` takes all values from 0 to
/// `base - 1`, and everything else asks for `base*outer + inner`, or for bounds of `outer`. The number of
/// points stays. Returns the columns that are left; the outer one of a pair stands for the number.
pub(crate) fn join_digits(
    mut constraints: Vec<Constraint>,
    mut dims: Vec<Name>,
) -> (Vec<Constraint>, Vec<Name>) {
    while let Some((joined, inner)) = pairs(&dims)
        .into_iter()
        .find_map(|(outer, inner)| Some((joined(&constraints, &outer, &inner)?, inner)))
    {
        constraints = joined;
        dims.retain(|dim| *dim != inner);
    }
    (constraints, dims)
}

fn pairs(dims: &[Name]) -> Vec<(Name, Name)> {
    let with = |outer: &Name| {
        let others: Vec<&Name> = dims.iter().filter(|inner| *inner != outer).collect();
        others.into_iter().map(|inner| (outer.clone(), inner.clone())).collect::<Vec<_>>()
    };
    dims.iter().flat_map(with).collect()
}

fn joined(constraints: &[Constraint], outer: &Name, inner: &Name) -> Option<Vec<Constraint>> {
    let only = |constraint: &&Constraint| {
        constraint.kind == ConstraintKind::Inequality && constraint.aff.names().len() == 1
    };
    let last =
        constraints.iter().filter(only).find(|one| one.aff.coefficient(inner) == -1)?.aff.constant_part();
    let base = last.checked_add(1).filter(|base| *base > 1)?;
    let mut result = Vec::new();
    let mut from_zero = false;
    for constraint in constraints {
        let aff = &constraint.aff;
        if aff.mentions_in_floor(outer) || aff.mentions_in_floor(inner) {
            return None;
        }
        let (high, low) = (aff.coefficient(outer), aff.coefficient(inner));
        let is_own = high == 0 && only(&constraint);
        match (high, low) {
            (0, 0) => result.push(constraint.clone()),
            (0, 1) if is_own && aff.constant_part() == 0 => from_zero = true,
            (0, -1) if is_own && aff.constant_part() == last => {}
            _ if low.checked_mul(base)? == high => {
                // `base*outer + inner` by the name of `outer`.
                let without = aff.sub(&Aff::dim(outer).scale(high)?)?.sub(&Aff::dim(inner).scale(low)?)?;
                result.push(Constraint {
                    kind: constraint.kind,
                    aff: without.add(&Aff::dim(outer).scale(low)?)?,
                });
            }
            (1 | -1, 0) if constraint.kind == ConstraintKind::Inequality => {
                // `outer >= b` says `number >= base*b`; `outer <= b` says `number <= base*b + base - 1`.
                let bound = aff.sub(&Aff::dim(outer).scale(high)?)?.scale(base)?;
                let bound = if high == 1 { bound } else { bound.offset(last)? };
                result.push(Constraint {
                    kind: constraint.kind,
                    aff: bound.add(&Aff::dim(outer).scale(high)?)?,
                });
            }
            _ => return None,
        }
    }
    from_zero.then_some(result)
}
