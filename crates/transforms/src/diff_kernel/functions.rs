//! Derivatives of the functions that every kernel has.

use super::simplify::{product, real_one, select, sum};
use ir::{Comparison, Expr, Node};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10};

/// The derivative of a function of one argument: factors, and what their product is divided by.
type Slope = (Vec<Expr>, Option<Expr>);

/// The derivative of a call, by the derivatives of its arguments; `None` where none is known.
pub(super) fn call(name: &str, args: &[Expr], changes: &[Option<Expr>]) -> Option<Option<Expr>> {
    match (args, changes) {
        ([_], [Some(change)]) if is_linear(name) => Some(Some(Expr::call(name, vec![change.clone()]))),
        ([x], [Some(change)]) => slope(name, x).map(|(mut factors, divisor)| {
            factors.push(change.clone());
            Some(quotient(product(factors), divisor))
        }),
        ([a, b], [da, db]) => of_two_arguments(name, a, b, da.as_ref(), db.as_ref()),
        ([a, b, _], [da, db, dc]) if name == "fma" => {
            let scaled = |factor: &Expr, change: &Option<Expr>| {
                change.as_ref().map(|change| product(vec![factor.clone(), change.clone()]))
            };
            Some(sum([scaled(b, da), scaled(a, db), dc.clone()]))
        }
        _ => None,
    }
}

/// Parts of complex numbers: they are those of the change as well.
fn is_linear(name: &str) -> bool {
    ["real", "imag", "conj"].contains(&name)
}

fn quotient(numerator: Expr, divisor: Option<Expr>) -> Expr {
    divisor.map_or_else(|| numerator.clone(), |divisor| numerator.divided_by(&divisor))
}

/// `x**2`
fn squared(x: &Expr) -> Expr {
    Expr::new(Node::Power(x.clone(), Expr::int(2)))
}

/// -1 where it is negative, else 1.
fn direction(x: &Expr) -> Expr {
    let at_least = Expr::new(Node::Compare(Comparison::GreaterEqual, x.clone(), Expr::int(0)));
    Expr::new(Node::Select(at_least, real_one(), real_one().negated()))
}

fn slope(name: &str, x: &Expr) -> Option<Slope> {
    let function = |name: &str| Expr::call(name, vec![x.clone()]);
    let root = |square: Expr| Expr::call("sqrt", vec![square]);
    let (x2, one, real) = (squared(x), Expr::int(1), |value: f64| Expr::real(value, None));
    let bell = || vec![real(FRAC_2_SQRT_PI), Expr::call("exp", vec![x2.negated()])];
    let minus = || Expr::int(-1);
    Some(match name {
        "abs" | "fabs" => (vec![direction(x)], None),
        "exp" | "expm1" => (vec![function("exp")], None),
        "exp2" => (vec![real(LN_2), function("exp2")], None),
        "log" => (vec![], Some(x.clone())),
        "log2" => (vec![], Some(product(vec![real(LN_2), x.clone()]))),
        "log10" => (vec![], Some(product(vec![real(LN_10), x.clone()]))),
        "log1p" => (vec![], Some(one.plus(x))),
        "sqrt" => (vec![], Some(product(vec![Expr::int(2), function("sqrt")]))),
        "cbrt" => (vec![], Some(product(vec![Expr::int(3), squared(&function("cbrt"))]))),
        "rsqrt" => (vec![real(-0.5), function("rsqrt")], Some(x.clone())),
        "sin" => (vec![function("cos")], None),
        "cos" => (vec![minus(), function("sin")], None),
        "tan" => (vec![one.plus(&squared(&function("tan")))], None),
        "asin" => (vec![], Some(root(one.minus(&x2)))),
        "acos" => (vec![minus()], Some(root(one.minus(&x2)))),
        "atan" => (vec![], Some(one.plus(&x2))),
        "sinh" => (vec![function("cosh")], None),
        "cosh" => (vec![function("sinh")], None),
        "tanh" => (vec![one.minus(&squared(&function("tanh")))], None),
        "asinh" => (vec![], Some(root(one.plus(&x2)))),
        "acosh" => (vec![], Some(root(x2.minus(&one)))),
        "atanh" => (vec![], Some(one.minus(&x2))),
        "erf" => (bell(), None),
        "erfc" => ([vec![minus()], bell()].concat(), None),
        _ => return None,
    })
}

/// The derivative of a function of two arguments.
fn of_two_arguments(
    name: &str,
    a: &Expr,
    b: &Expr,
    da: Option<&Expr>,
    db: Option<&Expr>,
) -> Option<Option<Expr>> {
    let scaled =
        |factor: Expr, change: Option<&Expr>| change.map(|change| product(vec![factor, change.clone()]));
    let first_where = |op| {
        let condition = Expr::new(Node::Compare(op, a.clone(), b.clone()));
        select(condition, da.cloned(), db.cloned())
    };
    Some(match name {
        "min" | "fmin" => first_where(Comparison::LessEqual),
        "max" | "fmax" => first_where(Comparison::GreaterEqual),
        "atan2" => sum([scaled(b.clone(), da), scaled(a.negated(), db)])
            .map(|turned| turned.divided_by(&squared(a).plus(&squared(b)))),
        "hypot" => sum([scaled(a.clone(), da), scaled(b.clone(), db)])
            .map(|length| length.divided_by(&Expr::call("hypot", vec![a.clone(), b.clone()]))),
        "sign" | "copysign" => {
            let sign = Expr::call(name, vec![real_one(), b.clone()]);
            scaled(product(vec![direction(a), sign]), da)
        }
        "fmod" | "rem_trunc" => remainder("trunc", a, b, da, db),
        _ => return None,
    })
}

/// The derivative of `a - round(a/b)*b`, where `round` is the function of that name.
pub(super) fn remainder(
    round: &str,
    a: &Expr,
    b: &Expr,
    da: Option<&Expr>,
    db: Option<&Expr>,
) -> Option<Expr> {
    let times = || Expr::call(round, vec![a.divided_by(b)]).negated();
    sum([da.cloned(), db.map(|db| product(vec![times(), db.clone()]))])
}
