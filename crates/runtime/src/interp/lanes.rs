//! Running a launch: groups one after the other, the lanes of a group from barrier to barrier.

use super::LaneOrder;
use super::eval::Machine;
use super::flat::{LaunchCode, Op};
use super::memory::{Actor, Fault, Sharing};
use crate::random::Random;
use diag::Diagnostic;
use ir::{HardwareAxis, Name};

/// Work items that one launch may have: more would not end in reasonable time.
const MAX_ITEMS: i64 = 1 << 28;

/// Where a lane stands.
struct Lane {
    next: usize,
    slots: Vec<i64>,
}

/// A launch that runs.
pub(crate) struct Run<'a> {
    pub(crate) code: &'a LaunchCode,
    pub(crate) order: LaneOrder,
    /// Number of this launch, from 1.
    pub(crate) number: u32,
}

/// A grid or a group: its extent along each axis.
type Extents = [i64; 3];

impl Run<'_> {
    /// Runs all groups. An extent below one makes the launch empty.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        let groups = extents(machine, &self.code.groups)?;
        let lanes = extents(machine, &self.code.lanes)?;
        let (Some(groups_count), Some(group_size)) = (volume(groups), volume(lanes)) else {
            return Err(self.too_many());
        };
        let items = groups_count.checked_mul(group_size).filter(|items| *items <= MAX_ITEMS);
        items.ok_or_else(|| self.too_many())?;
        let lanes_count = usize::try_from(group_size).map_err(|_| self.too_many())?;
        for region in &mut machine.regions {
            region.set_lanes(lanes_count).ok_or_else(|| self.too_many())?;
        }
        let group_size = u32::try_from(group_size).map_err(|_| self.too_many())?;
        machine.actor = Actor { launch: self.number, item: 0, group_size, phase: 0, instance: 0 };
        for at in 0..groups_count {
            self.group(machine, at, unflatten(at, groups), lanes)?;
        }
        Ok(())
    }

    fn too_many(&self) -> Fault {
        let message = format!("launch `{}` has more work items than the interpreter runs", self.code.name);
        Box::new(
            Diagnostic::error("lp::run::fuel", message).help("run it with smaller sizes, or on a device"),
        )
    }

    fn group(&self, machine: &mut Machine, number: i64, group: Extents, lanes: Extents) -> Result<(), Fault> {
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
        for lane in 0..size {
            machine.slots.clone_from(&outer);
            self.place(machine, group, unflatten(i64::from(lane), lanes))?;
            states.push(Lane { next: 0, slots: machine.slots.clone() });
        }
        let mut random = Random::new(self.order.seed(), u64::from(first));
        loop {
            machine.actor.phase = machine.actor.phase.checked_add(1).ok_or_else(|| self.too_many())?;
            for lane in self.order.permute(size, &mut random) {
                machine.actor.item = first + lane;
                let Some(state) = usize::try_from(lane).ok().and_then(|lane| states.get_mut(lane)) else {
                    continue;
                };
                std::mem::swap(&mut machine.slots, &mut state.slots);
                state.next = self.lane(machine, state.next)?;
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
    fn place(&self, machine: &mut Machine, group: Extents, lane: Extents) -> Result<(), Fault> {
        for (_, slot, axis, base) in &self.code.indices {
            let base = machine.eval_index(base)?;
            let at = match axis {
                HardwareAxis::Group(axis) => group.get(usize::from(*axis)),
                HardwareAxis::Local(axis) => lane.get(usize::from(*axis)),
            };
            machine.set_slot(*slot, base.saturating_add(at.copied().unwrap_or(0)));
        }
        Ok(())
    }

    /// Runs a lane to its next barrier or its end; the place where it stopped.
    fn lane(&self, machine: &mut Machine, from: usize) -> Result<usize, Fault> {
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

    /// Whether all lanes wait at one barrier; false where all have ended.
    fn all_met(&self, states: &[Lane]) -> Result<bool, Fault> {
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
    fn stands(&self, number: usize, state: &Lane) -> String {
        let value =
            |name: &Name, slot: usize| format!("{name} = {}", state.slots.get(slot).copied().unwrap_or(0));
        let lane: Vec<String> = self.code.indices.iter().map(|(name, slot, ..)| value(name, *slot)).collect();
        let own = if lane.is_empty() { String::new() } else { format!(" ({})", lane.join(", ")) };
        let who = format!("work item {number} of the group{own}");
        let Some(barrier) = self.code.barriers.iter().find(|barrier| barrier.at == state.next) else {
            return format!("{who} has ended");
        };
        let trips: Vec<String> = barrier.loops.iter().map(|(name, slot)| value(name, *slot)).collect();
        let trip =
            if trips.is_empty() { String::new() } else { format!(" in the trip {}", trips.join(", ")) };
        format!("{who} waits at the barrier `{}`{trip}", barrier.reason)
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

impl LaneOrder {
    fn seed(self) -> u64 {
        if let LaneOrder::Random(seed) = self { seed } else { 0 }
    }

    /// All lanes in the order in which they run.
    fn permute(self, size: u32, random: &mut Random) -> Vec<u32> {
        let mut lanes: Vec<u32> = (0..size).collect();
        match self {
            LaneOrder::Ascending => {}
            LaneOrder::Descending => lanes.reverse(),
            LaneOrder::Random(_) => random.shuffle(&mut lanes),
        }
        lanes
    }
}

/// Who has a copy of a temporary.
pub(crate) fn sharing(space: ir::AddressSpace) -> Sharing {
    match space {
        ir::AddressSpace::Private => Sharing::Lane,
        ir::AddressSpace::Local => Sharing::Group,
        ir::AddressSpace::Global => Sharing::Everyone,
    }
}
