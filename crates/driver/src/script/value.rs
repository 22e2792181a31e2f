//! Kernels and declarations of arguments as Starlark values.

#![allow(unsafe_code, reason = "Starlark's derive implements an unsafe marker trait; no code here is unsafe")]

use super::argument::Declared;
use super::make::with_arguments;
use super::{describe, host, method};
use allocative::Allocative;
use diag::Origin;
use ir::Scalar;
use starlark::eval::{Arguments as Given, Evaluator};
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

/// A handle to a declaration of an argument, which `lp.GlobalArg(..)` and its like make.
#[derive(Debug, Clone, Copy, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct ArgumentValue {
    handle: usize,
}

starlark_simple_value!(ArgumentValue);

impl ArgumentValue {
    /// The value of a declaration that a call made.
    pub(super) fn new(declared: Declared, call: Origin) -> Self {
        let handle = host::with(|host| {
            host.arguments.push((declared, call));
            host.arguments.len() - 1
        });
        ArgumentValue { handle }
    }

    /// The declaration, and the call that made it.
    pub(super) fn of(value: Value<'_>) -> Option<(Declared, Origin)> {
        value.downcast_ref::<ArgumentValue>().and_then(|argument| argument.declaration())
    }

    fn declaration(&self) -> Option<(Declared, Origin)> {
        host::with(|host| host.arguments.get(self.handle).cloned())
    }
}

impl fmt::Display for ArgumentValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.declaration().unwrap_or_default().0.line)
    }
}

#[starlark_value(type = "argument")]
impl<'v> StarlarkValue<'v> for ArgumentValue {}

impl fmt::Display for KernelValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe::text(self.handle))
    }
}

#[starlark_value(type = "kernel")]
impl<'v> StarlarkValue<'v> for KernelValue {
    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if method::NAMES.contains(&attribute) {
            return Some(heap.alloc(Method { handle: self.handle, name: attribute.to_owned() }));
        }
        describe::attribute(self.handle, attribute, heap)
    }

    fn has_attr(&self, attribute: &str, _heap: Heap<'v>) -> bool {
        describe::ATTRIBUTES.contains(&attribute) || method::NAMES.contains(&attribute)
    }

    /// `knl["name"]` is the kernel itself, or one that was merged with it.
    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let joined = |name: &str| {
            host::with(|host| host.kernels.get(self.handle).and_then(|entry| entry.joined.get(name).copied()))
        };
        match (index.unpack_str(), describe::name(self.handle)) {
            (Some(asked), own) if asked == own => Ok(heap.alloc(*self)),
            (Some(asked), _) if joined(asked).is_some() => {
                Ok(heap.alloc(joined(asked).map_or(*self, KernelValue::new)))
            }
            (_, own) => Err(starlark::Error::new_other(anyhow::anyhow!(
                "there is no kernel {index} in it, only `{own}`"
            ))),
        }
    }

    /// A kernel unpacks as a list of itself, as in `fill, = lp.parse_fortran(SOURCE, FILENAME)`.
    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        Ok(vec![heap.alloc(*self)])
    }

    fn length(&self) -> starlark::Result<i32> {
        Ok(1)
    }

    fn dir_attr(&self) -> Vec<String> {
        describe::ATTRIBUTES.iter().chain(method::NAMES).map(|&name| name.to_owned()).collect()
    }
}

/// A function of a kernel.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct Method {
    handle: usize,
    name: String,
}

starlark_simple_value!(Method);

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
        with_arguments(&self.name, args, eval, |args, heap| method::call(self.handle, &self.name, args, heap))
    }
}

/// A constant array.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct Array {
    /// The type by numpy's name; none where nobody gives it.
    ty: Option<String>,
    /// Nested lists of numbers, as the kernel language writes them.
    text: String,
    /// Extents, for messages.
    shape: Vec<usize>,
}

starlark_simple_value!(Array);

impl Array {
    pub(super) fn new(ty: Option<String>, text: String, shape: Vec<usize>) -> Self {
        Array { ty, text, shape }
    }

    /// The array that a value is.
    pub(super) fn of<'v>(value: Value<'v>) -> Option<&'v Array> {
        value.downcast_ref::<Array>()
    }

    /// The type of its elements.
    pub(super) fn dtype(&self) -> Option<Scalar> {
        self.ty.as_deref().and_then(Scalar::from_name)
    }

    /// Its elements as the kernel language writes them.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ty = self.ty.as_deref().unwrap_or("auto");
        write!(f, "array({}, dtype={ty}, shape={:?})", self.text, self.shape)
    }
}

#[starlark_value(type = "array")]
impl<'v> StarlarkValue<'v> for Array {}
