//! Whether two kernels leave the same results.

use diag::Diagnostic;
use ir::{Access, Arg, ArgKind, Kernel};
use runtime::{Bindings, Difference, Tolerance};

/// The result of a comparison.
pub(crate) struct Agreement {
    /// What the kernel is compared with.
    pub(crate) with: String,
    /// Each array that the kernel may write, its number of elements, and how it differs.
    pub(crate) arrays: Vec<(String, usize, Option<Difference>)>,
}

impl Agreement {
    /// Compares whole arrays, also elements that nothing should write.
    pub(crate) fn compare(kernel: &Kernel, with: &str, expected: &Bindings, found: &Bindings) -> Self {
        let mut arrays = Vec::new();
        let terms = runtime::longest_sum(kernel, expected);
        let size = runtime::term_size(kernel, expected);
        for (name, left) in expected.arrays() {
            let written = kernel.args.get(name).is_some_and(is_result);
            let Some(right) = found.array(name) else { continue };
            let difference = runtime::compare(left, right, Tolerance::reassociated(left.ty, terms, size));
            if written || difference.is_some() {
                arrays.push((name.to_string(), left.len(), difference));
            }
        }
        Agreement { with: with.to_owned(), arrays }
    }

    /// An error where anything differs.
    pub(crate) fn verdict(&self) -> Result<(), Vec<Diagnostic>> {
        let errors: Vec<Diagnostic> = self
            .arrays
            .iter()
            .filter_map(|(name, _, difference)| {
                let difference = difference.as_ref()?;
                let message = format!("`{name}` differs from that of {}", self.with);
                Some(
                    Diagnostic::error("lp::run::different", message)
                        .note(format!("expected and found: {difference}")),
                )
            })
            .collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// Whether an argument is an array that may be written.
pub(crate) fn is_result(arg: &Arg) -> bool {
    matches!(arg.kind, ArgKind::Array { access: Access::Out | Access::InOut, .. })
}
