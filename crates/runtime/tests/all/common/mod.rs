//! What all tests of this crate need.

use diag::{Diagnostic, SourceMap};
use ir::{Kernel, Scalar};
use runtime::{Array, Bindings, Inputs, Numbers, Options, c_strides, interpret};

/// The first kernel of a text, whose header line is added.
pub(crate) fn kernel(text: &str) -> Kernel {
    let text = format!("lpir 1\n{text}");
    let source = SourceMap::default().add("test", text.as_str());
    let module = ir::text::parse_module(&text, source).unwrap_or_else(|errors| panic!("{errors:#?}"));
    module.kernels.into_values().next().unwrap()
}

/// A row-major array of doubles.
pub(crate) fn doubles(shape: &[usize], value: impl Fn(&[usize]) -> f64) -> Array {
    array(Scalar::F64, shape, |index| value(index).to_le_bytes().to_vec())
}

/// A row-major array of 32-bit integers.
pub(crate) fn ints(shape: &[usize], value: impl Fn(&[usize]) -> i32) -> Array {
    array(Scalar::I32, shape, |index| value(index).to_le_bytes().to_vec())
}

fn array(ty: Scalar, shape: &[usize], bytes: impl Fn(&[usize]) -> Vec<u8>) -> Array {
    let bytes = runtime::Indices::new(shape).flat_map(|index| bytes(&index)).collect();
    Array { ty, shape: shape.to_vec(), strides: c_strides(shape), bytes }
}

/// All elements in row-major order, as doubles.
pub(crate) fn elements(bindings: &Bindings, name: &str) -> Vec<f64> {
    let array = bindings.array(name).unwrap();
    array.indices().map(|index| array.get(&index).unwrap().as_f64()).collect()
}

pub(crate) fn inputs(sets: &[(&str, &str)], arrays: &[(&str, Array)]) -> Inputs {
    Inputs {
        sets: sets.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        arrays: arrays.iter().map(|(name, array)| ((*name).to_owned(), array.clone())).collect(),
        seed: 1,
        numbers: Numbers::SmallIntegers,
        ..Inputs::default()
    }
}

/// Runs a kernel and returns its arguments afterwards.
pub(crate) fn run(text: &str, sets: &[(&str, &str)], arrays: &[(&str, Array)]) -> Bindings {
    try_run(text, sets, arrays, Options::default()).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

pub(crate) fn try_run(
    text: &str,
    sets: &[(&str, &str)],
    arrays: &[(&str, Array)],
    options: Options,
) -> Result<Bindings, Vec<Diagnostic>> {
    let kernel = kernel(text);
    let mut bindings = Bindings::new(&kernel, &inputs(sets, arrays))?;
    interpret(&kernel, &mut bindings, &options)?;
    Ok(bindings)
}

/// The code and message of the error that a run ends with.
pub(crate) fn fault(text: &str, sets: &[(&str, &str)]) -> (String, String, Vec<String>) {
    let errors = try_run(text, sets, &[], Options::default()).unwrap_err();
    let first = errors.first().unwrap();
    (first.code.to_owned(), first.message.clone(), first.notes.clone())
}
