//! Atomic updates that devices can perform.

use diag::Diagnostic;
use ir::{AddressSpace, Atomic, Kernel, Statement, Update, typing, walk};

/// Tests that each atomic update of shared memory is one operation on a type that devices update indivisibly:
/// it is taken to need no barrier.
pub(super) fn check(kernel: &Kernel) -> Result<(), Vec<Diagnostic>> {
    let found: Vec<Diagnostic> = kernel.statements.values().filter_map(|s| problem(kernel, s)).collect();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

fn problem(kernel: &Kernel, statement: &Statement) -> Option<Diagnostic> {
    let (target, value) = (statement.target()?, statement.value()?);
    let private = super::access::shared(kernel, target.name()).is_none_or(|s| s == AddressSpace::Private);
    let updates = statement.atomic == Some(Atomic::Update) && walk::mentions(value, target.name());
    if private || !updates {
        return None;
    }
    let ty = typing::type_of_variable(kernel, target.name()).ok()?.scalar();
    let update = Update::of_statement(statement);
    // Rounding tells in which order operands are taken in.
    let is_regrouped = ty.is_inexact() && !kernel.reassociate;
    let (message, help) = if update.as_ref().is_some_and(|update| update.is_joined && is_regrouped) {
        let message = format!("the atomic statement updates `{}` by several operands", target.to_expr());
        let forms = "compute them before, `t = a + b` and `x = x + t`";
        (message, format!("{forms}, or allow another order of operations by `reassociate`"))
    } else if update.is_none() {
        let message = format!("the atomic statement does not update `{}` by one operation", target.to_expr());
        let forms = "`x = x + e`, `x = x*e`, `x = max(x, e)` or `x = min(x, e)`";
        (message, format!("write it as {forms}, where `e` does not read `x`"))
    } else if ty.is_complex() {
        let message =
            format!("devices have no atomic updates of complex numbers, and `{}` is one", target.to_expr());
        (message, "update real and imaginary parts in arrays of their own".to_owned())
    } else if ty.bytes() < 4 {
        let message = format!("devices have no atomic updates of `{}`", ty.name());
        (message, format!("give `{}` a type of 32 or 64 bits", target.name()))
    } else {
        return None;
    };
    let found = Diagnostic::error("lp::barriers::atomic", message);
    Some(found.at_entity(statement.loc.as_ref(), statement.origin, "atomic here").help(help))
}
