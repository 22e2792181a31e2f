//! Kernels in Python.

use crate::answer::{Failure, Said, refused, said, warn};
use crate::held::{self, Text};
use crate::{call, code, literal, view};
use diag::SourceMap;
use driver::stats;
use pass::{Done, Pipeline, Progress, Silent, Step};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How a kernel says that its original would have stopped: an argument that holds a number, and what is said
/// for each.
#[derive(Debug, Clone)]
pub(crate) struct Stops {
    pub(crate) flag: String,
    pub(crate) said: Vec<String>,
}

impl Stops {
    /// The same behind a step, which may have given the argument another name.
    fn after_step(self, before: &[ir::Name], after: &[ir::Name]) -> Option<Stops> {
        let at = |names: &[ir::Name]| names.iter().position(|name| name.as_str() == self.flag);
        if at(after).is_some() {
            return Some(self);
        }
        let now = after.get(at(before)?).filter(|now| !before.contains(now))?;
        Some(Stops { flag: now.to_string(), ..self })
    }
}

/// A kernel, and the steps that led to it. It never changes: a step makes another one.
#[pyclass(frozen, module = "lp._native")]
#[derive(Debug, Clone)]
pub(crate) struct Kernel {
    text: Text,
    name: Arc<str>,
    steps: Arc<[String]>,
    stops: Option<Arc<Stops>>,
}

impl Kernel {
    pub(crate) fn new(kernel: ir::Kernel, steps: Vec<String>, stops: Option<Stops>) -> Kernel {
        let name = kernel.name.to_string().into();
        Kernel { name, text: Text::new(kernel), steps: steps.into(), stops: stops.map(Arc::new) }
    }

    /// The kernel itself, and the calls that led to it.
    pub(crate) fn parts(&self) -> Result<(ir::Kernel, Vec<String>), Failure> {
        Ok(((*self.text.kernel()?).clone(), self.steps.to_vec()))
    }

    /// What steps make of the kernel.
    fn stepped(&self, steps: &[Step], sources: &SourceMap) -> Result<(Kernel, Vec<Said>), Failure> {
        let kernel = self.text.kernel()?;
        let mut module = ir::Module::default();
        module.kernels.insert(kernel.name.clone(), (*kernel).clone());
        let mut progress = Progress::new(module);
        let mut stops = self.stops.as_deref().cloned();
        for step in steps {
            let before = arguments(&progress);
            let done = transforms::manager(&mut Silent).go_on(progress, step);
            progress = done.map_err(|failure| match failure {
                pass::Failure::Refused(problems) => Failure::refused(problems, sources),
                pass::Failure::Internal(fault) => Failure::Internal(fault.message.clone()),
            })?;
            stops = stops.and_then(|stops| stops.after_step(&before, &arguments(&progress)));
        }
        let Done { mut result, warnings, calls } = progress.done;
        let (_, made) = result.kernels.pop().ok_or_else(|| Failure::internal("a step lost the kernel"))?;
        let steps = self.steps.iter().cloned().chain(calls).collect();
        Ok((Kernel::new(made, steps, stops), said(&warnings, sources)))
    }
}

/// The arguments of the kernel that steps are applied to, in order.
fn arguments(progress: &Progress) -> Vec<ir::Name> {
    let kernel = progress.done.result.kernels.first();
    kernel.map(|(_, kernel)| kernel.args.keys().cloned().collect()).unwrap_or_default()
}

/// Works without Python's lock; a fault of ours becomes an exception.
pub(crate) fn free<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    done.unwrap_or_else(|_| Err(Failure::internal("the compiler panicked")))
        .map_err(|failure| failure.into_exception(py))
}

#[pymethods]
impl Kernel {
    /// The kernel of a text that `text` gave, with what belongs to it.
    #[staticmethod]
    fn restored(
        py: Python<'_>,
        text: &str,
        steps: Vec<String>,
        stops: Option<(String, Vec<String>)>,
    ) -> PyResult<Kernel> {
        let stops = stops.map(|(flag, said)| Stops { flag, said });
        free(py, || Ok(Kernel::new(held::parse(text)?, steps, stops)))
    }

    /// The kernel as `.lpir`.
    #[getter]
    fn text(&self) -> &str {
        &self.text.text
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The calls that led to it.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.steps.to_vec()
    }

    #[getter]
    fn stops(&self) -> Option<(String, Vec<String>)> {
        self.stops.as_ref().map(|stops| (stops.flag.clone(), stops.said.clone()))
    }

    /// Its arguments: name, dtype or None, extents as text or None for a scalar, access (`in`, `out`,
    /// `inout`).
    fn args(&self, py: Python<'_>) -> PyResult<Vec<call::Argument>> {
        free(py, || Ok(call::arguments(&*self.text.kernel()?)))
    }

    /// The arrays of which nothing is read that the kernel has not set before.
    fn optional(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        free(py, || Ok(call::optional(&*self.text.kernel()?)))
    }

    /// The arrays of which the kernel sets each element.
    fn whole(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        free(py, || Ok(call::whole(&*self.text.kernel()?)))
    }

    /// All that it says, as JSON.
    fn view(&self, py: Python<'_>) -> PyResult<String> {
        free(py, || Ok(view::of_kernel(&*self.text.kernel()?).to_string()))
    }

    /// What one transform makes of it.
    fn transform(&self, py: Python<'_>, name: &str, keywords: &Bound<'_, PyDict>) -> PyResult<Kernel> {
        let call = literal::call(name, keywords)?;
        let (kernel, warnings) = free(py, || {
            let step = Step::build(&transforms::REGISTRY, call, None).map_err(refused)?;
            self.stepped(&[step], &SourceMap::default())
        })?;
        warn(py, &warnings)?;
        Ok(kernel)
    }

    /// What a pipeline makes of it; `overrides` are values of its parameters.
    fn apply(
        &self,
        py: Python<'_>,
        name: String,
        text: String,
        overrides: Vec<(String, String)>,
    ) -> PyResult<Kernel> {
        let (kernel, warnings) = free(py, || {
            let mut sources = SourceMap::default();
            let id = sources.add(name, text.as_str());
            let pipeline = Pipeline::parse(&transforms::REGISTRY, &text, id, &overrides);
            let pipeline = pipeline.map_err(|problems| Failure::refused(problems, &sources))?;
            self.stepped(&pipeline.steps, &sources)
        })?;
        warn(py, &warnings)?;
        Ok(kernel)
    }

    /// Lowers it and proves that it computes what it computed before all steps.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        free(py, || code::proved(&*self.text.kernel()?).map(drop))
    }

    /// Shows that it stayed inside of its arrays before all steps.
    fn check_bounds(&self, py: Python<'_>) -> PyResult<()> {
        free(py, || {
            let kernel = self.text.kernel()?;
            let mut source = kernel.reference.as_deref().unwrap_or(&kernel).clone();
            // What is assumed since then holds as well.
            source.assumptions = kernel.assumptions.clone();
            // What is too difficult to tell is left open, as is what data decide.
            let found = legality::source_bounds::outside(&source).ok().flatten();
            found.map_or(Ok(()), |problem| Err(refused(vec![problem])))
        })
    }

    /// All that it says once it is lowered, as JSON.
    fn lowered_view(&self, py: Python<'_>) -> PyResult<String> {
        free(py, || {
            let lowered = code::proved(&*self.text.kernel()?)?.into_kernel();
            Ok(view::of_kernel(&lowered).to_string())
        })
    }

    /// Its code, and what lies beside it.
    fn code(
        &self,
        py: Python<'_>,
        target: &str,
        line_map: bool,
        fp_contract: bool,
        host: bool,
    ) -> PyResult<code::Code> {
        let dialect = code::dialect(target)?;
        let options = codegen_opencl::Options { dialect, line_map, fp_contract };
        let (code, notes) = free(py, || code::code(&*self.text.kernel()?, options, host))?;
        warn(py, &notes)?;
        Ok(code)
    }

    /// How often it does what, in its parameters.
    fn stats(&self, py: Python<'_>) -> PyResult<BTreeMap<&'static str, BTreeMap<String, String>>> {
        free(py, || {
            let kernel = self.text.kernel()?;
            let counted = [
                ("operations", stats::operations(&kernel)),
                ("accesses", stats::accesses(&kernel)),
                ("footprints", stats::footprints(&kernel)),
                ("synchronizations", stats::synchronizations(&kernel).unwrap_or_default()),
            ];
            Ok(counted.map(|(what, rows)| (what, rows.into_iter().collect())).into())
        })
    }

    /// The integers that follow from shapes of arrays, and where the elements of all arrays lie.
    fn places(
        &self,
        py: Python<'_>,
        values: Vec<(String, String)>,
        shapes: Vec<(String, Vec<usize>)>,
    ) -> PyResult<call::Places> {
        free(py, || call::places(&*self.text.kernel()?, values, shapes))
    }

    /// Tests what the kernel assumes and requires of values.
    fn require(&self, py: Python<'_>, values: Vec<(String, String)>) -> PyResult<()> {
        free(py, || call::require(&*self.text.kernel()?, values))
    }

    /// Compares results with those of the kernel as it was before all steps, run by the interpreter on the
    /// same inputs.
    fn compare(
        &self,
        py: Python<'_>,
        values: Vec<(String, String)>,
        before: Vec<call::Contents>,
        after: Vec<call::Contents>,
    ) -> PyResult<()> {
        free(py, || call::compare(&*self.text.kernel()?, values, before, after))
    }
}
