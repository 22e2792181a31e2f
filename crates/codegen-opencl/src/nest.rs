//! Work groups and work items one after the other, where a function performs a whole launch.

use crate::function::{enter_index, hardware_index};
use crate::step::Body;
use diag::Diagnostic;
use ir::{Expr, HardwareAxis, HardwareIndex, Launch};

/// An axis of the hardware, and the inames that run over it.
struct Axis<'l> {
    /// What its counter is called where no iname can be.
    counter: String,
    size: &'l Expr,
    indices: Vec<&'l HardwareIndex>,
}

impl Body<'_, '_> {
    /// The launch as a nest of loops over groups and work items. Those of a launch have no order but that of barriers, so each
    /// order will do; the first axis is innermost, as neighbours along it touch neighbours in memory.
    pub(crate) fn groups(&mut self, launch: &Launch) -> Result<(), Diagnostic> {
        self.nest(launch, &axes(launch), 1)
    }

    fn nest(&mut self, launch: &Launch, axes: &[Axis<'_>], depth: usize) -> Result<(), Diagnostic> {
        let Some((axis, inner)) = axes.split_first() else { return self.steps(&launch.body, depth) };
        // What an iteration tells of the arguments does not hold yet where it is asked whether there is one.
        let end = self.loop_end(&axis.size.plus(&Expr::int(-1)), true)?;
        let range = self.printer.range(axis.size);
        let head =
            |ty: &str, counter: &str| format!("for ({ty} {counter} = 0; {counter} {end}; ++{counter})");
        match axis.indices.as_slice() {
            [index] if index.base.as_int() == Some(0) => {
                let ty = enter_index(self.printer, launch, index);
                let head = head(ty, &self.printer.names.get(&index.iname));
                if inner.is_empty() {
                    return self.block(&head, &launch.body, depth);
                }
                self.line(depth, &format!("{head} {{"));
            }
            indices => {
                self.line(depth, &format!("{} {{", head(self.printer.counter(range), &axis.counter)));
                for index in indices {
                    let line = hardware_index(self.printer, launch, index, &axis.counter)?;
                    self.line(depth + 1, &line);
                }
            }
        }
        self.nest(launch, inner, depth + 1)?;
        self.line(depth, "}");
        Ok(())
    }
}

/// The axes that inames run over, groups first.
fn axes(launch: &Launch) -> Vec<Axis<'_>> {
    let of = |axis: HardwareAxis, counter: String| {
        let indices: Vec<_> = launch.indices.iter().filter(|index| index.axis == axis).collect();
        let size = launch.extent(axis).filter(|_| !indices.is_empty())?;
        Some(Axis { counter, size, indices })
    };
    let groups = (0..=u8::MAX).take(launch.groups.len()).rev();
    let items = (0..=u8::MAX).take(launch.work_items.len()).rev();
    let groups = groups.filter_map(|axis| of(HardwareAxis::Group(axis), format!("lp_g{axis}")));
    groups.chain(items.filter_map(|axis| of(HardwareAxis::Local(axis), format!("lp_l{axis}")))).collect()
}
