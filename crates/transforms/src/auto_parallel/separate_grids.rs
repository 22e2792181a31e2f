//! Launches of their own for nests that need groups of another number of axes.
//!
//! A launch has as many groups along each axis as the nest that needs most there. Where one nest has a group for each
//! row, and another a constant number of groups that share rows, that is their product: nearly all groups would
//! do nothing.

use super::attempt::{Atomics, Attempt, Step};
use crate::lower;
use crate::rewrite::constant_ends;
use ir::{InameTag, Kernel, Launch, Statement, Step as LaunchStep, walk};
use poly::Name;

/// Launches that may be cut.
const MOST: usize = 8;

/// How a nest has groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grid {
    /// A constant number along one axis.
    Shares,
    /// Along several axes.
    Axes,
}

/// The ends of launches that are wanted between nests of different grids, if there are any and they are accepted.
pub(super) fn separate_grids(kernel: &Kernel) -> Option<Attempt> {
    if !has_both(kernel) {
        return None;
    }
    let mut attempt = Attempt::without_steps(kernel, Atomics::None);
    for _ in 0..MOST {
        let Some(step) = end_between_grids(&attempt) else { break };
        attempt.apply(step).ok()?;
    }
    if attempt.steps.is_empty() { None } else { attempt.accepted_as_it_is() }
}

/// Whether reductions are shared by groups in one kernel with nests that have groups along several axes.
fn has_both(kernel: &Kernel) -> bool {
    let is_group = |iname: &Name| matches!(kernel.tag(iname), Some(InameTag::Group(_)));
    let is_shared = |statement: &Statement| {
        statement.value().is_some_and(|value| walk::reduction_inames(value).iter().any(is_group))
    };
    kernel.statements.values().any(is_shared)
        && kernel.statements.values().any(|statement| grid(kernel, statement) == Some(Grid::Axes))
}

/// The end of a launch between the first two nests of one launch that have different grids.
fn end_between_grids(attempt: &Attempt) -> Option<Step> {
    let lowered = lower::scheduled(&attempt.kernel).ok()?;
    let launches = lowered.schedule.as_ref().map(|schedule| schedule.launches()).unwrap_or_default();
    launches.into_iter().filter(|launch| launch.groups.len() > 1).find_map(|launch| {
        let nests = nests(attempt, &lowered, launch);
        let pairs = nests.iter().zip(nests.iter().skip(1));
        let (before, after) = pairs.into_iter().find(|(before, after)| before.1 != after.1)?;
        attempt.end_between(&before.0, &after.0)
    })
}

/// The statements of a launch that run in several groups, in the order of the kernel.
fn nests(attempt: &Attempt, lowered: &Kernel, launch: &Launch) -> Vec<(Name, Grid)> {
    let mut run = Vec::new();
    collect(&launch.body, &mut run);
    let nest = |id: &&Name| {
        let grid = grid(lowered, lowered.statements.get(*id)?)?;
        Some((attempt.stated(id)?.clone(), grid))
    };
    let mut found: Vec<(Name, Grid)> = run.iter().filter_map(nest).collect();
    found.sort_by_key(|(id, _)| attempt.kernel.statements.get_index_of(id));
    found
}

fn collect<'l>(steps: &'l [LaunchStep], run: &mut Vec<&'l Name>) {
    for step in steps {
        match step {
            LaunchStep::Run(id) => run.push(id),
            LaunchStep::For(inner) => collect(&inner.body, run),
            LaunchStep::If { then, otherwise, .. } => {
                collect(then, run);
                collect(otherwise, run);
            }
            LaunchStep::Barrier { .. } => {}
        }
    }
}

fn grid(lowered: &Kernel, statement: &Statement) -> Option<Grid> {
    let is_group = |iname: &&Name| matches!(lowered.tag(iname), Some(InameTag::Group(_)));
    let groups: Vec<&Name> = statement.inames.iter().filter(is_group).collect();
    match groups.as_slice() {
        [] => None,
        [only] => constant_ends(lowered, only).ok().flatten().map(|_| Grid::Shares),
        _ => Some(Grid::Axes),
    }
}
