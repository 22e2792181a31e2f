//! The syntax tree.

use super::token::Raw;
use diag::Span;
use ir::Comparison;

/// How deep expressions may nest.
const MAX_DEPTH: usize = 64;

/// A word and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// An expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
    depth: usize,
}

/// Operators of one precedence level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MulOp {
    Times,
    Over,
    FloorDiv,
    Mod,
}

/// Operators on the bits of two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BitOp {
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
}

impl BitOp {
    /// The function that it stands for.
    pub(crate) fn function(self) -> &'static str {
        match self {
            BitOp::And => "bit_and",
            BitOp::Or => "bit_or",
            BitOp::Xor => "bit_xor",
            BitOp::ShiftLeft => "shift_left",
            BitOp::ShiftRight => "shift_right",
        }
    }
}

/// What an expression is. Lists keep chains of one operator flat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExprKind {
    Number(String),
    /// A name, with its `$tag` where it has one.
    Name(String),
    Index(Box<Expr>, Vec<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Lookup(Box<Expr>),
    /// Terms and whether each is subtracted.
    Sum(Vec<(bool, Expr)>),
    Product(Box<Expr>, Vec<(MulOp, Expr)>),
    Negated(Box<Expr>),
    Bits(BitOp, Box<[Expr; 2]>),
    /// `~a`
    Complement(Box<Expr>),
    Not(Box<Expr>),
    Power(Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// Condition, value where it holds, value elsewhere.
    Select(Box<[Expr; 3]>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    /// `start:stop:step`; also `[i, j]: a[i, j]`, whose start is a list.
    Slice(Box<[Option<Expr>; 3]>),
    Keyword,
    /// `not a > b`, or `not a + b`, which Loo.py and Python read differently.
    NotOfOperation,
    TooDeep,
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Self {
        let own = match &kind {
            ExprKind::Product(_, factors) => factors.iter().filter(|(op, _)| *op != MulOp::Times).count(),
            _ => 0,
        };
        let depth = own + 1 + kind.children().into_iter().map(|child| child.depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Expr { kind: ExprKind::TooDeep, span, depth: 1 };
        }
        Expr { kind, span, depth }
    }

    /// The operands, in text order.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        self.kind.children()
    }

    /// Calls `f` on each name in the expression. Names have no parts, so that its depth stays.
    pub(crate) fn rename(&mut self, f: &mut dyn FnMut(&mut String)) {
        if let ExprKind::Name(name) = &mut self.kind {
            f(name);
        }
        for child in self.kind.children_mut() {
            child.rename(f);
        }
    }

    /// Calls `f` on the parts of the expression and then on itself; `f` may change what it is, but not its
    /// parts.
    pub(crate) fn edit(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.kind.children_mut().into_iter().for_each(|child| child.edit(f));
        f(self);
    }

    /// Calls `f` on the expression and all its parts, outer before inner.
    pub(crate) fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        for child in self.children() {
            child.visit(f);
        }
    }
}

impl ExprKind {
    fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Keyword
            | ExprKind::NotOfOperation
            | ExprKind::TooDeep => Vec::new(),
            ExprKind::Lookup(a) | ExprKind::Negated(a) | ExprKind::Not(a) | ExprKind::Complement(a) => {
                vec![a]
            }
            ExprKind::Bits(_, operands) => operands.iter().collect(),
            ExprKind::Power(a, b) => vec![a, b],
            ExprKind::Index(a, list) | ExprKind::Call(a, list) => std::iter::once(&**a).chain(list).collect(),
            ExprKind::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            ExprKind::Product(a, rest) => std::iter::once(&**a).chain(rest.iter().map(|(_, e)| e)).collect(),
            ExprKind::Compare(a, rest) => std::iter::once(&**a).chain(rest.iter().map(|(_, e)| e)).collect(),
            ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Tuple(list) | ExprKind::List(list) => {
                list.iter().collect()
            }
            ExprKind::Select(parts) => parts.iter().collect(),
            ExprKind::Slice(parts) => parts.iter().flatten().collect(),
        }
    }

    fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Keyword
            | ExprKind::NotOfOperation
            | ExprKind::TooDeep => Vec::new(),
            ExprKind::Lookup(a) | ExprKind::Negated(a) | ExprKind::Not(a) | ExprKind::Complement(a) => {
                vec![a]
            }
            ExprKind::Bits(_, operands) => operands.iter_mut().collect(),
            ExprKind::Power(a, b) => vec![a, b],
            ExprKind::Index(a, list) | ExprKind::Call(a, list) => {
                std::iter::once(&mut **a).chain(list).collect()
            }
            ExprKind::Sum(terms) => terms.iter_mut().map(|(_, term)| term).collect(),
            ExprKind::Product(a, rest) => {
                std::iter::once(&mut **a).chain(rest.iter_mut().map(|(_, e)| e)).collect()
            }
            ExprKind::Compare(a, rest) => {
                std::iter::once(&mut **a).chain(rest.iter_mut().map(|(_, e)| e)).collect()
            }
            ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Tuple(list) | ExprKind::List(list) => {
                list.iter_mut().collect()
            }
            ExprKind::Select(parts) => parts.iter_mut().collect(),
            ExprKind::Slice(parts) => parts.iter_mut().flatten().collect(),
        }
    }
}

/// The name without its `$tag`, and the tag.
pub(crate) fn split_tag(name: &str) -> (&str, Option<&str>) {
    name.split_once('$').map_or((name, None), |(name, tag)| (name, Some(tag)))
}

/// One declaration: `a, out : f32[n] layout(c) in`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) names: Vec<Word>,
    /// Type name; `None` for a declaration that only fixes the order.
    pub(crate) ty: Option<Word>,
    pub(crate) shape: Shape,
    pub(crate) clauses: Vec<Clause>,
    /// What a temporary holds from the start.
    pub(crate) values: Option<Expr>,
    pub(crate) span: Span,
}

/// What a declaration says of axes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    /// There are none: a value.
    #[default]
    Value,
    /// `[...]`: use tells their number and extents.
    Open,
    /// Extents, `None` for `?`.
    Axes(Vec<Option<Expr>>),
}

impl Shape {
    /// The extents that are given.
    pub(crate) fn extents(&self) -> impl Iterator<Item = &Expr> {
        let axes = if let Shape::Axes(axes) = self { axes.as_slice() } else { &[] };
        axes.iter().flatten()
    }
}

/// `in`, or `layout(..)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) word: Word,
    /// One entry an axis: a word, and the stride behind `stride:`.
    pub(crate) axes: Vec<(Word, Option<Expr>)>,
}

/// A left-hand side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// `<float32>`: the outer option is the brackets, the inner one the type.
    pub(crate) temp: Option<Option<Word>>,
    pub(crate) expr: Expr,
}

/// `name`, `name(value)` or `name = value` of an `options` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) name: Word,
    pub(crate) value: Option<Word>,
}

/// One logical line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LogicalLine<'s> {
    Kernel(Word),
    Args(Declaration),
    Temps(Declaration),
    Function(Function),
    Assume(Raw<'s>),
    Options(Vec<Setting>),
    Domain(Raw<'s>),
    With(Raw<'s>),
    For(Vec<Word>),
    If(Expr),
    Elif(Expr),
    Else,
    End,
    Special(Word, Option<Raw<'s>>),
    Rule(Expr, Expr),
    Assign { targets: Vec<Target>, value: Expr, options: Option<Raw<'s>> },
    Bare(Expr),
}

/// A function that the text declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: Word,
    /// Names and types of its arguments.
    pub(crate) params: Vec<(Word, Word)>,
    pub(crate) ty: Word,
    /// The word `neutral`, and a value.
    pub(crate) neutral: Option<(Word, Expr)>,
    pub(crate) formula: Option<Expr>,
}

/// A line and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located<'s> {
    pub(crate) line: LogicalLine<'s>,
    pub(crate) span: Span,
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    #[test]
    fn nesting_is_cut_and_long_chains_are_not_nested() {
        let span = Span::new(SourceMap::default().add("t", ""), 0, 0);
        let leaf = || Expr::new(ExprKind::Name("x".into()), span);
        let mut nested = leaf();
        for _ in 0..MAX_DEPTH - 1 {
            nested = Expr::new(ExprKind::Not(Box::new(nested)), span);
        }
        assert_ne!(nested.kind, ExprKind::TooDeep);
        assert_eq!(Expr::new(ExprKind::Not(Box::new(nested)), span).kind, ExprKind::TooDeep);
        let chain = Expr::new(ExprKind::Sum((0..1000).map(|_| (false, leaf())).collect()), span);
        assert_ne!(chain.kind, ExprKind::TooDeep);
    }
}
