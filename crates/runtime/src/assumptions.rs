//! Whether arguments satisfy what a kernel assumes of them.

use crate::Bindings;
use diag::Diagnostic;
use ir::Kernel;
use poly::Point;

/// Checks a kernel's assumptions.
///
/// # Errors
/// Where the values given violate them.
pub fn check_assumptions(kernel: &Kernel, bindings: &Bindings) -> Result<(), Diagnostic> {
    let point: Point = bindings
        .values()
        .filter_map(|(name, value)| Some((name.clone(), i64::try_from(value.as_int()?).ok()?)))
        .collect();
    let pieces = kernel.assumptions.pieces().map_err(|error| {
        Diagnostic::error("lp::run::assumption", format!("the assumptions cannot be checked: {error}"))
    })?;
    // A condition on something that is no integer argument cannot be checked, and holds by the user's word.
    let holds = |piece: &Vec<poly::Constraint>| {
        piece.iter().all(|constraint| constraint.holds(&point) != Some(false))
    };
    if pieces.iter().any(holds) {
        return Ok(());
    }
    let used = |name: &str| kernel.assumptions.has_param(name);
    let values: Vec<String> = point
        .iter()
        .filter(|(name, _)| used(name))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    Err(Diagnostic::error(
        "lp::run::assumption",
        format!("the kernel assumes `{}`, which does not hold for {}", kernel.assumptions, values.join(", ")),
    ))
}
