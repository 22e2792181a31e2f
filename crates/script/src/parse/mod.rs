//! From text to tree.

mod expr;
mod function;
mod nesting;
mod semantic;
mod stmt;

use crate::model::tree::{Code, ExprKind, Parameters, Refusal, Tree};
use crate::place::Place;
use crate::scope::Scopes;
use ruff_python_ast::PythonVersion;
use ruff_python_parser::{Mode, ParseOptions};
use ruff_text_size::{Ranged, TextRange};

pub use nesting::TooDeep;
use semantic::Features;

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
    let syntax = |message: String, range| Fault::Syntax { message, place: place(file, range) };
    if let Some(coding) = coding(text) {
        let message = format!("the text is read as UTF-8, and its comment says `{coding}`");
        return Err(syntax(message, TextRange::default()));
    }
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY311);
    let parsed = ruff_python_parser::parse(text, options)
        .map_err(|error| syntax(error.error.to_string(), error.location))?;
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        return Err(syntax(error.to_string(), error.range));
    }
    let Some(parsed) = parsed.try_into_module() else {
        return Err(syntax("this is no file of statements".to_owned(), TextRange::default()));
    };
    let module = parsed.into_syntax();
    let features = semantic::check(text, &module.body).map_err(|(message, range)| syntax(message, range))?;
    let mut parser = Parser { file, scopes: Scopes::of_file(), features };
    let body = parser.body(&module.body);
    let code = Code {
        name: "<module>".into(),
        path: "<module>".into(),
        parameters: Parameters::default(),
        body,
        locals: [].into(),
        captured: Vec::new(),
        yields: false,
    };
    Ok(Tree { code })
}

/// What a comment in the first two lines says the bytes of the text stand for, if that is not UTF-8.
fn coding(text: &str) -> Option<&str> {
    let comments = text.lines().take(2).filter(|line| line.trim_start().starts_with('#'));
    let named = comments.filter_map(|line| {
        let behind = line.split_once("coding")?.1.strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric() && !"-_.".contains(letter));
        behind.get(..end.unwrap_or(behind.len())).filter(|name| !name.is_empty())
    });
    let is_other = |name: &&str| !["utf-8", "utf8"].contains(&&*name.to_ascii_lowercase().replace('_', "-"));
    named.take(1).find(is_other)
}

fn place(file: usize, range: TextRange) -> Place {
    Place { file, start: range.start().into(), end: range.end().into() }
}

struct Parser {
    file: usize,
    scopes: Scopes,
    features: Features,
}

impl Parser {
    fn place(&self, node: &impl Ranged) -> Place {
        place(self.file, node.range())
    }

    /// Leaves the code that was entered last, and gives it with its variables.
    fn leave(&mut self, name: &str, parameters: Parameters, body: Vec<crate::model::tree::Stmt>) -> Code {
        let scope = self.scopes.leave();
        let locals = scope.slots.into_keys().collect();
        let (name, path) = (name.into(), scope.path.into());
        Code { name, path, parameters, body, locals, captured: scope.captured, yields: false }
    }
}

fn refusal(what: &str, help: &'static str) -> Refusal {
    Refusal { what: what.to_owned(), help }
}

fn refused(what: &str, help: &'static str) -> ExprKind {
    ExprKind::Refused(refusal(what, help))
}
