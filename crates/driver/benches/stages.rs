//! How long each stage takes on the examples that have a pipeline: `cargo bench -p lpir-tools`.
#![allow(clippy::unwrap_used, reason = "a benchmark whose example is refused measures nothing")]

use diag::SourceMap;
use divan::{Bencher, black_box};
use driver::input::{self, InputKind};
use ir::{Kernel, Module};
use pass::{Pipeline, Silent};
use std::path::{Path, PathBuf};
use transforms::lower;

const EXAMPLES: [&str; 5] =
    ["forward_difference.loopy", "bsquare.loopy", "doubling.loopy", "fgh.loopy", "volume.f90"];

fn main() {
    divan::main();
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn imported(example: &str) -> Module {
    let path = file(example);
    let path = path.to_str().unwrap();
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path).unwrap();
    input::import(&mut sources, id, InputKind::of_path(path).unwrap(), &driver::fortran::Settings::default())
        .unwrap()
        .module
}

fn pipeline(example: &str) -> Pipeline {
    let path = file(example).with_extension("txt");
    let mut sources = SourceMap::default();
    let id = input::read(&mut sources, path.to_str().unwrap()).unwrap();
    Pipeline::parse(&transforms::REGISTRY, &sources.get(id).unwrap().text, id, &[]).unwrap()
}

fn transformed(module: &Module, pipeline: &Pipeline) -> Module {
    transforms::manager(&mut Silent).run(module, &pipeline.steps).unwrap().result
}

fn lowered(example: &str) -> Vec<Kernel> {
    let module = transformed(&imported(example), &pipeline(example));
    module.kernels.values().map(|kernel| lower::unproved(kernel).unwrap()).collect()
}

/// From the source to the imported kernels.
#[divan::bench(args = EXAMPLES)]
fn import(example: &str) -> Module {
    imported(black_box(example))
}

/// Reading and printing `.lpir`.
#[divan::bench(args = EXAMPLES)]
fn text(bencher: Bencher<'_, '_>, example: &str) {
    let text = ir::text::print_module(&transformed(&imported(example), &pipeline(example)));
    let id = SourceMap::default().add("bench.lpir", text.as_str());
    bencher.bench(|| ir::text::print_module(&ir::text::parse_module(black_box(&text), id).unwrap()));
}

/// All steps of the example's pipeline.
#[divan::bench(args = EXAMPLES)]
fn pipelines(bencher: Bencher<'_, '_>, example: &str) {
    let (module, pipeline) = (imported(example), pipeline(example));
    bencher.bench_local(|| transformed(black_box(&module), &pipeline));
}

/// From transformed kernels to loop trees.
#[divan::bench(args = EXAMPLES)]
fn lowering(bencher: Bencher<'_, '_>, example: &str) {
    let module = transformed(&imported(example), &pipeline(example));
    bencher.bench_local(|| {
        for kernel in black_box(&module).kernels.values() {
            lower::unproved(kernel).unwrap();
        }
    });
}

/// The legality of loop trees.
#[divan::bench(args = EXAMPLES)]
fn legality(bencher: Bencher<'_, '_>, example: &str) {
    let kernels = lowered(example);
    bencher.bench_local(|| {
        for kernel in black_box(&kernels) {
            black_box(::legality::findings(kernel));
        }
    });
}
