//! Numbers.

use super::symbols::Meaning;
use super::{CONSTANT, Resolver, TYPE};
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::token::Number;
use ir::{Node, Scalar};

/// The least number above zero of single precision, 2^-149.
const LEAST_SINGLE: f64 = 1.401_298_464_324_817e-45;

/// That of double precision, 2^-1074, times 10^300.
const LEAST_DOUBLE: f64 = 4.940_656_458_412_465e-24;

impl Resolver<'_> {
    /// The value of a number as written, of the kind that its exponent or suffix says.
    pub(super) fn number(&mut self, number: &Number, span: Span) -> Option<Typed> {
        let kind = match &number.kind {
            Some(kind) => Some(self.kind(kind, number.real, span)?),
            None => None,
        };
        if number.real { self.real(number, kind, span) } else { self.integer(number, kind, span) }
    }

    fn integer(&mut self, number: &Number, kind: Option<i64>, span: Span) -> Option<Typed> {
        let ty = match kind {
            None => self.world.defaults.integer,
            Some(4) => Scalar::I32,
            Some(8) => Scalar::I64,
            Some(2) => Scalar::I16,
            Some(1) => Scalar::I8,
            Some(kind) => return self.error(TYPE, format!("there is no integer of kind {kind}"), span),
        };
        let Ok(value) = number.digits.parse::<i64>() else {
            return self.error(CONSTANT, format!("`{}` does not fit into an integer", number.digits), span);
        };
        match arith::in_range(value, ty) {
            Ok(value) => Some(value),
            Err(message) => {
                let error = diag::Diagnostic::error(CONSTANT, message).at(span, "");
                let help = (kind.is_none()).then(|| format!("write `{value}_8`"));
                self.report(diag::Diagnostic { help, ..error })
            }
        }
    }

    fn real(&mut self, number: &Number, kind: Option<i64>, span: Span) -> Option<Typed> {
        let is_double = number.digits.contains('d');
        let ty = match kind {
            Some(_) if is_double => {
                return self.error(TYPE, "an exponent with `d` leaves no room for a kind", span);
            }
            None if is_double => Scalar::F64,
            None => self.world.defaults.real,
            Some(4) => Scalar::F32,
            Some(8) => Scalar::F64,
            Some(kind) => return self.error(TYPE, format!("there is no real of kind {kind}"), span),
        };
        let digits = number.digits.replace('d', "e");
        let digits = if is_below_least(&digits, ty) { "0.0" } else { &digits };
        let literal = arith::real_literal(digits, ty);
        match literal.node() {
            Node::Real(real)
                if real.value().is_finite()
                    && (ty == Scalar::F64 || crate::elementary::to_single(real.value()).is_finite()) =>
            {
                Some(Typed::new(literal, ty))
            }
            _ => self.error(
                CONSTANT,
                format!("`{}` is too large for {}", number.digits, arith::describe(ty)),
                span,
            ),
        }
    }

    /// The value of a kind after an underscore: digits or a named constant.
    fn kind(&mut self, kind: &str, is_float: bool, span: Span) -> Option<i64> {
        if let Ok(value) = kind.parse() {
            return Some(value);
        }
        let name = fortran_syntax::ast::name(kind);
        if let Some(bytes) = self.assumed_kind(&name, is_float, span) {
            return Some(bytes);
        }
        match self.meaning(&name) {
            Some(Meaning::Constant(value)) if value.as_int().is_some() => value.as_int(),
            Some(Meaning::Broken) => self.broken(&name, span),
            _ => self.error(TYPE, format!("kind `{kind}` is not an integer constant"), span),
        }
    }
}

/// Whether a number is less than all that a type can tell from zero, which gfortran takes for zero.
fn is_below_least(digits: &str, ty: Scalar) -> bool {
    if ty == Scalar::F32 {
        return digits.parse::<f64>().is_ok_and(|value| value > 0.0 && value < LEAST_SINGLE);
    }
    let is_least = digits.parse::<f64>().is_ok_and(|value| value.to_bits() == 1);
    // Three hundred powers of ten higher it is told from its neighbours.
    let (digits, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let raised =
        exponent.parse::<i64>().ok().map(|exponent| format!("{digits}e{}", exponent.saturating_add(300)));
    let value = raised.and_then(|raised| raised.parse::<f64>().ok());
    is_least && value.is_some_and(|value| value < LEAST_DOUBLE)
}
