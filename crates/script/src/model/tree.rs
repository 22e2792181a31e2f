//! A script as a tree: what its names mean is settled, and what has no meaning here is a node that says so
//! when it is reached.

use super::Value;
use crate::operator::{Comparison, Operator};
use crate::place::Place;
use std::rc::Rc;

/// A file.
#[derive(Debug)]
pub struct Tree {
    pub(crate) code: Code,
}

/// A function, a class body or a file.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) name: Rc<str>,
    /// The name with those of the code around it, as messages have it.
    pub(crate) path: Rc<str>,
    pub(crate) parameters: Parameters,
    pub(crate) body: Vec<Stmt>,
    /// The names of its variables: parameters first, those of functions around it last.
    pub(crate) locals: Rc<[Rc<str>]>,
    /// Where the latter are among the variables of the code around it.
    pub(crate) captured: Vec<usize>,
    /// Whether a call gives an iterator, which no script has.
    pub(crate) yields: bool,
}

/// The parameters of a function, in the order of its variables.
#[derive(Debug, Default, Clone)]
pub(crate) struct Parameters {
    /// Those given by position alone.
    pub(crate) unnamed: usize,
    /// All that may be given by position.
    pub(crate) positional: usize,
    /// Those given by name alone.
    pub(crate) by_name: usize,
    /// `*args`
    pub(crate) rest: Option<usize>,
    /// `**kwargs`
    pub(crate) named: Option<usize>,
}

impl Parameters {
    pub(crate) fn count(&self) -> usize {
        self.positional + self.by_name
    }
}

/// What a name means.
#[derive(Debug, Clone)]
pub(crate) enum Variable {
    /// A variable of the code, by its number.
    Local(usize),
    /// A name of the file, or else one of Python's.
    Global(Rc<str>),
    /// A name that a class body binds; before, it is what it is in the file.
    OfClass(Rc<str>),
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) place: Place,
    pub(crate) kind: ExprKind,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Constant(Value),
    Variable(Variable),
    /// An f-string.
    Text(Vec<Piece>),
    List(Vec<Element>),
    Tuple(Vec<Element>),
    Set(Vec<Element>, SetKind),
    Dict(Vec<(Option<Expr>, Expr)>),
    Comprehension(Box<Comprehension>),
    Function(Maker),
    Signed(char, Box<Expr>),
    Not(Box<Expr>),
    Binary(Box<Expr>, Operator, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    Conditional(Box<[Expr; 3]>),
    Call(Box<CallExpr>),
    Attribute(Box<Expr>, Rc<str>),
    Subscript(Box<Expr>, Box<Expr>),
    Slice(Box<[Option<Expr>; 3]>),
    Named(Variable, Box<Expr>),
    /// `super()`
    Super,
    Refused(Refusal),
}

/// How CPython makes a display of a set, on which the order of the members depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetKind {
    /// Of members that are computed.
    Computed,
    /// From a frozen set of constants.
    Constant,
    /// It is itself the frozen set of constants, where a loop goes over it.
    Frozen,
}

/// What has no meaning in scripts, and what to write instead.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) what: String,
    pub(crate) help: &'static str,
}

/// A piece of an f-string.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(String),
    Value { value: Expr, conversion: Option<char>, spec: Vec<Piece>, shown: Option<String> },
}

/// An element of a display.
#[derive(Debug)]
pub(crate) enum Element {
    One(Expr),
    /// `*values`
    All(Expr),
}

/// A call.
#[derive(Debug)]
pub(crate) struct CallExpr {
    pub(crate) function: Expr,
    pub(crate) positional: Vec<Element>,
    /// Without a name, all entries of a dictionary.
    pub(crate) named: Vec<(Option<Rc<str>>, Expr)>,
}

/// A function that is made where it is reached.
#[derive(Debug)]
pub(crate) struct Maker {
    pub(crate) code: Rc<Code>,
    pub(crate) defaults: Vec<(usize, Expr)>,
    pub(crate) annotations: Vec<Expr>,
}

/// What a comprehension makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Collects {
    List,
    Set,
    Dict,
    Generator,
}

/// A comprehension: its clauses are code of their own, but for what the first one iterates over.
#[derive(Debug)]
pub(crate) struct Comprehension {
    pub(crate) collects: Collects,
    pub(crate) first: Expr,
    pub(crate) loops: Rc<Loops>,
}

/// The clauses of a comprehension and what they give.
#[derive(Debug)]
pub(crate) struct Loops {
    /// Its variables.
    pub(crate) code: Code,
    pub(crate) clauses: Vec<Clause>,
    /// The key, for a dictionary.
    pub(crate) key: Option<Expr>,
    pub(crate) element: Expr,
}

/// `for target in iterable if conditions`; the first has no iterable of its own.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) target: Target,
    pub(crate) iterable: Option<Expr>,
    pub(crate) conditions: Vec<Expr>,
}

/// What is assigned to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) place: Place,
    pub(crate) kind: TargetKind,
}

#[derive(Debug)]
pub(crate) enum TargetKind {
    Variable(Variable),
    Attribute(Expr, Rc<str>),
    Subscript(Expr, Expr),
    /// Several, one of which may take what the others leave.
    Several(Vec<Target>, Option<usize>),
    Refused(Refusal),
}

/// A statement.
#[derive(Debug)]
pub(crate) struct Stmt {
    pub(crate) place: Place,
    pub(crate) kind: StmtKind,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    Expr(Expr),
    Assign(Vec<Target>, Expr),
    Annotated(Annotated),
    Augment(Target, Operator, Expr),
    Delete(Vec<Target>),
    If(Vec<(Option<Expr>, Vec<Stmt>)>),
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    For(Target, Expr, Vec<Stmt>, Vec<Stmt>),
    Function(Variable, Maker, Vec<Expr>),
    Class(Box<ClassStmt>),
    Return(Option<Expr>),
    Break,
    Continue,
    Pass,
    /// The exception, and its cause.
    Raise(Option<(Expr, Option<Expr>)>),
    Try(Box<TryStmt>),
    Assert(Expr, Option<Expr>),
    Import(Vec<Import>),
    Refused(Refusal),
}

/// `target: annotation = value`
#[derive(Debug)]
pub(crate) struct Annotated {
    pub(crate) assigned: Option<(Target, Expr)>,
    /// What stands in a target that gets no value.
    pub(crate) parts: Vec<Expr>,
    /// The annotation, where Python looks at it.
    pub(crate) annotation: Option<Expr>,
}

#[derive(Debug)]
pub(crate) struct ClassStmt {
    pub(crate) variable: Variable,
    pub(crate) bases: Vec<Expr>,
    pub(crate) decorators: Vec<Expr>,
    pub(crate) code: Rc<Code>,
    /// Whether the body holds more than `pass` and words about the class.
    pub(crate) has_members: bool,
}

#[derive(Debug)]
pub(crate) struct TryStmt {
    pub(crate) body: Vec<Stmt>,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) otherwise: Vec<Stmt>,
    pub(crate) finally: Vec<Stmt>,
}

#[derive(Debug)]
pub(crate) struct Handler {
    pub(crate) place: Place,
    pub(crate) class: Option<Expr>,
    pub(crate) variable: Option<Variable>,
    pub(crate) body: Vec<Stmt>,
}

/// A name that an import binds.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) module: Rc<str>,
    /// What of the module, where it is not all.
    pub(crate) item: Option<Rc<str>>,
    pub(crate) variable: Variable,
    /// The name that is bound.
    pub(crate) own: Rc<str>,
    /// Whether the module is a file, as `load` has it.
    pub(crate) is_file: bool,
}
