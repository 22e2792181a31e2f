//! Counting points of sets.

use crate::kernel::free;
use driver::stats;
use pyo3::prelude::*;

/// The number of points of a set in its parameters; none where it is not found.
#[pyfunction]
pub(crate) fn count(py: Python<'_>, set: &str) -> PyResult<Option<String>> {
    free(py, || Ok(stats::points(set)))
}
