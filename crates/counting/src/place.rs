//! The launches of a lowered kernel at given sizes, and in each the group that is looked at.

use crate::evaluate::integer;
use crate::executions::{Sizes, axis_name};
use ir::{Expr, HardwareAxis, Host, Kernel, Launch, Name};

/// A launch at given sizes. Where the host launches it in loops, it is that of the middle of each loop.
#[derive(Debug, Clone)]
pub struct Launched {
    /// The name of the device function.
    pub name: Name,
    /// Groups along each axis; `None` where data decide.
    pub groups: Option<Vec<i64>>,
    /// Work items of a group along each axis; `None` where data decide.
    pub work_items: Option<Vec<i64>>,
    /// Loops of the host and axes of groups, with the values that the chosen group has.
    pub(crate) chosen: Vec<(Name, i64)>,
}

impl Launched {
    /// Chooses the group at half the way to the first one; false where it is that one.
    pub(crate) fn halve(&mut self) -> bool {
        let is_axis = |name: &Name| (0..3).any(|axis| *name == axis_name(HardwareAxis::Group(axis)));
        let axes = self.chosen.iter_mut().filter(|(name, value)| *value > 0 && is_axis(name));
        axes.fold(false, |_, (_, value)| {
            *value /= 2;
            true
        })
    }
}

/// The launches, in text order. The chosen group is the middle one.
pub(crate) fn launched(kernel: &Kernel, sizes: &Sizes) -> Vec<Launched> {
    let mut found = Vec::new();
    if let Some(schedule) = &kernel.schedule {
        host(&schedule.host, sizes, &mut Vec::new(), &mut found);
    }
    found
}

fn host(steps: &[Host], sizes: &Sizes, outer: &mut Vec<(Name, i64)>, found: &mut Vec<Launched>) {
    for step in steps {
        match step {
            Host::Launch(launch) => found.push(chosen(launch, sizes, outer)),
            Host::For(inner) => {
                let middle = value(&inner.lower, sizes, outer).zip(value(&inner.upper, sizes, outer));
                let middle = middle.map(|(lower, upper)| lower.midpoint(upper.max(lower)));
                let depth = outer.len();
                outer.extend(middle.map(|middle| (inner.iname.clone(), middle)));
                host(&inner.body, sizes, outer, found);
                outer.truncate(depth);
            }
        }
    }
}

fn value(expr: &Expr, sizes: &Sizes, outer: &[(Name, i64)]) -> Option<i64> {
    let of = |name: &Name| {
        let outer = outer.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
        sizes.get(name).copied().or(outer)
    };
    integer(expr, &of)
}

fn chosen(launch: &Launch, sizes: &Sizes, outer: &[(Name, i64)]) -> Launched {
    let all =
        |extents: &[Expr]| extents.iter().map(|one| value(one, sizes, outer)).collect::<Option<Vec<_>>>();
    let groups = all(&launch.groups);
    let middle = |(axis, extent): (u8, &i64)| {
        (axis_name(HardwareAxis::Group(axis)), extent.saturating_sub(1).div_euclid(2).max(0))
    };
    let numbered = (0_u8..).zip(groups.iter().flatten());
    let chosen = outer.iter().cloned().chain(numbered.map(middle)).collect();
    Launched { name: launch.name.clone(), groups, work_items: all(&launch.work_items), chosen }
}
