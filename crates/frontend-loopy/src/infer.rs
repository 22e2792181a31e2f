//! What the text leaves out: loops of statements, nesting of domains, dependencies, shapes, accesses.

mod access;
mod dependencies;
mod domains;
mod facts;
mod inames;
mod inline;
mod places;
mod shapes;
mod spread;

use crate::draft::Draft;
use diag::Diagnostic;
use ir::Kernel;

/// Completes a kernel.
///
/// # Errors
/// Everything that cannot be inferred, or contradicts itself.
pub(crate) fn complete(mut draft: Draft) -> Result<Kernel, Vec<Diagnostic>> {
    let steps: [fn(&mut Draft); 6] = [
        inames::infer,
        domains::nest,
        dependencies::infer,
        shapes::index_types,
        shapes::infer,
        access::infer,
    ];
    for step in steps {
        step(&mut draft);
        if !draft.errors.is_empty() {
            return Err(draft.errors);
        }
    }
    let violations = ir::verify::verify(&draft.kernel);
    if violations.is_empty() { Ok(draft.kernel) } else { Err(violations) }
}
