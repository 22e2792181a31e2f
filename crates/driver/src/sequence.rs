//! What `seq_dependencies` says of loops.
//!
//! Who declares that each statement comes after the one before it writes a sequential program, whose loops
//! run as they are written, too. That matters only where some order is left open: elsewhere all orders give
//! one result, and the kernel keeps the freedom that it has.

use diag::Diagnostic;
use frontend_loopy::Imported;
use ir::{Module, Unordered};

/// A kernel with the order that its author means, and what that is where the text alone does not tell.
pub(crate) fn settled(imported: Imported) -> (Module, Vec<Diagnostic>) {
    let Imported { mut module, is_sequence, mut warnings } = imported;
    for kernel in module.kernels.values_mut().filter(|_| is_sequence) {
        if let Some(open) = legality::check_source(kernel).into_iter().next() {
            kernel.unordered = Unordered::TextOrder;
            warnings.push(taken(open));
        }
    }
    (module, warnings)
}

/// Says that an order which dependencies leave open is that of the text.
fn taken(open: Diagnostic) -> Diagnostic {
    let message = "loops run in the order of the text, as `seq_dependencies` asks of statements";
    let mut warning = Diagnostic::warning("lp::loopy::order", message);
    warning.labels = open.labels;
    warning.notes = open.notes;
    warning.help("write `order=\"text\"` (`options order(text)`) to say so")
}
