//! Kernels, declarations of arguments, types, tags and complex numbers as Starlark values.

#![allow(unsafe_code, reason = "Starlark's derive implements an unsafe marker trait; no code here is unsafe")]

use super::argument::Declared;
use super::make::with_arguments;
use super::{convert, describe, host, method};
use allocative::Allocative;
use diag::Origin;
use ir::Scalar;
use starlark::eval::{Arguments as Given, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::float::StarlarkFloat;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagable, StarlarkValue, Value, ValueError, ValueLike,
    starlark_value,
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

/// A type of numpy's: `np.float32` names it, and `np.float32(0.1)` is a number of it.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct DtypeValue {
    name: String,
}

starlark_simple_value!(DtypeValue);

impl DtypeValue {
    /// The type of that name.
    pub(super) fn new(name: &str) -> Self {
        DtypeValue { name: name.to_owned() }
    }

    /// The name of a value that is a type.
    pub(super) fn of(value: Value<'_>) -> Option<&str> {
        value.downcast_ref::<DtypeValue>().map(|dtype| dtype.name.as_str())
    }

    /// A number as one of the type.
    fn number<'v>(&self, value: Value<'v>, heap: Heap<'v>) -> Option<Value<'v>> {
        let ty = Scalar::from_dtype(&self.name).ok()?;
        let is_integer = value.get_type() == "int";
        let float = value.downcast_ref::<StarlarkFloat>().map(|float| float.0);
        let text = float.map_or_else(|| value.to_string(), |float| float.to_string());
        match ty {
            Scalar::F64 => Some(heap.alloc(StarlarkFloat(text.parse().ok()?))),
            Scalar::F32 => Some(heap.alloc(StarlarkFloat(f64::from(text.parse::<f32>().ok()?)))),
            Scalar::Bool => Some(Value::new_bool(value.to_bool())),
            _ if ty.is_integer() && is_integer => Some(value),
            _ if ty.is_integer() => {
                let whole = float?.trunc().to_string().parse::<i32>().ok()?;
                Some(heap.alloc(whole))
            }
            _ => None,
        }
    }
}

impl fmt::Display for DtypeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[starlark_value(type = "dtype")]
impl<'v> StarlarkValue<'v> for DtypeValue {
    /// Also to a text that names it.
    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(convert::type_name(other)
            .is_some_and(|name| Scalar::from_dtype(name) == Scalar::from_dtype(&self.name)))
    }

    fn write_hash(&self, hasher: &mut starlark::collections::StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(&self.name, hasher);
        Ok(())
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Given<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let mut given = args.positions(heap)?;
        let number =
            given.next().and_then(|value| self.number(value, heap)).filter(|_| given.next().is_none());
        number.ok_or_else(|| {
            let message = format!("`{}` takes one number, of those that the type has", self.name);
            starlark::Error::new_other(anyhow::anyhow!(message))
        })
    }
}

/// A complex number.
#[derive(Debug, Clone, Copy, PartialEq, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct ComplexValue {
    pub(super) real: f64,
    pub(super) imaginary: f64,
}

starlark_simple_value!(ComplexValue);

#[starlark_value(type = "complex")]
impl<'v> StarlarkValue<'v> for ComplexValue {
    /// To complex numbers alone: numbers of other types compare without asking this one.
    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(ComplexValue::of(other) == Some(*self))
    }

    fn plus(&self, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(*self))
    }

    fn minus(&self, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(self.negated()))
    }

    fn add(&self, rhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        Some(Ok(heap.alloc(self.sum(ComplexValue::number(rhs)?))))
    }

    fn radd(&self, lhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        self.add(lhs, heap)
    }

    fn sub(&self, other: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        match ComplexValue::number(other) {
            Some(number) => Ok(heap.alloc(self.sum(number.negated()))),
            None => ValueError::unsupported_with(self, "-", other),
        }
    }

    fn mul(&self, rhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        Some(Ok(heap.alloc(self.times(ComplexValue::number(rhs)?))))
    }

    fn rmul(&self, lhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        self.mul(lhs, heap)
    }
}

/// A class of tags, which is also the tag that it makes, since tags of users have no values here.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct TagValue {
    /// What a transform is given: `$ElementTag`, or `g.0`.
    pub(super) text: String,
    /// Whether an axis is still to come.
    pub(super) axis: bool,
}

starlark_simple_value!(TagValue);

#[starlark_value(type = "tag")]
impl<'v> StarlarkValue<'v> for TagValue {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Given<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let given = args.positions(eval.heap())?.collect::<Vec<_>>();
        let made = self.called(&given, args.names_map()?.len());
        let made = made.map_err(|what| starlark::Error::new_other(anyhow::anyhow!(what)))?;
        Ok(eval.heap().alloc(made))
    }
}

/// A class of callables, and what it makes: a name for `register_callable`, which leaves kernels as they are.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct CallableValue(pub(super) String);

starlark_simple_value!(CallableValue);

#[starlark_value(type = "callable")]
impl<'v> StarlarkValue<'v> for CallableValue {
    fn invoke(
        &self,
        _me: Value<'v>,
        _args: &Given<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        Ok(eval.heap().alloc(self.clone()))
    }
}

impl fmt::Display for CallableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
