//! What the text leaves out: loops of statements, nesting of domains, dependencies, shapes, accesses.

mod access;
mod accumulate;
mod assumed;
mod between;
mod dependencies;
mod domains;
mod facts;
mod inames;
mod inline;
mod memory;
mod order;
mod places;
mod shapes;
mod spread;

use crate::calls::Callees;
use crate::draft::Draft;
use crate::link::link;
use diag::Diagnostic;
use ir::Kernel;

/// Completes a kernel; what may not be meant as it is written comes with it.
///
/// # Errors
/// Everything that cannot be inferred, or contradicts itself.
pub(crate) fn complete(
    mut draft: Draft,
    callees: &Callees,
) -> Result<(Kernel, Vec<Diagnostic>), Vec<Diagnostic>> {
    loop {
        run(&mut draft, &[&inames::infer, &domains::nest, &dependencies::infer])?;
        if !between::infer(&mut draft) {
            break;
        }
    }
    let mut warnings = assumed::leave_out(&mut draft);
    run(&mut draft, &[&shapes::index_types, &shapes::infer])?;
    if !draft.calls.is_empty() {
        let link = |draft: &mut Draft| link(draft, callees);
        run(&mut draft, &[&link, &domains::nest, &shapes::index_types])?;
    }
    let steps: [&dyn Fn(&mut Draft); 5] =
        [&memory::lay_out, &memory::resolve, &access::require_writers, &access::infer, &access::keep_apart];
    run(&mut draft, &steps)?;
    draft.kernel = ir::conversions::written(&draft.kernel);
    let violations = ir::verify::verify(&draft.kernel);
    if !violations.is_empty() {
        return Err(violations);
    }
    warnings.extend(order::warnings(&draft));
    Ok((draft.kernel, warnings))
}

/// Runs steps up to the first with errors.
fn run(draft: &mut Draft, steps: &[&dyn Fn(&mut Draft)]) -> Result<(), Vec<Diagnostic>> {
    for step in steps {
        step(draft);
        if !draft.errors.is_empty() {
            return Err(std::mem::take(&mut draft.errors));
        }
    }
    Ok(())
}
