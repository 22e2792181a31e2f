//! How neighbouring work items access memory together: 32 of them, a warp, in one group of each launch.
//!
//! Work items of the chosen group go through the loop tree in step, as a device runs them, and the addresses
//! of each access are looked at. Of a long loop only some iterations are.

use crate::evaluate::{holds, integer};
use crate::executions::{Sizes, axis_name};
use crate::lockstep::{Place, Planner, Tree};
use crate::place::{Launched, launched};
use ir::{AddressSpace, Expr, HardwareAxis, Kernel, Name, Scalar};
use std::collections::{BTreeMap, BTreeSet};

/// Work items that access memory together.
const LANES: usize = 32;

/// Bytes that global memory is moved by.
const SECTOR: i64 = 32;

/// Banks of local memory, and the bytes of each that are accessed at once.
const BANKS: i64 = 32;
const WORD: i64 = 4;

/// Iterations of a loop, and warps of a group, that are looked at.
const LOOKED_AT: i64 = 4;
const WARPS: usize = 8;

/// How the addresses of neighbours along `l.0` differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stride {
    /// All have the same one.
    Uniform,
    /// They lie side by side.
    Unit,
    /// They lie so many elements apart.
    Strided(i64),
    /// Their distances differ.
    Mixed,
    /// Data decide.
    Gathered,
    /// There are no neighbours.
    Single,
}

impl std::fmt::Display for Stride {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stride::Uniform => f.write_str("uniform"),
            Stride::Unit => f.write_str("unit"),
            Stride::Strided(by) => write!(f, "strided {by}"),
            Stride::Mixed => f.write_str("mixed"),
            Stride::Gathered => f.write_str("gathered"),
            Stride::Single => f.write_str("single"),
        }
    }
}

/// How a warp accesses an array.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The launch, in text order.
    pub launch: usize,
    /// The array.
    pub variable: Name,
    /// The type of its elements.
    pub ty: Scalar,
    /// Where it lies: in global or in local memory.
    pub space: AddressSpace,
    /// The subscripts.
    pub index: Vec<Expr>,
    /// Whether it is stored; else it is loaded.
    pub is_store: bool,
    /// How neighbours differ.
    pub stride: Stride,
    /// Times that a warp did this, of those that were looked at.
    pub seen: u64,
    /// Sectors of 32 bytes that these touched, in local memory passes over the banks.
    pub touched: u64,
    /// The least number of them for as many distinct elements.
    pub least: u64,
    /// The most of one time.
    pub worst: u64,
    /// Whether these were all times of the middle group, and no data decided.
    pub is_complete: bool,
}

/// How warps of the middle group of each launch access arrays. Of an access that this one does not do the
/// group before that counts, at half the way to the first one, and so on.
pub fn patterns(kernel: &Kernel, sizes: &Sizes) -> Vec<Pattern> {
    let schedule = kernel.schedule.as_ref();
    let launches = schedule.map(ir::Schedule::launches).unwrap_or_default();
    let mut found = Vec::new();
    for (number, (launch, mut launched)) in launches.into_iter().zip(launched(kernel, sizes)).enumerate() {
        let plan = Planner::plan(kernel, sizes, launch);
        let mut patterns = patterns_of_group(number, &launched, &plan);
        while patterns.iter().any(|pattern| pattern.seen == 0) && launched.halve() {
            let unseen = patterns
                .iter_mut()
                .zip(patterns_of_group(number, &launched, &plan))
                .filter(|(own, _)| own.seen == 0);
            unseen.filter(|(_, other)| other.seen > 0).for_each(|(own, other)| {
                *own = Pattern { is_complete: false, ..other };
            });
        }
        found.extend(patterns);
    }
    found
}

/// How warps of the chosen group of a launch access arrays.
fn patterns_of_group(number: usize, launched: &Launched, plan: &Planner<'_>) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = plan.places.iter().map(|place| pattern(number, place)).collect();
    let runs = launched.groups.iter().flatten().all(|count| *count > 0);
    if let Some(shape) = launched.work_items.as_ref().filter(|_| runs) {
        let all = warps(shape);
        let steps = all.len().div_ceil(WARPS).max(1);
        for warp in all.iter().step_by(steps) {
            let mut run = Run::new(launched, warp, &mut patterns);
            run.is_complete = steps == 1;
            run.trees(&plan.tree, &plan.places);
        }
    }
    patterns
}

fn pattern(launch: usize, place: &Place) -> Pattern {
    Pattern {
        launch,
        variable: place.variable.clone(),
        ty: place.ty,
        space: place.space,
        index: place.index.clone(),
        is_store: place.is_store,
        stride: Stride::Single,
        seen: 0,
        touched: 0,
        least: 0,
        worst: 0,
        is_complete: true,
    }
}

/// A work item, by its place along each axis of its group.
type Lane = Vec<(Name, i64)>;

/// The work items of a group by the warp that they are in, neighbours along the first axis side by side.
fn warps(shape: &[i64]) -> Vec<Vec<Lane>> {
    let mut items: Vec<Lane> = vec![Vec::new()];
    for (axis, extent) in (0_u8..).zip(shape) {
        let name = axis_name(HardwareAxis::Local(axis));
        let mut all = Vec::new();
        for value in 0..*extent {
            let with = |item: &Lane| item.iter().cloned().chain([(name.clone(), value)]).collect::<Lane>();
            all.extend(items.iter().map(with));
        }
        items = all;
    }
    items.chunks(LANES).map(<[Lane]>::to_vec).collect()
}

/// A warp on its way through a tree.
struct Run<'r> {
    lanes: &'r [Lane],
    /// Which lanes take part.
    active: Vec<bool>,
    /// What all have in common: loops, and the axes of groups.
    values: BTreeMap<Name, i64>,
    patterns: &'r mut [Pattern],
    is_complete: bool,
    /// The loop whose iterations are done together, and its first and last one.
    vector: Option<(Name, i64, i64)>,
}

impl<'r> Run<'r> {
    fn new(place: &Launched, lanes: &'r [Lane], patterns: &'r mut [Pattern]) -> Self {
        let values = place.chosen.iter().cloned().collect();
        Run { lanes, active: vec![true; lanes.len()], values, patterns, is_complete: true, vector: None }
    }

    fn trees(&mut self, trees: &[Tree], places: &[Place]) {
        for tree in trees {
            match tree {
                Tree::For { iname, lower, upper, is_vector, body } => {
                    self.run_loop(iname, lower, upper, *is_vector, &mut |run| run.trees(body, places));
                }
                Tree::If { condition, then, otherwise } => self.branch(condition, then, otherwise, places),
                Tree::Access(number) => {
                    if let Some(place) = places.get(*number) {
                        self.access(*number, place);
                    }
                }
            }
        }
    }

    /// What each lane that takes part makes of itself.
    fn map_lanes<T>(&self, of: impl Fn(&dyn Fn(&Name) -> Option<i64>) -> T) -> Vec<(usize, T)> {
        let lanes = self.lanes.iter().enumerate().zip(&self.active).filter(|(_, active)| **active);
        let value = |((number, lane), _): ((usize, &Lane), &bool)| {
            let of_name = |name: &Name| {
                let own = lane.iter().find(|(axis, _)| axis == name).map(|(_, value)| *value);
                own.or_else(|| self.values.get(name).copied())
            };
            (number, of(&of_name))
        };
        lanes.map(value).collect()
    }

    fn run_loop(
        &mut self,
        iname: &Name,
        lower: &Expr,
        upper: &Expr,
        is_vector: bool,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let bounds = self.map_lanes(|of| Some((integer(lower, of)?, integer(upper, of)?)));
        let known: Option<Vec<(usize, (i64, i64))>> =
            bounds.into_iter().map(|(lane, bounds)| Some((lane, bounds?))).collect();
        let complete = self.is_complete;
        match known {
            // Data bound the loop: one iteration, whichever it is.
            None => {
                self.is_complete = false;
                self.values.remove(iname);
                body(self);
            }
            Some(known) => {
                let first = known.iter().map(|(_, (first, _))| *first).min();
                let last = known.iter().map(|(_, (_, last))| *last).max();
                let (Some(first), Some(last)) = (first, last) else { return };
                if is_vector && first <= last {
                    self.vector = Some((iname.clone(), first, last));
                    body(self);
                    self.vector = None;
                } else {
                    self.run_iterations(iname, first, last, &known, body);
                }
            }
        }
        self.values.remove(iname);
        self.is_complete = complete;
    }

    fn run_iterations(
        &mut self,
        iname: &Name,
        first: i64,
        last: i64,
        bounds: &[(usize, (i64, i64))],
        body: &mut dyn FnMut(&mut Self),
    ) {
        let before = self.active.clone();
        let wanted = looked_at(first, last);
        self.is_complete &= last.saturating_sub(first) < LOOKED_AT;
        for value in wanted {
            self.values.insert(iname.clone(), value);
            for (lane, (first, last)) in bounds {
                if let Some(active) = self.active.get_mut(*lane) {
                    *active = (*first..=*last).contains(&value);
                }
            }
            body(self);
            self.active.clone_from(&before);
        }
    }

    fn branch(&mut self, condition: &Expr, then: &[Tree], otherwise: &[Tree], places: &[Place]) {
        let (before, complete) = (self.active.clone(), self.is_complete);
        let decided = self.map_lanes(|of| holds(condition, of));
        // Where data decide, either may be.
        self.is_complete &= decided.iter().all(|(_, holds)| holds.is_some());
        for (wanted, trees) in [(true, then), (false, otherwise)] {
            for (lane, holds) in &decided {
                if let Some(active) = self.active.get_mut(*lane) {
                    *active = holds.is_none_or(|holds| holds == wanted);
                }
            }
            if self.active.contains(&true) {
                self.trees(trees, places);
            }
            self.active.clone_from(&before);
        }
        self.is_complete = complete;
    }

    fn access(&mut self, number: usize, place: &Place) {
        let mut all: Vec<(usize, i64)> = Vec::new();
        let (vector, mut is_known) = (self.vector.clone(), true);
        let (first, last) = vector.as_ref().map_or((0, 0), |(_, first, last)| (*first, *last));
        for value in first..=last {
            if let Some((iname, ..)) = &vector {
                self.values.insert(iname.clone(), value);
            }
            let own = self.map_lanes(|of| place.address.as_ref().and_then(|address| integer(address, of)));
            is_known &= own.iter().all(|(_, address)| address.is_some());
            all.extend(own.into_iter().filter_map(|(lane, address)| Some((lane, address?))));
        }
        let active = self.active.iter().filter(|active| **active).count();
        let is_complete = self.is_complete;
        if let Some(pattern) = self.patterns.get_mut(number) {
            pattern.is_complete &= is_complete && is_known;
            match is_known {
                true if all.is_empty() => {}
                true => {
                    pattern.stride = pattern.seen_with(distances(self.lanes, &all));
                    pattern.see(&all);
                }
                false => pattern.gather(active),
            }
        }
    }
}

/// Some iterations of a loop, evenly spread.
fn looked_at(first: i64, last: i64) -> Vec<i64> {
    let between = last.saturating_sub(first);
    if between < LOOKED_AT {
        return (first..=last).collect();
    }
    let at = |number: i64| {
        let part = i128::from(between) * i128::from(number) / i128::from(LOOKED_AT - 1);
        first.saturating_add(i64::try_from(part).unwrap_or(0))
    };
    (0..LOOKED_AT).map(at).collect()
}

/// How far neighbours along the first axis lie apart.
fn distances(lanes: &[Lane], addresses: &[(usize, i64)]) -> BTreeSet<i64> {
    let are_neighbours = |a: &Lane, b: &Lane| match (a.split_first(), b.split_first()) {
        (Some(((_, a), others)), Some(((_, b), same))) => *b == a.saturating_add(1) && others == same,
        _ => false,
    };
    let pairs = addresses.iter().zip(addresses.iter().skip(1));
    let near = pairs.filter(|((a, _), (b, _))| {
        lanes.get(*a).zip(lanes.get(*b)).is_some_and(|(a, b)| are_neighbours(a, b))
    });
    near.map(|((_, a), (_, b))| b.saturating_sub(*a)).collect()
}

impl Pattern {
    /// The stride of what was seen, with these distances too.
    fn seen_with(&self, distances: BTreeSet<i64>) -> Stride {
        let distances: Vec<i64> = distances.into_iter().collect();
        let own = match distances.as_slice() {
            [] => return self.stride,
            [0] => Stride::Uniform,
            [1 | -1] => Stride::Unit,
            [by] => Stride::Strided(by.saturating_abs()),
            _ => Stride::Mixed,
        };
        match self.stride {
            Stride::Single => own,
            Stride::Gathered => Stride::Gathered,
            before if before == own => own,
            _ => Stride::Mixed,
        }
    }

    fn see(&mut self, addresses: &[(usize, i64)]) {
        let size = i64::from(self.ty.bytes());
        let elements: BTreeSet<i64> = addresses.iter().map(|(_, address)| *address).collect();
        let parts = |unit: i64| -> BTreeSet<i64> {
            let of = |at: &i64| {
                let first = at.saturating_mul(size);
                let last = first.saturating_add(size).saturating_sub(1);
                first.div_euclid(unit)..=last.div_euclid(unit)
            };
            elements.iter().flat_map(of).collect()
        };
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let bytes = count(elements.len()).saturating_mul(u64::from(self.ty.bytes()));
        let (touched, least) = if self.space == AddressSpace::Local {
            let words = parts(WORD);
            let mut banks: BTreeMap<i64, u64> = BTreeMap::new();
            words.iter().for_each(|word| *banks.entry(word.rem_euclid(BANKS)).or_default() += 1);
            (banks.into_values().max().unwrap_or(0), count(words.len()).div_ceil(BANKS.unsigned_abs()))
        } else {
            (count(parts(SECTOR).len()), bytes.div_ceil(SECTOR.unsigned_abs()))
        };
        self.count(touched, least);
    }

    /// Notes an access whose addresses are not known: each may lie anywhere.
    fn gather(&mut self, lanes: usize) {
        self.stride = Stride::Gathered;
        self.count(u64::try_from(lanes).unwrap_or(u64::MAX), 1);
    }

    fn count(&mut self, touched: u64, least: u64) {
        self.seen = self.seen.saturating_add(1);
        self.touched = self.touched.saturating_add(touched);
        self.least = self.least.saturating_add(least);
        self.worst = self.worst.max(touched);
    }
}
