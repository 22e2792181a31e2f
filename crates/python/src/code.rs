//! Code that is made of kernels.

use crate::answer::{Failure, Said, refused, said};
use codegen_opencl::{Callee, Dialect, Files, Options, Subject};
use diag::SourceMap;
use ir::Kernel;
use legality::Proved;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What a caller of `NAME_run` hands over for a parameter: `value`, `array` or `extent`, the name of the
/// argument, its type, and the axis of an extent.
pub(crate) type Parameter = (&'static str, String, &'static str, usize);

/// The code of a kernel, its launch description, and where they are asked for a header, a host in C, the name
/// of the function to call without `_run`, and its parameters.
#[derive(Debug, IntoPyObject)]
pub(crate) struct Code {
    source: String,
    launch: String,
    header: String,
    host: String,
    function: String,
    parameters: Vec<Parameter>,
}

/// The language of that name.
pub(crate) fn dialect(target: &str) -> PyResult<Dialect> {
    let known =
        [("opencl", Dialect::OpenCl), ("cuda", Dialect::Cuda), ("c", Dialect::C), ("ispc", Dialect::Ispc)];
    let found = known.iter().find(|(name, _)| *name == target).map(|(_, dialect)| *dialect);
    found.ok_or_else(|| {
        let names = known.map(|(name, _)| format!("'{name}'")).join(", ");
        PyValueError::new_err(format!("there is no target '{target}'; targets are {names}"))
    })
}

/// The kernel lowered, and proved to compute what it computed before all steps.
pub(crate) fn proved(kernel: &Kernel) -> Result<Proved<'static>, Failure> {
    transforms::lower::lower(kernel).map_err(refused)
}

/// All that is made of a kernel.
pub(crate) fn code(kernel: &Kernel, options: Options, host: bool) -> Result<(Code, Vec<Said>), Failure> {
    let proved = [proved(kernel)?];
    let [only] = &proved;
    let launch = codegen_opencl::description(only, options.dialect).map_err(refused)?;
    let (source, notes) = codegen_opencl::noted(&proved, options).map_err(refused)?;
    let notes = said(&notes, &SourceMap::default());
    let mut code = Code {
        source,
        launch: launch.to_json(),
        header: String::new(),
        host: String::new(),
        function: String::new(),
        parameters: Vec::new(),
    };
    if host {
        let files =
            codegen_opencl::files(&proved, &code.source, options.dialect, "kernel").map_err(refused)?;
        code.take_host(files);
    }
    Ok((code, notes))
}

impl Code {
    fn take_host(&mut self, files: Files) {
        (self.header, self.host) = (files.header, files.source);
        if let Some(Callee { identifier, parameters }) = files.functions.into_iter().next() {
            self.function = identifier;
            let one = |(subject, ty): (Subject, ir::Scalar)| match subject {
                Subject::Value(name) => ("value", name.to_string(), ty.numpy_name(), 0),
                Subject::Array(name) => ("array", name.to_string(), ty.numpy_name(), 0),
                Subject::Extent { array, axis } => ("extent", array.to_string(), ty.numpy_name(), axis),
            };
            self.parameters = parameters.into_iter().map(one).collect();
        }
    }
}
