//! Types that a kernel does not say, and that its text tells all the same.

use super::infer_types::infer_types;
use ir::Kernel;

/// The kernel with types of its temporaries and with all conversions written out, where its arguments have
/// types and so these follow; else as it is. Which numbers meet which types is decided then. The reference
/// stays: its types follow in the same way.
pub(crate) fn with_known_types(kernel: &Kernel) -> Kernel {
    let is_open = kernel.args.values().any(|arg| arg.ty.is_none());
    let is_told = !is_open && kernel.temps.values().any(|temp| temp.ty.is_none());
    if !is_told {
        return kernel.clone();
    }
    match infer_types(kernel, None) {
        Ok(typed) => Kernel { reference: kernel.reference.clone(), ..typed },
        Err(_) => kernel.clone(),
    }
}
