//! Arguments that nests use as work space, as temporaries.

use super::attempt::Step;
use crate::privatize_arrays_with_inames::PrivatizeArraysWithInames;
use dependence::wording;
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{IndexMap, Kernel, Name, Statement, walk};
use pass::{ArrayName, InameName, Rewrite};
use std::collections::BTreeSet;
use std::rc::Rc;

/// isl steps that the proof for one argument and list of loops may take.
const QUOTA: u64 = 2_000_000;

/// The kernel in which nests work on temporaries in place of arguments that each of their iterations sets
/// anew, and the steps that make it; nothing where there is no such argument. Nests are those of the loops at
/// a depth, counted from 0, within these outermost ones.
pub(super) fn privatize(
    kernel: &Kernel,
    outermost: &BTreeSet<Name>,
    depth: usize,
) -> Option<(Kernel, Vec<Step>)> {
    let mut changed = kernel.clone();
    let mut steps: Vec<Step> = Vec::new();
    for (loops, arrays) in candidates(kernel, outermost, depth) {
        for array in arrays {
            if let Some((next, step)) = privatized(&changed, &loops, &array) {
                changed = next;
                steps.push(step);
            }
        }
    }
    (!steps.is_empty()).then_some((changed, steps))
}

/// The kernel with a temporary for an argument in the first of these loops, and in as many of those within it
/// as are accepted.
fn privatized(kernel: &Kernel, loops: &[Name], array: &Name) -> Option<(Kernel, Step)> {
    (0..loops.len()).rev().filter_map(|last| loops.get(..=last)).find_map(|some| {
        let step = PrivatizeArraysWithInames {
            privatizing_inames: some.iter().map(|name| InameName::from(name.as_str())).collect(),
            var_names: vec![ArrayName::from(array.as_str())],
        };
        let applied = wording::unread(|| poly::with_quota(QUOTA, || Ok(step.apply(kernel)))).ok()?.ok()?;
        Some((applied.kernel, Rc::new(step) as Step))
    })
}

/// A statement of a nest, and what it accesses of an array.
type Use<'k> = (&'k Statement, MemoryAccess);

/// Arguments by the loops, from one at a depth on, that are around all that uses them in its nest, as far as
/// these do not select their elements: each iteration of such loops writes the same ones. What a nest reads
/// first is not among them.
fn candidates(kernel: &Kernel, outermost: &BTreeSet<Name>, depth: usize) -> IndexMap<Vec<Name>, Vec<Name>> {
    let mut nests: IndexMap<&[Name], IndexMap<Name, Vec<Use<'_>>>> = IndexMap::default();
    for statement in kernel.statements.values() {
        let around = statement
            .inames
            .get(..=depth)
            .filter(|around| around.first().is_some_and(|name| outermost.contains(name)));
        let Some(users) = around.map(|around| nests.entry(around).or_default()) else { continue };
        for access in accesses(kernel, statement) {
            if kernel.args.contains_key(&access.variable) {
                users.entry(access.variable.clone()).or_default().push((statement, access));
            }
        }
    }
    let mut found: IndexMap<Vec<Name>, Vec<Name>> = IndexMap::default();
    for (array, uses) in nests.into_values().flatten() {
        let loops = common_loops(&uses, depth);
        let is_set_first = uses.first().is_some_and(|(_, access)| access.kind == AccessKind::Write);
        if is_set_first && !loops.is_empty() {
            found.entry(loops).or_default().push(array);
        }
    }
    found
}

/// The loops from one at a depth on that all uses of an array have in common, up to the first that selects
/// its elements.
fn common_loops(uses: &[Use<'_>], depth: usize) -> Vec<Name> {
    let selects = |name: &Name| {
        uses.iter().any(|(_, access)| access.index.iter().any(|subscript| walk::mentions(subscript, name)))
    };
    let is_common = |(at, name): &(usize, &Name)| {
        uses.iter().all(|(statement, _)| statement.inames.get(*at) == Some(*name)) && !selects(name)
    };
    let first = uses.first().map(|(statement, _)| statement.inames.as_slice()).unwrap_or_default();
    first.iter().enumerate().skip(depth).take_while(is_common).map(|(_, name)| name.clone()).collect()
}
