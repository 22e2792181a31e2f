//! What scripts can call, called from Python.

use crate::answer::{Failure, Said, said, warn};
use crate::kernel::{Kernel, free};
use driver::cli::Session;
use driver::script::embedded::{self, Answer, Held};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

/// What a script gave, free of what belongs to one thread.
enum Found {
    Kernel(Kernel, Vec<String>),
    Open(String, Vec<String>),
    List(Vec<Found>),
    Data(String),
}

/// Runs a script on kernels, each with the name by which the script knows it. The answer is what it binds to
/// `RESULT`: `("kernel", kernel, names of kernels merged with it)`,
/// `("open", name, names of kernels that it waits for)`, `("list", answers)` or `("data", JSON)`.
#[pyfunction]
pub(crate) fn evaluate(
    py: Python<'_>,
    text: String,
    kernels: Vec<(String, PyRef<'_, Kernel>)>,
) -> PyResult<Py<PyAny>> {
    let kernels: Vec<_> = kernels.into_iter().map(|(name, kernel)| (name, kernel.clone())).collect();
    let (found, warnings) = free(py, || run(&text, kernels))?;
    warn(py, &warnings)?;
    found.into_object(py)
}

fn run(text: &str, kernels: Vec<(String, Kernel)>) -> Result<(Found, Vec<Said>), Failure> {
    let held = kernels.into_iter().map(|(variable, kernel)| {
        let (kernel, steps) = kernel.parts()?;
        Ok(Held { variable, kernel, steps })
    });
    let held = held.collect::<Result<Vec<_>, Failure>>()?;
    let mut session = Session::default();
    let id = session.sources.add("<call>", text);
    let outcome = embedded::answer(&mut session, id, held);
    let (answer, warnings) =
        outcome.map_err(|failure| Failure::refused(failure.diagnostics, &session.sources))?;
    Ok((Found::from(answer), said(&warnings, &session.sources)))
}

impl From<Answer> for Found {
    fn from(answer: Answer) -> Found {
        let texts = |names: Vec<ir::Name>| names.iter().map(ToString::to_string).collect();
        match answer {
            Answer::Kernel { kernel, steps, joined } => {
                Found::Kernel(Kernel::new(*kernel, steps, None), texts(joined))
            }
            Answer::Open { name, called } => Found::Open(name.to_string(), texts(called)),
            Answer::List(answers) => Found::List(answers.into_iter().map(Found::from).collect()),
            Answer::Data(json) => Found::Data(json),
        }
    }
}

impl Found {
    fn into_object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self {
            Found::Kernel(kernel, joined) => ("kernel", kernel, joined).into_py_any(py),
            Found::Open(name, called) => ("open", name, called).into_py_any(py),
            Found::List(items) => {
                let items = items.into_iter().map(|item| item.into_object(py));
                ("list", items.collect::<PyResult<Vec<_>>>()?).into_py_any(py)
            }
            Found::Data(json) => ("data", json).into_py_any(py),
        }
    }
}
