use ir::Kernel;
use pass::with_reference;

/// The kernel as it was imported, if no step has changed it but such as change the reference too.
pub(crate) fn as_imported(kernel: &Kernel) -> Option<&Kernel> {
    match kernel.reference.as_deref() {
        Some(reference) => (with_reference(reference) == *kernel).then_some(reference),
        None => Some(kernel),
    }
}
