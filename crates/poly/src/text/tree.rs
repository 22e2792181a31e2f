//! What the parser of set notation builds.

use crate::Name;

/// A half-open range of bytes of the text.
pub(crate) type Range = (usize, usize);

/// Something and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Located<T> {
    pub(crate) range: Range,
    pub(crate) value: T,
}

pub(crate) type Expr = Located<ExprKind>;
pub(crate) type Formula = Located<FormulaKind>;

#[derive(Debug, Clone)]
pub(crate) enum ExprKind {
    Number(i128),
    Name(Name),
    Neg(Box<Expr>),
    /// Summands; true: subtracted. Flat, so that long sums are not deep.
    Sum(Vec<(bool, Expr)>),
    /// Factors from left to right; the first one's operator means nothing.
    Product(Vec<(Operator, Expr)>),
    Call(Located<Name>, Vec<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Times,
    Over,
    FloorOver,
    Mod,
}

#[derive(Debug, Clone)]
pub(crate) enum FormulaKind {
    Constant(bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Exists(Vec<Binding>, Box<Formula>),
    /// Lists of expressions with a comparison between each two.
    Chain(Vec<Expr>, Vec<(Comparison, Vec<Expr>)>),
    /// A part that could not be read; the error is recorded.
    Error,
}

/// A bound variable and its definition, if any.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub(crate) name: Located<Name>,
    pub(crate) value: Option<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// A set as written.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) params: Option<Vec<Located<Name>>>,
    pub(crate) pieces: Vec<Piece>,
}

/// One tuple and its condition.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) tuple: Located<Vec<Located<Name>>>,
    pub(crate) condition: Formula,
}

pub(crate) fn located<T>(start: usize, value: T, end: usize) -> Located<T> {
    Located { range: (start, end), value }
}

/// Adds a summand, without nesting.
pub(crate) fn sum(left: Expr, minus: bool, right: Expr, end: usize) -> Expr {
    let start = left.range.0;
    let summands = match left.value {
        ExprKind::Sum(mut summands) => {
            summands.push((minus, right));
            summands
        }
        _ => vec![(false, left), (minus, right)],
    };
    located(start, ExprKind::Sum(summands), end)
}

/// Adds a factor, without nesting.
pub(crate) fn product(left: Expr, operator: Operator, right: Expr, end: usize) -> Expr {
    let start = left.range.0;
    let factors = match left.value {
        ExprKind::Product(mut factors) => {
            factors.push((operator, right));
            factors
        }
        _ => vec![(Operator::Times, left), (operator, right)],
    };
    located(start, ExprKind::Product(factors), end)
}

/// Adds an operand of `and`, without nesting.
pub(crate) fn and(left: Formula, right: Formula) -> Formula {
    let range = (left.range.0, right.range.1);
    let mut operands = match left.value {
        FormulaKind::And(operands) => operands,
        _ => vec![left],
    };
    operands.push(right);
    Located { range, value: FormulaKind::And(operands) }
}

/// Adds an operand of `or`, without nesting.
pub(crate) fn or(left: Formula, right: Formula) -> Formula {
    let range = (left.range.0, right.range.1);
    let mut operands = match left.value {
        FormulaKind::Or(operands) => operands,
        _ => vec![left],
    };
    operands.push(right);
    Located { range, value: FormulaKind::Or(operands) }
}
