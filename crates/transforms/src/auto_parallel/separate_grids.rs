//! Launches of their own for nests whose groups are laid out in another way.
//!
//! A launch has as many groups along each axis as the nest that needs most there. Where one nest has a group
//! for each row and another one for each column, or a constant number of groups that share rows, that is
//! their product: nearly all groups would do nothing.

use super::attempt::{Attempt, Step};
use crate::lower;
use crate::rewrite::constant_ends;
use ir::{InameTag, IndexSet, Kernel, Launch, Statement, Step as LaunchStep, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// How often launches are cut, each of them once.
const MOST: usize = 8;

/// How a nest has groups.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Grid {
    /// A constant number along one axis.
    Shares,
    /// Numbers along axes that depend on these parameters.
    Axes(BTreeMap<u8, BTreeSet<Name>>),
}

impl Grid {
    fn has_several_axes(&self) -> bool {
        matches!(self, Grid::Axes(axes) if axes.len() > 1)
    }

    /// Whether a launch of both has a product of what they need.
    fn multiplies(&self, other: &Grid) -> bool {
        match (self, other) {
            (Grid::Axes(own), Grid::Axes(others)) => exceeds(own, others) && exceeds(others, own),
            (Grid::Shares, Grid::Shares) => false,
            (Grid::Shares, axes) | (axes, Grid::Shares) => axes.has_several_axes(),
        }
    }
}

/// Whether a grid is larger than another one along some axis, by a parameter that the other lacks there.
fn exceeds(grid: &BTreeMap<u8, BTreeSet<Name>>, other: &BTreeMap<u8, BTreeSet<Name>>) -> bool {
    let nothing = BTreeSet::new();
    grid.iter().any(|(axis, own)| {
        let others = other.get(axis).unwrap_or(&nothing);
        others.is_subset(own) && others != own
    })
}

/// Ends launches between nests of different grids, as far as these share launches now.
pub(super) fn separate_grids(attempt: &mut Attempt) {
    for _ in 0..MOST {
        let mut is_cut = false;
        for step in ends_between_grids(attempt) {
            is_cut |= is_new(attempt, &step) && attempt.apply(step).is_ok();
        }
        if !is_cut {
            return;
        }
    }
}

/// Whether nests of a kernel may need launches of their own because of their grids.
pub(super) fn has_different_grids(kernel: &Kernel) -> bool {
    let is_group = |iname: &Name| matches!(kernel.tag(iname), Some(InameTag::Group(_)));
    let is_shared = |statement: &Statement| {
        statement.value().is_some_and(|value| walk::reduction_inames(value).iter().any(is_group))
    };
    let all = kernel.statements.values();
    let grids: IndexSet<Grid> = all.clone().filter_map(|statement| grid(kernel, statement)).collect();
    grids.iter().any(|grid| grids.iter().any(|other| grid.multiplies(other)))
        || grids.iter().any(Grid::has_several_axes) && all.into_iter().any(is_shared)
}

fn is_new(attempt: &Attempt, step: &Step) -> bool {
    attempt.steps.iter().all(|earlier| earlier.call() != step.call())
}

/// For each launch the first end between nests that follow each other in it and have different grids.
fn ends_between_grids(attempt: &Attempt) -> Vec<Step> {
    let Ok(placed) = lower::placed(&attempt.kernel) else { return Vec::new() };
    let Ok(scheduled) = lower::scheduled(placed.clone()) else { return Vec::new() };
    let launches = scheduled.schedule.as_ref().map(|schedule| schedule.launches()).unwrap_or_default();
    let several = launches.into_iter().filter(|launch| launch.groups.len() > 1);
    several.filter_map(|launch| first_end(attempt, &nests(attempt, &placed, launch))).collect()
}

fn first_end(attempt: &Attempt, nests: &[(Name, Grid)]) -> Option<Step> {
    let differs = |at: usize, grid: &Grid| nests.iter().take(at).any(|(_, before)| before.multiplies(grid));
    let (at, (after, _)) = nests.iter().enumerate().find(|(at, (_, grid))| differs(*at, grid))?;
    let (before, _) = nests.get(at.checked_sub(1)?)?;
    attempt.end_between(before, after)
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
    let axis = |iname: &Name| match kernel.tag(iname) {
        Some(InameTag::Group(axis)) => Some((axis, iname.clone())),
        _ => None,
    };
    let groups: Vec<(u8, Name)> = statement.inames.iter().filter_map(axis).collect();
    if let [(_, only)] = groups.as_slice()
        && constant_ends(kernel, only).ok()?.is_some()
    {
        return Some(Grid::Shares);
    }
    let axes = groups.into_iter().map(|(axis, iname)| Some((axis, length_parameters(kernel, &iname)?)));
    axes.collect::<Option<BTreeMap<_, _>>>().filter(|axes| !axes.is_empty()).map(Grid::Axes)
}

/// The parameters on which the number of iterations of a loop depends.
fn length_parameters(kernel: &Kernel, iname: &Name) -> Option<BTreeSet<Name>> {
    let domain = kernel.domain_of(std::slice::from_ref(iname)).ok()?;
    let bounds = [domain.lower_bounds(iname).ok()?, domain.upper_bounds(iname).ok()?];
    Some(bounds.iter().flatten().flat_map(|bound| bound.names()).collect())
}
