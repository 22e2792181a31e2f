//! Inames that the hardware provides: their declarations, types and ranges.

use crate::interval::Interval;
use crate::printed::Precedence;
use crate::printer::Printer;
use diag::Diagnostic;
use ir::{HardwareAxis, HardwareIndex, Launch};

/// Constants for the inames that the hardware provides.
pub(crate) fn declare_indices(printer: &mut Printer<'_>, launch: &Launch) -> Result<Vec<String>, Diagnostic> {
    let mut lines = Vec::new();
    for index in &launch.indices {
        let call = match index.axis {
            HardwareAxis::Group(axis) => printer.dialect().group(usize::from(axis)),
            HardwareAxis::Local(axis) => {
                let axis = usize::from(axis);
                let on_device = launch.device_work_items().into_iter().position(|other| other == axis);
                on_device.map_or("0".to_owned(), |axis| printer.dialect().work_item(axis))
            }
        };
        lines.push(declare_index(printer, launch, index, &call)?);
    }
    Ok(lines)
}

/// The constant for an iname whose axis has the number `call` here.
pub(crate) fn declare_index(
    printer: &mut Printer<'_>,
    launch: &Launch,
    index: &HardwareIndex,
    call: &str,
) -> Result<String, Diagnostic> {
    let ty = enter_index(printer, launch, index);
    let offset = match index.base.as_int() {
        Some(0) => String::new(),
        _ => format!(" + {}", printer.index(&index.base)?.0.text_in(Precedence::Product)),
    };
    let cast = if offset.is_empty() { String::new() } else { format!("({ty})") };
    Ok(format!("{ty} const {} = {cast}{call}{offset};", printer.names.get(&index.iname)))
}

/// Notes what values an iname takes from the hardware, and says in which type it is declared.
pub(crate) fn enter_index(printer: &mut Printer<'_>, launch: &Launch, index: &HardwareIndex) -> &'static str {
    let size = launch.extent(index.axis);
    let count = size.map_or(Interval::new(1, 1), |size| printer.range(size));
    let base = printer.range(&index.base);
    let [limit, ..] = printer.dialect().group_limits();
    let most = count.high.min(i128::from(limit)).saturating_sub(1).max(0);
    let range = Interval::new(base.low, base.high.saturating_add(most));
    printer.ranges.insert(index.iname.clone(), range);
    // A group exists, so the number of groups is at least one.
    if let Some(size) = size {
        printer.learn(size, 1);
    }
    // Where the iname counts groups itself, it is compared once with their number.
    printer.declared(&index.iname, Interval::new(range.low, range.high.saturating_add(1)))
}
