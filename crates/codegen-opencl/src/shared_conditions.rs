//! Conditions that no group of a launch can change are tested once, where one function performs the whole
//! launch.
//!
//! On a device each work item tests them. A function in C would run through all groups, to find out in each
//! of them that nothing is to be done. What a recurrence does under a rare condition then takes the square of
//! its length.

use crate::guarded_loops::remove_conditions;
use crate::reuse::written;
use ir::{AddressSpace, Expr, Kernel, Launch, Name, Node, Step, walk};
use std::collections::BTreeSet;

/// A launch, taken apart.
pub(crate) struct Hoisted {
    /// What has to hold for the launch to do anything.
    pub(crate) condition: Expr,
    /// The launch without it.
    pub(crate) launch: Launch,
}

/// Takes the conditions from around all steps of a launch that have one value in all of it; `None` where
/// there is none.
pub(crate) fn hoist(kernel: &Kernel, launch: &Launch) -> Option<Hoisted> {
    let inames: BTreeSet<&Name> = launch.indices.iter().map(|index| &index.iname).collect();
    let written = written(kernel, &launch.body);
    let mut shared: Vec<Expr> = Vec::new();
    for (number, step) in launch.body.iter().filter(|step| !matches!(step, Step::Barrier { .. })).enumerate()
    {
        let conjuncts = conjuncts(step);
        if number == 0 {
            let has_one_value = |part: &Expr| {
                !walk::any(part, &mut |part| match part.node() {
                    Node::Var(name) => inames.contains(name) || is_changed(kernel, &written, name),
                    Node::Load { array, index } => {
                        is_changed(kernel, &written, array) || !is_inside(kernel, array, index)
                    }
                    // What cannot fail may be computed where no group would have computed it.
                    Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Compare(..) => false,
                    Node::And(_) | Node::Or(_) | Node::Not(_) => false,
                    _ => true,
                })
            };
            shared = conjuncts.into_iter().filter(|part| has_one_value(part)).cloned().collect();
        } else {
            shared.retain(|part| conjuncts.contains(&part));
        }
    }
    if shared.is_empty() {
        return None;
    }
    let body = remove_conditions(&launch.body, &shared);
    Some(Hoisted { condition: Expr::all(shared), launch: Launch { body, ..launch.clone() } })
}

/// The parts of the condition under which a step does anything.
fn conjuncts(step: &Step) -> Vec<&Expr> {
    match step {
        Step::If { condition, otherwise, .. } if otherwise.is_empty() => condition.conjuncts(),
        _ => Vec::new(),
    }
}

/// Whether groups, or parts of one, may see different values of a variable.
fn is_changed(kernel: &Kernel, written: &BTreeSet<&Name>, name: &Name) -> bool {
    let is_own = kernel.temps.get(name).is_some_and(|temp| temp.space != Some(AddressSpace::Global));
    is_own || written.contains(name)
}

/// Whether an element surely exists, also where the launch has nothing to do.
fn is_inside(kernel: &Kernel, array: &Name, index: &[Expr]) -> bool {
    let Some((shape, _)) = kernel.array(array) else { return false };
    let mut axes = index.iter().zip(&shape);
    axes.all(|(subscript, extent)| {
        let extent = extent.as_ref().and_then(Expr::as_int);
        subscript.as_int().zip(extent).is_some_and(|(place, extent)| (0..extent).contains(&place))
    })
}
