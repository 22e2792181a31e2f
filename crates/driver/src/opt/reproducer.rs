//! What is left behind when a pass has a fault.

use crate::cli::Failure;
use crate::exit::Outcome;
use crate::output;
use diag::Diagnostic;
use transforms::manager::Internal;

/// Writes the reproducer and says where it is.
pub(crate) fn failure(internal: &Internal) -> Failure {
    let path = "lpopt-reproducer.lpir";
    let mut error = Diagnostic::error("lp::internal", format!("{}; this is a fault of lpopt", internal.message));
    error = match output::write(path, &internal.reproducer) {
        Ok(()) => error.help(format!("`{path}` holds the kernel and, on its first line, the call that fails; please report it")),
        Err(problem) => error.note(problem.message),
    };
    let diagnostics = std::iter::once(error).chain(internal.violations.iter().cloned()).collect();
    Failure { outcome: Outcome::Internal, diagnostics }
}
