//! Expressions: immutable trees that are cheap to share.
//!
//! Sums and products are n-ary and mean the left fold, so `a + b + c` is `(a + b) + c` to the last bit, while
//! `a + (b + c)` stays a sum inside a sum. A difference is a sum with a negated term, and a negated term is a
//! product that starts with a negative literal, which is exact in every type: of complex numbers such a
//! product is the negative of the product with the positive literal (see [`crate::operands::negation`]).

use crate::{ReductionOp, Scalar};
use poly::{Aff, Name};
use std::sync::Arc;

/// An expression; clones share the tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(Arc<Node>);

/// The least number that `f32` rounds to infinity, 2^128 - 2^103: half a unit above its largest.
const ROUNDS_TO_INFINITY: f64 = 340_282_356_779_733_661_637_539_395_458_142_568_448.0;

/// A floating-point literal, compared by its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Real {
    bits: u64,
    /// `F32` or `F64` where the source says so (`1.5f`, `1.5d`); otherwise the literal adapts to its context.
    pub ty: Option<Scalar>,
}

impl Real {
    /// The literal of that value.
    pub fn new(value: f64, ty: Option<Scalar>) -> Self {
        Real { bits: value.to_bits(), ty }
    }

    /// Its value.
    pub fn value(self) -> f64 {
        f64::from_bits(self.bits)
    }

    /// Whether `f32` holds it exactly.
    #[allow(clippy::cast_possible_truncation, reason = "whether anything is lost is the question")]
    pub fn is_short(self) -> bool {
        f64::from(self.value() as f32).to_bits() == self.bits
    }

    /// Whether it is finite as written and would be infinite in that type.
    pub fn overflows(self, ty: Scalar) -> bool {
        ty == Scalar::F32 && self.value().is_finite() && self.value().abs() >= ROUNDS_TO_INFINITY
    }
}

/// Comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Comparison {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        }
    }

    /// Whether it holds of two values.
    pub fn holds<T: PartialOrd>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
        }
    }

    /// The operator that holds exactly where this one does not, on integers.
    pub fn negated(self) -> Self {
        match self {
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
        }
    }
}

/// One level of an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// Integer literal; it adapts to the type of its context.
    Int(i64),
    /// Floating-point literal.
    Real(Real),
    /// Truth value.
    Bool(bool),
    /// An iname, a value argument, a domain parameter, a scalar temporary, or a formal of a rule.
    Var(Name),
    /// An array element. An array of rank 0 has no subscripts.
    Load {
        /// Argument or temporary.
        array: Name,
        /// One subscript an axis, from 0.
        index: Vec<Expr>,
    },
    /// Left fold of `+`; at least two terms.
    Sum(Vec<Expr>),
    /// Left fold of `*`; at least two factors.
    Product(Vec<Expr>),
    /// `a / b`: the quotient of real numbers; integers are converted to `f64` first, as numpy does.
    Quotient(Expr, Expr),
    /// `a // b`: the integer quotient rounded towards negative infinity.
    FloorDiv(Expr, Expr),
    /// `a % b`: the remainder that goes with `//`; it has the sign of `b`.
    Mod(Expr, Expr),
    /// `a ** b`.
    Power(Expr, Expr),
    /// `a < b` and its like.
    Compare(Comparison, Expr, Expr),
    /// Conjunction; at least two operands, evaluated from the left and no further than needed.
    And(Vec<Expr>),
    /// Disjunction; at least two operands, evaluated from the left and no further than needed.
    Or(Vec<Expr>),
    /// Negation of a truth value.
    Not(Expr),
    /// `if(condition, a, b)`: only the chosen branch is evaluated.
    Select(Expr, Expr, Expr),
    /// `cast(f64, a)`: conversion as in C.
    Cast(Scalar, Expr),
    /// A call of a function of [`crate::function`].
    Call {
        /// Its name.
        function: Name,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// An invocation of a substitution rule, `f$tag(x)`.
    Rule {
        /// The rule.
        name: Name,
        /// The tag that makes this invocation selectable.
        tag: Option<Name>,
        /// One actual for each formal of the rule.
        args: Vec<Expr>,
    },
    /// `sum(k, body)`: a reduction over all values of its inames.
    Reduce {
        /// The operation.
        op: ReductionOp,
        /// The reduced inames, outermost first.
        inames: Vec<Name>,
        /// Its provenance: the inames of the reference's reduction whose iterations it performs, each as a
        /// function of these and of the inames around, outermost first. `None` where the reference reduces
        /// over these very inames.
        over: Option<Vec<(Name, Aff)>>,
        /// What is reduced.
        body: Expr,
    },
}

impl Expr {
    /// The expression with this top level.
    pub fn new(node: Node) -> Self {
        Expr(Arc::new(node))
    }

    /// Its top level.
    pub fn node(&self) -> &Node {
        &self.0
    }

    /// Whether both share one tree; if not, they may still be equal.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Integer literal.
    pub fn int(value: i64) -> Self {
        Expr::new(Node::Int(value))
    }

    /// Floating-point literal; `ty` as in [`Real`].
    pub fn real(value: f64, ty: Option<Scalar>) -> Self {
        Expr::new(Node::Real(Real::new(value, ty)))
    }

    /// Truth value.
    pub fn bool(value: bool) -> Self {
        Expr::new(Node::Bool(value))
    }

    /// A variable.
    pub fn var(name: impl Into<Name>) -> Self {
        Expr::new(Node::Var(name.into()))
    }

    /// An array element.
    pub fn load(array: impl Into<Name>, index: Vec<Expr>) -> Self {
        Expr::new(Node::Load { array: array.into(), index })
    }

    /// A conversion.
    pub fn cast(ty: Scalar, value: Expr) -> Self {
        Expr::new(Node::Cast(ty, value))
    }

    /// A function call.
    pub fn call(function: impl Into<Name>, args: Vec<Expr>) -> Self {
        Expr::new(Node::Call { function: function.into(), args })
    }

    /// The left fold of `+`: 0 for no terms, the term itself for one.
    pub fn sum(terms: Vec<Expr>) -> Self {
        Self::fold(terms, 0, Node::Sum, |node| if let Node::Sum(inner) = node { Some(inner) } else { None })
    }

    /// The left fold of `*`: 1 for no factors, the factor itself for one.
    pub fn product(factors: Vec<Expr>) -> Self {
        Self::fold(factors, 1, Node::Product, |node| {
            if let Node::Product(inner) = node { Some(inner) } else { None }
        })
    }

    /// Splices a first operand of the same kind, which a left fold leaves unchanged.
    fn fold(
        operands: Vec<Expr>,
        empty: i64,
        build: fn(Vec<Expr>) -> Node,
        inner: fn(&Node) -> Option<&Vec<Expr>>,
    ) -> Self {
        let mut operands = operands.into_iter();
        let Some(first) = operands.next() else { return Expr::int(empty) };
        let rest: Vec<Expr> = operands.collect();
        if rest.is_empty() {
            return first;
        }
        let mut all = inner(first.node()).cloned().unwrap_or_else(|| vec![first.clone()]);
        all.extend(rest);
        Expr::new(build(all))
    }

    /// `self + other`.
    #[must_use]
    pub fn plus(&self, other: &Expr) -> Self {
        Expr::sum(vec![self.clone(), other.clone()])
    }

    /// `self - other`.
    #[must_use]
    pub fn minus(&self, other: &Expr) -> Self {
        Expr::sum(vec![self.clone(), other.negated()])
    }

    /// `self * other`.
    #[must_use]
    pub fn times(&self, other: &Expr) -> Self {
        Expr::product(vec![self.clone(), other.clone()])
    }

    /// `self / other`.
    #[must_use]
    pub fn divided_by(&self, other: &Expr) -> Self {
        Expr::new(Node::Quotient(self.clone(), other.clone()))
    }

    /// `-self`, with a literal's sign changed in place.
    #[must_use]
    pub fn negated(&self) -> Self {
        match self.node() {
            Node::Int(value) if *value != i64::MIN => Expr::int(-value),
            Node::Real(real) => Expr::real(-real.value(), real.ty),
            Node::Product(factors) => match factors.split_first() {
                Some((first, rest)) if matches!(first.node(), Node::Int(_) | Node::Real(_)) => {
                    let first = first.negated();
                    let rest = rest.iter().cloned();
                    let unit = first == Expr::int(1);
                    Expr::product(if unit {
                        rest.collect()
                    } else {
                        [first].into_iter().chain(rest).collect()
                    })
                }
                _ => Expr::product([Expr::int(-1)].into_iter().chain(factors.iter().cloned()).collect()),
            },
            _ => Expr::product(vec![Expr::int(-1), self.clone()]),
        }
    }

    /// What is to be subtracted instead of adding this, where this is a negative literal or a product that
    /// starts with one.
    #[must_use]
    pub fn subtracted(&self) -> Option<Self> {
        let leading = match self.node() {
            Node::Product(factors) => factors.first()?,
            _ => self,
        };
        let is_negative = match leading.node() {
            Node::Int(value) => *value < 0 && *value != i64::MIN,
            Node::Real(real) => real.value().is_sign_negative(),
            _ => false,
        };
        is_negative.then(|| self.negated())
    }

    /// Conjunction: `true` for none, the operand itself for one; nested conjunctions are spliced.
    pub fn all(operands: Vec<Expr>) -> Self {
        let mut flat = Vec::new();
        for operand in operands {
            match operand.node() {
                Node::And(inner) => flat.extend(inner.iter().cloned()),
                Node::Bool(true) => {}
                _ => flat.push(operand),
            }
        }
        match flat.len() {
            0 => Expr::bool(true),
            1 => flat.swap_remove(0),
            _ => Expr::new(Node::And(flat)),
        }
    }

    /// Disjunction: `false` for none, the operand itself for one.
    pub fn any(mut operands: Vec<Expr>) -> Self {
        match operands.len() {
            0 => Expr::bool(false),
            1 => operands.swap_remove(0),
            _ => Expr::new(Node::Or(operands)),
        }
    }

    /// The parts of a condition that hold together.
    pub fn conjuncts(&self) -> Vec<&Self> {
        match self.node() {
            Node::And(operands) => operands.iter().flat_map(Expr::conjuncts).collect(),
            _ => vec![self],
        }
    }

    /// Logical negation; comparisons stay as they are, since a negated comparison differs on NaN.
    #[must_use]
    pub fn logical_not(&self) -> Self {
        match self.node() {
            Node::Not(inner) => inner.clone(),
            Node::Bool(value) => Expr::bool(!value),
            _ => Expr::new(Node::Not(self.clone())),
        }
    }

    /// The literal's value, if it is an integer literal.
    pub fn as_int(&self) -> Option<i64> {
        if let Node::Int(value) = self.node() { Some(*value) } else { None }
    }

    /// The name, if it is a bare variable.
    pub fn as_var(&self) -> Option<&Name> {
        if let Node::Var(name) = self.node() { Some(name) } else { None }
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Expr::int(value)
    }
}

impl From<&Name> for Expr {
    fn from(name: &Name) -> Self {
        Expr::var(name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_in_first_place_is_spliced_and_no_other() {
        let [a, b, c] = ["a", "b", "c"].map(Expr::var);
        let left = a.plus(&b).plus(&c);
        assert_eq!(left, Expr::sum(vec![a.clone(), b.clone(), c.clone()]));
        let right = a.plus(&b.plus(&c));
        assert_ne!(left, right);
    }

    #[test]
    fn negation_is_its_own_inverse() {
        let x = Expr::var("x");
        for e in
            [x.clone(), Expr::int(3), x.times(&Expr::var("y")), Expr::int(2).times(&x), Expr::real(1.5, None)]
        {
            assert_eq!(e.negated().negated(), e);
        }
        assert_eq!(Expr::int(i64::MIN).negated().negated(), Expr::int(i64::MIN));
    }
}
