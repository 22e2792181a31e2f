//! Running a launch: groups one after the other, the work items of a group from barrier to barrier.

use super::WorkItemOrder;
use super::eval::Machine;
use super::flat::{LaunchCode, Op};
use super::memory::{Actor, Fault, Sharing};
use crate::random::Random;
use diag::Diagnostic;
use ir::{HardwareAxis, Name};

/// Work items that one launch may have: more would not end in reasonable time.
const MAX_ITEMS: i64 = 1 << 28;

/// Where a work item stands.
struct WorkItem {
    next: usize,
    slots: Vec<i64>,
}

/// A launch that runs.
pub(crate) struct Run<'a> {
    pub(crate) code: &'a LaunchCode,
    pub(crate) order: WorkItemOrder,
    /// Number of this launch, from 1.
    pub(crate) number: u32,
}

/// A grid or a group: its extent along each axis.
type Extents = [i64; 3];

impl Run<'_> {
    /// Runs all groups. An extent below one makes the launch empty.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        let groups = extents(machine, &self.code.groups)?;
        let work_items = extents(machine, &self.code.work_items)?;
        let (Some(groups_count), Some(group_size)) = (volume(groups), volume(work_items)) else {
            return Err(self.too_many());
        };
        let items = groups_count.checked_mul(group_size).filter(|items| *items <= MAX_ITEMS);
        items.ok_or_else(|| self.too_many())?;
        let work_items_count = usize::try_from(group_size).map_err(|_| self.too_many())?;
        for region in &mut machine.regions {
            region.set_work_items(work_items_count).ok_or_else(|| self.too_many())?;
        }
        let group_size = u32::try_from(group_size).map_err(|_| self.too_many())?;
        machine.actor = Actor { launch: self.number, item: 0, group_size, phase: 0, instance: 0 };
        for at in 0..groups_count {
            self.group(machine, at, unflatten(at, groups), work_items)?;
        }
        Ok(())
    }

    fn too_many(&self) -> Fault {
        let message = format!("launch `{}` has more work items than the interpreter runs", self.code.name);
        Box::new(
            Diagnostic::error("lp::run::fuel", message).help("run it with smaller sizes, or on a device"),
        )
    }

    fn group(
        &self,
        machine: &mut Machine,
        number: i64,
        group: Extents,
        work_items: Extents,
    ) -> Result<(), Fault> {
        for region in &mut machine.regions {
            region.enter_group();
        }
        let outer = machine.slots.clone();
        let size = machine.actor.group_size;
        let first = u32::try_from(number)
            .ok()
            .and_then(|number| number.checked_mul(size))
            .ok_or_else(|| self.too_many())?;
        let mut states = Vec::new();
        for work_item in 0..size {
            // One that runs no statement takes its time, too.
            machine.spend()?;
            machine.slots.clone_from(&outer);
            self.place(machine, group, unflatten(i64::from(work_item), work_items))?;
            states.push(WorkItem { next: 0, slots: machine.slots.clone() });
        }
        let mut random = Random::new(self.order.seed(), u64::from(first));
        loop {
            machine.actor.phase = machine.actor.phase.checked_add(1).ok_or_else(|| self.too_many())?;
            for work_item in self.order.permute(size, &mut random) {
                machine.actor.item = first + work_item;
                let Some(state) =
                    usize::try_from(work_item).ok().and_then(|work_item| states.get_mut(work_item))
                else {
                    continue;
                };
                std::mem::swap(&mut machine.slots, &mut state.slots);
                state.next = self.work_item(machine, state.next)?;
                std::mem::swap(&mut machine.slots, &mut state.slots);
            }
            if !self.all_met(&states)? {
                break;
            }
            states.iter_mut().for_each(|state| state.next += 1);
        }
        machine.slots = outer;
        Ok(())
    }

    /// Sets the inames that take their values from the hardware.
    fn place(&self, machine: &mut Machine, group: Extents, work_item: Extents) -> Result<(), Fault> {
        for (_, slot, axis, base) in &self.code.indices {
            let base = machine.eval_index(base)?;
            let at = match axis {
                HardwareAxis::Group(axis) => group.get(usize::from(*axis)),
                HardwareAxis::Local(axis) => work_item.get(usize::from(*axis)),
            };
            machine.set_slot(*slot, base.saturating_add(at.copied().unwrap_or(0)));
        }
        Ok(())
    }

    /// Runs a work item to its next barrier or its end; the place where it stopped.
    fn work_item(&self, machine: &mut Machine, from: usize) -> Result<usize, Fault> {
        let mut at = from;
        while let Some(op) = self.code.ops.get(at) {
            at = match op {
                Op::Jump(target) => *target,
                Op::Unless(condition, target) => {
                    if machine.eval(condition)? == 0 {
                        *target
                    } else {
                        at + 1
                    }
                }
                Op::Enter { slot, last, lower, upper, exit } => {
                    let (low, high) = (machine.eval_index(lower)?, machine.eval_index(upper)?);
                    machine.set_slot(*slot, low);
                    machine.set_slot(*last, high);
                    if low <= high { at + 1 } else { *exit }
                }
                Op::Next { slot, last, body } => {
                    machine.spend()?;
                    let value = machine.slot(*slot);
                    if value < machine.slot(*last) {
                        machine.set_slot(*slot, value + 1);
                        *body
                    } else {
                        at + 1
                    }
                }
                Op::Barrier => return Ok(at),
                Op::Run(statement) => {
                    if let Some(code) = self.code.statements.get(*statement) {
                        code.run(machine)?;
                    }
                    at + 1
                }
            };
        }
        Ok(at)
    }

    /// Whether all work items wait at one barrier; false where all have ended.
    fn all_met(&self, states: &[WorkItem]) -> Result<bool, Fault> {
        let first = states.first().map_or(self.code.ops.len(), |state| state.next);
        let Some(other) = states.iter().position(|state| state.next != first) else {
            return Ok(first < self.code.ops.len());
        };
        let message = format!("the work items of a group of `{}` do not meet at one barrier", self.code.name);
        let mut fault = Diagnostic::error("lp::run::divergence", message);
        for number in [0, other] {
            fault.notes.extend(states.get(number).map(|state| self.stands(number, state)));
        }
        Err(Box::new(fault))
    }

    /// Where a work item is.
    fn stands(&self, number: usize, state: &WorkItem) -> String {
        let value =
            |name: &Name, slot: usize| format!("{name} = {}", state.slots.get(slot).copied().unwrap_or(0));
        let work_item: Vec<String> =
            self.code.indices.iter().map(|(name, slot, ..)| value(name, *slot)).collect();
        let own = if work_item.is_empty() { String::new() } else { format!(" ({})", work_item.join(", ")) };
        let who = format!("work item {number} of the group{own}");
        let Some(barrier) = self.code.barriers.iter().find(|barrier| barrier.at == state.next) else {
            return format!("{who} has ended");
        };
        let iterations: Vec<String> = barrier.loops.iter().map(|(name, slot)| value(name, *slot)).collect();
        let iteration = if iterations.is_empty() {
            String::new()
        } else {
            format!(" in the iteration {}", iterations.join(", "))
        };
        format!("{who} waits at the barrier `{}`{iteration}", barrier.reason)
    }
}

fn extents(machine: &mut Machine, codes: &[super::code::Code]) -> Result<Extents, Fault> {
    let mut extents = [1; 3];
    for (slot, code) in extents.iter_mut().zip(codes) {
        *slot = machine.eval_index(code)?.max(0);
    }
    Ok(extents)
}

fn volume(extents: Extents) -> Option<i64> {
    extents.iter().try_fold(1_i64, |product, extent| product.checked_mul(*extent))
}

/// The position along each axis, the first axis running fastest.
fn unflatten(at: i64, extents: Extents) -> Extents {
    let mut rest = at;
    extents.map(|extent| {
        let here = rest % extent.max(1);
        rest /= extent.max(1);
        here
    })
}

impl WorkItemOrder {
    fn seed(self) -> u64 {
        if let WorkItemOrder::Random(seed) = self { seed } else { 0 }
    }

    /// All work items in the order in which they run.
    fn permute(self, size: u32, random: &mut Random) -> Vec<u32> {
        let mut work_items: Vec<u32> = (0..size).collect();
        match self {
            WorkItemOrder::Ascending => {}
            WorkItemOrder::Descending => work_items.reverse(),
            WorkItemOrder::Random(_) => random.shuffle(&mut work_items),
        }
        work_items
    }
}

/// Who has a copy of a temporary.
pub(crate) fn sharing(space: ir::AddressSpace) -> Sharing {
    match space {
        ir::AddressSpace::Private => Sharing::WorkItem,
        ir::AddressSpace::Local => Sharing::Group,
        ir::AddressSpace::Global => Sharing::Everyone,
    }
}
