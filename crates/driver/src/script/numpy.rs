//! `np`: the names of types, constants, and arrays small enough to be written out.

use super::make::{Arguments, items};
use super::value::{Array, DtypeValue};
use ir::Scalar;
use script::Value;

/// Its functions, by the names under which they are called.
pub(super) const FUNCTIONS: &[&str] =
    &["np.dtype", "np.array", "np.arange", "np.zeros", "np.ones", "np.full"];

/// Elements of an array that a script writes out.
const MAX_ELEMENTS: usize = 1 << 16;

/// Numbers that have a name.
pub(super) const CONSTANTS: &[(&str, f64)] =
    &[("pi", std::f64::consts::PI), ("e", std::f64::consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN)];

/// Calls the function of that name.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    match args.function {
        "np.dtype" => {
            args.allow_only(&["dtype"], &[])?;
            let ty = args.dtype(0, "dtype")?;
            let ty = ty.ok_or_else(|| args.refuse("`np.dtype` needs the name of a type"))?;
            Ok(Value::from(DtypeValue::new(ty.numpy_name())))
        }
        _ => Ok(Value::native(array(args)?)),
    }
}

fn array(args: &Arguments<'_>) -> script::Result<Array> {
    let (texts, shape, integral) = match args.function {
        "np.array" => {
            args.allow_only(&["object", "dtype"], &[])?;
            let object = args.get(0, "object").ok_or_else(|| args.refuse("`np.array` needs a list"))?;
            let (mut shape, mut texts, mut integral) = (Vec::new(), Vec::new(), true);
            flatten(object, 0, &mut shape, &mut texts, &mut integral)
                .ok_or_else(|| args.refuse("`np.array` takes rectangular lists of numbers"))?;
            (texts, shape, integral)
        }
        "np.arange" => {
            args.allow_only(&["stop", "dtype"], &[])?;
            let stop = args
                .get(0, "stop")
                .and_then(|stop| stop.as_int())
                .and_then(|stop| usize::try_from(stop).ok());
            let stop = stop.filter(|stop| *stop <= MAX_ELEMENTS);
            let stop =
                stop.ok_or_else(|| args.refuse("`np.arange` takes one number that is not negative"))?;
            ((0..stop).map(|at| at.to_string()).collect(), vec![stop], true)
        }
        _ => filled(args)?,
    };
    let position = if args.function == "np.full" { 2 } else { 1 };
    let given = args.dtype(position, "dtype")?;
    let usual = match (args.function, integral) {
        ("np.zeros" | "np.ones", _) | (_, false) => Scalar::F64,
        _ => Scalar::I64,
    };
    let ty = Some(given.unwrap_or(usual).numpy_name().to_owned());
    let text = nested(&shape, &texts);
    Ok(Array::new(ty, text, shape))
}

/// `np.zeros(shape)` and its like.
fn filled(args: &Arguments<'_>) -> script::Result<(Vec<String>, Vec<usize>, bool)> {
    let is_full = args.function == "np.full";
    args.allow_only(if is_full { &["shape", "fill_value", "dtype"] } else { &["shape", "dtype"] }, &[])?;
    let shape = args.get(0, "shape").map(items).unwrap_or_default();
    let extents = shape.into_iter().map(|extent| usize::try_from(extent.as_int()?).ok());
    let extents: Option<Vec<usize>> = extents.collect();
    let count = extents.as_ref().and_then(|all| all.iter().try_fold(1_usize, |a, b| a.checked_mul(*b)));
    let (Some(extents), Some(count)) = (extents, count.filter(|count| *count <= MAX_ELEMENTS)) else {
        return Err(args.refuse(format!("`{}` takes a small shape", args.function)));
    };
    let value = match (args.function, args.get(1, "fill_value")) {
        ("np.full", Some(value)) => number(value).ok_or_else(|| args.refuse("`fill_value` is a number"))?,
        ("np.zeros", _) => ("0".to_owned(), true),
        _ => ("1".to_owned(), true),
    };
    Ok((vec![value.0; count], extents, value.1))
}

/// The elements row by row, and the lengths of the lists at each level; none where these differ.
fn flatten(
    value: &Value,
    level: usize,
    shape: &mut Vec<usize>,
    texts: &mut Vec<String>,
    integral: &mut bool,
) -> Option<()> {
    let Some(list) = value.as_sequence() else {
        let (text, is_integer) = number(value).filter(|_| level == shape.len())?;
        *integral &= is_integer;
        texts.push(text);
        return (texts.len() <= MAX_ELEMENTS).then_some(());
    };
    match shape.get(level) {
        None if texts.is_empty() && !list.is_empty() => shape.push(list.len()),
        Some(known) if *known == list.len() => {}
        _ => return None,
    }
    list.iter().try_for_each(|one| flatten(one, level + 1, shape, texts, integral))
}

/// A number as the kernel language writes it, and whether it is an integer.
fn number(value: &Value) -> Option<(String, bool)> {
    if let Some(flag) = value.as_bool() {
        return Some((flag.to_string(), true));
    }
    if let Value::Float(number) = value {
        let text = match *number {
            value if value.is_nan() => "NAN".to_owned(),
            value if value.is_infinite() => if value > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned(),
            value => format!("{value:?}"),
        };
        return Some((text, false));
    }
    (value.type_name() == "int").then(|| (value.to_string(), true))
}

/// The elements in nested lists.
fn nested(shape: &[usize], texts: &[String]) -> String {
    let Some((extent, inner)) = shape.split_first() else {
        return texts.first().cloned().unwrap_or_default();
    };
    let row: usize = inner.iter().product();
    let rows = (0..*extent).map(|at| nested(inner, texts.get(at * row..(at + 1) * row).unwrap_or_default()));
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}
