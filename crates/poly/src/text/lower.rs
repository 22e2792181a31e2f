//! From expressions and comparisons as written to constraints.

use super::ParseError;
use super::scope::Scope;
use super::tree::{Comparison, Expr, ExprKind, Located, Operator, Range};
use crate::{Aff, Constraint, Name};

/// Cases that `min` and `max` may split one comparison into.
const MAX_CASES: usize = 64;

/// Functions of the notation.
const FUNCTIONS: [&str; 6] = ["ceil", "ceild", "floor", "floord", "max", "min"];

/// A logical combination of constraints.
#[derive(Debug, Clone)]
pub(crate) enum Logic {
    Atom(Constraint),
    All(Vec<Logic>),
    Any(Vec<Logic>),
    Not(Box<Logic>),
    Exists(Vec<Name>, Box<Logic>),
}

impl Logic {
    pub(crate) fn constant(value: bool) -> Logic {
        if value { Logic::All(Vec::new()) } else { Logic::Any(Vec::new()) }
    }
}

/// The value of an expression where the guard holds: `aff/denominator`.
#[derive(Debug, Clone)]
struct Case {
    guard: Vec<Constraint>,
    aff: Aff,
    denominator: i64,
}

type Cases = Result<Vec<Case>, ParseError>;

fn integer(aff: Aff) -> Case {
    Case { guard: Vec::new(), aff, denominator: 1 }
}

fn overflow(range: Range) -> ParseError {
    ParseError::new("lp::domain::range", range, "a number here does not fit in 64 bits")
}

/// What a comparison of two expressions says.
pub(crate) fn comparison(
    left: &Expr,
    operator: Comparison,
    right: &Expr,
    scope: &Scope,
) -> Result<Logic, ParseError> {
    match operator {
        Comparison::Gt => return comparison(right, Comparison::Lt, left, scope),
        Comparison::Ge => return comparison(right, Comparison::Le, left, scope),
        Comparison::Le | Comparison::Lt => {
            // `a <= min(b, c)` is one conjunction; cases would split it.
            let each = |left: &Expr, right: &Expr| comparison(left, operator, right, scope);
            if let Some((extreme, arguments)) = extreme(right) {
                let parts =
                    arguments.iter().map(|argument| each(left, argument)).collect::<Result<_, _>>()?;
                return Ok(if extreme == Extreme::Min { Logic::All(parts) } else { Logic::Any(parts) });
            }
            if let Some((extreme, arguments)) = extreme(left) {
                let parts =
                    arguments.iter().map(|argument| each(argument, right)).collect::<Result<_, _>>()?;
                return Ok(if extreme == Extreme::Max { Logic::All(parts) } else { Logic::Any(parts) });
            }
        }
        Comparison::Eq | Comparison::Ne => {}
    }
    // The operands may be swapped.
    let range = (left.range.0.min(right.range.0), left.range.1.max(right.range.1));
    let (lefts, rights) = (whole(left, scope)?, whole(right, scope)?);
    let mut alternatives = Vec::new();
    for (a, b) in pairs(&lefts, &rights, range)? {
        let outcome = compare(operator, &a.aff, &b.aff).ok_or_else(|| overflow(range))?;
        let mut all: Vec<Logic> = a.guard.iter().chain(&b.guard).cloned().map(Logic::Atom).collect();
        all.push(outcome);
        alternatives.push(Logic::All(all));
    }
    Ok(Logic::Any(alternatives))
}

fn compare(operator: Comparison, a: &Aff, b: &Aff) -> Option<Logic> {
    Some(match operator {
        Comparison::Lt => Logic::Atom(Constraint::lt(a, b)?),
        Comparison::Le => Logic::Atom(Constraint::le(a, b)?),
        Comparison::Gt => Logic::Atom(Constraint::gt(a, b)?),
        Comparison::Ge => Logic::Atom(Constraint::ge(a, b)?),
        Comparison::Eq => Logic::Atom(Constraint::eq(a, b)?),
        Comparison::Ne => {
            Logic::Any(vec![Logic::Atom(Constraint::lt(a, b)?), Logic::Atom(Constraint::gt(a, b)?)])
        }
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    Min,
    Max,
}

/// A call of `min` or `max`.
fn extreme(expr: &Expr) -> Option<(Extreme, &[Expr])> {
    match &expr.value {
        ExprKind::Call(function, arguments) if function.value == "min" => Some((Extreme::Min, arguments)),
        ExprKind::Call(function, arguments) if function.value == "max" => Some((Extreme::Max, arguments)),
        _ => None,
    }
}

fn pairs<'a>(
    lefts: &'a [Case],
    rights: &'a [Case],
    range: Range,
) -> Result<Vec<(&'a Case, &'a Case)>, ParseError> {
    if lefts.len().saturating_mul(rights.len()) > MAX_CASES {
        let message = format!("`min` and `max` split this into more than {MAX_CASES} cases");
        return Err(ParseError::new("lp::domain::limit", range, message));
    }
    Ok(lefts.iter().flat_map(|left| rights.iter().map(move |right| (left, right))).collect())
}

/// The values of an expression that must be an integer.
fn whole(expr: &Expr, scope: &Scope) -> Cases {
    let cases = cases(expr, scope)?;
    if cases.iter().any(|case| case.denominator != 1) {
        let error =
            ParseError::new("lp::domain::not-affine", expr.range, "this division leaves the integers");
        return Err(error.help("write `floor(a/b)`, `ceil(a/b)` or `a mod b`"));
    }
    Ok(cases)
}

fn cases(expr: &Expr, scope: &Scope) -> Cases {
    match &expr.value {
        ExprKind::Number(number) => {
            let number = i64::try_from(*number).map_err(|_| overflow(expr.range))?;
            Ok(vec![integer(Aff::constant(number))])
        }
        ExprKind::Name(name) => Ok(vec![integer(Aff::dim(&scope.resolve(name, expr.range)?))]),
        ExprKind::Neg(operand) => negated(operand, expr.range, scope),
        ExprKind::Sum(summands) => {
            let mut total = vec![integer(Aff::constant(0))];
            for (minus, summand) in summands {
                let summand =
                    if *minus { negated(summand, summand.range, scope)? } else { cases(summand, scope)? };
                total = combine(&total, &summand, expr.range, |a, b| add(a, b, 1))?;
            }
            Ok(total)
        }
        ExprKind::Product(factors) => {
            let mut total = vec![integer(Aff::constant(1))];
            for (operator, factor) in factors {
                total = apply(&total, *operator, factor, scope, expr.range)?;
            }
            Ok(total)
        }
        ExprKind::Call(function, arguments) => call(function, arguments, expr.range, scope),
    }
}

/// The negative of an expression.
fn negated(operand: &Expr, range: Range, scope: &Scope) -> Cases {
    // The smallest integer is the negative of a number that is too large itself.
    if let ExprKind::Number(number) = operand.value {
        let number = number.checked_neg().and_then(|n| i64::try_from(n).ok());
        return Ok(vec![integer(Aff::constant(number.ok_or_else(|| overflow(range))?))]);
    }
    map_cases(cases(operand, scope)?, range, |case| Some(Case { aff: case.aff.neg()?, ..case }))
}

fn map_cases(cases: Vec<Case>, range: Range, f: impl Fn(Case) -> Option<Case>) -> Cases {
    cases.into_iter().map(|case| f(case).ok_or_else(|| overflow(range))).collect()
}

fn combine(
    lefts: &[Case],
    rights: &[Case],
    range: Range,
    f: impl Fn(&Case, &Case) -> Option<(Aff, i64)>,
) -> Cases {
    let mut cases = Vec::new();
    for (left, right) in pairs(lefts, rights, range)? {
        let (aff, denominator) = f(left, right).ok_or_else(|| overflow(range))?;
        let guard = left.guard.iter().chain(&right.guard).cloned().collect();
        cases.push(Case { guard, aff, denominator });
    }
    Ok(cases)
}

fn add(a: &Case, b: &Case, sign: i64) -> Option<(Aff, i64)> {
    if a.denominator == b.denominator {
        return Some((a.aff.add_scaled(&b.aff, sign)?, a.denominator));
    }
    let scaled = a.aff.scale(b.denominator)?;
    let factor = a.denominator.checked_mul(sign)?;
    Some((scaled.add_scaled(&b.aff, factor)?, a.denominator.checked_mul(b.denominator)?))
}

/// Applies `operator factor` to a value.
fn apply(left: &[Case], operator: Operator, factor: &Expr, scope: &Scope, range: Range) -> Cases {
    let right = cases(factor, scope)?;
    let number = |cases: &[Case]| match cases {
        [case] if case.guard.is_empty() && case.denominator == 1 => case.aff.as_constant(),
        _ => None,
    };
    if operator == Operator::Times {
        let (value, by) = match (number(left), number(&right)) {
            (_, Some(by)) => (left.to_vec(), by),
            (Some(by), None) => (right, by),
            (None, None) => {
                let error = ParseError::new("lp::domain::not-affine", range, "this product is not affine");
                return Err(error.help("one factor must be a number"));
            }
        };
        return map_cases(value, range, |case| Some(Case { aff: case.aff.scale(by)?, ..case }));
    }
    let Some(divisor) = number(&right).filter(|divisor| *divisor > 0) else {
        let message = "the divisor must be a positive number";
        return Err(ParseError::new("lp::domain::not-affine", factor.range, message));
    };
    map_cases(left.to_vec(), range, |case| {
        let denominator = case.denominator.checked_mul(divisor)?;
        Some(match operator {
            Operator::Over => Case { denominator, ..case },
            Operator::FloorOver => Case { aff: case.aff.floor_div(denominator)?, denominator: 1, ..case },
            Operator::Mod | Operator::Times => remainder(case, divisor)?,
        })
    })
}

/// `p/q mod d` is `(p mod d*q)/q`.
fn remainder(case: Case, divisor: i64) -> Option<Case> {
    Some(Case { aff: case.aff.modulo(divisor.checked_mul(case.denominator)?)?, ..case })
}

fn call(function: &Located<Name>, arguments: &[Expr], range: Range, scope: &Scope) -> Cases {
    let arity = match function.value.as_str() {
        "floor" | "ceil" => 1..=1,
        "floord" | "ceild" => 2..=2,
        "min" | "max" => 1..=usize::MAX,
        other => {
            let message = format!("unknown function `{other}`");
            let error = ParseError::new("lp::domain::unknown-name", function.range, message);
            return Err(match diag::nearest(other, FUNCTIONS) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("the functions are `{}`", FUNCTIONS.join("`, `"))),
            });
        }
    };
    if !arity.contains(&arguments.len()) {
        let message = format!("`{}` takes {} here it has {}", function.value, takes(&arity), arguments.len());
        return Err(ParseError::new("lp::domain::syntax", range, message));
    }
    let mut values = arguments.iter().map(|argument| cases(argument, scope));
    let first = values.next().unwrap_or_else(|| Ok(Vec::new()))?;
    match function.value.as_str() {
        "floor" => map_cases(first, range, floor),
        "ceil" => map_cases(first, range, ceil),
        name @ ("floord" | "ceild") => {
            let divisor = arguments.get(1).ok_or_else(|| overflow(range))?;
            let quotients = apply(&first, Operator::Over, divisor, scope, range)?;
            map_cases(quotients, range, if name == "floord" { floor } else { ceil })
        }
        name => {
            let kind = if name == "min" { Extreme::Min } else { Extreme::Max };
            values.try_fold(first, |best, next| choose(&best, &next?, kind, range))
        }
    }
}

fn takes(arity: &std::ops::RangeInclusive<usize>) -> String {
    match *arity.start() {
        1 => String::from("one argument;"),
        n => format!("{n} arguments;"),
    }
}

fn floor(case: Case) -> Option<Case> {
    Some(Case { aff: case.aff.floor_div(case.denominator)?, denominator: 1, ..case })
}

fn ceil(case: Case) -> Option<Case> {
    let up = case.aff.offset(case.denominator - 1)?;
    floor(Case { aff: up, ..case })
}

/// The smaller or larger of two values, case by case.
fn choose(lefts: &[Case], rights: &[Case], kind: Extreme, range: Range) -> Cases {
    let mut cases = Vec::new();
    for (left, right) in pairs(lefts, rights, range)? {
        let scaled = (left.aff.scale(right.denominator), right.aff.scale(left.denominator));
        let (Some(a), Some(b)) = scaled else { return Err(overflow(range)) };
        let (low, high) = if kind == Extreme::Min { (&a, &b) } else { (&b, &a) };
        let conditions = (Constraint::le(low, high), Constraint::lt(high, low));
        let (Some(first), Some(second)) = conditions else { return Err(overflow(range)) };
        for (value, condition) in [(left, first), (right, second)] {
            let guard = left.guard.iter().chain(&right.guard).cloned().chain([condition]).collect();
            cases.push(Case { guard, ..value.clone() });
        }
    }
    Ok(cases)
}
