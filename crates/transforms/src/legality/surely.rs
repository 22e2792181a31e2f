//! Whether one instance runs for sure where another one does.

use ir::{Expr, Name, Node, walk};
use poly::Constraint;

use super::domain::computed;
use super::instance::{Actor, Instance, Model};
use super::position::{Level, What, common};

/// The constraints under which the first runs where the second does, as far as data decides; `None` if that is not known.
///
/// A condition on data decides alike if its memory is never written, or if both are in the same branch of one test; a
/// bound that the kernel computes, if both are in that loop.
pub(super) fn runs(
    model: &Model<'_>,
    (x, x_at): (&Actor<'_>, &Instance),
    (y, y_at): (&Actor<'_>, &Instance),
) -> Option<Vec<Constraint>> {
    let shared = common(&x.path, &y.path);
    let mut same: Vec<Name> = Vec::new();
    for iname in bounded_by_data(model, x) {
        let depth = shared
            .iter()
            .position(|level| matches!(level.what, What::Loop { iname: other, .. } if *other == iname))?;
        same.extend(loops(shared.get(..=depth)?));
    }
    for condition in &x.data {
        let names = walk::names(condition);
        let written = super::order::written(model);
        if names.iter().any(|name| written.contains(name)) || !y.data.contains(condition) {
            let depth = shared.iter().position(|level| tests(level, condition))?;
            same.extend(loops(shared.get(..=depth)?));
        } else {
            same.extend(names.into_iter().filter(|name| x.statement.inames.contains(name)));
        }
    }
    same.sort();
    same.dedup();
    x_at.agree(y_at, &same)
}

/// Inames whose bounds the kernel computes.
fn bounded_by_data(model: &Model<'_>, actor: &Actor<'_>) -> Vec<Name> {
    let homes = model.kernel.domains_of(&actor.statement.inames).into_iter();
    let homes = homes.filter_map(|at| model.kernel.domains.get(at));
    let bounded = homes.filter(|home| !computed(model.kernel, &home.set).is_empty());
    bounded
        .flat_map(|home| home.set.dims().to_vec())
        .filter(|iname| actor.statement.inames.contains(iname))
        .collect()
}

fn loops(levels: &[Level<'_>]) -> Vec<Name> {
    let iname = |level: &Level<'_>| {
        if let What::Loop { iname, .. } = level.what { Some(iname.clone()) } else { None }
    };
    levels.iter().filter_map(iname).collect()
}

/// Whether the way goes on only where the condition holds.
fn tests(level: &Level<'_>, condition: &Expr) -> bool {
    match level.what {
        What::Branch { condition: tested, taken: true } => match tested.node() {
            Node::And(operands) => operands.contains(condition),
            _ => tested == condition,
        },
        What::Branch { condition: tested, taken: false } => tested.logical_not() == *condition,
        _ => false,
    }
}
