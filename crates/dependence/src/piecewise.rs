//! Expressions and conditions with alternatives: `min`, `max`, `or`, `!=`.

use ir::{Comparison, Expr, Name, Node, affine};
use poly::{Aff, Constraint, ConstraintKind};

/// Alternatives, each a conjunction.
pub type Alternatives = Vec<Vec<Constraint>>;

/// Alternatives that one thing may have before it counts as unknown.
const MAX_PIECES: usize = 64;

/// Alternatives that a condition may list, one behind the other: these are not multiplied, and what guards a
/// domain of many pieces has one for each.
pub const MAX_LISTED: usize = 1024;

/// A quasi-affine value on each of several parts that together are everything.
pub fn value(expr: &Expr) -> Option<Vec<(Vec<Constraint>, Aff)>> {
    if let Some(aff) = affine::to_aff(expr) {
        return Some(vec![(Vec::new(), aff)]);
    }
    match expr.node() {
        Node::Call { function, args } if &**function == "min" || &**function == "max" => {
            let mut args = args.iter().map(value);
            let first = args.next()??;
            args.try_fold(first, |a, b| combine(&a, &b?, &|a, b| extreme(a, b, &**function == "min")))
        }
        Node::Sum(terms) => {
            let zero = vec![(Vec::new(), Aff::constant(0))];
            terms.iter().try_fold(zero, |sum, term| {
                combine(&sum, &value(term)?, &|a, b| Some(vec![(Vec::new(), a.add(b)?)]))
            })
        }
        Node::Product(factors) => {
            let one = vec![(Vec::new(), Aff::constant(1))];
            factors.iter().try_fold(one, |product, factor| combine(&product, &value(factor)?, &multiplied))
        }
        Node::FloorDiv(a, b) => {
            let divisor = affine::to_aff(b)?.as_constant()?;
            value(a)?.into_iter().map(|(when, aff)| Some((when, aff.floor_div(divisor)?))).collect()
        }
        _ => None,
    }
}

fn multiplied(a: &Aff, b: &Aff) -> Option<Vec<(Vec<Constraint>, Aff)>> {
    let product = match (a.as_constant(), b.as_constant()) {
        (Some(factor), _) => b.scale(factor),
        (_, Some(factor)) => a.scale(factor),
        (None, None) => None,
    };
    Some(vec![(Vec::new(), product?)])
}

fn extreme(a: &Aff, b: &Aff, least: bool) -> Option<Vec<(Vec<Constraint>, Aff)>> {
    let (low, high) = if least { (a, b) } else { (b, a) };
    Some(vec![(vec![Constraint::le(low, high)?], a.clone()), (vec![Constraint::gt(low, high)?], b.clone())])
}

/// A form and when it holds.
type Piece = (Vec<Constraint>, Aff);

type Pieces = [Piece];

fn combine(
    a: &Pieces,
    b: &Pieces,
    join: &dyn Fn(&Aff, &Aff) -> Option<Vec<Piece>>,
) -> Option<Vec<(Vec<Constraint>, Aff)>> {
    let mut found = Vec::new();
    for (when_a, a) in a {
        for (when_b, b) in b {
            for (when, aff) in join(a, b)? {
                found.push(([when_a.as_slice(), when_b, &when].concat(), aff));
            }
        }
    }
    (found.len() <= MAX_PIECES).then_some(found)
}

/// When a condition on integers holds, or when it does not, if all its names are fixed.
pub fn condition(expr: &Expr, holds: bool, fixed: &dyn Fn(&Name) -> bool) -> Option<Alternatives> {
    match expr.node() {
        Node::Bool(value) => Some(if *value == holds { vec![Vec::new()] } else { Vec::new() }),
        Node::Not(inner) => condition(inner, !holds, fixed),
        Node::And(operands) | Node::Or(operands) => {
            let parts = operands.iter().map(|operand| condition(operand, holds, fixed));
            let parts = parts.collect::<Option<Vec<_>>>()?;
            if matches!(expr.node(), Node::And(_)) == holds { all_hold(&parts) } else { one_holds(&parts) }
        }
        Node::Compare(op, a, b) => {
            if !ir::walk::names(a).iter().chain(&ir::walk::names(b)).all(fixed) {
                return None;
            }
            let op = if holds { *op } else { op.negated() };
            let mut alternatives = Vec::new();
            for (when_a, a) in value(a)? {
                for (when_b, b) in value(b)? {
                    let pieces = compared(op, &a, &b)?.into_iter();
                    alternatives.extend(pieces.map(|piece| [when_a.as_slice(), &when_b, &piece].concat()));
                }
            }
            (alternatives.len() <= MAX_PIECES).then_some(alternatives)
        }
        _ => None,
    }
}

/// What holds where all of these do.
pub fn all_hold(parts: &[Alternatives]) -> Option<Alternatives> {
    parts.iter().try_fold(vec![Vec::new()], |all, part| conjunction(&all, part))
}

/// What holds where one of these does.
pub fn one_holds(parts: &[Alternatives]) -> Option<Alternatives> {
    let all = parts.concat();
    let all = one_of_two(&all).map_or(all, |both| vec![both]);
    Some(all).filter(|all| all.len() <= MAX_LISTED)
}

/// One conjunction for two values, `x == 76 or x == 108`, as letters of both cases are asked about: sets stay
/// conjunctions.
fn one_of_two(alternatives: &Alternatives) -> Option<Vec<Constraint>> {
    let [first, second] = alternatives.as_slice() else { return None };
    let (
        [Constraint { kind: ConstraintKind::Equality, aff: a }],
        [Constraint { kind: ConstraintKind::Equality, aff: b }],
    ) = (first.as_slice(), second.as_slice())
    else {
        return None;
    };
    let distance = a.sub(b)?.as_constant()?;
    // Of `x - 76` and `x - 108` the first is 0 or 32.
    let (above, distance) = if distance > 0 { (a, distance) } else { (b, distance.checked_neg()?) };
    let [zero, most] = [0, distance].map(Aff::constant);
    let whole = above.modulo(distance)?;
    Some(vec![Constraint::ge(above, &zero)?, Constraint::le(above, &most)?, Constraint::eq(&whole, &zero)?])
}

fn conjunction(a: &Alternatives, b: &Alternatives) -> Option<Alternatives> {
    let all: Alternatives =
        a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b].concat())).collect();
    (all.len() <= MAX_PIECES).then_some(all)
}

fn compared(op: Comparison, a: &Aff, b: &Aff) -> Option<Alternatives> {
    Some(match op {
        Comparison::Less => vec![vec![Constraint::lt(a, b)?]],
        Comparison::LessEqual => vec![vec![Constraint::le(a, b)?]],
        Comparison::Greater => vec![vec![Constraint::gt(a, b)?]],
        Comparison::GreaterEqual => vec![vec![Constraint::ge(a, b)?]],
        Comparison::Equal => vec![vec![Constraint::eq(a, b)?]],
        Comparison::NotEqual => vec![vec![Constraint::lt(a, b)?], vec![Constraint::gt(a, b)?]],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use poly::Point;

    fn one_holds_at(alternatives: &Alternatives, point: &Point) -> bool {
        alternatives.iter().any(|all| all.iter().all(|constraint| constraint.holds(point).unwrap()))
    }

    #[test]
    fn conditions_and_their_negations_part_the_integers() {
        let (i, n) = (Expr::var("i"), Expr::var("n"));
        let compare = |op, a: &Expr, b: &Expr| Expr::new(Node::Compare(op, a.clone(), b.clone()));
        let unequal = compare(Comparison::NotEqual, &i, &n);
        let either = Expr::new(Node::Or(vec![
            compare(Comparison::Less, &i, &n),
            compare(Comparison::Equal, &i, &Expr::int(3)),
        ]));
        let all = Expr::new(Node::And(vec![unequal.clone(), Expr::new(Node::Not(either.clone()))]));
        let least = Expr::call("min", vec![Expr::int(3), n.clone()]);
        let below = compare(Comparison::LessEqual, &i, &least);
        type Truth = fn(i64, i64) -> bool;
        let equal = |a: &Expr, b: &Expr| compare(Comparison::Equal, a, b);
        let or = |a: Expr, b: Expr| Expr::new(Node::Or(vec![a, b]));
        let two = or(equal(&i, &Expr::int(4)), equal(&i, &Expr::int(1)));
        let apart = or(equal(&i, &n), equal(&i.plus(&Expr::int(2)), &n));
        let same = or(equal(&i, &n), equal(&n, &i));
        let other = or(equal(&i, &Expr::int(1)), equal(&n, &Expr::int(1)));
        let truth: [(&Expr, Truth); 8] = [
            (&two, |i, _| i == 1 || i == 4),
            (&apart, |i, n| i == n || i + 2 == n),
            (&same, |i, n| i == n),
            (&other, |i, n| i == 1 || n == 1),
            (&below, |i, n| i <= n.min(3)),
            (&unequal, |i, n| i != n),
            (&either, |i, n| i < n || i == 3),
            (&all, |i, n| i != n && !(i < n || i == 3)),
        ];
        for (expr, truth) in truth {
            for (x, y) in (-1..6).flat_map(|x| (-1..6).map(move |y| (x, y))) {
                let point = Point::from([("i".into(), x), ("n".into(), y)]);
                for holds in [true, false] {
                    let alternatives = condition(expr, holds, &|_| true).unwrap();
                    assert_eq!(
                        one_holds_at(&alternatives, &point),
                        truth(x, y) == holds,
                        "{expr:?} at {point:?}"
                    );
                }
            }
        }
        assert_eq!([&two, &apart].map(|expr| condition(expr, true, &|_| true).unwrap().len()), [1, 1]);
        assert!(condition(&unequal, true, &|name| *name == "i").is_none());
    }

    #[test]
    fn pieces_of_a_value_are_disjoint_and_agree_with_it() {
        let [i, n] = ["i", "n"].map(Expr::var);
        let least = Expr::call("min", vec![i.clone(), n.clone(), Expr::int(2)]);
        let expr = Expr::call("max", vec![least, Expr::int(-1)]).plus(&i);
        let pieces = value(&expr).unwrap();
        for (x, y) in (-3..5).flat_map(|x| (-3..5).map(move |y| (x, y))) {
            let point = Point::from([("i".into(), x), ("n".into(), y)]);
            let mut here = pieces.iter().filter(|(when, _)| when.iter().all(|c| c.holds(&point).unwrap()));
            let (_, aff) = here.next().unwrap();
            assert_eq!(aff.eval(&|name| point.get(name).copied()), Some(x.min(y).clamp(-1, 2) + x));
            assert!(here.next().is_none());
        }
    }
}
