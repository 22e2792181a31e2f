//! What went wrong, and what is to be said, as Python's exceptions and warnings.

use diag::{Diagnostic, LabelPlace, SourceMap, Witness};
use driver::render::Renderer;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is at fault.
    Refused(Vec<Said>),
    /// We are.
    Internal(String),
}

/// A diagnostic as plain data, which threads may share.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    code: &'static str,
    message: String,
    help: Option<String>,
    notes: Vec<String>,
    labels: Vec<Labelled>,
    witness: Option<Witness>,
    rendered: String,
}

/// A place that a diagnostic points to.
#[derive(Debug, Clone)]
struct Labelled {
    file: String,
    line: u32,
    column: u32,
    text: String,
}

impl Failure {
    pub(crate) fn refused(problems: Vec<Diagnostic>, sources: &SourceMap) -> Failure {
        Failure::Refused(said(&problems, sources))
    }

    pub(crate) fn internal(message: impl Into<String>) -> Failure {
        Failure::Internal(message.into())
    }

    /// The exception that Python's caller gets: `lp.Refusal` or `lp.InternalError`.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        self.exception(py).unwrap_or_else(|error| error)
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let errors = py.import("lp.errors")?;
        let exception = match self {
            Failure::Refused(said) => errors.getattr("Refusal")?.call1((listed(py, &said)?,))?,
            Failure::Internal(message) => errors.getattr("InternalError")?.call1((message,))?,
        };
        Ok(PyErr::from_value(exception))
    }
}

/// Diagnostics that point to no text of the caller's.
pub(crate) fn refused(problems: Vec<Diagnostic>) -> Failure {
    Failure::refused(problems, &SourceMap::default())
}

/// Diagnostics with the texts that they point to.
pub(crate) fn said(problems: &[Diagnostic], sources: &SourceMap) -> Vec<Said> {
    let renderer = Renderer::default();
    let mut texts = sources.clone();
    let one = |problem: &Diagnostic| Said {
        code: problem.code,
        message: problem.message.clone(),
        help: problem.help.clone(),
        notes: problem.notes.clone(),
        labels: problem.labels.iter().filter_map(|label| labelled(label, sources)).collect(),
        witness: problem.witness.clone(),
        rendered: renderer.render(&mut texts, problem),
    };
    problems.iter().map(one).collect()
}

fn labelled(label: &diag::Label, sources: &SourceMap) -> Option<Labelled> {
    let text = label.text.clone();
    match &label.place {
        LabelPlace::Loc(place) => {
            Some(Labelled { file: place.file.to_string(), line: place.line, column: place.column, text })
        }
        LabelPlace::Span(span) => {
            let place = sources.loc(*span)?;
            Some(Labelled { file: place.file.to_string(), line: place.line, column: place.column, text })
        }
    }
}

/// Gives warnings to Python's own machinery, which may turn them into exceptions.
pub(crate) fn warn(py: Python<'_>, warnings: &[Said]) -> PyResult<()> {
    if warnings.is_empty() {
        return Ok(());
    }
    let give = py.import("lp.errors")?.getattr("warn")?;
    give.call1((listed(py, warnings)?,)).map(|_| ())
}

fn listed<'py>(py: Python<'py>, said: &[Said]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for one in said {
        list.append(one.dictionary(py)?)?;
    }
    Ok(list)
}

impl Said {
    fn dictionary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let entries = PyDict::new(py);
        entries.set_item("code", self.code)?;
        entries.set_item("message", &self.message)?;
        entries.set_item("help", &self.help)?;
        entries.set_item("notes", &self.notes)?;
        let labels = self.labels.iter().map(|one| (&one.file, one.line, one.column, &one.text));
        entries.set_item("labels", labels.collect::<Vec<_>>())?;
        let witness = self.witness.as_ref().map(|witness| {
            let instances = witness.instances.iter().map(|one| (&one.statement, &one.values));
            (instances.collect::<Vec<_>>(), &witness.parameters)
        });
        entries.set_item("witness", witness)?;
        entries.set_item("rendered", &self.rendered)?;
        Ok(entries)
    }
}
