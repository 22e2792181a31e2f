//! Sums and products that are written as a reader would write them.

use ir::typing::{self, Type};
use ir::{Comparison, Expr, Kernel, Node, Promotion};

/// The number one, a real one: what it meets gives it its precision.
pub(super) fn real_one() -> Expr {
    Expr::real(1.0, None)
}

/// The number zero.
pub(super) fn zero() -> Expr {
    Expr::real(0.0, None)
}

/// `a == b`
pub(super) fn equal(a: Expr, b: Expr) -> Expr {
    Expr::new(Node::Compare(Comparison::Equal, a, b))
}

/// The product of all factors, done in the type of the expression whose derivative it is part of: a factor
/// that is one may have given the operations that type. Then a one of that type stays in front.
pub(super) fn product_in_type_of(kernel: &Kernel, whole: &Expr, factors: Vec<Expr>) -> Expr {
    let short = product(factors);
    let Ok(own) = typing::type_of(kernel, whole) else { return short };
    // Literals adapt.
    let is_other = |ty| matches!(ty, Type::Of(scalar) if scalar != own.scalar());
    let is_own = |expr: &Expr| !typing::type_of(kernel, expr).is_ok_and(is_other);
    let keeps_type = match kernel.promotion {
        Promotion::Common => is_own(&short),
        // The type of each operation is that of the operands up to it.
        Promotion::Pairwise => factors_of(&short).iter().all(|one| number(one).is_some() || is_own(one)),
    };
    if keeps_type {
        return short;
    }
    let one = Expr::real(1.0, Some(own.scalar()));
    Expr::product([one].into_iter().chain(factors_of(&short)).collect())
}

/// `a/b`, done in the type of the expression whose derivative it is.
pub(super) fn quotient_in_type_of(kernel: &Kernel, whole: &Expr, a: Expr, b: &Expr) -> Expr {
    let short = a.divided_by(b);
    match (typing::type_of(kernel, whole), typing::type_of(kernel, &short)) {
        (Ok(own), Ok(Type::Of(ty))) if own.scalar() != ty => {
            Expr::product(vec![Expr::real(1.0, Some(own.scalar())), a]).divided_by(b)
        }
        _ => short,
    }
}

/// The product of all factors: ones are left out, numbers stand in front, and one sign is left.
pub(super) fn product(factors: Vec<Expr>) -> Expr {
    let (mut numbers, mut others) = (Vec::new(), Vec::new());
    let mut is_negative = false;
    for factor in factors.iter().flat_map(factors_of) {
        match number(&factor) {
            Some(value) => {
                is_negative ^= value.is_sign_negative();
                let positive = if value.is_sign_negative() { factor.negated() } else { factor };
                numbers.extend(Some(positive).filter(|_| value.abs() != 1.0));
            }
            None => others.push(factor),
        }
    }
    numbers.append(&mut others);
    let product = if numbers.is_empty() { real_one() } else { Expr::product(numbers) };
    if is_negative { product.negated() } else { product }
}

fn factors_of(expr: &Expr) -> Vec<Expr> {
    match expr.node() {
        Node::Product(factors) => factors.iter().flat_map(factors_of).collect(),
        _ => vec![expr.clone()],
    }
}

/// The value of a literal whose type is that of what it meets. Others stay where they are.
fn number(expr: &Expr) -> Option<f64> {
    match expr.node() {
        Node::Int(value) => i32::try_from(*value).ok().map(f64::from),
        Node::Real(real) if real.ty.is_none() => Some(real.value()),
        _ => None,
    }
}

/// The sum of the terms that are not zero; `None` where all are.
pub(super) fn sum(terms: impl IntoIterator<Item = Option<Expr>>) -> Option<Expr> {
    let terms: Vec<Expr> = terms.into_iter().flatten().collect();
    (!terms.is_empty()).then(|| Expr::sum(terms))
}

/// `if(condition, a, b)`, where what is left out is zero; `None` where both are.
pub(super) fn select(condition: Expr, a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    if a.is_none() && b.is_none() {
        return None;
    }
    let or_zero = |value: Option<Expr>| value.unwrap_or_else(zero);
    Some(Expr::new(Node::Select(condition, or_zero(a), or_zero(b))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_have_one_sign_and_no_ones() {
        let x = || Expr::var("x");
        let text = |factors: Vec<Expr>| product(factors).to_string();
        assert_eq!(text(vec![x(), real_one()]), "x");
        assert_eq!(text(vec![x(), real_one().negated()]), "-x");
        assert_eq!(text(vec![x().negated(), x().negated()]), "x*x");
        assert_eq!(text(vec![x(), Expr::int(-2), Expr::var("y").times(&x())]), "-2*x*y*x");
        assert_eq!(product(vec![]), real_one());
    }
}
