//! What the parser reads: statements, and the tree of a subroutine made of them.

use diag::Span;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Words of the expression language of `.lpir`, which no kernel may use as names.
const RESERVED: [&str; 5] = ["and", "false", "not", "or", "true"];

/// The name that a word stands for: case does not count.
pub(crate) fn name(word: &str) -> Name {
    let lower = word.to_ascii_lowercase();
    if RESERVED.contains(&lower.as_str()) { Name::new(lower + "_") } else { Name::new(lower) }
}

/// A name in lower case and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ident {
    pub(crate) name: Name,
    pub(crate) span: Span,
}

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// One level of an expression. Chains of one precedence are flat lists, read from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExprKind {
    Number(crate::token::Number),
    Logical(bool),
    /// A variable or constant.
    Name(Name),
    /// An array element or a function call; only declarations tell which.
    Apply(Ident, Vec<Actual>),
    /// Each term with whether it is subtracted.
    Sum(Vec<(bool, Expr)>),
    /// Each factor after the first with whether it divides.
    Product(Box<Expr>, Vec<(bool, Expr)>),
    Power(Box<Expr>, Box<Expr>),
    Compare(ir::Comparison, Box<Expr>, Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    /// `.eqv.` or, where the flag is false, `.neqv.`.
    Equivalent(bool, Box<Expr>, Box<Expr>),
    /// Legal Fortran that has no translation, by its name.
    Unsupported(&'static str),
}

/// One item between the parentheses of [`ExprKind::Apply`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Actual {
    Value(Expr),
    /// `kind=8`
    Keyword(Ident, Expr),
    /// `1:n`, or a part of it.
    Section(Span),
}

/// The type that a declaration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TypeSpec {
    pub(crate) base: BaseType,
    pub(crate) kind: Option<KindSpec>,
    pub(crate) span: Span,
}

/// Family of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BaseType {
    Integer,
    Real,
    DoublePrecision,
    Logical,
}

/// How many bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KindSpec {
    /// `*8`
    Star(crate::token::Number),
    /// `(8)`, `(kind=8)`, `(dp)`
    Kind(Expr),
}

/// An attribute before `::`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// `dimension(n, 0:m)`
    Dimension(Vec<Extent>),
    /// Any other, `intent(in out)` as `intent` with `inout`.
    Other(Ident, Option<Name>),
}

/// A declared name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entity {
    pub(crate) name: Ident,
    pub(crate) extents: Option<Vec<Extent>>,
    /// `*8` after the name.
    pub(crate) length: Option<crate::token::Number>,
    pub(crate) initial: Option<Expr>,
}

/// One axis of a declared array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) lower: Option<Expr>,
    pub(crate) upper: Upper,
    pub(crate) span: Span,
}

/// Upper bound of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Upper {
    Bound(Expr),
    /// `*`
    Assumed,
    /// `:`, an assumed shape.
    Deferred,
}

/// The letters of one `implicit` rule and their type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImplicitRule {
    pub(crate) ty: TypeSpec,
    pub(crate) letters: Vec<(Ident, Ident)>,
}

/// An assignable variable or element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) name: Ident,
    pub(crate) index: Option<Vec<Actual>>,
    pub(crate) span: Span,
}

/// The head of a `do` statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DoHead {
    pub(crate) label: Option<crate::token::Number>,
    pub(crate) variable: Ident,
    pub(crate) lower: Expr,
    pub(crate) upper: Expr,
    pub(crate) step: Option<Expr>,
}

/// One statement, before it finds its place in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    Subroutine(Ident, Vec<Ident>),
    Specification(Specification),
    Assign(Target, Expr),
    Do(DoHead),
    IfThen(Expr),
    ElseIf(Expr),
    Else,
    /// `if (condition) action`
    If(Expr, Box<Statement>),
    EndDo,
    EndIf,
    EndUnit,
    Contains,
    Continue,
    Return,
    /// A loop that was reported and still has its `end do`.
    ReportedDo(Option<u32>),
    /// A block `if` whose condition was reported.
    ReportedIf,
    /// A statement that was reported and needs nothing more.
    Reported,
    /// The start of lines that cannot be read. Their end is a line whose words, joined, start with one of these;
    /// a bare `end` must be the whole line.
    SkipTo(&'static [&'static str]),
}

/// A statement of the declaring part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Specification {
    ImplicitNone,
    Implicit(Vec<ImplicitRule>),
    Declare(TypeSpec, Vec<Attribute>, Vec<Entity>),
    Dimension(Vec<Entity>),
    Parameter(Vec<(Ident, Expr)>),
    Intent(Name, Vec<Ident>),
}

/// A statement in the tree of a subroutine.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
}

/// What it does.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    Assign(Target, Expr),
    Do(DoHead, Vec<Node>),
    If(Vec<Branch>, Vec<Node>),
    /// Nothing that follows is done where the condition holds. It stands in no loop and in no branch.
    ReturnIf(Expr),
}

/// A condition and what is done where it is the first to hold.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub(crate) condition: Expr,
    pub(crate) span: Span,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    pub(crate) body: Vec<Node>,
}

/// A subroutine.
#[derive(Debug, Clone)]
pub(crate) struct Subroutine {
    pub(crate) name: Ident,
    pub(crate) args: Vec<Ident>,
    pub(crate) specifications: Vec<(Specification, Span)>,
    pub(crate) body: Vec<Node>,
    /// Whether all its statements were read; if not, it is good for finding more errors.
    pub(crate) complete: bool,
}
