//! Claim (array ends): Where no point is found here, each subscript that is asked about lies on its axis.

use ir::{Expr, Kernel, Node, affine};
use poly::{Aff, Constraint, Error, Set};

use dependence::access::Access;
use dependence::domain::is_fixed;
use dependence::instance::Instance;

/// Those points of an instance's domain at which it may access an element outside, by a subscript behind the
/// known ones.
pub(crate) fn points_outside(
    kernel: &Kernel,
    at: &Instance,
    domain: &Set,
    access: &Access,
    known: usize,
) -> Result<Option<Set>, Error> {
    let mut outside: Option<Set> = None;
    for leaving in leaving_axes(kernel, at, access, known)? {
        let part = domain.add_constraints(&leaving)?;
        if !part.is_empty()? {
            outside = Some(match outside {
                Some(all) => all.union(&part)?,
                None => part,
            });
        }
    }
    Ok(outside)
}

/// Alternatives of which one holds where a subscript is beyond an end of its axis; where that cannot be told,
/// always.
fn leaving_axes(
    kernel: &Kernel,
    at: &Instance,
    access: &Access,
    known: usize,
) -> Result<Vec<Vec<Constraint>>, Error> {
    let mut found = Vec::new();
    for (subscript, extent) in access.index.iter().zip(kernel.extents(&access.variable)).skip(known) {
        let Some(subscript) = at.subscript(kernel, subscript) else {
            found.push(Vec::new());
            continue;
        };
        found.push(vec![Constraint::lt(&subscript, &Aff::constant(0)).ok_or(Error::Overflow)?]);
        let Some(extent) = extent else { continue };
        let known = |aff: &Aff| aff.names().iter().all(|name| is_fixed(kernel, &[], name));
        found.extend(exceeding(&subscript, &extent, &known)?);
    }
    Ok(found)
}

/// Alternatives of which one holds where a subscript is past an extent; where that cannot be told, always.
fn exceeding(
    subscript: &Aff,
    extent: &Expr,
    known: &dyn Fn(&Aff) -> bool,
) -> Result<Vec<Vec<Constraint>>, Error> {
    if let Node::Call { function, args } = extent.node()
        && &**function == "min"
    {
        // Past the smaller one is past one of them.
        let each = args.iter().map(|one| exceeding(subscript, one, known));
        return Ok(each.collect::<Result<Vec<_>, _>>()?.concat());
    }
    Ok(vec![match affine::to_aff(extent).filter(known) {
        Some(extent) => vec![Constraint::ge(subscript, &extent).ok_or(Error::Overflow)?],
        None => Vec::new(),
    }])
}
