//! Where parts of arrays start.
//!
//! A called kernel numbers the elements of a part from 0; in `[i]: a[i + 5]` they start where the domain of
//! `i` does.

use crate::calls::Part;
use ir::{Expr, Kernel, LValue, Name, affine, walk};
use poly::{Aff, Constraint, ConstraintKind, Set, Term};

/// The same elements, with sweeps that count from 0; `None` where the values of an iname have gaps, or no
/// single least one.
pub(super) fn from_zero(kernel: &Kernel, part: &Part) -> Option<Part> {
    let mut starts = Vec::new();
    for iname in &part.sweeps {
        let home = kernel.home(iname).and_then(|home| kernel.domains.get(home));
        let start = home.and_then(|domain| start(&domain.set, iname));
        starts.push(start?);
    }
    let LValue::Element { array, index } = &part.place else { return Some(part.clone()) };
    let moved = |name: &Name| {
        let at = part.sweeps.iter().position(|sweep| sweep == name)?;
        let start = starts.get(at).filter(|start| start.as_constant() != Some(0))?;
        Some(Expr::sum(vec![Expr::var(name.clone()), affine::from_aff(start)]))
    };
    let index = index.iter().map(|one| walk::substitute(one, &moved)).collect();
    Some(Part { place: LValue::Element { array: array.clone(), index }, ..part.clone() })
}

/// How many elements a part has along each sweep, where these are numbers.
pub(super) fn lengths(kernel: &Kernel, part: &Part) -> Option<Vec<i64>> {
    let length = |iname: &Name| {
        let domain = kernel.home(iname).and_then(|home| kernel.domains.get(home))?;
        let (least, most) =
            (domain.set.static_min(&Aff::dim(iname)), domain.set.static_max(&Aff::dim(iname)));
        most.ok()??.checked_sub(least.ok()??)?.checked_add(1)
    };
    part.sweeps.iter().map(length).collect()
}

/// The least value of an iname, where its values have no gaps.
fn start(domain: &Set, iname: &Name) -> Option<Aff> {
    let pieces = domain.pieces().ok()?;
    let [piece] = pieces.as_slice() else { return None };
    if !piece.iter().all(|constraint| has_no_gaps(constraint, iname)) {
        return None;
    }
    let mut least = domain.min_aff(&Aff::dim(iname)).ok()?.into_iter();
    least.next().filter(|_| least.next().is_none()).map(|(_, aff)| aff)
}

/// Whether the values that satisfy a constraint follow each other.
fn has_no_gaps(constraint: &Constraint, iname: &Name) -> bool {
    constraint.aff.terms().iter().all(|(term, factor)| match term {
        Term::Dim(name) => {
            name != iname || constraint.kind == ConstraintKind::Inequality || factor.unsigned_abs() == 1
        }
        Term::Floor(inner, _) => !inner.mentions(iname),
    })
}
