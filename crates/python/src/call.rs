//! What a kernel is called with.

use crate::answer::{Failure, refused};
use diag::Diagnostic;
use driver::runnable::{typed, with_types_of};
use driver::set_before::{is_set_whole, reader_of_unset};
use ir::{Access, ArgKind, Kernel, Scalar};
use runtime::{Array, Bindings, Inputs, Placed, Tolerance, c_strides};
use std::collections::BTreeMap;

/// Name, dtype where it is known, extents of an array as text (None where they are not known), and its
/// access.
pub(crate) type Argument = (String, Option<&'static str>, Option<Vec<Option<String>>>, &'static str);

/// Integers by name; dtype, extents and strides in elements of each array.
pub(crate) type Places = (BTreeMap<String, String>, BTreeMap<String, (&'static str, Vec<usize>, Vec<usize>)>);

/// An array: name, dtype, extents, elements with the last axis running fastest.
pub(crate) type Contents = (String, String, Vec<usize>, Vec<u8>);

/// The arguments of a kernel, in its order.
pub(crate) fn arguments(kernel: &Kernel) -> Vec<Argument> {
    let one = |(name, arg): (&ir::Name, &ir::Arg)| {
        let dtype = arg.ty.map(Scalar::numpy_name);
        let ArgKind::Array { shape, access, .. } = &arg.kind else {
            return (name.to_string(), dtype, None, "in");
        };
        let extents = shape.iter().map(|extent| extent.as_ref().map(ToString::to_string)).collect();
        let access = match access {
            Access::In => "in",
            Access::Out => "out",
            Access::InOut => "inout",
        };
        (name.to_string(), dtype, Some(extents), access)
    };
    kernel.args.iter().map(one).collect()
}

/// The arrays among the arguments of which nothing is read that the kernel has not set before.
pub(crate) fn optional(kernel: &Kernel) -> Vec<String> {
    let arrays = kernel.args.iter().filter(|(_, arg)| matches!(arg.kind, ArgKind::Array { .. }));
    let free = arrays.filter(|(name, _)| reader_of_unset(kernel, name).is_none());
    free.map(|(name, _)| name.to_string()).collect()
}

/// The arrays among the arguments of which the kernel sets each element.
pub(crate) fn whole(kernel: &Kernel) -> Vec<String> {
    let names = kernel.args.keys().filter(|name| is_set_whole(kernel, name));
    names.map(ToString::to_string).collect()
}

/// Sizes and places of arrays that have those shapes.
pub(crate) fn places(
    kernel: &Kernel,
    values: Vec<(String, String)>,
    shapes: Vec<(String, Vec<usize>)>,
) -> Result<Places, Failure> {
    let kernel = typed(kernel).map_err(refused)?;
    let arrays = shapes.into_iter().map(|(name, shape)| {
        // Only shapes are looked at.
        let strides = c_strides(&shape);
        (name, Array { ty: Scalar::I8, shape, strides, bytes: Vec::new() })
    });
    let inputs = Inputs { sets: values, arrays: arrays.collect(), ..Inputs::default() };
    let found = Bindings::places(&kernel, &inputs).map_err(refused)?;
    let values = found.values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let place = |(name, Placed { ty, shape, strides }): (ir::Name, Placed)| {
        (name.to_string(), (ty.numpy_name(), shape, strides))
    };
    Ok((values, found.arrays.into_iter().map(place).collect()))
}

/// Tests what a kernel assumes and requires of the values of its arguments.
pub(crate) fn require(kernel: &Kernel, values: Vec<(String, String)>) -> Result<(), Failure> {
    let kernel = typed(kernel).map_err(refused)?;
    let bindings = Bindings::of_values(&kernel, &Inputs { sets: values, ..Inputs::default() });
    let bindings = bindings.map_err(refused)?;
    let tested = runtime::check_assumptions(&kernel, &bindings)
        .and_then(|()| runtime::check_requirements(&kernel, &bindings));
    tested.map_err(|problem| refused(vec![problem]))
}

/// Runs the kernel as it was before all steps, on the interpreter, and compares what both leave.
pub(crate) fn compare(
    kernel: &Kernel,
    values: Vec<(String, String)>,
    before: Vec<Contents>,
    after: Vec<Contents>,
) -> Result<(), Failure> {
    let reference = kernel.reference.as_deref().unwrap_or(kernel).clone();
    let reference = typed(&with_types_of(kernel, reference)).map_err(refused)?;
    let known = |name: &str| reference.args.contains_key(name);
    let inputs = Inputs {
        sets: values.into_iter().filter(|(name, _)| known(name)).collect(),
        arrays: arrays(before)?,
        ..Inputs::default()
    };
    let mut expected = Bindings::new(&reference, &inputs).map_err(refused)?;
    runtime::interpret(&reference, &mut expected, &runtime::Options::default()).map_err(refused)?;
    let terms = runtime::longest_sum(&reference, &expected);
    let size = runtime::term_size(&reference, &expected);
    let mut problems = Vec::new();
    for (name, found) in arrays(after)? {
        let Some(array) = expected.array(&name) else { continue };
        let tolerance = Tolerance::reassociated(array.ty, terms, size);
        if let Some(difference) = runtime::compare(array, &found, tolerance) {
            let message = format!("`{name}` differs from what the kernel computed before all steps");
            let problem = Diagnostic::error("lp::run::different", message);
            problems.push(problem.note(format!("expected and found: {difference}")));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(refused(problems)) }
}

fn arrays(contents: Vec<Contents>) -> Result<Vec<(String, Array)>, Failure> {
    let array = |(name, dtype, shape, bytes): Contents| {
        let ty = Scalar::from_dtype(&dtype).map_err(Failure::internal)?;
        let strides = c_strides(&shape);
        Ok((name, Array { ty, shape, strides, bytes }))
    };
    contents.into_iter().map(array).collect()
}
