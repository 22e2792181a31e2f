//! Runs of kernels on given arrays.

use diag::SourceMap;
use ir::{Kernel, Module, Name};
use pass::{Pipeline, Silent};
use runtime::{Array, Bindings, Inputs, Options, c_strides, interpret};
use std::collections::BTreeMap;

/// Arrays by name.
pub(crate) type Arrays = BTreeMap<String, Array>;

/// Sizes at which loops are empty, have one iteration, and several.
pub(crate) const SIZES: [[i64; 2]; 7] = [[0, 0], [0, 3], [1, 0], [1, 1], [3, 0], [4, 2], [7, 5]];

pub(crate) fn parse(text: &str) -> Kernel {
    let id = SourceMap::default().add("case.lpir", text);
    let module = ir::text::parse_module(text, id).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    module.kernels.into_values().next().unwrap()
}

pub(crate) fn print(kernel: &Kernel) -> String {
    let kernels = [(kernel.name.clone(), kernel.clone())].into_iter().collect();
    ir::text::print_module(&Module { kernels })
}

/// The kernel after some calls; `None` where they are refused.
pub(crate) fn applied(kernel: &Kernel, calls: &str) -> Option<Kernel> {
    let id = SourceMap::default().add("calls", calls);
    let pipeline =
        Pipeline::parse(&transforms::REGISTRY, calls, id, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    let kernels = [(kernel.name.clone(), kernel.clone())].into_iter().collect();
    let done = transforms::manager(&mut Silent).run(&Module { kernels }, &pipeline.steps).ok()?;
    done.result.kernels.into_values().next()
}

/// Numbers whose sums and products are exact.
pub(crate) fn array(shape: &[usize], mut value: impl FnMut(usize) -> f64) -> Array {
    let bytes = (0..shape.iter().product()).flat_map(|at| value(at).to_le_bytes()).collect();
    Array { ty: ir::Scalar::F64, shape: shape.to_vec(), strides: c_strides(shape), bytes }
}

/// A count as a number to compute with.
pub(crate) fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

pub(crate) fn values(array: &Array) -> Vec<f64> {
    array.indices().map(|index| array.get(&index).unwrap().as_f64()).collect()
}

/// Runs a kernel on those of the arrays that it takes, and puts back what it makes of them.
pub(crate) fn run(kernel: &Kernel, sizes: &[(&str, i64)], arrays: &mut Arrays) {
    let is_there = |name: &str| kernel.args.contains_key(&Name::from(name));
    let sets = sizes.iter().filter(|(name, _)| is_there(name));
    let sets = sets.map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let own = arrays.iter().filter(|(name, _)| is_there(name));
    let own = own.map(|(name, array)| (name.clone(), array.clone())).collect();
    let inputs = Inputs { sets, arrays: own, ..Inputs::default() };
    let told = |errors| -> ! { panic!("{errors:#?}\n{sizes:?}\n{}", print(kernel)) };
    let mut bindings = Bindings::new(kernel, &inputs).unwrap_or_else(|errors| told(errors));
    interpret(kernel, &mut bindings, &Options::default()).unwrap_or_else(|errors| told(errors));
    for (name, array) in bindings.arrays() {
        arrays.insert(name.to_string(), array.clone());
    }
}

/// A kernel as it is after transforms, and its reference.
pub(crate) fn stages(kernel: &Kernel) -> Vec<Kernel> {
    let reference = kernel.reference.as_deref().cloned();
    reference.into_iter().chain([kernel.clone()]).collect()
}

/// Fails at the first array that differs.
pub(crate) fn assert_same(expected: &Arrays, found: &Arrays, sizes: &[(&str, i64)], kernel: &Kernel) {
    for (name, array) in expected {
        let (left, right) = (values(array), values(&found[name]));
        assert_eq!(left, right, "`{name}` at {sizes:?} of\n{}", print(kernel));
    }
}
