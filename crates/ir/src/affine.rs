//! Between expressions and quasi-affine forms.

use crate::{Comparison, Expr, Node};
use poly::{Aff, Constraint, Term};

/// The quasi-affine form of an integer expression: sums, products with a constant, `//` and `%` by a positive
/// constant; `None` for anything else.
pub fn to_aff(expr: &Expr) -> Option<Aff> {
    match expr.node() {
        Node::Int(value) => Some(Aff::constant(*value)),
        Node::Var(name) => Some(Aff::dim(name)),
        Node::Sum(terms) => terms.iter().try_fold(Aff::constant(0), |sum, term| sum.add(&to_aff(term)?)),
        Node::Product(factors) => {
            factors.iter().try_fold(Aff::constant(1), |product, factor| multiply(&product, &to_aff(factor)?))
        }
        Node::FloorDiv(a, b) => to_aff(a)?.floor_div(positive(b)?),
        Node::Mod(a, b) => to_aff(a)?.modulo(positive(b)?),
        _ => None,
    }
}

fn multiply(a: &Aff, b: &Aff) -> Option<Aff> {
    match (a.as_constant(), b.as_constant()) {
        (Some(factor), _) => b.scale(factor),
        (_, Some(factor)) => a.scale(factor),
        (None, None) => None,
    }
}

fn positive(expr: &Expr) -> Option<i64> {
    to_aff(expr)?.as_constant().filter(|value| *value > 0)
}

/// The expression of a quasi-affine form; variables come first in name order, the constant last. What is left
/// of a floor by its multiples is written as a remainder: `i % 4`, not `i - 4*(i // 4)`.
pub fn from_aff(aff: &Aff) -> Expr {
    let (remainders, rest) = split_remainders(aff);
    let mut terms: Vec<(Expr, i64)> =
        rest.terms().iter().map(|(term, factor)| (from_term(term), *factor)).chain(remainders).collect();
    // A leading negative term reads badly: start with a positive one where there is one.
    if let Some(at) = terms.iter().position(|(_, factor)| *factor > 0) {
        terms.get_mut(..=at).into_iter().for_each(|front| front.rotate_right(1));
    }
    let negative = terms.iter().all(|(_, factor)| *factor < 0);
    let mut sum: Vec<Expr> = terms.iter().map(|(term, factor)| scaled(term, *factor)).collect();
    match rest.constant_part() {
        0 if !sum.is_empty() => {}
        constant if constant > 0 && negative => sum.insert(0, Expr::int(constant)),
        constant => sum.push(Expr::int(constant)),
    }
    Expr::sum(sum)
}

/// Takes remainders `inner - divisor*floor(inner/divisor)` and their factors out of a form, where that leaves
/// less.
fn split_remainders(aff: &Aff) -> (Vec<(Expr, i64)>, Aff) {
    let (mut found, mut rest) = (Vec::new(), aff.clone());
    for (term, coefficient) in aff.terms() {
        let Term::Floor(inner, divisor) = term else { continue };
        let Some(factor) = coefficient.checked_div(*divisor).and_then(i64::checked_neg) else { continue };
        let remainder =
            inner.modulo(*divisor).and_then(|remainder| rest.add_scaled(&remainder, factor.checked_neg()?));
        if let Some(less) = remainder.filter(|_| coefficient % divisor == 0)
            && less.terms().len() + inner.terms().len() < rest.terms().len()
        {
            found.push((Expr::new(Node::Mod(from_aff(inner), Expr::int(*divisor))), factor));
            rest = less;
        }
    }
    (found, rest)
}

fn from_term(term: &Term) -> Expr {
    match term {
        Term::Dim(name) => Expr::from(name),
        Term::Floor(inner, divisor) => Expr::new(Node::FloorDiv(from_aff(inner), Expr::int(*divisor))),
    }
}

fn scaled(expr: &Expr, factor: i64) -> Expr {
    match factor {
        1 => expr.clone(),
        -1 => expr.negated(),
        _ => Expr::int(factor).times(expr),
    }
}

/// The constraints that are together equivalent to a condition: comparisons of quasi-affine forms joined by
/// `and`; `None` for anything else.
pub fn to_constraints(condition: &Expr) -> Option<Vec<Constraint>> {
    match condition.node() {
        Node::Bool(true) => Some(Vec::new()),
        Node::And(operands) => operands.iter().try_fold(Vec::new(), |mut all, operand| {
            all.extend(to_constraints(operand)?);
            Some(all)
        }),
        Node::Not(inner) => match inner.node() {
            Node::Compare(op, a, b) => comparison(op.negated(), a, b),
            _ => None,
        },
        Node::Compare(op, a, b) => comparison(*op, a, b),
        _ => None,
    }
}

fn comparison(op: Comparison, a: &Expr, b: &Expr) -> Option<Vec<Constraint>> {
    let (a, b) = (to_aff(a)?, to_aff(b)?);
    let constraint = match op {
        Comparison::Less => Constraint::lt(&a, &b),
        Comparison::LessEqual => Constraint::le(&a, &b),
        Comparison::Greater => Constraint::gt(&a, &b),
        Comparison::GreaterEqual => Constraint::ge(&a, &b),
        Comparison::Equal => Constraint::eq(&a, &b),
        Comparison::NotEqual => return None,
    };
    constraint.map(|constraint| vec![constraint])
}

/// The condition of a constraint, with positive terms on the left where possible: `i + 16*o <= n - 1`.
pub fn from_constraint(constraint: &Constraint) -> Expr {
    if let Some(fixed) = fixed_remainder(constraint) {
        return fixed;
    }
    let mut left = Aff::constant(0);
    let mut right = Aff::constant(0);
    for (term, factor) in constraint.aff.terms() {
        let single = single(term, factor.unsigned_abs());
        let side = if *factor < 0 { &mut left } else { &mut right };
        *side = single.and_then(|single| side.add(&single)).unwrap_or_else(|| side.clone());
    }
    let constant = constraint.aff.constant_part();
    // aff >= 0 reads `left <= right + constant`; without a left side, `right >= -constant`.
    let op = match constraint.kind {
        poly::ConstraintKind::Equality => Comparison::Equal,
        poly::ConstraintKind::Inequality if left.terms().is_empty() => Comparison::GreaterEqual,
        poly::ConstraintKind::Inequality => Comparison::LessEqual,
    };
    let (a, b) = if left.terms().is_empty() {
        (right, Aff::constant(constant.saturating_neg()))
    } else {
        (left, right.offset(constant).unwrap_or(right))
    };
    Expr::new(Node::Compare(op, from_aff(&a), from_aff(&b)))
}

/// An equality that fixes a remainder, as `i % 4 == 1`.
fn fixed_remainder(constraint: &Constraint) -> Option<Expr> {
    let (remainders, rest) = split_remainders(&constraint.aff);
    let [(remainder, 1 | -1)] = remainders.as_slice() else { return None };
    let sign = remainders.first().map(|(_, factor)| *factor)?;
    let value = rest.as_constant()?.checked_mul(sign)?.checked_neg()?;
    let equal = constraint.kind == poly::ConstraintKind::Equality;
    equal.then(|| Expr::new(Node::Compare(Comparison::Equal, remainder.clone(), Expr::int(value))))
}

fn single(term: &Term, factor: u64) -> Option<Aff> {
    let factor = i64::try_from(factor).ok()?;
    match term {
        Term::Dim(name) => Aff::dim(name).scale(factor),
        Term::Floor(inner, divisor) => inner.floor_div(*divisor)?.scale(factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_written_as_such() {
        let i = Aff::dim(&"i".into());
        let [outer, inner] = [i.floor_div(4).unwrap(), i.modulo(4).unwrap()];
        let i4 = Expr::new(Node::Mod(Expr::var("i"), Expr::int(4)));
        assert_eq!(from_aff(&inner), i4);
        assert_eq!(from_aff(&inner.neg().unwrap().offset(3).unwrap()), Expr::int(3).minus(&i4));
        assert_eq!(from_aff(&outer.scale(4).unwrap().add(&inner).unwrap()), Expr::var("i"));
        let nested = outer.modulo(5).unwrap().add_scaled(&inner, 2).unwrap().offset(-7).unwrap();
        for aff in [nested, outer.scale(-4).unwrap(), inner.add_scaled(&i, 3).unwrap(), Aff::constant(0)] {
            assert_eq!(to_aff(&from_aff(&aff)), Some(aff));
        }
    }
}
