//! Program units.

use super::{Ident, Node, Parts, Specification, TypeSpec};
use diag::{Diagnostic, Span};
use poly::Name;
use std::rc::Rc;

/// The first line of a program unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitHead {
    /// What the unit is.
    pub kind: UnitKind,
    /// Its name.
    pub name: Ident,
    /// Its dummy arguments.
    pub args: Vec<Ident>,
    /// Those of derived types, which are others for their components; of a module its variables of derived
    /// types.
    pub records: Vec<Record>,
    /// The type before `function`.
    pub ty: Option<TypeSpec>,
    /// The same where it is a derived type.
    pub derived: Option<Ident>,
    /// The name in `result(..)`.
    pub result: Option<Ident>,
    /// Whether it is a function with a value of a derived type, which is its last argument.
    pub gives_record: bool,
}

/// What a program unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    /// `subroutine`
    Subroutine,
    /// `function`
    Function,
    /// `module`
    Module,
    /// `program`
    Program,
    /// `block data`
    BlockData,
}

impl UnitKind {
    /// What messages call it.
    pub fn noun(self) -> &'static str {
        match self {
            UnitKind::Subroutine => "subroutine",
            UnitKind::Function => "function",
            UnitKind::Module => "module",
            UnitKind::Program => "program",
            UnitKind::BlockData => "block data",
        }
    }

    /// Whether it becomes a kernel, rather than only holding declarations and other units.
    pub fn is_routine(self) -> bool {
        matches!(self, UnitKind::Subroutine | UnitKind::Function)
    }
}

/// A program unit.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its first line.
    pub head: UnitHead,
    /// Its declarations, each with where it stands.
    pub specifications: Vec<(Specification, Span)>,
    /// Its executable statements.
    pub body: Vec<Node>,
    /// What stands behind its `contains`.
    pub contained: Vec<Unit>,
    /// What is wrong with its statements.
    pub found: Vec<Diagnostic>,
    /// Whether its declarations were read without errors, so that its statements can be looked at.
    pub is_declared: bool,
    /// Where its parts stand, and what else was noted of it.
    pub parts: Parts,
    /// What it was made of, if it is no unit of the source but a part of one.
    pub part: Option<Rc<crate::part::Part>>,
}

impl Unit {
    /// A problem of the unit in the words of its source.
    pub fn in_words_of_source(&self, mut problem: Diagnostic) -> Diagnostic {
        // Warnings tell what the arguments of a kernel are called.
        if problem.severity != diag::Severity::Error {
            return problem;
        }
        for text in std::iter::once(&mut problem.message).chain(&mut problem.help).chain(&mut problem.notes) {
            let parts = text.split('`').enumerate().map(|(at, part)| match self.parts.spelled.get(part) {
                Some(source) if at % 2 == 1 => source.as_str(),
                _ => part,
            });
            *text = parts.collect::<Vec<&str>>().join("`");
        }
        problem
    }

    /// Whether an error was found in its statements; if so, they are good for finding more errors only.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.severity == diag::Severity::Error)
    }
}

/// A dummy argument of a derived type: the kernel has one for each of its components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Name,
    /// The module that defines that.
    pub home: Option<Name>,
    /// The number of its axes.
    pub rank: usize,
    /// The arguments of the kernel in their order, and what each is: a component, that of it and so on, with
    /// the number of axes of each.
    pub arguments: Vec<(Name, Vec<(Name, usize)>)>,
    /// Those of them that have extents of their own.
    pub deferred: Vec<Name>,
    /// Those of these that are pointers.
    pub pointers: Vec<Name>,
}
