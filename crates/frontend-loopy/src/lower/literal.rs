//! Numbers.

use super::Lowering;
use diag::Span;
use ir::{Expr, Real, Scalar};

impl Lowering<'_> {
    /// `1`, `1.5`, `1e5`, with the suffix `f` or `d` of a type, or an imaginary number: `2j` of double
    /// precision, as complex numbers of Python are, or `2jf` of single precision.
    pub(super) fn number(&mut self, text: &str, span: Span) -> Option<Expr> {
        let (digits, suffix) = split_suffix(text);
        let ty = match suffix {
            "" => None,
            "f" | "jf" => Some(Scalar::F32),
            "d" | "j" => Some(Scalar::F64),
            _ => {
                let message = format!("a number cannot end in `{suffix}`");
                return self.fail("lp::loopy::number", message, span);
            }
        };
        if suffix.starts_with('j') {
            let imaginary = self.real(digits, ty, span)?;
            return Some(Expr::call("complex", vec![Expr::real(0.0, ty), imaginary]));
        }
        let is_integer = ty.is_none() && !digits.contains(['.', 'e', 'E']);
        if is_integer {
            return match digits.parse() {
                Ok(value) => Some(Expr::int(value)),
                Err(_) => self.fail("lp::loopy::number", "the integer does not fit in 64 bits", span),
            };
        }
        self.real(digits, ty, span)
    }

    /// A floating-point number of that type.
    fn real(&mut self, digits: &str, ty: Option<Scalar>, span: Span) -> Option<Expr> {
        match digits.parse::<f64>() {
            Ok(value) if value.is_finite() && !ty.is_some_and(|ty| Real::new(value, None).overflows(ty)) => {
                Some(Expr::real(value, ty))
            }
            _ => self.fail("lp::loopy::number", "the number is too large", span),
        }
    }
}

/// The digits, and the letters that follow them. An `e` belongs to the digits only before an exponent.
fn split_suffix(text: &str) -> (&str, &str) {
    let mut end = text.find(|c: char| c.is_ascii_alphabetic() || c == '_').unwrap_or(text.len());
    if let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix(['e', 'E'])) {
        let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            let after = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
            end = text.len() - after.len();
        }
    }
    text.split_at_checked(end).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        for (text, digits, suffix) in [
            ("1", "1", ""),
            ("1f", "1", "f"),
            ("1.5d", "1.5", "d"),
            ("1.e-3", "1.e-3", ""),
            ("2e5f", "2e5", "f"),
            ("2e", "2", "e"),
            ("3jf", "3", "jf"),
            (".5", ".5", ""),
        ] {
            assert_eq!(split_suffix(text), (digits, suffix), "{text}");
        }
    }
}
