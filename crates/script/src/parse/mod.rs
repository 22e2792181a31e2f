//! From text to tree.

mod expr;
mod function;
mod nesting;
mod stmt;

use crate::error::Place;
use crate::scope::{Kind, Scopes};
use crate::tree::{Code, ExprKind, Parameters, Refusal, Tree};
use ruff_text_size::{Ranged, TextRange};

pub use nesting::TooDeep;

/// Why a text is no script.
#[derive(Debug)]
pub enum Fault {
    /// It is not Python.
    Syntax {
        /// What is wrong, as a sentence without a full stop.
        message: String,
        /// Where.
        place: Place,
    },
    /// It nests too deeply.
    Deep(TooDeep),
}

/// Reads a file.
///
/// # Errors
/// Where it is not Python, or nests too deeply.
pub fn parse(text: &str, file: usize) -> Result<Tree, Fault> {
    nesting::check(text).map_err(Fault::Deep)?;
    let parsed = ruff_python_parser::parse_module(text).map_err(|error| Fault::Syntax {
        message: error.error.to_string(),
        place: place(file, error.location),
    })?;
    let module = parsed.into_syntax();
    let mut parser = Parser { file, scopes: Scopes::of_file() };
    let body = parser.body(&module.body);
    let code = Code {
        name: "<module>".into(),
        parameters: Parameters::default(),
        body,
        locals: [].into(),
        captured: Vec::new(),
        yields: false,
    };
    Ok(Tree { code })
}

fn place(file: usize, range: TextRange) -> Place {
    Place { file, start: range.start().into(), end: range.end().into() }
}

struct Parser {
    file: usize,
    scopes: Scopes,
}

impl Parser {
    fn place(&self, node: &impl Ranged) -> Place {
        place(self.file, node.range())
    }

    /// Leaves the code that was entered last, and gives its variables.
    fn leave(&mut self) -> (std::rc::Rc<[std::rc::Rc<str>]>, Vec<usize>) {
        let scope = self.scopes.leave();
        (scope.slots.into_keys().collect(), scope.captured)
    }

    fn enter(&mut self, kind: Kind, parameters: Vec<std::rc::Rc<str>>, bound: crate::scope::Bound) {
        self.scopes.enter(kind, parameters, bound);
    }
}

fn refusal(what: &str, help: &'static str) -> Refusal {
    Refusal { what: what.to_owned(), help }
}

fn refused(what: &str, help: &'static str) -> ExprKind {
    ExprKind::Refused(refusal(what, help))
}
