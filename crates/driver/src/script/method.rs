//! What kernels can be asked to do: `knl.copy(target=..)`.

#![allow(unsafe_code, reason = "Starlark's derive implements an unsafe marker trait; no code here is unsafe")]

use super::make::Arguments;
use super::value::KernelValue;
use super::{describe, host};
use allocative::Allocative;
use starlark::eval::{Arguments as Given, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagable, StarlarkValue, Value, starlark_value,
};
use std::fmt;

/// Their names. A program of Loo.py holds several kernels, of which some are entered from the host; here a kernel is its own
/// program.
pub(super) const NAMES: &[&str] = &["all_inames", "copy", "with_kernel", "with_entrypoints"];

/// A function of a kernel.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct Method {
    handle: usize,
    name: String,
}

starlark_simple_value!(Method);

impl Method {
    pub(super) fn new(handle: usize, name: &str) -> Self {
        Method { handle, name: name.to_owned() }
    }

    fn call<'v>(&self, args: &Arguments<'_, 'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let own = heap.alloc(KernelValue::new(self.handle));
        match self.name.as_str() {
            "all_inames" => {
                args.only(&[], &[])?;
                Ok(describe::attribute(self.handle, "inames", heap).unwrap_or(own))
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
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<function {}>", self.name)
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for Method {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Given<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let origin = host::origin(eval);
        let heap = eval.heap();
        let positional: Vec<Value<'v>> = args.positions(heap)?.collect();
        let named = args.names_map()?;
        let named: Vec<(&str, Value<'v>)> =
            named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        self.call(&Arguments { function: &self.name, positional: &positional, named: &named, origin }, heap)
    }
}
