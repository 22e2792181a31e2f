//! Fortran to intermediate representation.
//!
//! A file goes through these stages: `preprocess` (lines that start with `#`), `form` (columns, continuation,
//! comments), `directive` (`!$loopy` comments), `token`, `macros`, `parse` (one statement), `unit` (blocks and
//! subroutines), `lower` (names, types, kernels).

mod ast;
mod classify;
mod directive;
mod form;
mod lower;
mod macros;
mod parse;
mod preprocess;
mod token;
mod unit;
mod unsupported;

diag::generated!(mod grammar, "/grammar.rs");

use diag::{Diagnostic, Severity, SourceId, SourceMap, Span};
use ir::Module;

/// Source form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines of any layout; `&` continues a statement.
    Free,
    /// Labels, continuation and code in columns of their own.
    Fixed,
}

/// The script in a file's transform blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The text, each line where it stands in the file.
    pub text: String,
    /// What the script expects and leaves.
    pub style: Style,
    /// From the first block to the last.
    pub span: Span,
}

/// The two forms of transform block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `!$loopy begin transform`: each kernel is bound to its name before and read from it after.
    Transform,
    /// `!$loopy begin`: the text is bound to `SOURCE` and `FILENAME`, and the kernels are left in `RESULT`.
    Result,
}

/// How a text is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Its source form.
    pub form: Form,
    /// Macros that are defined from the start, each with its text.
    pub defines: Vec<(String, String)>,
}

impl Form {
    /// The form that a file's extension stands for.
    pub fn of_path(path: &str) -> Option<Form> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "f" | "for" | "ftn" | "f77" => Some(Form::Fixed),
            "f90" | "f95" | "f03" | "f08" | "floopy" => Some(Form::Free),
            _ => None,
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// One kernel for each subroutine, in file order.
    pub module: Module,
    /// The script in its transform blocks.
    pub script: Option<Script>,
    /// What the user may not expect.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a Fortran file; `file` is the name that locations carry.
///
/// # Errors
/// Everything that is wrong with the text, errors and warnings, by place.
pub fn import(
    text: &str,
    source: SourceId,
    file: &str,
    options: &Options,
) -> Result<Imported, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let lines = preprocess::lines(text, &options.defines, source, &mut found);
    let items = form::items(&lines, options.form, source, &mut found);
    let read = directive::read(items, &mut found);
    let units = unit::read(&read.lines, &read.unclosed, source, &mut found);
    let module = kernels(&units, text, file, &mut found);
    found.sort_by_key(|diagnostic| match diagnostic.labels.first().map(|label| &label.place) {
        Some(diag::Place::Span(span)) => span.start,
        _ => 0,
    });
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(found);
    }
    if module.kernels.is_empty() {
        found
            .push(Diagnostic::error("lp::fortran::structure", format!("there is no subroutine in `{file}`")));
        return Err(found);
    }
    Ok(Imported { module, script: read.script, warnings: found })
}

/// The script of a file whose subroutines cannot be read as they stand, because the script gives them their macros
/// with `c_preprocess`: that of `!$loopy begin` blocks, which gets the text and reads it by itself.
pub fn script(text: &str, source: SourceId, options: &Options) -> Option<Script> {
    let mut found = Vec::new();
    let lines = preprocess::lines(text, &options.defines, source, &mut found);
    let items = form::items(&lines, options.form, source, &mut found);
    directive::read(items, &mut found).script.filter(|script| script.style == Style::Result)
}

fn kernels(units: &[ast::Subroutine], text: &str, file: &str, found: &mut Vec<Diagnostic>) -> Module {
    let mut module = Module::default();
    let mut sources = SourceMap::default();
    let id = sources.add(file, text);
    let Some(source) = sources.get(id) else { return module };
    for unit in units {
        let Some(kernel) = lower::kernel(unit, source, found) else { continue };
        if module.kernels.insert(kernel.name.clone(), kernel).is_some() {
            let message = format!("there are two subroutines `{}`", unit.name.name);
            found.push(Diagnostic::error("lp::fortran::structure", message).at(unit.name.span, ""));
        }
    }
    module
}
