//! Kernels, declarations of arguments, types, tags and records as values of a script.

use super::argument::Declared;
use super::make::with_arguments;
use super::{convert, describe, host, method};
use diag::Origin;
use ir::Scalar;
use script::{Call, Native, Value};
use std::any::Any;

/// A handle to a kernel of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct KernelValue {
    handle: usize,
}

impl KernelValue {
    /// The value for a handle.
    pub(super) fn new(handle: usize) -> Self {
        KernelValue { handle }
    }

    /// The handle of a value that is a kernel.
    pub(super) fn handle_of(value: &Value) -> Option<usize> {
        value.downcast::<KernelValue>().map(|kernel| kernel.handle)
    }
}

impl From<KernelValue> for Value {
    fn from(kernel: KernelValue) -> Value {
        Value::native(kernel)
    }
}

impl Native for KernelValue {
    fn type_name(&self) -> &str {
        "kernel"
    }

    fn display(&self) -> String {
        describe::text(self.handle)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn attribute(&self, name: &str) -> script::Result<Option<Value>> {
        if let Some(name) = method::NAMES.iter().find(|own| **own == name) {
            return Ok(Some(Value::native(Method { handle: self.handle, name })));
        }
        Ok(describe::attribute(self.handle, name))
    }

    fn attributes(&self) -> Vec<String> {
        describe::ATTRIBUTES.iter().chain(method::NAMES).map(|&name| name.to_owned()).collect()
    }

    /// `knl["name"]` is the kernel itself, or one that was merged with it.
    fn item(&self, index: &Value) -> script::Result<Value> {
        let joined = |name: &str| {
            host::with_host(|host| {
                host.kernels.get(self.handle).and_then(|entry| entry.joined.get(name).copied())
            })
        };
        let own = describe::name(self.handle);
        match index.as_str() {
            Some(asked) if asked == own => Ok(Value::from(*self)),
            Some(asked) if let Some(joined) = joined(asked) => Ok(Value::from(KernelValue::new(joined))),
            _ => Err(host::error(format!("there is no kernel {index} in it, only `{own}`"))),
        }
    }

    /// A kernel unpacks as a list of itself, as in `fill, = lp.parse_fortran(SOURCE, FILENAME)`.
    fn elements(&self) -> Option<Vec<Value>> {
        Some(vec![Value::from(*self)])
    }

    fn equals(&self, other: &Value) -> bool {
        KernelValue::handle_of(other) == Some(self.handle)
    }

    fn key(&self) -> Option<String> {
        Some(self.handle.to_string())
    }
}

/// A function of a kernel.
#[derive(Debug, Clone, Copy)]
struct Method {
    handle: usize,
    name: &'static str,
}

impl Native for Method {
    fn type_name(&self) -> &str {
        "function"
    }

    fn display(&self) -> String {
        format!("<function {}>", self.name)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        with_arguments(self.name, call, |args| method::call(self.handle, self.name, args))
    }
}

/// A declaration of an argument, which `lp.GlobalArg(..)` and its like make, and the call that made it.
#[derive(Debug, Clone)]
pub(super) struct ArgumentValue {
    declared: Declared,
    call: Origin,
}

impl ArgumentValue {
    /// The value of a declaration that a call made.
    pub(super) fn new(declared: Declared, call: Origin) -> Self {
        ArgumentValue { declared, call }
    }

    /// The declaration, and the call that made it.
    pub(super) fn declaration_of(value: &Value) -> Option<(Declared, Origin)> {
        value.downcast::<ArgumentValue>().map(|argument| (argument.declared.clone(), argument.call))
    }
}

impl Native for ArgumentValue {
    fn type_name(&self) -> &str {
        "argument"
    }

    fn display(&self) -> String {
        self.declared.line.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A constant array.
#[derive(Debug, Clone)]
pub(super) struct Array {
    /// The type by numpy's name; none where nobody gives it.
    ty: Option<String>,
    /// Nested lists of numbers, as the kernel language writes them.
    text: String,
    /// Extents, for messages.
    shape: Vec<usize>,
}

impl Array {
    pub(super) fn new(ty: Option<String>, text: String, shape: Vec<usize>) -> Self {
        Array { ty, text, shape }
    }

    /// The array that a value is.
    pub(super) fn of_value(value: &Value) -> Option<&Array> {
        value.downcast()
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

impl Native for Array {
    fn type_name(&self) -> &str {
        "array"
    }

    fn display(&self) -> String {
        let ty = self.ty.as_deref().unwrap_or("auto");
        format!("array({}, dtype={ty}, shape={:?})", self.text, self.shape)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A type of numpy's: `np.float32` names it, and `np.float32(0.1)` is a number of it.
#[derive(Debug, Clone)]
pub(super) struct DtypeValue {
    name: String,
}

impl DtypeValue {
    /// The type of that name.
    pub(super) fn new(name: &str) -> Self {
        DtypeValue { name: name.to_owned() }
    }

    /// The name of a value that is a type.
    pub(super) fn name_of(value: &Value) -> Option<&str> {
        value.downcast::<DtypeValue>().map(|dtype| dtype.name.as_str())
    }

    /// A number as one of the type.
    fn number(&self, value: &Value) -> Option<Value> {
        let ty = Scalar::from_dtype(&self.name).ok()?;
        let float = match value {
            Value::Float(float) => Some(*float),
            _ => None,
        };
        let text = float.map_or_else(|| value.to_string(), |float| float.to_string());
        match ty {
            Scalar::F64 => Some(Value::Float(text.parse().ok()?)),
            Scalar::F32 => Some(Value::Float(f64::from(text.parse::<f32>().ok()?))),
            Scalar::Bool => Some(Value::Bool(value.as_int().map_or(float? != 0.0, |number| number != 0))),
            _ if ty.is_integer() && value.as_int().is_some() => value.as_int().map(Value::Int),
            _ if ty.is_integer() => {
                let whole = float?.trunc().to_string().parse::<i32>().ok()?;
                Some(Value::Int(i64::from(whole)))
            }
            _ => None,
        }
    }
}

impl From<DtypeValue> for Value {
    fn from(ty: DtypeValue) -> Value {
        Value::native(ty)
    }
}

impl Native for DtypeValue {
    fn type_name(&self) -> &str {
        "dtype"
    }

    fn display(&self) -> String {
        self.name.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// Also to a text that names it.
    fn equals(&self, other: &Value) -> bool {
        convert::type_name(other)
            .is_some_and(|name| Scalar::from_dtype(name) == Scalar::from_dtype(&self.name))
    }

    fn key(&self) -> Option<String> {
        Some(self.name.clone())
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        let number = match call.positional.as_slice() {
            [value] if call.named.is_empty() => self.number(value),
            _ => None,
        };
        number.ok_or_else(|| {
            host::error(format!("`{}` takes one number, of those that the type has", self.name))
        })
    }
}

/// Named values, such as what is known of an instruction.
#[derive(Debug, Clone)]
pub(super) struct Record {
    fields: Vec<(String, Value)>,
}

impl Record {
    /// Its fields, in order.
    pub(super) fn fields(&self) -> &[(String, Value)] {
        &self.fields
    }
}

/// The record of some fields.
pub(super) fn record<K: Into<String>>(fields: impl IntoIterator<Item = (K, Value)>) -> Value {
    Value::native(Record { fields: fields.into_iter().map(|(name, value)| (name.into(), value)).collect() })
}

impl Native for Record {
    fn type_name(&self) -> &str {
        "struct"
    }

    fn display(&self) -> String {
        let fields: Vec<String> = self.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("struct({})", fields.join(", "))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn attribute(&self, name: &str) -> script::Result<Option<Value>> {
        Ok(self.fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone()))
    }

    fn attributes(&self) -> Vec<String> {
        self.fields.iter().map(|(name, _)| name.clone()).collect()
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast::<Record>().is_some_and(|other| {
            let names = |record: &Record| -> Vec<String> { record.attributes() };
            names(self) == names(other) && self.display() == other.display()
        })
    }
}
