//! Reading kernels from files and texts.

use crate::answer::{Failure, Said, said, warn};
use crate::kernel::{Kernel, Stops};
use diag::{SourceId, SourceMap};
use driver::fortran::Settings;
use driver::fortran_args::Args;
use driver::input::{self, InputKind};
use pyo3::prelude::*;
use std::path::PathBuf;

/// How Fortran is read, as a dictionary with these keys.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct FortranOptions {
    define: Vec<String>,
    include: Vec<PathBuf>,
    leave_out: Vec<String>,
    default_real: u8,
    default_integer: u8,
}

/// Reads all kernels of a file, in its order.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, path: String, options: FortranOptions) -> PyResult<Vec<Kernel>> {
    let FortranOptions { define, include, leave_out, default_real, default_integer } = options;
    let options = Args { define, include, leave_out, default_real, default_integer };
    kernels(py, move || {
        let mut sources = SourceMap::default();
        let read = input::read(&mut sources, &path);
        let id = read.map_err(|problem| Failure::refused(vec![problem], &sources))?;
        let kind = input::kind_of(&path, None);
        let kind = kind.map_err(|problem| Failure::refused(vec![problem], &sources))?;
        let settings = options.settings();
        let settings = settings.map_err(|failure| Failure::refused(failure.diagnostics, &sources))?;
        import(&mut sources, id, kind, &settings)
    })
}

/// Reads all kernels of a text in Loo.py's kernel language; `name` stands for its file.
#[pyfunction]
pub(crate) fn read_loopy(py: Python<'_>, text: String, name: String) -> PyResult<Vec<Kernel>> {
    kernels(py, move || {
        let mut sources = SourceMap::default();
        let id = sources.add(name, text);
        import(&mut sources, id, InputKind::Loopy, &Settings::default())
    })
}

type Imported = (Vec<Kernel>, Vec<Said>);

/// Imports without Python's lock, then says what there is to say.
fn kernels(
    py: Python<'_>,
    import: impl FnOnce() -> Result<Imported, Failure> + Send,
) -> PyResult<Vec<Kernel>> {
    let (kernels, warnings) = py.detach(import).map_err(|failure| failure.into_exception(py))?;
    warn(py, &warnings)?;
    Ok(kernels)
}

fn import(
    sources: &mut SourceMap,
    id: SourceId,
    kind: InputKind,
    settings: &Settings,
) -> Result<Imported, Failure> {
    let loaded = input::import(sources, id, kind, settings);
    let loaded = loaded.map_err(|problems| Failure::refused(problems, sources))?;
    let stops = |name: &ir::Name| {
        let found = loaded.stops.iter().find(|stops| stops.kernel == *name)?;
        Some(Stops { flag: found.flag.to_string(), said: found.said.clone() })
    };
    let kernels = loaded.module.kernels.into_iter();
    let kernels = kernels.map(|(name, kernel)| Kernel::new(kernel, Vec::new(), stops(&name))).collect();
    Ok((kernels, said(&loaded.warnings, sources)))
}
