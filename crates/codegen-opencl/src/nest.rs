//! Work groups and work items one after the other, where a function performs a whole launch.

use crate::dialect::Dialect;
use crate::hardware_index::{declare_index, enter_index};
use crate::interval::Interval;
use crate::printed::Precedence;
use crate::step::Body;
use crate::work::Work;
use diag::Diagnostic;
use ir::{Expr, HardwareAxis, HardwareIndex, Kernel, Launch, Step};

/// An axis of the hardware, and the inames that run over it.
struct Axis<'l> {
    axis: HardwareAxis,
    /// What its counter is called where no iname can be.
    counter: String,
    size: &'l Expr,
    indices: Vec<&'l HardwareIndex>,
}

impl Body<'_, '_> {
    /// The launch as a nest of loops over groups and work items. Those of a launch have no order but that of
    /// barriers, so each order will do; the first axis is innermost, as neighbours along it touch neighbours
    /// in memory. Threads share groups where `declared`, the temporaries of each group, has lines.
    pub(crate) fn groups(
        &mut self,
        launch: &Launch,
        declared: Shared<'_>,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let mut axes = axes(launch);
        let one = Expr::int(1);
        // Without an axis of work items one instance of the program alone does the work.
        if self.printer.dialect() == Dialect::Ispc
            && !axes.iter().any(|axis| axis.axis == HardwareAxis::Local(0))
        {
            let axis = HardwareAxis::Local(0);
            axes.push(Axis { axis, counter: "lp_l0".to_owned(), size: &one, indices: Vec::new() });
        }
        if declared.0.is_some() {
            let threads = self.threads(launch)?;
            self.text.push_str(&threads);
        }
        self.nest(launch, &axes, declared, depth)
    }

    /// The directive that shares the loop that follows among threads, where it does enough for them.
    fn threads(&mut self, launch: &Launch) -> Result<String, Diagnostic> {
        let work = Work::estimate(self.printer.kernel, launch);
        let mut factors = Vec::new();
        for extent in &work.extents {
            factors.push(self.printer.index(extent)?.0.text_in(Precedence::Unary));
        }
        self.printer.used.share_loops();
        let work = work.product(factors);
        let directive = format!("#pragma omp parallel for if ((double){work} >= LP_SHARED_WORK)");
        Ok(format!("#ifdef _OPENMP\n{directive}\n#endif\n"))
    }

    /// What a loop over an axis begins with.
    fn head(&mut self, axis: &Axis<'_>, ty: &str, counter: &str, end: &str) -> Result<String, Diagnostic> {
        Ok(match (self.printer.dialect(), axis.axis) {
            (Dialect::Ispc, HardwareAxis::Local(0)) => {
                let size = self.printer.index(axis.size)?.0.text;
                format!("foreach ({counter} = 0 ... {size})")
            }
            (dialect, _) => {
                format!("for ({}{ty} {counter} = 0; {counter} {end}; ++{counter})", dialect.shared())
            }
        })
    }

    /// The number of a task along an axis, for the inames that run over it.
    fn task(
        &mut self,
        launch: &Launch,
        axis: &Axis<'_>,
        inner: &[Axis<'_>],
        number: &str,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        for index in &axis.indices {
            let line = declare_index(self.printer, launch, index, number)?;
            self.line(depth, &format!("{}{line}", Dialect::Ispc.shared()));
        }
        self.nest(launch, inner, Shared(None), depth)
    }

    fn nest(
        &mut self,
        launch: &Launch,
        axes: &[Axis<'_>],
        declared: Shared<'_>,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let is_of_group = |axis: &Axis<'_>| matches!(axis.axis, HardwareAxis::Group(_));
        let declared = match declared {
            Shared(Some(lines)) if !axes.first().is_some_and(is_of_group) => {
                lines.lines().for_each(|line| self.line(depth, line.trim_start()));
                Shared(None)
            }
            _ => declared,
        };
        let Some((axis, inner)) = axes.split_first() else { return self.steps(&launch.body, depth) };
        if let Some(number) = task_index(axis.axis).filter(|_| self.printer.dialect() == Dialect::Ispc) {
            return self.task(launch, axis, inner, &number, depth);
        }
        // What an iteration tells of the arguments does not hold yet where it is asked whether there is one.
        let end = self.loop_end(&axis.size.plus(&Expr::int(-1)), true)?;
        let range = self.printer.range(axis.size);
        match axis.indices.as_slice() {
            [index] if index.base.as_int() == Some(0) => {
                let ty = enter_index(self.printer, launch, index);
                let counter = self.printer.names.get(&index.iname);
                let head = self.head(axis, ty, &counter, &end)?;
                if inner.is_empty() && declared.0.is_none_or(str::is_empty) {
                    return self.block(&head, &launch.body, depth);
                }
                self.line(depth, &format!("{head} {{"));
            }
            indices => {
                let past = range.high.saturating_add(1).max(0);
                let ty = self.printer.counter(Interval::new(0, past));
                let head = self.head(axis, ty, &axis.counter, &end)?;
                self.line(depth, &format!("{head} {{"));
                for index in indices {
                    let line = declare_index(self.printer, launch, index, &axis.counter)?;
                    self.line(depth + 1, &line);
                }
            }
        }
        self.nest(launch, inner, declared, depth + 1)?;
        self.line(depth, "}");
        Ok(())
    }
}

/// The declarations of what each group has for itself, where threads share the groups of a launch.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'d>(pub(crate) Option<&'d str>);

/// Whether threads may share the groups of a launch in plain C: there are some, and no update needs to be
/// atomic.
pub(crate) fn is_shared(kernel: &Kernel, launch: &Launch, dialect: Dialect) -> bool {
    let has_groups = launch.indices.iter().any(|index| matches!(index.axis, HardwareAxis::Group(_)));
    dialect == Dialect::C && has_groups && !is_atomic(kernel, &launch.body)
}

fn is_atomic(kernel: &Kernel, steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Run(id) => kernel.statements.get(id).is_some_and(|statement| statement.atomic.is_some()),
        Step::For(inner) => is_atomic(kernel, &inner.body),
        Step::If { then, otherwise, .. } => is_atomic(kernel, then) || is_atomic(kernel, otherwise),
        Step::Barrier { .. } => false,
    })
}

/// The task's number along an axis of groups; work items have none.
fn task_index(axis: HardwareAxis) -> Option<String> {
    match axis {
        HardwareAxis::Group(at) => Some(format!("taskIndex{at}")),
        HardwareAxis::Local(_) => None,
    }
}

/// The axes that inames run over, groups first.
fn axes(launch: &Launch) -> Vec<Axis<'_>> {
    let axis_of = |axis: HardwareAxis, counter: String| {
        let indices: Vec<_> = launch.indices.iter().filter(|index| index.axis == axis).collect();
        let size = launch.extent(axis).filter(|_| !indices.is_empty())?;
        Some(Axis { axis, counter, size, indices })
    };
    let groups = (0..=u8::MAX).take(launch.groups.len()).rev();
    let items = (0..=u8::MAX).take(launch.work_items.len()).rev();
    let groups = groups.filter_map(|axis| axis_of(HardwareAxis::Group(axis), format!("lp_g{axis}")));
    groups.chain(items.filter_map(|axis| axis_of(HardwareAxis::Local(axis), format!("lp_l{axis}")))).collect()
}
