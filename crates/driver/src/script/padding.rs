//! `lp.find_padding_multiple(knl, "a", 0, 32)`: into blocks of how many rows to split an axis.

use super::host;
use super::make::Arguments;
use super::value::KernelValue;
use ir::{Kernel, Name, typing};
use script::Value;

/// The least number of rows such that padding each block of them to a multiple of so many bytes wastes no
/// more than a tenth, or what is allowed.
///
/// # Errors
/// Where the length of a row is no number.
pub(super) fn multiple(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel", "variable", "axis", "align_bytes", "allowed_waste"], &[])?;
    let kernel = args.get(0, "kernel").and_then(KernelValue::handle_of);
    let entry = kernel.and_then(|handle| host::with_host(|host| host.kernels.get(handle).cloned()));
    let kernel = entry.ok_or_else(|| args.refuse("the first argument is no kernel"))?.kernel;
    let name = args.text(1, "variable")?.unwrap_or_default();
    let integer = |position, name| args.get(position, name).and_then(Value::as_int);
    let row = integer(2, "axis")
        .and_then(|axis| i32::try_from(axis).ok())
        .and_then(|axis| row(&kernel, &Name::from(name), axis));
    let align = integer(3, "align_bytes").filter(|align| *align > 0);
    let (Some(row), Some(align)) = (row, align) else {
        let message = "has no such axis, its stride in bytes is no number, or the alignment is none";
        return Err(args.refuse(format!("`{name}` {message}")));
    };
    let allowed = args.get(4, "allowed_waste").and_then(|value| value.to_string().parse().ok());
    let allowed = allowed.unwrap_or(0.1);
    let fits = |rows: &i64| wasted(*rows, row, align).is_some_and(|part| part <= allowed);
    let found = (1..=align).find(fits);
    found.map(Value::Int).ok_or_else(|| args.refuse("no multiple wastes so little"))
}

/// How many bytes lie from one subscript of an axis to the next.
fn row(kernel: &Kernel, name: &Name, axis: i32) -> Option<i64> {
    let (shape, layout) = kernel.array(name)?;
    let stride = layout.strides(&shape)?.get(usize::try_from(axis).ok()?)?.as_int()?;
    let bytes = typing::type_of_variable(kernel, name).ok()?.scalar().bytes();
    stride.checked_mul(i64::from(bytes)).filter(|row| *row > 0)
}

/// What part of so many rows is added to make them a multiple of the alignment.
fn wasted(rows: i64, row: i64, align: i64) -> Option<f64> {
    let size = rows.checked_mul(row)?;
    let added = size.checked_neg()?.rem_euclid(align);
    Some(f64::from(i32::try_from(added).ok()?) / f64::from(i32::try_from(size).ok()?))
}
