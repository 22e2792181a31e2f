//! Typed expressions and Fortran's rules for mixing types.
//!
//! Where types mix, each conversion is written out; literals are converted in place.

use crate::elementary::to_single;
use ir::{Comparison, Expr, Node, Scalar};

/// An expression and its Fortran type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// The expression.
    pub expr: Expr,
    /// Its type.
    pub ty: Scalar,
}

/// A message where the operation has no meaning.
pub(crate) type Result<T> = std::result::Result<T, String>;

impl Typed {
    /// An expression of that type.
    pub fn new(expr: Expr, ty: Scalar) -> Self {
        Typed { expr, ty }
    }

    /// The value, if it is an integer constant.
    pub fn as_int(&self) -> Option<i64> {
        self.expr.as_int().filter(|_| self.ty.is_integer())
    }
}

/// What messages call a type.
pub fn describe(ty: Scalar) -> &'static str {
    match ty {
        Scalar::Bool => "logical",
        Scalar::F32 => "real*4",
        Scalar::F64 => "real*8",
        Scalar::I8 => "integer*1",
        Scalar::I16 => "integer*2",
        Scalar::I64 => "integer*8",
        Scalar::C64 => "complex*8",
        Scalar::C128 => "complex*16",
        _ => "integer",
    }
}

/// The type of an operation on numbers.
pub(crate) fn promote(a: Scalar, b: Scalar) -> Result<Scalar> {
    if a == Scalar::Bool || b == Scalar::Bool {
        return Err("a logical value is not a number".to_owned());
    }
    if a.is_complex() || b.is_complex() {
        let is_long = |ty: Scalar| matches!(ty, Scalar::F64 | Scalar::C128);
        return Ok(if is_long(a) || is_long(b) { Scalar::C128 } else { Scalar::C64 });
    }
    Ok(match (a.is_float(), b.is_float()) {
        (true, false) => a,
        (false, true) => b,
        _ if a.bytes() >= b.bytes() => a,
        _ => b,
    })
}

/// The value converted as by an assignment.
pub(crate) fn convert(value: &Typed, to: Scalar) -> Result<Expr> {
    let from = value.ty;
    if (from == Scalar::Bool) != (to == Scalar::Bool) {
        return Err(format!("a value of type {} cannot become {}", describe(from), describe(to)));
    }
    let widens = from.is_integer() && to.is_integer() && from.bytes() <= to.bytes();
    if from == to || widens {
        return Ok(value.expr.clone());
    }
    match (from.is_complex(), to.is_complex()) {
        // An assignment drops the imaginary part.
        (true, false) => {
            let real = Expr::call("real", vec![value.expr.clone()]);
            return convert(&Typed::new(real, from.part()), to);
        }
        (false, true) => {
            let real = explicit(value, to.part())?;
            return Ok(Expr::cast(to, real));
        }
        (true, true) => return Ok(Expr::cast(to, value.expr.clone())),
        (false, false) => {}
    }
    Ok(match value.expr.node() {
        Node::Int(number) if to.is_float() => real_literal(&number.to_string(), to),
        Node::Real(real) if to == Scalar::F64 => {
            Expr::real(f64::from(to_single(real.value())), Some(Scalar::F64))
        }
        Node::Int(number) if to.is_integer() => in_range(*number, to)?.expr,
        Node::Real(real) if to.is_integer() && !in_whole_range(real.value(), to) => {
            return Err(format!("`{}` does not fit into {}", value.expr, describe(to)));
        }
        _ => Expr::cast(to, value.expr.clone()),
    })
}

/// Largest integer up to which all are exact in single precision.
const EXACT: u64 = 1 << 24;

/// The same for an operand: an integer literal adapts there by itself, and a short integer must not stay
/// short.
fn operand(value: &Typed, to: Scalar) -> Result<Expr> {
    match value.expr.node() {
        Node::Int(number) if number.unsigned_abs() <= EXACT => Ok(value.expr.clone()),
        _ => explicit(value, to),
    }
}

/// The same where the sign of a zero counts, which an integer does not have.
fn signed_operand(value: &Typed, to: Scalar) -> Result<Expr> {
    match value.as_int() {
        Some(0) if to.is_float() => convert(value, to),
        _ => operand(value, to),
    }
}

/// The value converted where an assignment to the type would not do it, so that what is computed with it is
/// computed in that type.
pub(crate) fn explicit(value: &Typed, to: Scalar) -> Result<Expr> {
    let widens = value.ty.is_integer() && to.is_integer() && value.ty.bytes() < to.bytes();
    match value.expr.node() {
        Node::Int(_) => convert(value, to),
        _ if widens => Ok(Expr::cast(to, value.expr.clone())),
        _ if value.ty == to => Ok(of_own_type(value)),
        _ => convert(value, to),
    }
}

/// The same with its type.
pub(crate) fn converted(value: &Typed, to: Scalar) -> Result<Typed> {
    Ok(Typed::new(explicit(value, to)?, to))
}

/// The operands of a function whose result has their type, which one of them at least has by itself.
pub(crate) fn operands(values: &[Typed], ty: Scalar) -> Result<Vec<Expr>> {
    let mut operands = values.iter().map(|value| explicit(value, ty)).collect::<Result<Vec<Expr>>>()?;
    if !operands.iter().any(has_typed_part)
        && let Some(first) = operands.first_mut()
    {
        *first = of_own_type(&Typed::new(first.clone(), ty));
    }
    Ok(operands)
}

/// The value in its own type, where no other operand gives it one: a short literal has four bytes by itself.
pub fn of_own_type(value: &Typed) -> Expr {
    let expr = value.expr.clone();
    if value.ty == Scalar::I64 && !has_typed_part(&expr) { Expr::cast(value.ty, expr) } else { expr }
}

/// Whether something in an integer has a type of its own, to which literals adapt.
fn has_typed_part(expr: &Expr) -> bool {
    match expr.node() {
        Node::Int(_) => false,
        Node::Select(_, then, otherwise) => has_typed_part(then) || has_typed_part(otherwise),
        Node::Var(_) | Node::Load { .. } | Node::Cast(..) => true,
        _ => ir::walk::children(expr).into_iter().any(has_typed_part),
    }
}

/// The literal of a decimal number, rounded once.
///
/// A short literal keeps its decimal digits where rounding them in two steps comes to the same: `0.1f` reads
/// better than `0.10000000149011612f`.
pub(crate) fn real_literal(digits: &str, ty: Scalar) -> Expr {
    let long = digits.parse().unwrap_or(f64::NAN);
    let value = match digits.parse::<f32>() {
        Ok(short) if ty == Scalar::F32 && to_single(long).to_bits() != short.to_bits() => f64::from(short),
        _ => long,
    };
    Expr::real(value, Some(ty))
}

fn integer(expr: Expr, ty: Scalar) -> Result<Typed> {
    let constant = || ir::affine::to_aff(&expr)?.as_constant();
    match ty.is_integer().then(constant).flatten() {
        Some(value) => in_range(value, ty),
        None => Ok(Typed::new(expr, ty)),
    }
}

/// The complex number with these parts, of the wider of their types.
pub(crate) fn complex(re: &Typed, im: &Typed) -> Result<Typed> {
    let ty = promote(promote(re.ty, Scalar::C64)?, promote(im.ty, Scalar::C64)?)?;
    complex_of(re, im, ty)
}

/// The complex number of that type with these parts.
pub(crate) fn complex_of(re: &Typed, im: &Typed, ty: Scalar) -> Result<Typed> {
    let parts = vec![explicit(re, ty.part())?, explicit(im, ty.part())?];
    Ok(Typed::new(Expr::call("complex", parts), ty))
}

/// The constant, unless the type cannot hold it.
pub(crate) fn in_range(value: i64, ty: Scalar) -> Result<Typed> {
    match ty.integer_range() {
        Some((least, most)) if (least..=most).contains(&i128::from(value)) => {
            Ok(Typed::new(Expr::int(value), ty))
        }
        _ => Err(format!("`{value}` does not fit into {}", describe(ty))),
    }
}

/// Whether a number without what is behind its point is one of an integer type.
fn in_whole_range(value: f64, ty: Scalar) -> bool {
    // One more than the largest integer is a power of two, which is exact, and so is the smallest.
    let exact = |bound: i128| bound.to_string().parse::<f64>().ok();
    ty.integer_range().is_some_and(|(least, most)| {
        let whole = value.trunc();
        exact(least).is_some_and(|least| least <= whole) && exact(most + 1).is_some_and(|most| whole < most)
    })
}

/// `a + b`, or `a - b` where `negate` says so.
pub(crate) fn add(a: &Typed, b: &Typed, negate: bool) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    let summand = |value: &Typed| match value.as_int() {
        // What is subtracted of an imaginary part is a zero with a sign.
        Some(_) if ty.is_complex() => convert(value, ty),
        _ => signed_operand(value, ty),
    };
    let (x, y) = (summand(a)?, summand(b)?);
    integer(if negate { x.minus(&y) } else { x.plus(&y) }, ty)
}

/// `-a`
pub(crate) fn negate(a: &Typed) -> Result<Typed> {
    promote(a.ty, a.ty)?;
    integer(a.expr.negated(), a.ty)
}

/// `a * b`
pub(crate) fn multiply(a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    integer(signed_operand(a, ty)?.times(&signed_operand(b, ty)?), ty)
}

/// `a / b`
pub(crate) fn divide(a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    if ty.is_complex() && b.as_int() == Some(1) {
        // Where it is a constant, gfortran leaves the division out.
        return Ok(Typed::new(convert(a, ty)?, ty));
    }
    if ty.is_inexact() {
        return Ok(Typed::new(convert(a, ty)?.divided_by(&convert(b, ty)?), ty));
    }
    let expr = match (a.as_int(), b.as_int()) {
        (_, Some(0)) => return Err("division by zero".to_owned()),
        (Some(x), Some(y)) => return in_range(x.checked_div(y).ok_or("division overflows")?, ty),
        (None, Some(1)) => return Ok(Typed::new(operand(a, ty)?, ty)),
        _ => Expr::call("div_trunc", vec![operand(a, ty)?, operand(b, ty)?]),
    };
    integer(expr, ty)
}

/// `mod(a, b)`
pub(crate) fn remainder(a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    if ty.is_complex() {
        return Err("complex numbers have no remainder".to_owned());
    }
    if ty.is_float() {
        return Ok(Typed::new(Expr::call("fmod", vec![convert(a, ty)?, convert(b, ty)?]), ty));
    }
    let expr = match (a.as_int(), b.as_int()) {
        (_, Some(0)) => return Err("division by zero".to_owned()),
        (Some(x), Some(y)) => return in_range(x.checked_rem(y).unwrap_or(0), ty),
        _ => Expr::call("rem_trunc", vec![operand(a, ty)?, operand(b, ty)?]),
    };
    integer(expr, ty)
}

/// `a ** b`
pub(crate) fn power(a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    if let (true, false, Some(exponent)) = (ty.is_float(), b.ty == Scalar::I64, b.as_int()) {
        return constant_power(a, exponent, ty);
    }
    power_of_variable(a, b)
}

/// The same as the library computes it where no compiler knows the exponent.
pub(crate) fn power_of_variable(a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    if ty.is_integer() {
        return integer_power(a, b, ty);
    }
    if b.ty.is_complex() || a.ty.is_complex() && !b.ty.is_integer() {
        return Err("a complex number to a power that is no integer is not supported".to_owned());
    }
    if let (true, Scalar::I64, Some(exponent @ ..0)) = (ty.is_float(), b.ty, b.as_int()) {
        // With a long exponent the library takes the reciprocal first.
        let reciprocal = divide(&Typed::new(Expr::int(1), Scalar::I32), a)?;
        let power = Node::Power(convert(&reciprocal, ty)?, Expr::int(exponent.saturating_abs()));
        return Ok(Typed::new(Expr::new(power), ty));
    }
    // An integer exponent stays one: it is not converted in Fortran either.
    let exponent = if b.ty.is_integer() { b.expr.clone() } else { convert(b, ty)? };
    let base_ty = if b.ty.is_integer() { a.ty } else { ty };
    Ok(Typed::new(Expr::new(Node::Power(convert(a, base_ty)?, exponent)), base_ty))
}

/// The smaller of the two powers that gfortran makes a constant power of, by exponent; where repeated
/// squaring does the same products, it stays one power.
const PARTS: [i64; 32] = [
    0, 0, 0, 0, 0, 2, 3, 0, 0, 6, 5, 6, 6, 10, 7, 9, 0, 16, 9, 16, 10, 12, 11, 13, 12, 17, 13, 18, 14, 24,
    15, 26,
];

/// A real number to a constant power, by the products that gfortran computes it with.
fn constant_power(a: &Typed, exponent: i64, ty: Scalar) -> Result<Typed> {
    let base = convert(a, ty)?;
    let power_of_base = |exponent: i64| Expr::new(Node::Power(base.clone(), Expr::int(exponent)));
    fn product(exponent: i64, power: &dyn Fn(i64) -> Expr) -> Expr {
        let part = usize::try_from(exponent).ok().and_then(|exponent| PARTS.get(exponent)).copied();
        match part {
            None | Some(0) => power(exponent),
            Some(part) if part * 2 == exponent => Expr::new(Node::Power(product(part, power), Expr::int(2))),
            Some(part) => Expr::product(vec![product(exponent - part, power), product(part, power)]),
        }
    }
    let power = Typed::new(product(exponent.saturating_abs(), &power_of_base), ty);
    if exponent >= 0 {
        return Ok(power);
    }
    divide(&Typed::new(Expr::int(1), Scalar::I32), &power)
}

/// The power of a constant by a constant, rounded once, as a compiler computes it.
pub(crate) fn constant_power_rounded(a: &Typed, b: &Typed, ty: Scalar) -> Option<Typed> {
    let base = convert(a, ty).ok()?;
    let exponent = if b.ty.is_integer() { b.expr.clone() } else { convert(b, ty).ok()? };
    let power = Expr::new(Node::Power(base, exponent));
    let folded = crate::constant::folded(&power, ty);
    matches!(folded.node(), Node::Real(_)).then(|| Typed::new(folded, ty))
}

fn integer_power(a: &Typed, b: &Typed, ty: Scalar) -> Result<Typed> {
    match (a.as_int(), b.as_int()) {
        (Some(base), Some(exponent)) if exponent >= 0 => {
            let value = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
            in_range(value.ok_or("the power overflows")?, ty)
        }
        (_, Some(exponent)) if exponent >= 0 => {
            Ok(Typed::new(Expr::new(Node::Power(operand(a, ty)?, b.expr.clone())), ty))
        }
        (Some(0), Some(_)) => Err("a negative power of 0 is a division by 0".to_owned()),
        (Some(1), Some(_)) => in_range(1, ty),
        (Some(-1), Some(exponent)) => in_range(power_of_minus_one(exponent), ty),
        (Some(_), Some(_)) => in_range(0, ty),
        (None, Some(exponent)) => Ok(Typed::new(reciprocal_power(&operand(a, ty)?, exponent, ty), ty)),
        (Some(2), None) if matches!(ty, Scalar::I32 | Scalar::I64) => power_of_two(b, ty),
        (Some(base), None) if matches!(ty, Scalar::I32 | Scalar::I64) => power_of_constant(base, b, ty),
        _ => Err("an integer variable to a power that is not constant is not supported".to_owned()),
    }
}

/// A negative power of an integer: the quotient is cut, so that 1 and -1 alone leave something of it.
fn reciprocal_power(base: &Expr, exponent: i64, ty: Scalar) -> Expr {
    let integer = |value: i64| Expr::cast(ty, Expr::int(value));
    let select = |value: i64, then: Expr, otherwise: Expr| {
        let is_it = Expr::new(Node::Compare(Comparison::Equal, base.clone(), integer(value)));
        Expr::new(Node::Select(is_it, then, otherwise))
    };
    select(1, integer(1), select(-1, integer(power_of_minus_one(exponent)), integer(0)))
}

fn power_of_minus_one(exponent: i64) -> i64 {
    if exponent % 2 == 0 { 1 } else { -1 }
}

/// `(-1)**n` or `10**n`: the product of the powers by 1, 2, 4 and so on that the exponent is the sum of.
fn power_of_constant(base: i64, exponent: &Typed, ty: Scalar) -> Result<Typed> {
    let exponent = operand(exponent, ty)?;
    let integer = |value: i64| Expr::cast(ty, Expr::int(value));
    let compare = |op, a: &Expr, bound| Expr::new(Node::Compare(op, a.clone(), integer(bound)));
    let is_odd = |number: Expr| compare(Comparison::Equal, &Expr::new(Node::Mod(number, integer(2))), 1);
    let power = match base {
        0 => Expr::new(Node::Select(compare(Comparison::Equal, &exponent, 0), integer(1), integer(0))),
        1 => integer(1),
        -1 => Expr::new(Node::Select(is_odd(exponent), integer(-1), integer(1))),
        _ => {
            let (least, most) = ty.integer_range().unwrap_or_default();
            let fits = |power: &i64| (least..=most).contains(&i128::from(*power));
            let powers = std::iter::successors(Some(base), |power| power.checked_mul(*power));
            let mut count = 1;
            let mut factors = Vec::new();
            for power in powers.take_while(fits) {
                let digit = Expr::new(Node::FloorDiv(exponent.clone(), integer(count)));
                factors.push(Expr::new(Node::Select(is_odd(digit), integer(power), integer(1))));
                count *= 2;
            }
            let is_known = Expr::all(vec![
                compare(Comparison::GreaterEqual, &exponent, 0),
                compare(Comparison::Less, &exponent, count),
            ]);
            Expr::new(Node::Select(is_known, Expr::product(factors), integer(0)))
        }
    };
    Ok(Typed::new(power, ty))
}

/// `2**n`: a bit, or none where that is negative or too large.
fn power_of_two(exponent: &Typed, ty: Scalar) -> Result<Typed> {
    let exponent = operand(exponent, ty)?;
    let bits = if ty == Scalar::I64 { 64 } else { 32 };
    let compare = |op, bound| Expr::new(Node::Compare(op, exponent.clone(), Expr::int(bound)));
    let fits = Expr::all(vec![compare(Comparison::GreaterEqual, 0), compare(Comparison::Less, bits)]);
    let one = Expr::cast(ty, Expr::int(1));
    let bit = Expr::call("shift_left", vec![one, exponent.clone()]);
    Ok(Typed::new(Expr::new(Node::Select(fits, bit, Expr::int(0))), ty))
}

/// `a < b` and its like.
pub(crate) fn compare(op: Comparison, a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)
        .map_err(|_| "logical values are compared with `.eqv.` and `.neqv.`".to_owned())?;
    if ty.is_complex() && !matches!(op, Comparison::Equal | Comparison::NotEqual) {
        return Err("complex numbers have no order".to_owned());
    }
    Ok(Typed::new(Expr::new(Node::Compare(op, operand(a, ty)?, operand(b, ty)?)), Scalar::Bool))
}

/// `max` or `min` of two values.
pub(crate) fn extreme(function: &str, a: &Typed, b: &Typed) -> Result<Typed> {
    let ty = promote(a.ty, b.ty)?;
    if ty.is_complex() {
        return Err("complex numbers have no order".to_owned());
    }
    Ok(Typed::new(Expr::call(function, operands(&[a.clone(), b.clone()], ty)?), ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Scalar::{F32, F64, I32, I64};

    fn int(value: i64) -> Typed {
        Typed::new(Expr::int(value), I32)
    }

    fn var(name: &str, ty: Scalar) -> Typed {
        Typed::new(Expr::var(name), ty)
    }

    #[test]
    fn integer_constants_fold_and_truncate() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1), (0, 5, 0, 0)]
        {
            assert_eq!(divide(&int(a), &int(b)), Ok(int(quotient)));
            assert_eq!(remainder(&int(a), &int(b)), Ok(int(rest)));
        }
        assert!(divide(&int(1), &int(0)).is_err());
        assert!(multiply(&int(65536), &int(65536)).is_err());
        assert_eq!(power(&int(2), &int(10)), Ok(int(1024)));
        assert!(power(&int(2), &int(40)).is_err());
        assert_eq!(power(&int(2), &int(-1)), Ok(int(0)));
        assert_eq!(power(&int(-1), &int(-3)), Ok(int(-1)));
        assert!(power(&int(0), &int(-1)).is_err());
    }

    #[test]
    fn conversions_are_written_where_they_round() {
        let sum = add(&var("x", F32), &var("y", F32), false).unwrap();
        let mixed = add(&sum, &var("z", F64), false).unwrap();
        let expected = Expr::cast(F64, sum.expr).plus(&Expr::var("z"));
        assert_eq!(mixed, Typed::new(expected, F64));
        let n = add(&var("n", I64), &var("x", F32), false).unwrap();
        assert_eq!(n.expr, Expr::cast(F32, Expr::var("n")).plus(&Expr::var("x")));
        assert_eq!(multiply(&int(2), &var("x", F32)).unwrap().expr, Expr::int(2).times(&Expr::var("x")));
    }

    #[test]
    fn a_single_literal_keeps_its_rounding_in_double() {
        let tenth = Typed::new(real_literal("1.1", F32), F32);
        let Node::Real(real) = *convert(&tenth, F64).unwrap().node() else { panic!() };
        assert_eq!((real.value(), real.ty), (f64::from(1.1_f32), Some(F64)));
    }

    #[test]
    fn short_integers_become_long_before_they_are_used() {
        let (n, one) = (var("n", I32), Typed::new(Expr::int(1), I64));
        let square = multiply(&multiply(&one, &n).unwrap(), &n).unwrap();
        let long = Expr::cast(I64, Expr::var("n"));
        assert_eq!(square.expr, Expr::product(vec![Expr::int(1), long.clone(), long]));
    }

    #[test]
    fn logical_values_are_no_numbers() {
        let flag = var("f", Scalar::Bool);
        assert!(add(&flag, &int(1), false).is_err());
        assert!(compare(Comparison::Equal, &flag, &flag).is_err());
        assert!(convert(&flag, I32).is_err());
        assert!(convert(&int(1), Scalar::Bool).is_err());
    }
}
