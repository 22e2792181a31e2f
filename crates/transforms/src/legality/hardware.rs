//! When two instances run in different lanes or groups.

use ir::{AddressSpace, HardwareAxis, Host, Kernel, LValue, Launch, Name};
use poly::{Aff, Constraint};

use super::instance::{Actor, Instance, Model};

/// All launches, in the order of the tree.
pub(super) fn launches(kernel: &Kernel) -> Vec<&Launch> {
    fn collect<'a>(steps: &'a [Host], found: &mut Vec<&'a Launch>) {
        for step in steps {
            match step {
                Host::Launch(launch) => found.push(launch),
                Host::For(inner) => collect(&inner.body, found),
            }
        }
    }
    let mut found = Vec::new();
    if let Some(schedule) = &kernel.schedule {
        collect(&schedule.host, &mut found);
    }
    found
}

/// The index of an instance along an axis.
enum Index {
    /// As an affine form of its columns.
    At(Aff),
    /// Every index: each lane or group runs it.
    All,
}

/// Axes along which two instances of one launch can differ.
pub(super) struct Axes {
    /// Indices of both along each axis on which either depends.
    groups: Vec<(Index, Index)>,
    lanes: Vec<(Index, Index)>,
}

impl Axes {
    /// The axes of two statements; `None` on overflow.
    pub(super) fn of(model: &Model<'_>, x: (&Actor<'_>, &Instance), y: (&Actor<'_>, &Instance)) -> Option<Axes> {
        let launches = launches(model.kernel);
        let axis = |axis: HardwareAxis| {
            let [a, b] = [x, y].map(|(actor, at)| {
                launches.get(actor.path.launch).and_then(|launch| index(model, launch, actor, at, axis))
            });
            Some((a?, b?))
        };
        let groups = (0..3).map(|n| axis(HardwareAxis::Group(n))).collect::<Option<Vec<_>>>()?;
        let lanes = (0..3).map(|n| axis(HardwareAxis::Local(n))).collect::<Option<Vec<_>>>()?;
        Some(Axes { groups, lanes })
    }

    /// Alternatives that together mean that the groups differ.
    pub(super) fn groups_differ(&self) -> Option<Vec<Vec<Constraint>>> {
        differ(&self.groups)
    }

    /// Alternatives that together mean that the lanes differ.
    pub(super) fn lanes_differ(&self) -> Option<Vec<Vec<Constraint>>> {
        differ(&self.lanes)
    }

    /// The groups are the same, as far as that says anything of the columns.
    pub(super) fn same_group(&self) -> Option<Vec<Constraint>> {
        same(&self.groups)
    }

    /// The lanes are the same, as far as that says anything of the columns.
    pub(super) fn same_lane(&self) -> Option<Vec<Constraint>> {
        same(&self.lanes)
    }
}

fn index(model: &Model<'_>, launch: &Launch, actor: &Actor<'_>, at: &Instance, axis: HardwareAxis) -> Option<Index> {
    let own = launch.indices.iter().find(|i| i.axis == axis && actor.statement.inames.contains(&i.iname));
    if let Some(own) = own {
        let base = ir::affine::to_aff(&own.base)?;
        return Some(Index::At(Aff::dim(&at.column(&own.iname)).sub(&base)?));
    }
    // Without an index of its own, a statement runs everywhere if each runner has a copy of what it writes.
    let copies = match (actor.statement.target().map(LValue::name).map(|name| model.space(name)), axis) {
        (Some(AddressSpace::Private), _) => true,
        (Some(AddressSpace::Local), HardwareAxis::Group(_)) => true,
        _ => !has_axis(launch, axis),
    };
    Some(if copies && has_axis(launch, axis) { Index::All } else { Index::At(Aff::constant(0)) })
}

fn has_axis(launch: &Launch, axis: HardwareAxis) -> bool {
    launch.indices.iter().any(|index| index.axis == axis)
}

fn differ(axes: &[(Index, Index)]) -> Option<Vec<Vec<Constraint>>> {
    let mut found = Vec::new();
    for pair in axes {
        match pair {
            (Index::At(a), Index::At(b)) if a == b => {}
            (Index::At(a), Index::At(b)) => {
                found.push(vec![Constraint::lt(a, b)?]);
                found.push(vec![Constraint::gt(a, b)?]);
            }
            _ => found.push(Vec::new()),
        }
    }
    Some(found)
}

fn same(axes: &[(Index, Index)]) -> Option<Vec<Constraint>> {
    let both = axes.iter().filter_map(|pair| match pair {
        (Index::At(a), Index::At(b)) if a != b => Some(Constraint::eq(a, b)),
        _ => None,
    });
    both.collect()
}

/// Inames of a statement that the hardware provides.
pub(super) fn parallel<'k>(model: &Model<'k>, actor: &Actor<'k>) -> Vec<&'k Name> {
    let tagged = |iname: &&Name| model.kernel.inames.get(*iname).and_then(|i| i.tag).is_some_and(|tag| tag.is_parallel());
    actor.statement.inames.iter().filter(tagged).collect()
}
