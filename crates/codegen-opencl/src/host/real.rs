//! Floating-point numbers in C: what the interpreter computes, each operation rounded.

use super::{DIALECT, Host, and, compare, unprintable, zero};
use crate::printed::{C, Precedence};
use crate::terms::negative;
use diag::Diagnostic;
use ir::{Comparison, Expr, Node, Scalar};

impl Host<'_> {
    /// An operation on floating-point numbers.
    pub(super) fn real(&self, expr: &Expr, own: Scalar) -> Result<C, Diagnostic> {
        let value = |operand: &Expr| self.value(operand, own);
        match expr.node() {
            Node::Sum(terms) => self.sum(terms, &value),
            Node::Product(factors) => self.product(factors, &value),
            Node::Quotient(a, b) => Ok(C::join(&[value(a)?, value(b)?], " / ", Precedence::Product)),
            Node::FloorDiv(a, b) => Ok(real_floor(&value(a)?, &value(b)?, own, true)),
            Node::Mod(a, b) => Ok(real_floor(&value(a)?, &value(b)?, own, false)),
            Node::Call { function, args } => {
                let args = args.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                let name = match &**function {
                    "abs" => "fabs",
                    "max" => "fmax",
                    "min" => "fmin",
                    _ => return Err(unprintable(expr)),
                };
                Ok(math(name, own, &args))
            }
            _ => Err(unprintable(expr)),
        }
    }

    fn sum(&self, terms: &[Expr], print: &dyn Fn(&Expr) -> Result<C, Diagnostic>) -> Result<C, Diagnostic> {
        let mut sum: Option<C> = None;
        for term in terms {
            sum = Some(match (sum, negative(term)) {
                (None, _) => print(term)?,
                (Some(before), Some(positive)) => before.minus(&print(&positive)?),
                (Some(before), None) => before.plus(&print(term)?),
            });
        }
        Ok(sum.unwrap_or_else(zero))
    }

    fn product(
        &self,
        factors: &[Expr],
        print: &dyn Fn(&Expr) -> Result<C, Diagnostic>,
    ) -> Result<C, Diagnostic> {
        if let [first, rest @ ..] = factors
            && first.as_int() == Some(-1)
            && !rest.is_empty()
        {
            return Ok(self.product(rest, print)?.negated());
        }
        let factors = factors.iter().map(print).collect::<Result<Vec<_>, _>>()?;
        Ok(C::join(&factors, " * ", Precedence::Product))
    }
}

fn math(name: &str, ty: Scalar, args: &[C]) -> C {
    let args: Vec<String> = args.iter().map(|arg| arg.text.clone()).collect();
    C::call(&DIALECT.function(name, ty), &args)
}

/// The quotient rounded towards negative infinity, or the remainder that goes with it.
fn real_floor(a: &C, b: &C, ty: Scalar, is_quotient: bool) -> C {
    let remainder = math("fmod", ty, &[a.clone(), b.clone()]);
    let [below, divisor_below] = [&remainder, b].map(|side| compare(Comparison::Less, side, &zero()));
    let differs = C::join(
        &[C::primary(format!("({})", below.text)), C::primary(format!("({})", divisor_below.text))],
        " != ",
        Precedence::Equality,
    );
    if !is_quotient {
        let signed = math("copysign", ty, &[remainder.clone(), b.clone()]);
        let rest = C::ternary(&differs, &remainder.plus(b), &remainder);
        return C::ternary(
            &compare(Comparison::Equal, &remainder, &zero()),
            &signed,
            &C::primary(format!("({})", rest.text)),
        );
    }
    let exact = C::join(&[a.minus(&remainder), b.clone()], " / ", Precedence::Product);
    let rounded = math("round", ty, &[exact]);
    let shift = and(vec![compare(Comparison::NotEqual, &remainder, &zero()), differs]);
    let shifted = rounded.minus(&C::primary(format!("({})", shift.text)));
    let is_none = math("isnan", ty, std::slice::from_ref(&remainder));
    C::ternary(&is_none, &C::join(&[a.clone(), b.clone()], " / ", Precedence::Product), &shifted)
}
