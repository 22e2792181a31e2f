//! Subscripts and bounds: sums that are affine in what they mention, however complex that is.

use ir::affine::{from_aff, to_aff};
use ir::{Expr, Node, Scalar, walk};
use poly::{Aff, Name, Term};

/// How many products an expression may be the sum of.
const MAX_TERMS: usize = 32;

/// The expression with its affine sums collected: `(i + 1) - 1` is `i`, `(idx[i] + 1) - 1` is `idx[i]`.
/// `is_integer` tells integer variables from others, which stand in conversions alone.
pub fn simplify(expr: &Expr, is_integer: &dyn Fn(&Name) -> bool) -> Expr {
    let mut atoms = Vec::new();
    match collect(expr, is_integer, &mut atoms) {
        Some(aff) => {
            let named =
                |name: &Name| atoms.iter().find(|(atom, _)| atom == name).map(|(_, expr)| expr.clone());
            walk::substitute(&from_aff(&aff), &named)
        }
        None => expr.clone(),
    }
}

/// The affine form over variables and named atoms.
fn collect(expr: &Expr, is_integer: &dyn Fn(&Name) -> bool, atoms: &mut Vec<(Name, Expr)>) -> Option<Aff> {
    match expr.node() {
        Node::Sum(terms) => {
            terms.iter().try_fold(Aff::constant(0), |sum, term| sum.add(&collect(term, is_integer, atoms)?))
        }
        Node::Product(factors) => {
            let (constants, others): (Vec<_>, Vec<_>) =
                factors.iter().partition(|factor| factor.as_int().is_some());
            let [only] = others.as_slice() else { return to_aff(expr).or_else(|| Some(atom(expr, atoms))) };
            let factor = constants.iter().try_fold(1_i64, |product, f| product.checked_mul(f.as_int()?))?;
            collect(only, is_integer, atoms)?.scale(factor)
        }
        // Index arithmetic is exact: a conversion to a longer integer means nothing there.
        Node::Cast(Scalar::I64, inner)
            if to_aff(inner).is_some_and(|aff| aff.names().iter().all(is_integer)) =>
        {
            collect(inner, is_integer, atoms)
        }
        _ => to_aff(expr).or_else(|| Some(atom(expr, atoms))),
    }
}

/// The dimension that stands for an expression that is not affine.
fn atom(expr: &Expr, atoms: &mut Vec<(Name, Expr)>) -> Aff {
    let known = atoms.iter().find(|(_, other)| other == expr).map(|(name, _)| name.clone());
    let name = known.unwrap_or_else(|| {
        // No Fortran name has such a character, and it sorts after all letters.
        let name = Name::new(format!("~{:03}", atoms.len()));
        atoms.push((name.clone(), expr.clone()));
        name
    });
    Aff::dim(&name)
}

/// Whether an integer expression is never negative; inames are not.
pub fn is_nonnegative(expr: &Expr, inames: &[Name]) -> bool {
    let are_nonnegative = |operands: &[Expr]| operands.iter().all(|operand| is_nonnegative(operand, inames));
    if to_aff(expr).is_some_and(|aff| is_nonnegative_aff(&aff, inames)) {
        return true;
    }
    match expr.node() {
        Node::Sum(operands) | Node::Product(operands) => are_nonnegative(operands),
        Node::FloorDiv(a, b) => is_nonnegative(a, inames) && is_positive_constant(b),
        Node::Mod(_, b) => is_positive_constant(b),
        Node::Call { function, args } => match function.as_str() {
            "abs" => true,
            "max" => args.iter().any(|arg| is_nonnegative(arg, inames)),
            "min" => are_nonnegative(args),
            _ => false,
        },
        _ => false,
    }
}

fn is_positive_constant(expr: &Expr) -> bool {
    expr.as_int().is_some_and(|value| value > 0)
}

fn is_nonnegative_aff(aff: &Aff, inames: &[Name]) -> bool {
    let term = |(term, factor): &(Term, i64)| {
        *factor >= 0
            && match term {
                Term::Dim(name) => inames.contains(name),
                Term::Floor(inner, _) => is_nonnegative_aff(inner, inames),
            }
    };
    aff.constant_part() >= 0 && aff.terms().iter().all(term)
}

/// The bound with a truncating division of `e/c + k` made a flooring one, and a number of elements `max(0, e)
/// + k` made `e + k`, where all values below `least` mean the same: for negative `e` all of these give at
/// most `k`.
pub fn floor_above(expr: &Expr, least: i64) -> Expr {
    let (rest, number) = match expr.node() {
        Node::Sum(terms) => match terms.as_slice() {
            [rest, number] | [number, rest] if number.as_int().is_some() => (rest, number.as_int()),
            _ => return expr.clone(),
        },
        _ => (expr, Some(0)),
    };
    let Some(number) = number.filter(|number| *number < least) else { return expr.clone() };
    if let Some(length) = counted(rest) {
        let sum = simplify(&length.plus(&Expr::int(number)), &|_| true);
        return floor_above(&sum, least);
    }
    match rest.node() {
        Node::Call { function, args } if function == "div_trunc" => match args.as_slice() {
            [e, c] if is_positive_constant(c) => {
                Expr::new(Node::FloorDiv(e.clone(), c.clone())).plus(&Expr::int(number))
            }
            _ => expr.clone(),
        },
        _ => expr.clone(),
    }
}

/// How many elements an axis of that length has: none where its bounds are further apart than they need be
/// for that. The names are those of lengths that are never negative.
pub fn count(length: &Expr, lengths: &[Name]) -> Expr {
    match length.as_int() {
        Some(number) => Expr::int(number.max(0)),
        None if is_nonnegative(length, lengths) => length.clone(),
        None => Expr::call("max", vec![Expr::int(0), length.clone()]),
    }
}

/// The length that a number of elements is computed of.
pub fn counted(expr: &Expr) -> Option<&Expr> {
    match expr.node() {
        Node::Call { function, args } if function == "max" => match args.as_slice() {
            [zero, length] if zero.as_int() == Some(0) => Some(length),
            _ => None,
        },
        _ => None,
    }
}

/// The products that an expression is the sum of, each as a number and factors. Conversions to the longest
/// integer keep the value.
pub fn terms(expr: &Expr, is_integer: &dyn Fn(&Name) -> bool) -> Option<Vec<(i64, Vec<Expr>)>> {
    let of_integers = |expr: &Expr| {
        !walk::any(expr, &mut |part| match part.node() {
            Node::Var(name) | Node::Load { array: name, .. } => !is_integer(name),
            Node::Real(_) | Node::Quotient(..) => true,
            Node::Cast(ty, _) => !ty.is_integer(),
            _ => false,
        })
    };
    let all = match expr.node() {
        Node::Int(value) => vec![(*value, Vec::new())],
        Node::Cast(Scalar::I64, inner) if of_integers(inner) => terms(inner, is_integer)?,
        Node::Sum(parts) => {
            parts.iter().map(|part| terms(part, is_integer)).collect::<Option<Vec<_>>>()?.concat()
        }
        Node::Product(factors) => {
            let mut products = vec![(1_i64, Vec::new())];
            for factor in factors {
                let factor = terms(factor, is_integer)?;
                let mut next = Vec::new();
                for ((a, atoms), (b, others)) in
                    products.iter().flat_map(|p| factor.iter().map(move |f| (p, f)))
                {
                    next.push((a.checked_mul(*b)?, [atoms.as_slice(), others].concat()));
                }
                products = next;
                if products.len() > MAX_TERMS {
                    return None;
                }
            }
            products
        }
        _ => vec![(1, vec![expr.clone()])],
    };
    (all.len() <= MAX_TERMS).then_some(all)
}

/// The product of a number and factors.
pub fn product(factor: i64, atoms: &[Expr]) -> Expr {
    let whole = atoms.split_first().map(|(first, rest)| rest.iter().fold(first.clone(), |a, b| a.times(b)));
    match (whole, factor) {
        (None, factor) => Expr::int(factor),
        (Some(whole), 1) => whole,
        (Some(whole), factor) => Expr::int(factor).times(&whole),
    }
}

/// A sum as so many times a factor and a rest that does not contain it: `n*incx - 1` is `n` times `incx` and
/// -1.
pub fn multiple(expr: &Expr, of: &Expr, is_integer: &dyn Fn(&Name) -> bool) -> Option<(Expr, Expr)> {
    let (mut times, mut rest) = (Vec::new(), Vec::new());
    for (factor, mut atoms) in terms(expr, is_integer)? {
        match atoms.iter().position(|atom| atom == of) {
            Some(at) => {
                atoms.remove(at);
                times.push(product(factor, &atoms));
            }
            None => rest.push(product(factor, &atoms)),
        }
    }
    Some((Expr::sum(times), Expr::sum(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[&Expr]) -> Expr {
        Expr::sum(terms.iter().map(|term| (*term).clone()).collect())
    }

    fn tidy(expr: &Expr) -> Expr {
        simplify(expr, &|name| *name != "x")
    }

    #[test]
    fn offsets_cancel_around_anything() {
        let (i, one, minus) = (Expr::var("i"), Expr::int(1), Expr::int(-1));
        assert_eq!(tidy(&sum(&[&i, &one, &minus])), i);
        let load = Expr::load("idx", vec![i.clone()]);
        assert_eq!(tidy(&sum(&[&load, &one, &minus])), load);
        assert_eq!(tidy(&sum(&[&load, &load])), Expr::int(2).times(&load));
        let product = Expr::var("n").times(&i);
        assert_eq!(tidy(&sum(&[&product, &i, &minus])), sum(&[&i, &product, &minus]));
        assert_eq!(tidy(&Expr::cast(Scalar::I64, i.clone()).plus(&one)), i.plus(&one));
        let real = Expr::cast(Scalar::I64, Expr::var("x")).plus(&one);
        assert_eq!(tidy(&real), real, "a conversion of a real number stays");
    }

    #[test]
    fn signs() {
        let inames = [Name::from("i")];
        let (i, n) = (Expr::var("i"), Expr::var("n"));
        assert!(is_nonnegative(&i.plus(&Expr::int(1)), &inames));
        assert!(!is_nonnegative(&i.minus(&Expr::int(1)), &inames));
        assert!(!is_nonnegative(&n, &inames));
        assert!(!is_nonnegative(&i.negated(), &inames));
        assert!(is_nonnegative(&i.times(&i), &inames));
        assert!(is_nonnegative(&Expr::new(Node::Mod(n.clone(), Expr::int(4))), &inames));
        assert!(is_nonnegative(&Expr::call("max", vec![n, Expr::int(0)]), &inames));
    }

    #[test]
    fn a_truncating_bound_floors_where_it_may() {
        let half = Expr::call("div_trunc", vec![Expr::var("n"), Expr::int(2)]);
        let floor = Expr::new(Node::FloorDiv(Expr::var("n"), Expr::int(2)));
        assert_eq!(tidy(&floor_above(&half, 1)), floor);
        assert_eq!(floor_above(&half, 0), half, "`do i = 0, n/2` has an iteration for n = -1");
        assert_eq!(tidy(&floor_above(&half.minus(&Expr::int(1)), 0)), floor.minus(&Expr::int(1)));
        let negative = Expr::call("div_trunc", vec![Expr::var("n"), Expr::int(-2)]);
        assert_eq!(floor_above(&negative, 1), negative);
    }
}
