//! Sets as text: a notation close to isl's, its parser and its printer.

mod formula;
mod lower;
mod scope;
mod syntax;
mod token;
mod tree;

diag::generated!(mod grammar, "/text/grammar.rs");

use crate::ctx::operation;
use crate::{Error, Name, Set, print};
use diag::{Diagnostic, SourceId, Span};
use scope::Scope;
use std::collections::BTreeSet;
use tree::{Formula, Located, Piece, Range, Tree};

/// What is wrong with the text of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// A stable name of the kind of error.
    pub code: diag::Code,
    /// Offset of the first byte concerned.
    pub start: usize,
    /// Offset after the last byte concerned.
    pub end: usize,
    /// What is wrong, lower case, without full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl ParseError {
    fn new(code: diag::Code, range: Range, message: impl Into<String>) -> ParseError {
        ParseError { code, start: range.0, end: range.1, message: message.into(), help: None }
    }

    fn help(mut self, text: impl Into<String>) -> ParseError {
        self.help = Some(text.into());
        self
    }

    /// The error as a diagnostic on a text that starts at `offset` of a file.
    pub fn into_diagnostic(self, source: SourceId, offset: usize) -> Diagnostic {
        let span = Span::new(source, offset.saturating_add(self.start), offset.saturating_add(self.end));
        let diagnostic = Diagnostic::error(self.code, self.message).at(span, "");
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

impl Set {
    /// Reads a set such as `[n] -> { [i, j] : 0 <= i < n and j mod 4 = 0 }`.
    ///
    /// Without the list of parameters every free name is a parameter.
    ///
    /// # Errors
    /// All errors found, in the order of the text.
    pub fn parse(text: &str) -> Result<Set, Vec<ParseError>> {
        let tree = syntax::set(text)?;
        let mut errors = Vec::new();
        let set = bounded(|| read(&tree, text, &mut errors));
        finish(set, text, errors)
    }

    /// The names in the text of a set or condition, each with the offsets of its first byte and after its
    /// last.
    pub fn names_in(text: &str) -> Vec<(usize, Name, usize)> {
        let name = |(start, token, end)| match token {
            token::Token::Name(name) => Some((start, name, end)),
            _ => None,
        };
        token::tokens(text).into_iter().filter_map(name).collect()
    }

    /// Reads a condition on parameters, such as `n mod 16 = 0 and n >= 16`; every name in it is a parameter.
    ///
    /// # Errors
    /// All errors found, in the order of the text.
    pub fn parse_condition(text: &str) -> Result<Set, Vec<ParseError>> {
        let formula = syntax::condition(text)?;
        let mut errors = Vec::new();
        let scope = Scope::new(BTreeSet::new(), true);
        let set = bounded(|| piece_set(&formula, &[], &scope, text, &mut errors));
        finish(set, text, errors)
    }
}

/// Runs a whole reading under one quota.
fn bounded(read: impl FnOnce() -> Option<Set>) -> Option<Set> {
    operation(|| Ok(read())).ok().flatten()
}

/// A set that was read must also be writable: bounds at the edge of 64 bits may not be.
fn finish(set: Option<Set>, text: &str, mut errors: Vec<ParseError>) -> Result<Set, Vec<ParseError>> {
    if errors.is_empty() && set.as_ref().is_some_and(|set| !set.is_writable()) {
        let message = "the numbers in this set are too large to compute with".to_owned();
        let (start, end) = (0, text.len());
        errors.push(ParseError { code: "lp::domain::range", start, end, message, help: None });
    }
    match set {
        Some(set) if errors.is_empty() => Ok(set),
        _ => {
            errors.sort_by_key(|error| (error.start, error.end));
            errors.dedup();
            Err(errors)
        }
    }
}

fn read(tree: &Tree, text: &str, errors: &mut Vec<ParseError>) -> Option<Set> {
    let none = Vec::new();
    let tuple = tree.pieces.first().map_or(&none, |piece| &piece.tuple.value);
    let dims: Vec<Name> = tuple.iter().map(|name| name.value.clone()).collect();
    let params = tree.params.as_deref().unwrap_or_default();
    let mut columns = BTreeSet::new();
    for name in params.iter().chain(tuple) {
        if !columns.insert(name.value.clone()) {
            let message = format!("`{}` is named twice", name.value);
            errors.push(ParseError::new("lp::domain::duplicate", name.range, message));
        }
    }
    let scope = Scope::new(columns, tree.params.is_none());
    let mut union: Option<Set> = None;
    for Piece { tuple, condition } in &tree.pieces {
        if !same_tuple(tuple, &dims) {
            let shown = dims.iter().map(|dim| print::name(dim)).collect::<Vec<_>>().join(", ");
            let error =
                ParseError::new("lp::domain::tuple", tuple.range, "all pieces must have the same tuple");
            errors.push(error.help(format!("write `[{shown}]` in each")));
        }
        let set = piece_set(condition, &dims, &scope, text, errors)?;
        union = match union {
            None => Some(set),
            Some(union) => Some(solved(union.union(&set), text, errors)?),
        };
    }
    let listed: Vec<Name> = params.iter().map(|name| name.value.clone()).collect();
    if !errors.is_empty() {
        return None;
    }
    let set = match union {
        None => Set::empty(&listed, &dims),
        Some(set) => set.add_params(&listed),
    };
    solved(set, text, errors)
}

fn same_tuple(tuple: &Located<Vec<Located<Name>>>, dims: &[Name]) -> bool {
    tuple.value.len() == dims.len() && tuple.value.iter().zip(dims).all(|(name, dim)| name.value == *dim)
}

/// The set of one tuple and condition; the parameters are the names found.
fn piece_set(
    formula: &Formula,
    dims: &[Name],
    scope: &Scope,
    text: &str,
    errors: &mut Vec<ParseError>,
) -> Option<Set> {
    let logic = formula::logic(formula, false, scope, errors);
    if !errors.is_empty() {
        return None;
    }
    let params: Vec<Name> = scope.found().into_iter().collect();
    solved(formula::build(&logic, &params, dims), text, errors)
}

fn solved(set: Result<Set, Error>, text: &str, errors: &mut Vec<ParseError>) -> Option<Set> {
    // What is too hard must show while the quota of the whole reading holds.
    let made = set.and_then(|set| set.raw_ref().map(|_| ()).map(|()| set.clone()));
    made.map_err(|error| {
        errors.push(ParseError::new("lp::domain::solver", (0, text.len()), error.to_string()))
    })
    .ok()
}
