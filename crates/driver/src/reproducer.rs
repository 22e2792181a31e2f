//! What is left behind when a pass has a fault.

use crate::cli::Failure;
use crate::exit::Outcome;
use crate::output;
use diag::Diagnostic;
use pass::Internal;

/// Writes the reproducer and says where it is.
pub(crate) fn failure(internal: &Internal) -> Failure {
    let error = Diagnostic::error("lp::internal", format!("{}; this is a fault of lpopt", internal.message));
    let error = mention(error, &internal.reproducer, true);
    let diagnostics = std::iter::once(error).chain(internal.violations.iter().cloned()).collect();
    Failure { outcome: Outcome::Internal, diagnostics }
}

/// Writes a call and the kernel before it to a file, and adds to an error where that is; `ours` are faults of
/// lpopt.
pub(crate) fn mention(error: Diagnostic, text: &str, ours: bool) -> Diagnostic {
    let path = "lpopt-reproducer.lpir";
    match output::write(path, text) {
        Ok(()) => error.help(format!(
            "`{path}` holds the kernel and, on its first line, the call that fails{}",
            if ours { "; please report it" } else { "" }
        )),
        Err(problem) => error.note(problem.message),
    }
}
