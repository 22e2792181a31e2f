//! Several loops of a nest in parallel: neighbouring work items on the loop along which they touch neighbouring elements, and groups for
//! the iterations of the others.

use super::attempt::{Attempt, Blocks, iterations};
use crate::lower::assign_local_axes::distances;
use ir::{Kernel, Statement};
use poly::Name;

/// A loop of fewer iterations, as constants tell, is left to each work item.
const FEW: i64 = 32;

/// From how many elements on it does not matter how far apart neighbours read or write.
const FAR: i64 = 32;

/// Axes of work groups.
const AXES: usize = 3;

/// The attempt with the most loops within one that is known to be parallel, that one included; none if that is all there is.
pub(super) fn within(kernel: &Kernel, name: &Name, blocks: Blocks) -> Option<Attempt> {
    if !blocks.work_items {
        return None;
    }
    let nest: Vec<&Statement> =
        kernel.statements.values().filter(|statement| statement.inames.contains(name)).collect();
    let loops = loops(kernel, name, &nest);
    let mut closest = loops.clone();
    closest.sort_by_key(|iname| spread(kernel, &nest, iname));
    let attempt = |chosen: &[Name]| {
        let items = closest.iter().find(|iname| chosen.contains(iname))?;
        let others: Vec<&Name> =
            loops.iter().filter(|iname| chosen.contains(iname) && *iname != items).collect();
        (chosen != std::slice::from_ref(name))
            .then(|| Attempt::grid(kernel, items, &others, blocks).and_then(Attempt::accepted).ok())?
    };
    if let Some(all) = attempt(&loops) {
        return Some(all);
    }
    let mut chosen: Vec<Name> = loops.iter().filter(|iname| *iname == name).cloned().collect();
    let mut best = None;
    for iname in closest.iter().filter(|iname| *iname != name) {
        chosen.push(iname.clone());
        match attempt(&chosen) {
            Some(better) => best = Some(better),
            None => drop(chosen.pop()),
        }
    }
    best
}

/// Loops from this one inwards that all statements of its nest are in, and that the user left as they are; the outermost ones, as many as
/// there are axes, beside the one that neighbours share.
fn loops(kernel: &Kernel, name: &Name, nest: &[&Statement]) -> Vec<Name> {
    let is_open = |iname: &Name| kernel.inames.get(iname).is_some_and(|iname| iname.tag.is_none());
    let is_long = |iname: &Name| !matches!(iterations(kernel, iname), Ok(Some(count)) if count < FEW);
    let Some((first, others)) = nest.split_first() else { return Vec::new() };
    let inwards = first.inames.iter().skip_while(|iname| *iname != name);
    let all = inwards.filter(|iname| others.iter().all(|other| other.inames.contains(iname)));
    let mut all: Vec<Name> = all.filter(|iname| is_open(iname) && is_long(iname)).cloned().collect();
    while all.len() > AXES {
        let closest = all.iter().min_by_key(|iname| spread(kernel, nest, iname)).cloned();
        let Some(at) = all.iter().rposition(|iname| Some(iname) != closest.as_ref()) else { break };
        all.remove(at);
    }
    all
}

/// How far apart neighbouring iterations of a loop read and write, over all accesses.
fn spread(kernel: &Kernel, nest: &[&Statement], iname: &Name) -> i64 {
    let of = |statement: &&Statement| distances(kernel, statement, iname);
    nest.iter().flat_map(of).map(|distance| distance.min(FAR)).fold(0, i64::saturating_add)
}
