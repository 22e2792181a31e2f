//! Values of constant expressions, computed as a Fortran compiler does when it translates them.

use crate::elementary::{self, to_single};
use ir::{Expr, Node, Scalar, walk};

/// A value and how it was computed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Constant {
    Integer(i64),
    Single(f32),
    Double(f64),
}

/// The literal of an expression of that type, or the expression where it is no constant or too large.
pub fn folded(expr: &Expr, ty: Scalar) -> Expr {
    match (value(expr), ty) {
        (Some(Constant::Integer(value)), _) if ty.is_integer() => Expr::int(value),
        (Some(Constant::Single(value)), Scalar::F32) if value.is_finite() => {
            Expr::real(f64::from(value), Some(ty))
        }
        (Some(Constant::Double(value)), Scalar::F64) if value.is_finite() => Expr::real(value, Some(ty)),
        _ => expr.clone(),
    }
}

fn value(expr: &Expr) -> Option<Constant> {
    use Constant::{Double, Integer, Single};
    match expr.node() {
        Node::Int(value) => Some(Integer(*value)),
        Node::Real(real) => Some(match real.ty {
            Some(Scalar::F32) => Single(to_single(real.value())),
            _ => Double(real.value()),
        }),
        Node::Sum(terms) => fold(terms, |a, b| a.checked_add(b), |a, b| a + b, |a, b| a + b),
        Node::Product(factors) => fold(factors, |a, b| a.checked_mul(b), |a, b| a * b, |a, b| a * b),
        Node::Quotient(a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            combine(a, b, |_, _| None, |a, b| a / b, |a, b| a / b)
        }
        Node::Cast(to, inner) => converted(value(inner)?, *to),
        Node::Power(base, exponent) => power(value(base)?, value(exponent)?),
        Node::Call { function, args } => match (function.as_str(), args.as_slice()) {
            ("ceil", [inner]) => rounded(value(inner)?, f32::ceil, f64::ceil),
            ("floor", [inner]) => rounded(value(inner)?, f32::floor, f64::floor),
            ("abs", [inner]) => match value(inner)? {
                Integer(value) => value.checked_abs().map(Integer),
                Single(value) => Some(Single(value.abs())),
                Double(value) => Some(Double(value.abs())),
            },
            // What is rounded correctly is the same wherever it is computed.
            ("sqrt", [inner]) => rounded(value(inner)?, f32::sqrt, f64::sqrt),
            ("trunc", [inner]) => rounded(value(inner)?, f32::trunc, f64::trunc),
            ("round", [inner]) => rounded(value(inner)?, f32::round, f64::round),
            ("nint", [inner]) => converted(rounded(value(inner)?, f32::round, f64::round)?, Scalar::I32),
            ("div_trunc", [a, b]) => integer(a)?.checked_div(integer(b)?).map(Integer),
            ("rem_trunc", [a, b]) => integer(a)?.checked_rem(integer(b)?).map(Integer),
            (function @ ("max" | "min"), all) => {
                let all = all.iter().map(integer).collect::<Option<Vec<i64>>>()?.into_iter();
                if function == "max" { all.max() } else { all.min() }.map(Integer)
            }
            (function, args) => {
                let args: Option<Vec<Constant>> = args.iter().map(value).collect();
                elementary_function(function, &args?)
            }
        },
        Node::Select(condition, a, b) => match top(condition).unwrap_or_else(|| condition.clone()).node() {
            Node::Bool(true) => value(a),
            Node::Bool(false) => value(b),
            _ => None,
        },
        _ => None,
    }
}

fn power(base: Constant, exponent: Constant) -> Option<Constant> {
    use Constant::{Double, Integer, Single};
    match (base, exponent) {
        // A power of two is exact however it is computed.
        (Single(2.0), Integer(power)) => Some(Single(2.0_f32.powi(i32::try_from(power).ok()?))),
        (Double(2.0), Integer(power)) => Some(Double(2.0_f64.powi(i32::try_from(power).ok()?))),
        (Integer(base), Integer(power)) => base.checked_pow(u32::try_from(power).ok()?).map(Integer),
        (Single(base), Integer(power)) => {
            elementary::single_power(base, i32::try_from(power).ok()?).map(Single)
        }
        (Double(base), Integer(power)) => {
            elementary::double_power(base, i32::try_from(power).ok()?).map(Double)
        }
        _ => elementary_function("pow", &[base, exponent]),
    }
}

/// A function of real numbers of one type.
fn elementary_function(function: &str, args: &[Constant]) -> Option<Constant> {
    let double = |arg: &Constant| if let Constant::Double(value) = arg { Some(*value) } else { None };
    let single = |arg: &Constant| if let Constant::Single(value) = arg { Some(*value) } else { None };
    if let Some(args) = args.iter().map(double).collect::<Option<Vec<f64>>>() {
        return elementary::double(function, &args).map(Constant::Double);
    }
    let args = args.iter().map(single).collect::<Option<Vec<f32>>>()?;
    elementary::single(function, &args).map(Constant::Single)
}

/// Of whole numbers alone: which zero or which of two that are none a real function gives is the compiler's
/// business.
fn integer(expr: &Expr) -> Option<i64> {
    match value(expr)? {
        Constant::Integer(value) => Some(value),
        Constant::Single(_) | Constant::Double(_) => None,
    }
}

fn rounded(of: Constant, short: fn(f32) -> f32, long: fn(f64) -> f64) -> Option<Constant> {
    Some(match of {
        Constant::Integer(_) => return None,
        Constant::Single(value) => Constant::Single(short(value)),
        Constant::Double(value) => Constant::Double(long(value)),
    })
}

fn fold(
    operands: &[Expr],
    integer: fn(i64, i64) -> Option<i64>,
    short: fn(f32, f32) -> f32,
    long: fn(f64, f64) -> f64,
) -> Option<Constant> {
    let (first, rest) = operands.split_first()?;
    rest.iter().try_fold(value(first)?, |sum, operand| combine(sum, value(operand)?, integer, short, long))
}

/// The result of an operation; an integer literal adapts to the other operand.
fn combine(
    a: Constant,
    b: Constant,
    integer: fn(i64, i64) -> Option<i64>,
    short: fn(f32, f32) -> f32,
    long: fn(f64, f64) -> f64,
) -> Option<Constant> {
    use Constant::{Double, Integer, Single};
    match (a, b) {
        (Integer(a), Integer(b)) => integer(a, b).map(Integer),
        (Integer(_), Single(_)) => combine(converted(a, Scalar::F32)?, b, integer, short, long),
        (Integer(_), Double(_)) => combine(converted(a, Scalar::F64)?, b, integer, short, long),
        (Single(_) | Double(_), Integer(_)) => {
            let ty = if matches!(a, Single(_)) { Scalar::F32 } else { Scalar::F64 };
            combine(a, converted(b, ty)?, integer, short, long)
        }
        (Single(a), Single(b)) => Some(Single(short(a, b))),
        (Double(a), Double(b)) => Some(Double(long(a, b))),
        // Conversions are written out, so that this is none of ours.
        (Single(_), Double(_)) | (Double(_), Single(_)) => None,
    }
}

/// The largest integer up to which all are exact in double precision.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn converted(constant: Constant, to: Scalar) -> Option<Constant> {
    use Constant::{Double, Integer, Single};
    let real = match constant {
        Integer(value) if to.is_integer() => return Some(Integer(value)),
        Integer(value) => value.to_string().parse().ok()?,
        Single(value) => f64::from(value),
        Double(value) => value,
    };
    match to {
        Scalar::F32 => Some(Single(to_single(real))),
        Scalar::F64 => Some(Double(real)),
        _ if to.is_integer() && real.abs() < EXACT => {
            format!("{:.0}", real.trunc()).parse().ok().map(Integer)
        }
        _ => None,
    }
}

/// A condition with its constant parts folded; the very same where nothing is to be folded.
pub fn condition(expr: &Expr) -> Expr {
    let expr = walk::map_children(expr, &mut condition);
    top(&expr).filter(|folded| *folded != expr).unwrap_or(expr)
}

/// What the outermost operation of an expression comes to, where that may be another expression.
fn top(expr: &Expr) -> Option<Expr> {
    let as_flag = |e: &Expr| if let Node::Bool(value) = e.node() { Some(*value) } else { None };
    Some(match expr.node() {
        Node::Compare(op, a, b) => match (value(a)?, value(b)?) {
            (Constant::Integer(a), Constant::Integer(b)) => Expr::bool(op.holds(&a, &b)),
            (Constant::Single(a), Constant::Single(b)) => Expr::bool(op.holds(&a, &b)),
            (Constant::Double(a), Constant::Double(b)) => Expr::bool(op.holds(&a, &b)),
            // An integer literal adapts to the other operand.
            (Constant::Integer(_), other) | (other, Constant::Integer(_)) => {
                let ty = if matches!(other, Constant::Single(_)) { Scalar::F32 } else { Scalar::F64 };
                let as_real = |e: &Expr| Expr::cast(ty, e.clone());
                let adapted = |e: &Expr| if e.as_int().is_some() { as_real(e) } else { e.clone() };
                return top(&Expr::new(Node::Compare(*op, adapted(a), adapted(b))));
            }
            _ => return None,
        },
        Node::Not(inner) => match as_flag(inner) {
            Some(value) => Expr::bool(!value),
            None => inner.logical_not(),
        },
        Node::And(operands) if operands.iter().any(|e| as_flag(e) == Some(false)) => Expr::bool(false),
        Node::And(operands) => Expr::all(operands.clone()),
        Node::Or(operands) if operands.iter().any(|e| as_flag(e) == Some(true)) => Expr::bool(true),
        Node::Or(operands) => {
            Expr::any(operands.iter().filter(|e| as_flag(e) != Some(false)).cloned().collect())
        }
        Node::Select(chosen, a, b) => (if as_flag(chosen)? { a } else { b }).clone(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Comparison;

    #[test]
    fn powers_of_two_and_rounding() {
        let half = Expr::real(0.5, Some(Scalar::F64));
        let exponent = Expr::int(-1022).times(&half);
        let floor = Expr::cast(Scalar::I32, Expr::call("floor", vec![exponent]));
        assert_eq!(folded(&floor, Scalar::I32), Expr::int(-511));
        let base = Expr::cast(Scalar::F64, Expr::int(2));
        let power = Expr::new(Node::Power(base, floor));
        let Node::Real(real) = *folded(&power, Scalar::F64).node() else { panic!() };
        assert_eq!(real.value(), 2.0_f64.powi(-511));
    }

    #[test]
    fn what_overflows_or_varies_stays() {
        let huge = Expr::int(i64::MAX).plus(&Expr::int(1));
        assert_eq!(folded(&huge, Scalar::I64), huge);
        let n = Expr::var("n").plus(&Expr::int(1));
        assert_eq!(folded(&n, Scalar::I32), n);
        let mixed = Expr::real(1.5, Some(Scalar::F32)).times(&Expr::int(2));
        assert_eq!(folded(&mixed, Scalar::F32), Expr::real(3.0, Some(Scalar::F32)));
    }

    #[test]
    fn conditions() {
        let less = Expr::new(Node::Compare(Comparison::Less, Expr::int(1), Expr::int(2)));
        let open = Expr::var("flag");
        assert_eq!(condition(&Expr::new(Node::And(vec![less.clone(), open.clone()]))), open);
        assert_eq!(condition(&Expr::new(Node::Or(vec![open.clone(), less.clone()]))), Expr::bool(true));
        assert_eq!(condition(&Expr::new(Node::Not(less))), Expr::bool(false));
    }
}
