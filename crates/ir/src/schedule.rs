//! The loop tree of a scheduled kernel: all decisions taken, left to be printed as code.

use crate::Expr;
use poly::Name;

/// What the host does, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Schedule {
    /// Device kernels to launch, one after the other.
    pub host: Vec<Host>,
}

impl Schedule {
    /// All launches, in text order.
    pub fn launches(&self) -> Vec<&Launch> {
        fn collect<'a>(steps: &'a [Host], found: &mut Vec<&'a Launch>) {
            for step in steps {
                match step {
                    Host::Launch(launch) => found.push(launch),
                    Host::For(inner) => collect(&inner.body, found),
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.host, &mut found);
        found
    }
}

/// One step of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Host {
    /// Launches one device kernel and waits for it.
    Launch(Launch),
    /// A loop that holds a global barrier and so runs on the host.
    For(Loop<Host>),
}

/// One device kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Name of the device function.
    pub name: Name,
    /// Number of work groups along each axis, as expressions in the arguments; empty for a single group.
    pub groups: Vec<Expr>,
    /// Number of work items of a group along each axis; constants once checked.
    pub work_items: Vec<Expr>,
    /// Inames that take their value from the hardware.
    pub indices: Vec<HardwareIndex>,
    /// What each work item does.
    pub body: Vec<Step>,
}

impl Launch {
    /// The axes of a group that have more than one work item, which take the axes of the device in turn.
    /// Where all have a single one that makes no difference, and PoCL 3.1 runs code before a barrier twice in
    /// groups of `(1, n)` work items.
    pub fn device_work_items(&self) -> Vec<usize> {
        let several = self.work_items.iter().enumerate().filter(|(_, size)| size.as_int() != Some(1));
        several.map(|(axis, _)| axis).collect()
    }

    /// The number of groups, or of work items of a group, along an axis.
    pub fn extent(&self, axis: HardwareAxis) -> Option<&Expr> {
        match axis {
            HardwareAxis::Group(axis) => self.groups.get(usize::from(axis)),
            HardwareAxis::Local(axis) => self.work_items.get(usize::from(axis)),
        }
    }

    /// The numbers of work items of a group along the axes of the device.
    pub fn group_shape(&self) -> Vec<Expr> {
        self.device_work_items().into_iter().filter_map(|axis| self.work_items.get(axis).cloned()).collect()
    }
}

/// An iname that runs over a hardware axis: its value is `base` plus the axis's index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardwareIndex {
    /// The iname.
    pub iname: Name,
    /// The axis.
    pub axis: HardwareAxis,
    /// Its value at index 0.
    pub base: Expr,
}

/// A hardware axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HardwareAxis {
    /// Index of the work group.
    Group(u8),
    /// Index of the work item in its group.
    Local(u8),
}

/// One step of a work item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A sequential loop.
    For(Loop<Step>),
    /// A condition, evaluated once.
    If {
        /// What decides.
        condition: Expr,
        /// Steps where it holds.
        then: Vec<Step>,
        /// Steps where it does not hold.
        otherwise: Vec<Step>,
    },
    /// All work items of the group meet.
    Barrier {
        /// Which accesses made it necessary, for the reader.
        reason: String,
    },
    /// One instance of a statement, without its predicates, which the tree tests.
    Run(Name),
}

impl Step {
    /// Whether work items meet at a barrier in it.
    pub fn meets(&self) -> bool {
        match self {
            Step::Barrier { .. } => true,
            Step::For(inner) => inner.body.iter().any(Step::meets),
            Step::If { then, otherwise, .. } => then.iter().chain(otherwise).any(Step::meets),
            Step::Run(_) => false,
        }
    }
}

/// An ascending loop with unit step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop<Body> {
    /// The loop variable.
    pub iname: Name,
    /// First value.
    pub lower: Expr,
    /// Last value; the loop has no iteration where it is below the first.
    pub upper: Expr,
    /// Whether every iteration is written out; its number of iterations is then constant.
    pub unroll: bool,
    /// What each iteration does.
    pub body: Vec<Body>,
}
