//! What the code of a schedule consists of.

use crate::dialect::Dialect;
use diag::Diagnostic;
use ir::{Expr, Host, Kernel, Launch, Schedule};

/// All launches of a schedule, in text order.
pub(crate) fn launches(kernel: &Kernel) -> Result<Vec<&Launch>, Vec<Diagnostic>> {
    let schedule = kernel.schedule.as_ref().ok_or_else(|| {
        vec![
            Diagnostic::error(
                "lp::codegen::not-scheduled",
                format!("kernel `{}` is not scheduled", kernel.name),
            )
            .help("lower it first: `lptranslate` does so by itself, in a pipeline `schedule()` does"),
        ]
    })?;
    Ok(schedule.launches())
}

/// Whether a kernel has a function of what a host does with its launches.
pub(crate) fn needs_entry(kernel: &Kernel, dialect: Dialect) -> bool {
    let single = |schedule: &Schedule| matches!(schedule.host.as_slice(), [Host::Launch(_)]);
    dialect == Dialect::Ispc || !dialect.has_device() && !kernel.schedule.as_ref().is_some_and(single)
}

/// Sizes of a group along three axes, where all are constants.
pub(crate) fn constant_work_items(launch: &Launch) -> Option<[i64; 3]> {
    let work_items = launch.group_shape();
    let size = |axis: usize| work_items.get(axis).map_or(Some(1), Expr::as_int);
    Some([size(0)?, size(1)?, size(2)?])
}
