//! Kernels as Starlark values.

#![allow(unsafe_code, reason = "Starlark's derive implements an unsafe marker trait; no code here is unsafe")]

use super::describe;
use allocative::Allocative;
use starlark::starlark_simple_value;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagable, StarlarkValue, Value, ValueLike, starlark_value,
};
use std::fmt;

/// A handle to a kernel of the host.
#[derive(Debug, Clone, Copy, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct KernelValue {
    handle: usize,
}

starlark_simple_value!(KernelValue);

impl KernelValue {
    /// The value for a handle.
    pub(super) fn new(handle: usize) -> Self {
        KernelValue { handle }
    }

    /// The handle of a value that is a kernel.
    pub(super) fn of(value: Value<'_>) -> Option<usize> {
        value.downcast_ref::<KernelValue>().map(|kernel| kernel.handle)
    }
}

impl fmt::Display for KernelValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe::text(self.handle))
    }
}

#[starlark_value(type = "kernel")]
impl<'v> StarlarkValue<'v> for KernelValue {
    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        describe::attribute(self.handle, attribute, heap)
    }

    fn has_attr(&self, attribute: &str, _heap: Heap<'v>) -> bool {
        describe::ATTRIBUTES.contains(&attribute)
    }

    /// A kernel unpacks as a list of itself, as in `fill, = lp.parse_fortran(SOURCE, FILENAME)`.
    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(vec![heap.alloc(*self)])
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(1)
    }

    fn dir_attr(&self) -> Vec<String> {
        describe::ATTRIBUTES.iter().map(|&name| name.to_owned()).collect()
    }
}
