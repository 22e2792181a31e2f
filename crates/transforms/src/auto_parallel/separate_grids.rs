//! Launches of their own for nests whose groups are laid out in another way.
//!
//! A launch has as many groups along each axis as the nest that needs most there. Where one nest has a group
//! for each row and another one for each column, or a constant number of groups that share rows, that is
//! their product: nearly all groups would do nothing. And where one work item sets a number whatever a flag
//! says, and the flag leaves out the nest beside it, all groups of the nest would run for that number.

use super::attempt::{Attempt, Step};
use crate::lower;
use crate::rewrite::constant_ends;
use ir::{
    AddressSpace, Expr, InameTag, IndexSet, Kernel, Launch, Statement, Step as LaunchStep, typing, walk,
};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// How often launches are cut, each of them once.
const MOST: usize = 8;

/// How a nest has groups.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Grid {
    /// A single one: it sets what outlives the launch.
    One,
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
            (Grid::One, _) | (_, Grid::One) | (Grid::Shares, Grid::Shares) => false,
            (Grid::Shares, axes) | (axes, Grid::Shares) => axes.has_several_axes(),
        }
    }
}

/// What a statement wants of a launch.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Need {
    grid: Grid,
    /// The conditions in value arguments under which it wants that.
    conditions: Vec<Expr>,
}

impl Need {
    /// Whether a launch of both has groups that do nothing.
    fn wastes(&self, other: &Need) -> bool {
        self.grid.multiplies(&other.grid) || self.outruns(other) || other.outruns(self)
    }

    /// Whether it may want its one group where a nest wants none.
    fn outruns(&self, nest: &Need) -> bool {
        let is_free = |condition: &Expr| !self.conditions.contains(condition);
        self.grid == Grid::One && matches!(nest.grid, Grid::Axes(_)) && nest.conditions.iter().any(is_free)
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
    let needs: IndexSet<Need> = all.clone().filter_map(|statement| need(kernel, statement)).collect();
    needs.iter().any(|need| needs.iter().any(|other| need.wastes(other)))
        || needs.iter().any(|need| need.grid.has_several_axes()) && all.into_iter().any(is_shared)
}

fn is_new(attempt: &Attempt, step: &Step) -> bool {
    attempt.steps.iter().all(|earlier| earlier.call() != step.call())
}

/// For each launch the first end between nests that follow each other in it and have different grids.
fn ends_between_grids(attempt: &Attempt) -> Vec<Step> {
    let Ok(placed) = lower::placed(&attempt.kernel) else { return Vec::new() };
    let Ok(scheduled) = lower::scheduled(placed.clone()) else { return Vec::new() };
    let launches = scheduled.schedule.as_ref().map(|schedule| schedule.launches()).unwrap_or_default();
    let several = launches.into_iter().filter(|launch| !launch.groups.is_empty());
    several.filter_map(|launch| first_end(attempt, &nests(attempt, &placed, launch))).collect()
}

fn first_end(attempt: &Attempt, nests: &[(Name, Need)]) -> Option<Step> {
    let differs = |at: usize, need: &Need| nests.iter().take(at).any(|(_, before)| before.wastes(need));
    let (at, (after, _)) = nests.iter().enumerate().find(|(at, (_, need))| differs(*at, need))?;
    let (before, _) = nests.get(at.checked_sub(1)?)?;
    attempt.end_between(before, after)
}

/// The statements of a launch and what they want of it, in the order of the kernel.
fn nests(attempt: &Attempt, placed: &Kernel, launch: &Launch) -> Vec<(Name, Need)> {
    let mut run = Vec::new();
    collect(&launch.body, &mut run);
    let nest = |id: &&Name| {
        let need = need(placed, placed.statements.get(*id)?)?;
        Some((attempt.stated(id)?.clone(), need))
    };
    let mut found: Vec<(Name, Need)> = run.iter().filter_map(nest).collect();
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

fn need(kernel: &Kernel, statement: &Statement) -> Option<Need> {
    let is_of_values = |condition: &&Expr| typing::is_told_by_arguments(kernel, condition);
    let conditions = statement.predicates.iter().filter(is_of_values).cloned().collect();
    Some(Need { grid: grid(kernel, statement)?, conditions })
}

fn grid(kernel: &Kernel, statement: &Statement) -> Option<Grid> {
    let axis = |iname: &Name| match kernel.tag(iname) {
        Some(InameTag::Group(axis)) => Some((axis, iname.clone())),
        _ => None,
    };
    let groups: Vec<(u8, Name)> = statement.inames.iter().filter_map(axis).collect();
    if groups.is_empty() {
        return outlives(kernel, statement).then_some(Grid::One);
    }
    if let [(_, only)] = groups.as_slice()
        && constant_ends(kernel, only).ok()?.is_some()
    {
        return Some(Grid::Shares);
    }
    let axes = groups.into_iter().map(|(axis, iname)| Some((axis, length_parameters(kernel, &iname)?)));
    axes.collect::<Option<BTreeMap<_, _>>>().map(Grid::Axes)
}

/// Whether what a statement stores outlives the launch.
fn outlives(kernel: &Kernel, statement: &Statement) -> bool {
    statement.target().is_some_and(|target| match kernel.temps.get(target.name()) {
        Some(temp) => temp.space == Some(AddressSpace::Global),
        None => true,
    })
}

/// The parameters on which the number of iterations of a loop depends.
fn length_parameters(kernel: &Kernel, iname: &Name) -> Option<BTreeSet<Name>> {
    let domain = kernel.domain_of(std::slice::from_ref(iname)).ok()?;
    let bounds = [domain.lower_bounds(iname).ok()?, domain.upper_bounds(iname).ok()?];
    Some(bounds.iter().flatten().flat_map(|bound| bound.names()).collect())
}
