//! Launches of their own for nests that need groups of another number of axes.
//!
//! A launch has as many groups along each axis as the nest that needs most there. Where one nest has a group
//! for each row, and another a constant number of groups that share rows, that is their product: nearly all
//! groups would do nothing.

use super::attempt::{Attempt, Step};
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

/// Ends launches between nests of different grids, as far as these share launches now.
pub(super) fn separate_grids(attempt: &mut Attempt) {
    for _ in 0..MOST {
        let mut wanted = ends_between_grids(attempt).into_iter();
        if !wanted.any(|step| is_new(attempt, &step) && attempt.apply(step).is_ok()) {
            return;
        }
    }
}

/// Whether reductions are shared by groups in one kernel with nests that have groups along several axes.
pub(super) fn has_both(kernel: &Kernel) -> bool {
    let is_group = |iname: &Name| matches!(kernel.tag(iname), Some(InameTag::Group(_)));
    let is_shared = |statement: &Statement| {
        statement.value().is_some_and(|value| walk::reduction_inames(value).iter().any(is_group))
    };
    kernel.statements.values().any(is_shared)
        && kernel.statements.values().any(|statement| grid(kernel, statement) == Some(Grid::Axes))
}

fn is_new(attempt: &Attempt, step: &Step) -> bool {
    attempt.steps.iter().all(|earlier| earlier.call() != step.call())
}

/// The ends of launches between nests that follow each other in one launch and have different grids.
fn ends_between_grids(attempt: &Attempt) -> Vec<Step> {
    let Ok(placed) = lower::placed(&attempt.kernel) else { return Vec::new() };
    let Ok(scheduled) = lower::scheduled(placed.clone()) else { return Vec::new() };
    let launches = scheduled.schedule.as_ref().map(|schedule| schedule.launches()).unwrap_or_default();
    let mut found = Vec::new();
    for launch in launches.into_iter().filter(|launch| launch.groups.len() > 1) {
        let nests = nests(attempt, &placed, launch);
        let pairs = nests.iter().zip(nests.iter().skip(1));
        let different = pairs.filter(|(before, after)| before.1 != after.1);
        found.extend(different.filter_map(|(before, after)| attempt.end_between(&before.0, &after.0)));
    }
    found
}

/// The statements of a launch that run in several groups, in the order of the kernel.
fn nests(attempt: &Attempt, placed: &Kernel, launch: &Launch) -> Vec<(Name, Grid)> {
    let mut run = Vec::new();
    collect(&launch.body, &mut run);
    let nest = |id: &&Name| {
        let grid = grid(placed, placed.statements.get(*id)?)?;
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

fn grid(kernel: &Kernel, statement: &Statement) -> Option<Grid> {
    let is_group = |iname: &&Name| matches!(kernel.tag(iname), Some(InameTag::Group(_)));
    let groups: Vec<&Name> = statement.inames.iter().filter(is_group).collect();
    match groups.as_slice() {
        [] => None,
        [only] => constant_ends(kernel, only).ok().flatten().map(|_| Grid::Shares),
        _ => Some(Grid::Axes),
    }
}
