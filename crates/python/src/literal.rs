//! Values of Python as arguments of transforms.

use diag::Origin;
use pass::Datum;
use pass::{Argument, Call, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};

/// The call that a method of a kernel stands for.
pub(crate) fn call(name: &str, keywords: &Bound<'_, PyDict>) -> PyResult<Call> {
    let mut args = Vec::new();
    for (keyword, value) in keywords {
        let value = literal(name, &value)?;
        args.push(Argument { keyword: Some((keyword.extract()?, Origin::default())), value });
    }
    Ok(Call { name: name.to_owned(), name_origin: Origin::default(), origin: Origin::default(), args })
}

/// One value. Types of numpy count as their names, sets as lists.
fn literal(function: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(Value::new(if value.is_none() {
        Datum::None
    } else if value.is_instance_of::<PyBool>() {
        Datum::Bool(value.extract()?)
    } else if value.is_instance_of::<PyString>() {
        Datum::Str(value.extract()?)
    } else if value.is_instance_of::<PyInt>() {
        Datum::Int(integer(function, value)?)
    } else if value.is_instance_of::<PyFloat>() {
        Datum::Float(value.extract()?)
    } else if let Ok(entries) = value.cast::<PyDict>() {
        let pair = |(key, value)| Ok((literal(function, &key)?, literal(function, &value)?));
        Datum::Dict(entries.iter().map(pair).collect::<PyResult<_>>()?)
    } else if is_sequence(value) {
        let items = value.try_iter()?.map(|item| literal(function, &item?));
        Datum::List(items.collect::<PyResult<_>>()?)
    } else if let Some(name) = type_name(value)? {
        Datum::Str(name)
    } else if value.hasattr("__index__")? {
        Datum::Int(integer(function, value)?)
    } else {
        let kind = value.get_type().name()?.to_string();
        return Err(PyTypeError::new_err(format!("`{function}` takes no value of type `{kind}`")));
    }))
}

fn is_sequence(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
}

fn integer(function: &str, value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value
        .extract()
        .map_err(|_| PyValueError::new_err(format!("`{function}`: {value} needs more than 64 bits")))
}

/// The name of a type of numpy, given as the type or as its description.
fn type_name(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let attribute = if value.hasattr("itemsize")? && value.hasattr("kind")? { "name" } else { "__name__" };
    if attribute == "__name__" && !value.is_instance_of::<pyo3::types::PyType>() {
        return Ok(None);
    }
    value.getattr(attribute)?.extract().map(Some)
}
