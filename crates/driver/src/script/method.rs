//! What kernels can be asked to do: `knl.copy(target=..)`.

use super::describe;
use super::make::Arguments;
use super::value::KernelValue;
use starlark::values::{Heap, Value};

/// Their names. A program of Loo.py holds several kernels, of which some are entered from the host; here a kernel is its own
/// program.
pub(super) const NAMES: &[&str] = &["all_inames", "copy", "with_kernel", "with_entrypoints"];

/// Calls the function of that name of a kernel.
pub(super) fn call<'v>(
    handle: usize,
    name: &str,
    args: &Arguments<'_, 'v>,
    heap: Heap<'v>,
) -> starlark::Result<Value<'v>> {
    let own = heap.alloc(KernelValue::new(handle));
    match name {
        "all_inames" => {
            args.only(&[], &[])?;
            Ok(describe::attribute(handle, "inames", heap).unwrap_or(own))
        }
        "copy" => {
            // What steers Loo.py's work on a kernel steers nothing here.
            args.only(&[], &["target", "silenced_warnings", "options"])?;
            Ok(own)
        }
        "with_kernel" => {
            args.only(&["kernel"], &[])?;
            let kernel = args.get(0, "kernel").filter(|kernel| KernelValue::of(*kernel).is_some());
            kernel.ok_or_else(|| args.refuse("`with_kernel` takes a kernel"))
        }
        _ => {
            args.only(&["entrypoints"], &[])?;
            Ok(own)
        }
    }
}
