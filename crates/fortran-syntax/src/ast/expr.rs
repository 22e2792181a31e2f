//! Expressions, and the names, places and subscripts that they are made of.

use super::TypeSpec;
use crate::token::Number;
use diag::Span;
use poly::Name;

/// The value of a function that defines an operator.
pub(crate) fn applied(operator: Ident, operands: Vec<Expr>) -> ExprKind {
    ExprKind::Apply(operator, operands.into_iter().map(Actual::Value).collect())
}

/// A name in lower case and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where it stands.
    pub span: Span,
}

impl Ident {
    /// The name of a procedure, without the units around it that it has if it was chosen among several.
    pub fn own_name(&self) -> Name {
        Name::new(self.name.rsplit('/').next().unwrap_or(&self.name))
    }
}

/// An expression and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is made of.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// One level of an expression. Chains of one precedence are flat lists, read from the left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A number as it is written.
    Number(Number),
    /// `.true.` or `.false.`
    Logical(bool),
    /// A variable or constant.
    Name(Name),
    /// An array element or a function call; only declarations tell which.
    Apply(Ident, Vec<Actual>),
    /// `p%x`, `p(i)%a(j)`: something of a derived type's variable.
    Component(Box<Target>),
    /// Each term with whether it is subtracted.
    Sum(Vec<(bool, Expr)>),
    /// Each factor after the first with whether it divides.
    Product(Box<Expr>, Vec<(bool, Expr)>),
    /// `a**b`
    Power(Box<Expr>, Box<Expr>),
    /// `(x)`, which is a value and no variable.
    Value(Box<Expr>),
    /// What is given for one component of a dummy of a derived type, where the types of arguments choose the
    /// procedure.
    Part(Box<Expr>),
    /// `a < b` and the like.
    Compare(ir::Comparison, Box<Expr>, Box<Expr>),
    /// `a .and. b .and. c`
    And(Vec<Expr>),
    /// `a .or. b .or. c`
    Or(Vec<Expr>),
    /// `.not. a`
    Not(Box<Expr>),
    /// `.eqv.` or, where the flag is false, `.neqv.`.
    Equivalent(bool, Box<Expr>, Box<Expr>),
    /// A character constant, without its quotes.
    Text(String),
    /// `z'ff'`: the letter of a base and digits, to which a function gives a type.
    Bits(Ident, String),
    /// `a // b // c`
    Joined(Vec<Expr>),
    /// `(re, im)`
    Complex(Box<Expr>, Box<Expr>),
    /// `[1, 2, 3]` or `(/ 1, 2, 3 /)`
    Array(Vec<Item>),
}

/// One part of an array constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// One expression.
    Value(Expr),
    /// `(i**2, i = 1, n)`; several values in each iteration are an array.
    Each(Expr, Box<Range>),
}

impl Item {
    /// An implied loop over these values, which stands there.
    pub(crate) fn implied_loop(iterated: Iterated, span: Span) -> Item {
        let Iterated { items, range } = iterated;
        let value = match items.as_slice() {
            [Item::Value(value)] => value.clone(),
            _ => Expr { kind: ExprKind::Array(items), span },
        };
        Item::Each(value, Box::new(range))
    }
}

/// The values of an implied loop, and those of its index.
pub(crate) struct Iterated {
    pub(crate) items: Vec<Item>,
    pub(crate) range: Range,
}

impl Iterated {
    /// The same with one more value before the others.
    pub(crate) fn with_first(mut self, first: Item) -> Self {
        self.items.insert(0, first);
        self
    }
}

/// Values of an index: those of an implied `do`, of a `forall` or of a `do concurrent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The index.
    pub variable: Ident,
    /// The type that the construct says the index has.
    pub ty: Option<TypeSpec>,
    /// Its first value.
    pub lower: Expr,
    /// The value that it does not pass.
    pub upper: Expr,
    /// From one value to the next; 1 if nothing is said.
    pub step: Option<Expr>,
}

/// `(i = 1:n, j = 1:m:2, a(i, j) > 0)`, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderItem {
    /// An index and its values.
    Index(Box<Range>),
    /// The condition under which something is done for them.
    Mask(Expr),
    /// A variable of which each iteration has its own, and whether that begins with the value outside.
    Own(Ident, bool),
}

/// The subscripts of a section along one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The first subscript; the lower bound if nothing is said.
    pub lower: Option<Expr>,
    /// The subscript that is not passed; the upper bound if nothing is said.
    pub upper: Option<Expr>,
    /// From one subscript to the next; 1 if nothing is said.
    pub step: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// One item between the parentheses of [`ExprKind::Apply`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actual {
    /// An argument or a subscript.
    Value(Expr),
    /// `kind=8`
    Keyword(Ident, Expr),
    /// `1:n:2`, or a part of it.
    Section(Box<Section>),
    /// A component that what is given does not have: nothing can be done with it.
    Lacking(Span),
}

impl Actual {
    /// The variable that is given, or of which an element or a part is.
    pub fn variable(&self) -> Option<&Name> {
        match self {
            Actual::Value(value) | Actual::Keyword(_, value) => value.variable(),
            Actual::Section(_) | Actual::Lacking(_) => None,
        }
    }
}

impl Expr {
    /// The variable that it is, or of which it is an element or a part.
    pub fn variable(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Apply(name, _) => Some(&name.name),
            ExprKind::Component(target) => Some(&target.name.name),
            _ => None,
        }
    }
}

/// An assignable variable or element, or a component of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The variable that is named first.
    pub name: Ident,
    /// Its subscripts, where there are parentheses.
    pub index: Option<Vec<Actual>>,
    /// `%b(j)%x`, each with its subscripts.
    pub components: Vec<Part>,
    /// Where all of it stands.
    pub span: Span,
}

/// `%b(j)`, without the percent sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The component.
    pub name: Ident,
    /// Its subscripts, where there are parentheses.
    pub index: Option<Vec<Actual>>,
}

/// A number as it is written.
pub fn number(value: impl std::fmt::Display, span: Span) -> Expr {
    let digits = value.to_string();
    let number = Number { digits, real: false, kind: None };
    Expr { kind: ExprKind::Number(number), span }
}

/// The place that a variable or element is.
pub fn place(expr: Expr) -> Option<Target> {
    let span = expr.span;
    match expr.kind {
        ExprKind::Name(name) => {
            Some(Target { name: Ident { name, span }, index: None, components: Vec::new(), span })
        }
        ExprKind::Apply(name, index) => {
            Some(Target { name, index: Some(index), components: Vec::new(), span })
        }
        ExprKind::Component(target) => Some(*target),
        _ => None,
    }
}
