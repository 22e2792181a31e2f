//! Several loops of a nest in parallel: neighbouring work items on the one along which they touch
//! neighbouring elements, and groups for the iterations of the others.

use super::attempt::{Attempt, Blocks, iterations};
use super::family::Family;
use crate::lower::assign_local_axes::distances;
use ir::{Kernel, Statement};
use poly::Name;

/// A loop of fewer iterations, as constants tell, is left to each work item.
const FEW: i64 = 32;

/// From how many elements on it does not matter how far apart neighbours read or write.
const FAR: i64 = 32;

/// Axes of work groups.
const AXES: usize = 3;

/// The attempt with the most loops within loops that are known to be parallel, with these; none if they are
/// all there is.
pub(super) fn largest_grid(
    kernel: &Kernel,
    base: &Family,
    blocks: Blocks,
    accepted: fn(Attempt) -> Option<Attempt>,
) -> Option<Attempt> {
    if !blocks.work_items {
        return None;
    }
    let nest: Vec<&Statement> =
        kernel.statements.values().filter(|statement| base.member(statement).is_some()).collect();
    let loops = loops(kernel, base, &nest);
    let mut closest: Vec<&Family> = loops.iter().collect();
    closest.sort_by_key(|family| spread(kernel, &nest, family));
    let attempt = |chosen: &[&Family]| {
        let items = closest.iter().find(|family| chosen.contains(family))?;
        let others: Vec<&Family> =
            loops.iter().filter(|family| chosen.contains(family) && family != items).collect();
        (chosen != [base]).then(|| Attempt::grid(kernel, items, &others, blocks).ok().and_then(accepted))?
    };
    if let Some(all) = attempt(&closest) {
        return Some(all);
    }
    let mut chosen: Vec<&Family> = loops.iter().filter(|family| *family == base).collect();
    let mut best = None;
    for family in closest.iter().copied().filter(|family| *family != base) {
        chosen.push(family);
        match attempt(&chosen) {
            Some(better) => best = Some(better),
            None => drop(chosen.pop()),
        }
    }
    best
}

/// Loops from these inwards that all statements of a nest are in, and that the user left as they are; the
/// outermost ones, as many as there are axes, beside those that neighbours share.
fn loops(kernel: &Kernel, base: &Family, nest: &[&Statement]) -> Vec<Family> {
    let is_long = |iname: &Name| !matches!(iterations(kernel, iname), Ok(Some(count)) if count < FEW);
    let Some(first) = nest.first() else { return Vec::new() };
    let inwards = first.inames.iter().skip_while(|iname| !base.members().contains(iname));
    let mut all: Vec<Family> =
        inwards
            .map(|iname| {
                if base.members().contains(iname) {
                    base.clone()
                } else {
                    Family::of_loop(kernel, nest, iname)
                }
            })
            .filter(|family| nest.iter().all(|statement| family.member(statement).is_some()))
            .filter(|family| family.is_open(kernel) && family.members().iter().all(is_long))
            .collect();
    while all.len() > AXES {
        let closest = all.iter().min_by_key(|family| spread(kernel, nest, family)).cloned();
        let Some(at) = all.iter().rposition(|family| Some(family) != closest.as_ref()) else { break };
        all.remove(at);
    }
    all
}

/// How far apart neighbouring iterations of loops read and write, over all accesses.
fn spread(kernel: &Kernel, nest: &[&Statement], family: &Family) -> i64 {
    let distances_of = |statement: &&Statement| {
        family.member(statement).map(|iname| distances(kernel, statement, iname)).unwrap_or_default()
    };
    nest.iter().flat_map(distances_of).map(|distance| distance.min(FAR)).fold(0, i64::saturating_add)
}
