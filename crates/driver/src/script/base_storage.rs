//! Temporaries that share a `base_storage`: each has memory of its own here, so that none finds what another
//! one left.

use crate::set_before::reader_of_unset;
use diag::{Diagnostic, Origin};
use ir::{Kernel, Name};

const NOTE: &str = "temporaries pass no values through memory that they share";

/// What is said of a kernel that cannot be made, where such temporaries are read which nothing writes.
pub(super) fn noted(problems: Vec<Diagnostic>, shared: &[Name]) -> Vec<Diagnostic> {
    let is_about =
        |problem: &Diagnostic| shared.iter().any(|name| problem.message.contains(&format!("`{name}`")));
    let noted = |problem: Diagnostic| match problem.code {
        "lp::loopy::unwritten" if is_about(&problem) => problem.note(NOTE).help("use one temporary"),
        _ => problem,
    };
    problems.into_iter().map(noted).collect()
}

/// Refuses a kernel that reads elements of such temporaries which nothing has set before.
pub(super) fn check(kernel: &Kernel, shared: &[Name], call: Origin) -> Result<(), Diagnostic> {
    for temp in shared {
        if let Some(id) = reader_of_unset(kernel, temp) {
            let message = format!(
                "`{id}` reads elements of `{temp}` that no statement before it is known to set, and `base_storage` shares its memory"
            );
            let problem = Diagnostic::error("lp::script::base-storage", message);
            let problem = problem.note(NOTE);
            return Err(problem.at_entity(None, call, "in this call").help("use one temporary"));
        }
    }
    Ok(())
}
