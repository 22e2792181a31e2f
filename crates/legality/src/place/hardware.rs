//! Claim (hardware): Two instances run in different work items or groups only where their indices along an axis differ.

use ir::{AddressSpace, Expr, HardwareAxis, HardwareIndex, Kernel, LValue, Launch, Name, Statement};
use poly::{Aff, Constraint};

use super::PlacedInstance;
use dependence::instance::Instance;
use dependence::piecewise::Alternatives;

/// All axes, groups first.
pub(crate) const AXES: [HardwareAxis; 6] = [
    HardwareAxis::Group(0),
    HardwareAxis::Group(1),
    HardwareAxis::Group(2),
    HardwareAxis::Local(0),
    HardwareAxis::Local(1),
    HardwareAxis::Local(2),
];

/// The index of an instance along an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Index {
    /// As an affine form of its columns.
    At(Aff),
    /// Every index: each work item or group has what it writes.
    All,
    /// Some index.
    Unknown,
}

/// Indices of two instances along the axes of one launch.
pub(crate) struct Axes {
    groups: Vec<(Index, Index)>,
    work_items: Vec<(Index, Index)>,
}

impl Axes {
    /// The axes of two statements; `None` on overflow, or where an index is not affine.
    pub(crate) fn new(kernel: &Kernel, x: PlacedInstance<'_>, y: PlacedInstance<'_>) -> Option<Axes> {
        let both = |axis: &HardwareAxis| indices(kernel, x, y, *axis);
        let (groups, work_items): (Vec<_>, Vec<_>) =
            AXES.iter().partition(|axis| matches!(axis, HardwareAxis::Group(_)));
        Some(Axes {
            groups: groups.into_iter().map(both).collect::<Option<_>>()?,
            work_items: work_items.into_iter().map(both).collect::<Option<_>>()?,
        })
    }

    /// When the groups may differ.
    pub(crate) fn groups_differ(&self) -> Option<Alternatives> {
        differ(&self.groups)
    }

    /// When the work items may differ.
    pub(crate) fn work_items_differ(&self) -> Option<Alternatives> {
        differ(&self.work_items)
    }

    /// Whether the second may run in a group in which the first does not.
    pub(crate) fn other_group(&self) -> bool {
        may_lack(&self.groups)
    }

    /// The same for work items.
    pub(crate) fn other_work_item(&self) -> bool {
        may_lack(&self.work_items)
    }

    /// The groups may be the same, as far as that says anything of the columns.
    pub(crate) fn same_group(&self) -> Option<Vec<Constraint>> {
        agreement(&self.groups)
    }

    /// The work items may be the same, as far as that says anything of the columns.
    pub(crate) fn same_work_item(&self) -> Option<Vec<Constraint>> {
        agreement(&self.work_items)
    }

    /// Whether wherever the second runs along these axes, the first may have run too.
    pub(crate) fn first_reaches(&self, work_items: bool) -> bool {
        let known =
            |(x, y): &(Index, Index)| matches!((x, y), (Index::All, _) | (Index::At(_), Index::At(_)));
        self.groups.iter().all(known) && (!work_items || self.work_items.iter().all(known))
    }
}

/// The memory of a variable: arguments are global.
pub(crate) fn space(kernel: &Kernel, variable: &Name) -> AddressSpace {
    match kernel.temps.get(variable) {
        Some(temp) => temp.space.unwrap_or(AddressSpace::Private),
        None => AddressSpace::Global,
    }
}

/// Along which axes a variable has a copy for each index.
pub(crate) fn has_copies(space: AddressSpace, axis: HardwareAxis) -> bool {
    match space {
        AddressSpace::Private => true,
        AddressSpace::Local => matches!(axis, HardwareAxis::Group(_)),
        AddressSpace::Global => false,
    }
}

/// Whether a statement without an index along an axis runs at each index of it.
pub(crate) fn is_everywhere(kernel: &Kernel, statement: &Statement, axis: HardwareAxis) -> bool {
    statement.target().map(LValue::name).is_some_and(|name| has_copies(space(kernel, name), axis))
}

/// The size of a launch along an axis; `None` for a single index.
pub(crate) fn extent(launch: &Launch, axis: HardwareAxis) -> Option<&Expr> {
    let size = match axis {
        HardwareAxis::Group(axis) => launch.groups.get(usize::from(axis)),
        HardwareAxis::Local(axis) => launch.work_items.get(usize::from(axis)),
    };
    size.filter(|size| size.as_int() != Some(1))
}

/// The indices of two instances of one launch; `None` on overflow.
fn indices(
    kernel: &Kernel,
    x: PlacedInstance<'_>,
    y: PlacedInstance<'_>,
    axis: HardwareAxis,
) -> Option<(Index, Index)> {
    // Values of one iname differ as the indices do, whatever its value at index 0.
    if let (Some(a), Some(b)) = (own(x, axis), own(y, axis))
        && a == b
    {
        let at = |at: &Instance| Index::At(Aff::dim(&at.column(&a.iname)));
        return Some((at(x.at), at(y.at)));
    }
    Some((index(kernel, x, axis)?, index(kernel, y, axis)?))
}

/// The iname of a statement that takes its value from an axis.
fn own(placed: PlacedInstance<'_>, axis: HardwareAxis) -> Option<&HardwareIndex> {
    let mut indices = placed.path.launch?.indices.iter();
    indices.find(|index| index.axis == axis && placed.statement.inames.contains(&index.iname))
}

fn index(kernel: &Kernel, placed: PlacedInstance<'_>, axis: HardwareAxis) -> Option<Index> {
    let PlacedInstance { statement, path, at } = placed;
    let Some(launch) = path.launch else { return Some(Index::Unknown) };
    if let Some(own) = own(placed, axis) {
        let Some(base) = ir::affine::to_aff(&own.base) else { return Some(Index::Unknown) };
        return Some(Index::At(Aff::dim(&at.column(&own.iname)).sub(&at.aff(&base)?)?));
    }
    let everywhere = extent(launch, axis).is_some() && is_everywhere(kernel, statement, axis);
    Some(if everywhere { Index::All } else { Index::At(Aff::constant(0)) })
}

/// When indices differ; those of what runs at all of them may always.
fn differ(axes: &[(Index, Index)]) -> Option<Alternatives> {
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

/// Whether the second may run at an index at which the first does not.
fn may_lack(axes: &[(Index, Index)]) -> bool {
    axes.iter().any(|pair| match pair {
        (Index::At(a), Index::At(b)) => a != b,
        (Index::All, _) => false,
        (_, Index::All | Index::Unknown) | (Index::Unknown, _) => true,
    })
}

/// When indices are the same, as far as that says anything of the columns.
fn agreement(axes: &[(Index, Index)]) -> Option<Vec<Constraint>> {
    let both = axes.iter().filter_map(|pair| match pair {
        (Index::At(a), Index::At(b)) if a != b => Some(Constraint::eq(a, b)),
        _ => None,
    });
    both.collect()
}
