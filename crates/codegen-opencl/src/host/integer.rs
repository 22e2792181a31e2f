//! Integers in C, each operation in 64 bits.

use super::{DIALECT, Host, and, compare, ty, zero};
use crate::literal;
use crate::printed::{C, Precedence};
use crate::terms::negative;
use diag::Diagnostic;
use ir::{Comparison, Expr, Name, Node, Scalar};

/// A printed integer.
#[derive(Clone)]
pub(super) struct Integer {
    pub(super) printed: C,
    /// Whether C computes with it in 64 bits.
    is_wide: bool,
    literal: Option<i64>,
}

impl Integer {
    fn wide(printed: C) -> Self {
        Integer { printed, is_wide: true, literal: None }
    }

    fn literal(value: i64) -> Self {
        let is_wide = i32::try_from(value).is_err();
        let ty = if is_wide { Scalar::I64 } else { Scalar::I32 };
        let printed = C::literal(literal::integer(value, ty, DIALECT));
        Integer { printed, is_wide, literal: Some(value) }
    }

    pub(super) fn widened(&self) -> C {
        match self.literal {
            _ if self.is_wide => self.printed.clone(),
            Some(value) => C::literal(literal::integer(value, Scalar::I64, DIALECT)),
            None => self.printed.cast(ty(Scalar::I64)),
        }
    }

    /// An operation in 64 bits.
    fn combined(&self, other: &Integer, operation: impl FnOnce(&C, &C) -> C) -> Self {
        let first = if other.is_wide { self.printed.clone() } else { self.widened() };
        Integer::wide(operation(&first, &other.printed))
    }

    fn joined(operands: Vec<Integer>, operator: &str) -> Self {
        let is_wide = operands.get(1).is_none_or(|second| second.is_wide);
        let mut printed: Vec<C> = operands.iter().map(|operand| operand.printed.clone()).collect();
        if let (false, Some(first), Some(operand)) = (is_wide, printed.first_mut(), operands.first()) {
            *first = operand.widened();
        }
        match operands.as_slice() {
            [one] => one.clone(),
            _ => Integer::wide(C::join(&printed, operator, Precedence::Product)),
        }
    }

    fn chosen(condition: &C, a: &Integer, b: &Integer) -> Self {
        let printed = C::ternary(condition, &a.printed, &b.printed);
        Integer { printed, is_wide: a.is_wide || b.is_wide, literal: None }
    }
}

impl Host<'_> {
    /// An integer: every operation is done in 64 bits.
    pub(super) fn integer(&self, expr: &Expr) -> Result<Integer, Diagnostic> {
        let all = |operands: &[Expr]| {
            operands.iter().map(|operand| self.integer(operand)).collect::<Result<Vec<_>, Diagnostic>>()
        };
        match expr.node() {
            Node::Int(value) => Ok(Integer::literal(*value)),
            Node::Sum(terms) => self.integer_sum(terms),
            Node::Product(factors) => match factors.split_first() {
                Some((first, rest)) if first.as_int() == Some(-1) && !rest.is_empty() => {
                    let positive = self.integer(&Expr::product(rest.to_vec()))?.widened();
                    Ok(Integer::wide(positive.negated()))
                }
                _ => Ok(Integer::joined(all(factors)?, " * ")),
            },
            Node::FloorDiv(a, b) if self.has_helpers => Ok(called("lp_div", &all(&[a.clone(), b.clone()])?)),
            Node::Mod(a, b) if self.has_helpers => Ok(called("lp_mod", &all(&[a.clone(), b.clone()])?)),
            Node::FloorDiv(a, b) => Ok(floor(self.integer(a)?, self.integer(b)?, b.as_int(), true)),
            Node::Mod(a, b) => Ok(floor(self.integer(a)?, self.integer(b)?, b.as_int(), false)),
            Node::Select(condition, a, b) => {
                Ok(Integer::chosen(&self.condition(condition)?, &self.integer(a)?, &self.integer(b)?))
            }
            Node::Call { function, args } if self.has_helpers && matches!(&**function, "max" | "min") => {
                Ok(called(&format!("lp_{function}"), &all(args)?))
            }
            Node::Call { function, args } => integer_call(function, all(args)?),
            _ => {
                let own = self.type_of(expr)?.scalar();
                let printed = self.value(expr, own)?;
                Ok(match own {
                    Scalar::I64 => Integer::wide(printed),
                    Scalar::U32 | Scalar::U64 => Integer::wide(printed.cast(ty(Scalar::I64))),
                    _ => Integer { printed, is_wide: false, literal: None },
                })
            }
        }
    }

    /// A sum with negated terms printed as differences.
    fn integer_sum(&self, terms: &[Expr]) -> Result<Integer, Diagnostic> {
        let mut sum: Option<Integer> = None;
        for term in terms {
            sum = Some(match (sum, negative(term)) {
                (None, _) => self.integer(term)?,
                (Some(before), Some(positive)) => before.combined(&self.integer(&positive)?, C::minus),
                (Some(before), None) => before.combined(&self.integer(term)?, C::plus),
            });
        }
        Ok(sum.unwrap_or_else(|| Integer::literal(0)))
    }
}

/// A call of a helper, which takes integers of 64 bits.
fn called(helper: &str, operands: &[Integer]) -> Integer {
    let operands: Vec<String> = operands.iter().map(|operand| operand.printed.text.clone()).collect();
    Integer::wide(C::call(helper, &operands))
}

fn integer_call(function: &Name, args: Vec<Integer>) -> Result<Integer, Diagnostic> {
    match (&**function, args.as_slice()) {
        ("abs", [a]) => {
            let a = Integer::wide(a.widened());
            let negated = Integer::wide(a.printed.negated());
            Ok(Integer::chosen(&compare(Comparison::Less, &a.printed, &zero()), &negated, &a))
        }
        ("max", [a, b]) => {
            Ok(Integer::chosen(&compare(Comparison::GreaterEqual, &a.printed, &b.printed), a, b))
        }
        ("min", [a, b]) => Ok(Integer::chosen(&compare(Comparison::LessEqual, &a.printed, &b.printed), a, b)),
        ("div_trunc", _) => Ok(Integer::joined(args, " / ")),
        ("rem_trunc", _) => Ok(Integer::joined(args, " % ")),
        _ => {
            let message = format!("a host cannot compute `{function}`");
            Err(Diagnostic::error("lp::codegen::requirement", message))
        }
    }
}

/// The quotient rounded towards negative infinity, or the remainder that goes with it: C's own, and one less
/// or `b` more where the remainder has another sign than `b`.
fn floor(a: Integer, b: Integer, divisor: Option<i64>, is_quotient: bool) -> Integer {
    let remainder = Integer::joined(vec![a.clone(), b.clone()], " % ").printed;
    let own =
        if is_quotient { Integer::joined(vec![a, b.clone()], " / ").printed } else { remainder.clone() };
    let b = b.printed;
    let shifted = if is_quotient { own.minus(&C::literal("1".to_owned())) } else { own.plus(&b) };
    let below = compare(Comparison::Less, &remainder, &zero());
    let differs = match divisor {
        Some(1..) => below,
        _ => {
            let above = compare(Comparison::Greater, &remainder, &zero());
            let sides = [(below, Comparison::Greater), (above, Comparison::Less)];
            let sides = sides.map(|(side, op)| and(vec![side, compare(op, &b, &zero())]));
            C::connective(sides.to_vec(), " || ", Precedence::Or)
        }
    };
    Integer::wide(C::ternary(&differs, &shifted, &own))
}
