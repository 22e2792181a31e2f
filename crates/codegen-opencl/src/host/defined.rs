//! When a condition has a value: nothing is divided by zero, and a real number that becomes an integer fits
//! it.

use super::{Host, and, compare, ty, zero};
use crate::printed::{C, Precedence};
use diag::Diagnostic;
use ir::{Comparison, Expr, Node, Scalar, exact, walk};

impl Host<'_> {
    /// When an expression has a value; `None` where it always has.
    pub(super) fn defined(&self, expr: &Expr) -> Result<Option<C>, Diagnostic> {
        let joined = |parts: Vec<C>| (!parts.is_empty()).then(|| and(parts));
        match expr.node() {
            Node::And(operands) => self.defined_in_order(operands, false),
            Node::Or(operands) => self.defined_in_order(operands, true),
            Node::Select(condition, a, b) => {
                let mut parts: Vec<C> = self.defined(condition)?.into_iter().collect();
                let branches = [self.defined(a)?, self.defined(b)?];
                if branches.iter().any(Option::is_some) {
                    let [a, b] = branches.map(|part| part.unwrap_or_else(|| C::literal("true".to_owned())));
                    parts.push(C::primary(format!(
                        "({})",
                        C::ternary(&self.condition(condition)?, &a, &b).text
                    )));
                }
                Ok(joined(parts))
            }
            _ => {
                let mut parts = Vec::new();
                for operand in walk::children(expr) {
                    parts.extend(self.defined(operand)?);
                }
                parts.extend(self.own_condition(expr)?);
                Ok(joined(parts))
            }
        }
    }

    /// Operands behind one that decides are not evaluated.
    fn defined_in_order(&self, operands: &[Expr], deciding: bool) -> Result<Option<C>, Diagnostic> {
        let mut defined: Option<C> = None;
        for operand in operands.iter().rev() {
            let own = self.defined(operand)?;
            if let Some(rest) = defined.take() {
                let printed = self.condition(operand)?;
                let skips = if deciding { printed } else { printed.not() };
                defined = Some(C::primary(format!(
                    "({})",
                    C::connective(vec![skips, rest], " || ", Precedence::Or).text
                )));
            }
            defined = match (own, defined) {
                (Some(own), Some(rest)) => Some(and(vec![own, rest])),
                (own, rest) => own.or(rest),
            };
        }
        Ok(defined)
    }

    /// What an operation needs of its operands.
    fn own_condition(&self, expr: &Expr) -> Result<Option<C>, Diagnostic> {
        let divisor = match expr.node() {
            Node::FloorDiv(_, b) | Node::Mod(_, b) => Some(b),
            Node::Call { function, args } if matches!(&**function, "div_trunc" | "rem_trunc") => args.get(1),
            _ => None,
        };
        if let Some(divisor) = divisor {
            // Mixed signs have a real number's type, though the host computes them as integers.
            let is_integer =
                exact::is_index_arithmetic(self.kernel, expr) || !self.type_of(expr)?.scalar().is_inexact();
            let is_open = divisor.as_int().is_none_or(|value| value == 0);
            return if is_integer && is_open {
                Ok(Some(compare(Comparison::NotEqual, &self.integer(divisor)?.printed, &zero())))
            } else {
                Ok(None)
            };
        }
        match expr.node() {
            Node::Cast(ty, inner)
                if ty.is_integer()
                    && !exact::is_index_arithmetic(self.kernel, inner)
                    && self.type_of(inner)?.scalar().is_float() =>
            {
                let own = self.type_of(inner)?.scalar();
                let value = self.value(inner, own)?;
                Ok(ty.integer_range().map(|(low, high)| fits(&value, low, high)))
            }
            _ => Ok(None),
        }
    }
}

/// Whether a real number, without its fraction, lies in a range; one that is no number does not.
fn fits(value: &C, low: i128, high: i128) -> C {
    let bound = |value: i128| C::literal(format!("{value}.0"));
    let value = value.cast(ty(Scalar::F64));
    // The number below a bound of 64 bits is no double, nor is there one in between.
    let least = match low.checked_sub(1).filter(|below| below.abs() < 1 << 53) {
        Some(below) => compare(Comparison::Greater, &value, &bound(below)),
        None => compare(Comparison::GreaterEqual, &value, &bound(low)),
    };
    and(vec![least, compare(Comparison::Less, &value, &bound(high.saturating_add(1)))])
}
