//! Faults in launches and in the memory of temporaries.

use super::FaultKind;
use super::tree::in_launches;
use ir::{AddressSpace, Expr, HardwareAxis, Host, Kernel, Launch, Schedule, Temp};

pub(crate) const KINDS: &[FaultKind] = &[
    ("one work item too few", |kernel| extents(kernel, true, -1)),
    ("one work item too many", |kernel| extents(kernel, true, 1)),
    ("one group too few", |kernel| extents(kernel, false, -1)),
    ("one group too many", |kernel| extents(kernel, false, 1)),
    ("wrong first index", wrong_base),
    ("axes exchanged", axes_exchanged),
    ("launches exchanged", launches_exchanged),
    ("launches merged", launches_merged),
    ("wrong memory", wrong_memory),
    ("buffer too small", buffer_too_small),
    ("update not atomic", not_atomic),
];

fn extents(kernel: &Kernel, of_work_items: bool, by: i64) -> Vec<Kernel> {
    in_launches(kernel, &|launch| {
        let count = if of_work_items { launch.work_items.len() } else { launch.groups.len() };
        let changed = (0..count).map(|axis| {
            let mut launch = launch.clone();
            let extents = if of_work_items { &mut launch.work_items } else { &mut launch.groups };
            extents[axis] = match extents[axis].as_int() {
                Some(extent) => Expr::int(extent + by),
                None => extents[axis].plus(&Expr::int(by)),
            };
            launch
        });
        changed.collect()
    })
}

fn wrong_base(kernel: &Kernel) -> Vec<Kernel> {
    in_launches(kernel, &|launch| {
        let shifted = |at: usize, by: i64| {
            let mut launch = launch.clone();
            launch.indices[at].base = launch.indices[at].base.plus(&Expr::int(by));
            launch
        };
        (0..launch.indices.len()).flat_map(|at| [shifted(at, 1), shifted(at, -1)]).collect()
    })
}

fn axes_exchanged(kernel: &Kernel) -> Vec<Kernel> {
    let is_group = |axis: HardwareAxis| matches!(axis, HardwareAxis::Group(_));
    in_launches(kernel, &|launch| {
        let mut mutants: Vec<Launch> = Vec::new();
        for (first, a) in launch.indices.iter().enumerate() {
            for (second, b) in launch.indices.iter().enumerate().skip(first + 1) {
                if a.axis != b.axis && is_group(a.axis) == is_group(b.axis) {
                    let mut launch = launch.clone();
                    launch.indices[first].axis = b.axis;
                    launch.indices[second].axis = a.axis;
                    mutants.push(launch);
                }
            }
        }
        mutants
    })
}

fn launches_exchanged(kernel: &Kernel) -> Vec<Kernel> {
    let Some(schedule) = &kernel.schedule else { return Vec::new() };
    let swapped = (1..schedule.host.len()).map(|at| {
        let mut host = schedule.host.clone();
        host.swap(at - 1, at);
        Kernel { schedule: Some(Schedule { host }), ..kernel.clone() }
    });
    swapped.collect()
}

/// Two launches become one, so nothing waits between them.
fn launches_merged(kernel: &Kernel) -> Vec<Kernel> {
    let Some(schedule) = &kernel.schedule else { return Vec::new() };
    let mut mutants = Vec::new();
    for at in 1..schedule.host.len() {
        let (Host::Launch(first), Host::Launch(second)) = (&schedule.host[at - 1], &schedule.host[at]) else {
            continue;
        };
        if first.groups != second.groups || first.work_items != second.work_items {
            continue;
        }
        let mut merged = first.clone();
        merged.body.extend(second.body.iter().cloned());
        let new = second.indices.iter().filter(|index| !first.indices.contains(index));
        merged.indices.extend(new.cloned());
        let mut host = schedule.host.clone();
        host.splice(at - 1..=at, [Host::Launch(merged)]);
        mutants.push(Kernel { schedule: Some(Schedule { host }), ..kernel.clone() });
    }
    mutants
}

fn with_temp(kernel: &Kernel, name: &ir::Name, temp: Temp) -> Kernel {
    let mut mutant = kernel.clone();
    mutant.temps.insert(name.clone(), temp);
    mutant
}

fn wrong_memory(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (name, temp) in &kernel.temps {
        for space in [AddressSpace::Private, AddressSpace::Local, AddressSpace::Global] {
            if temp.space != Some(space) {
                mutants.push(with_temp(kernel, name, Temp { space: Some(space), ..temp.clone() }));
            }
        }
    }
    mutants
}

fn buffer_too_small(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (name, temp) in &kernel.temps {
        for axis in 0..temp.shape.len() {
            let Some(extent) = temp.shape[axis].as_int() else { continue };
            let mut shape = temp.shape.clone();
            shape[axis] = Expr::int(extent - 1);
            mutants.push(with_temp(kernel, name, Temp { shape, ..temp.clone() }));
        }
    }
    mutants
}

fn not_atomic(kernel: &Kernel) -> Vec<Kernel> {
    let atomic = kernel.statements.iter().filter(|(_, statement)| statement.atomic.is_some());
    let mutants =
        atomic.map(|(id, _)| super::with_statements(kernel, |statements| statements[id].atomic = None));
    mutants.collect()
}
