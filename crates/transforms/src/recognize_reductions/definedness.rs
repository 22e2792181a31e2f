//! Whether an expression has a value, whatever else holds.

use dependence::instance::Instance;
use ir::access::accesses;
use ir::{Expr, Kernel, Statement, StatementKind, expand, function, walk};
use poly::{Aff, Constraint, Error, Name};

/// Whether an expression can be computed at all points of these inames: it divides by nothing that may be
/// zero, and each element that it reads lies in its array. An integer beyond its type is no matter, since
/// nobody looks at it.
pub(super) fn has_value(kernel: &Kernel, inames: &[Name], expr: &Expr) -> Result<bool, Error> {
    let Some(whole) = expand::expand_rules(expr, &kernel.rules) else { return Ok(false) };
    Ok(!walk::any(&whole, &mut function::may_fail) && is_inside(kernel, inames, &whole)?)
}

fn is_inside(kernel: &Kernel, inames: &[Name], expr: &Expr) -> Result<bool, Error> {
    let alone = Statement { predicates: vec![expr.clone()], ..Statement::of_kind(StatementKind::Nop) };
    for read in accesses(kernel, &alone) {
        let inames: Vec<Name> = inames.iter().chain(&read.reduced).cloned().collect();
        let points = kernel.domain_of(&inames)?.intersect(&kernel.assumptions)?;
        let at = Instance::new("x.", inames);
        let points = at.points(&points)?;
        let extents = kernel.extents(&read.variable);
        if extents.len() != read.index.len() {
            return Ok(false);
        }
        for (subscript, extent) in read.index.iter().zip(&extents) {
            let extent = extent.as_ref().and_then(|extent| at.subscript(kernel, extent));
            let sides = at.subscript(kernel, subscript).zip(extent);
            let Some(ends) = sides.and_then(|(value, extent)| {
                Some([Constraint::lt(&value, &Aff::constant(0))?, Constraint::ge(&value, &extent)?])
            }) else {
                return Ok(false);
            };
            for beyond in ends {
                if !points.add_constraints(&[beyond])?.is_empty()? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}
