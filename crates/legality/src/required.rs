//! The reference's required order between two instances, as a list of alternatives.

use ir::{Kernel, Name, Unordered};
use poly::{Aff, Constraint};
use std::collections::BTreeMap;

use crate::own_trip::OwnTrip;

/// A reference instance: its statement, and its inames as affine forms in some columns.
pub(super) type At<'a> = (&'a Name, &'a [(Name, Aff)]);

/// All ways in which the first must come before the second: each a conjunction. `None` on overflow.
///
/// What is declared holds where all shared inames agree; for a temporary that has values of its own in each trip of some
/// loops, but for those that number its cells.
pub(super) fn before(
    reference: &Kernel,
    own: Option<&OwnTrip>,
    first: At<'_>,
    second: At<'_>,
) -> Option<Vec<Vec<Constraint>>> {
    let entries = [first.0, second.0].map(|id| reference.statements.get_full(id));
    let [Some((a_at, _, a)), Some((b_at, _, b))] = entries else { return Some(Vec::new()) };
    if let (Some(a), Some(b)) = (&a.time, &b.time) {
        return lexicographic(&substituted(a, first.1)?, &substituted(b, second.1)?);
    }
    // The loops stand in the order of the statement that comes first in the text.
    let (leader, other) = if a_at <= b_at { (a, b) } else { (b, a) };
    let shared: Vec<&Name> = leader.inames.iter().filter(|iname| other.inames.contains(iname)).collect();
    let forms = |at: &[(Name, Aff)]| {
        let find = |iname: &&Name| at.iter().find(|(name, _)| name == *iname).map(|(_, aff)| aff.clone());
        shared.iter().map(find).collect::<Option<Vec<Aff>>>()
    };
    let (mut a_time, mut b_time) = (forms(first.1)?, forms(second.1)?);
    let declared = reference.comes_after(second.0, first.0);
    if reference.unordered == Unordered::TextOrder {
        let text = !reference.comes_after(first.0, second.0) && a_at < b_at;
        a_time.push(Aff::constant(0));
        b_time.push(Aff::constant(i64::from(declared || text)));
        return lexicographic(&a_time, &b_time);
    }
    if !declared {
        return Some(Vec::new());
    }
    let counts = |iname: &Name| own.is_none_or(|own| !own.cells.contains(iname));
    let both = shared.iter().zip(a_time.iter().zip(&b_time)).filter(|(iname, _)| counts(iname));
    let equal: Option<Vec<Constraint>> = both.map(|(_, (a, b))| Constraint::eq(a, b)).collect();
    Some(vec![equal?])
}

fn substituted(time: &[Aff], at: &[(Name, Aff)]) -> Option<Vec<Aff>> {
    let forms: BTreeMap<Name, Aff> = at.iter().cloned().collect();
    time.iter().map(|aff| aff.substitute(&forms)).collect()
}

/// `a` lexicographically before `b`; constants decide without a constraint.
pub(super) fn lexicographic(a: &[Aff], b: &[Aff]) -> Option<Vec<Vec<Constraint>>> {
    let mut equal: Vec<Constraint> = Vec::new();
    let mut found = Vec::new();
    for (a, b) in a.iter().zip(b) {
        match a.sub(b)?.as_constant() {
            Some(0) => {}
            Some(difference) => {
                if difference < 0 {
                    found.push(equal);
                }
                return Some(found);
            }
            None => {
                let less = Constraint::lt(a, b)?;
                found.push(equal.iter().cloned().chain([less]).collect());
                equal.push(Constraint::eq(a, b)?);
            }
        }
    }
    Some(found)
}
