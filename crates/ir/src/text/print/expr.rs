//! Expressions, with no more parentheses than their meaning needs.

use super::Commas;
use super::statement::Binding;
use crate::{Comparison, Expr, Name, Node, Real, ReductionOp, Scalar};
use poly::Aff;
use std::fmt::{self, Display, Formatter};

/// How tight an expression's outermost operator binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

fn level(expr: &Expr) -> Level {
    match expr.node() {
        Node::Int(value) if *value < 0 => Level::Sign,
        Node::Real(real) if real.value().is_sign_negative() => Level::Sign,
        Node::Or(_) => Level::Or,
        Node::And(_) => Level::And,
        Node::Not(_) => Level::Not,
        Node::Compare(..) => Level::Compare,
        Node::Sum(_) => Level::Sum,
        Node::Product(_) | Node::Quotient(..) | Node::FloorDiv(..) | Node::Mod(..) => Level::Product,
        Node::Power(..) => Level::Power,
        Node::Int(_)
        | Node::Real(_)
        | Node::Bool(_)
        | Node::Var(_)
        | Node::Load { .. }
        | Node::Select(..)
        | Node::Cast(..)
        | Node::Call { .. }
        | Node::Rule { .. }
        | Node::Reduce { .. } => Level::Atom,
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.node() {
            Node::Int(value) => value.fmt(f),
            Node::Real(real) => real.fmt(f),
            Node::Bool(value) => value.fmt(f),
            Node::Var(name) => name.fmt(f),
            Node::Load { array, index } => write!(f, "{array}[{}]", Commas(index.as_slice())),
            Node::Sum(terms) => sum(f, terms),
            Node::Product(factors) => product(f, self, factors),
            Node::Quotient(a, b) => tight(f, a, "/", b),
            Node::FloorDiv(a, b) => binary(f, a, " // ", b),
            Node::Mod(a, b) => binary(f, a, " % ", b),
            Node::Power(base, exponent) => {
                operand(f, base, Level::Atom)?;
                f.write_str("**")?;
                operand(f, exponent, Level::Sign)
            }
            Node::Compare(op, a, b) => compare(f, *op, a, b),
            Node::And(operands) => junction(f, operands, " and ", Level::Not),
            Node::Or(operands) => junction(f, operands, " or ", Level::And),
            Node::Not(inner) => {
                f.write_str("not ")?;
                operand(f, inner, Level::Not)
            }
            Node::Select(condition, a, b) => write!(f, "if({condition}, {a}, {b})"),
            Node::Cast(ty, inner) => write!(f, "cast({ty}, {inner})"),
            Node::Call { function, args } => write!(f, "{function}({})", Commas(args.as_slice())),
            Node::Rule { name, tag: None, args } => write!(f, "{name}({})", Commas(args.as_slice())),
            Node::Rule { name, tag: Some(tag), args } => {
                write!(f, "{name}${tag}({})", Commas(args.as_slice()))
            }
            Node::Reduce { op, inames, over, body } => reduction(f, op, inames, over.as_deref(), body),
        }
    }
}

fn operand(f: &mut Formatter<'_>, expr: &Expr, least: Level) -> fmt::Result {
    if level(expr) < least { write!(f, "({expr})") } else { expr.fmt(f) }
}

fn junction(f: &mut Formatter<'_>, operands: &[Expr], word: &str, least: Level) -> fmt::Result {
    for (at, one) in operands.iter().enumerate() {
        if at > 0 {
            f.write_str(word)?;
        }
        operand(f, one, least)?;
    }
    Ok(())
}

fn compare(f: &mut Formatter<'_>, op: Comparison, a: &Expr, b: &Expr) -> fmt::Result {
    operand(f, a, Level::Sum)?;
    write!(f, " {} ", op.symbol())?;
    operand(f, b, Level::Sum)
}

fn sum(f: &mut Formatter<'_>, terms: &[Expr]) -> fmt::Result {
    for (at, term) in terms.iter().enumerate() {
        match subtracted(term).filter(|_| at > 0) {
            Some(positive) => {
                f.write_str(" - ")?;
                operand(f, &positive, Level::Product)?;
            }
            None => {
                f.write_str(if at > 0 { " + " } else { "" })?;
                operand(f, term, Level::Product)?;
            }
        }
    }
    Ok(())
}

/// The expression whose subtraction reads back as adding this negative one.
fn subtracted(term: &Expr) -> Option<Expr> {
    term.subtracted().filter(|positive| positive.negated() == *term)
}

fn product(f: &mut Formatter<'_>, whole: &Expr, factors: &[Expr]) -> fmt::Result {
    if let Some((first, rest)) = factors.split_first() {
        // `-x*y` reads back as the product of -1, x and y, unless x would take the sign itself.
        let signed = *first == Expr::int(-1) && Expr::product(rest.to_vec()).negated() == *whole;
        if signed {
            f.write_str("-")?;
            return chain(f, rest, Level::Power);
        }
    }
    let first_is_tight = !matches!(
        factors.first().map(Expr::node),
        Some(Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..))
    );
    chain(f, factors, if first_is_tight { Level::Product } else { Level::Sign })
}

fn chain(f: &mut Formatter<'_>, factors: &[Expr], first_level: Level) -> fmt::Result {
    for (at, factor) in factors.iter().enumerate() {
        if at > 0 {
            f.write_str("*")?;
        }
        operand(f, factor, if at > 0 { Level::Power } else { first_level })?;
    }
    Ok(())
}

/// `a/b`, where an `a` that is set in spaces would look as if it bound less tight.
fn tight(f: &mut Formatter<'_>, a: &Expr, operator: &str, b: &Expr) -> fmt::Result {
    let spaced = matches!(a.node(), Node::FloorDiv(..) | Node::Mod(..));
    operand(f, a, if spaced { Level::Sign } else { Level::Product })?;
    f.write_str(operator)?;
    operand(f, b, Level::Power)
}

fn binary(f: &mut Formatter<'_>, a: &Expr, operator: &str, b: &Expr) -> fmt::Result {
    operand(f, a, Level::Product)?;
    f.write_str(operator)?;
    operand(f, b, Level::Power)
}

fn reduction(
    f: &mut Formatter<'_>,
    op: &ReductionOp,
    inames: &[Name],
    over: Option<&[(Name, Aff)]>,
    body: &Expr,
) -> fmt::Result {
    // `max(a, b)` and `min(a, b)` are functions.
    match op {
        ReductionOp::Max | ReductionOp::Min | ReductionOp::Declared(_) => write!(f, "reduce({op}, ")?,
        ReductionOp::Sum | ReductionOp::Product | ReductionOp::Any | ReductionOp::All => write!(f, "{op}(")?,
    }
    match inames {
        [single] => write!(f, "{single}, {body}")?,
        several => write!(f, "({}), {body}", Commas(several))?,
    }
    if over.is_some_and(<[_]>::is_empty) {
        f.write_str(", ()")?;
    }
    for (iname, value) in over.unwrap_or_default() {
        write!(f, ", {}", Binding(iname, value))?;
    }
    f.write_str(")")
}

impl Display for Real {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if value.is_infinite() {
            // A literal too large for the type is read as infinity.
            f.write_str(if value < 0.0 { "-1e999" } else { "1e999" })?;
        } else {
            write!(f, "{value:?}")?;
        }
        f.write_str(match self.ty {
            Some(Scalar::F32) => "f",
            Some(Scalar::F64) => "d",
            _ => "",
        })
    }
}
