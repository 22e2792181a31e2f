//! Arithmetic, as Python defines it. Integers have 64 bits here: what does not fit is refused.

use crate::compare::truth;
use crate::float::whole;
use crate::model::{ComplexNumber, Error, Exception, Result, Value};
use crate::operator::Operator;

/// What an operation on two numbers gives; none where one is no number.
pub(crate) fn operate(one: &Value, operator: Operator, other: &Value) -> Option<Result<Value>> {
    if !has_operator(one, operator) || !has_operator(other, operator) {
        return None;
    }
    if let (Some(left), Some(right)) = (one.as_int(), other.as_int()) {
        return Some(match (one, other) {
            (Value::Bool(left), Value::Bool(right)) => truths(*left, operator, *right),
            _ => integers(left, operator, right),
        });
    }
    match (one, other) {
        (Value::Complex(_), _) | (_, Value::Complex(_)) => {
            Some(match (as_complex(one)?, as_complex(other)?) {
                (Ok(left), Ok(right)) => complexes(left, operator, right),
                (Err(error), _) | (_, Err(error)) => Err(error),
            })
        }
        _ => Some(match (exact_float(one)?, exact_float(other)?) {
            (Ok(left), Ok(right)) => floats(left, operator, right),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }),
    }
}

/// Whether numbers of the kind of a value have an operator.
fn has_operator(value: &Value, operator: Operator) -> bool {
    match operator {
        Operator::MatMult => false,
        Operator::LShift | Operator::RShift | Operator::BitAnd | Operator::BitOr | Operator::BitXor => {
            !matches!(value, Value::Float(_) | Value::Complex(_))
        }
        Operator::FloorDiv | Operator::Mod => !matches!(value, Value::Complex(_)),
        _ => true,
    }
}

fn truths(one: bool, operator: Operator, other: bool) -> Result<Value> {
    match operator {
        Operator::BitAnd => Ok(Value::Bool(one & other)),
        Operator::BitOr => Ok(Value::Bool(one | other)),
        Operator::BitXor => Ok(Value::Bool(one ^ other)),
        _ => integers(i64::from(one), operator, i64::from(other)),
    }
}

fn too_large() -> Error {
    Error::refused("an integer of more than 64 bits")
}

fn integers(one: i64, operator: Operator, other: i64) -> Result<Value> {
    let fits = |number: Option<i64>| number.map(Value::Int).ok_or_else(too_large);
    match operator {
        Operator::Add => fits(one.checked_add(other)),
        Operator::Sub => fits(one.checked_sub(other)),
        Operator::Mult => fits(one.checked_mul(other)),
        Operator::Div if other == 0 => Err(Exception::ZeroDivisionError.error("division by zero")),
        Operator::Div => Ok(Value::Float(exact(one)? / exact(other)?)),
        Operator::Mod if other == 0 => Err(Exception::ZeroDivisionError.error("integer modulo by zero")),
        Operator::FloorDiv if other == 0 => {
            Err(Exception::ZeroDivisionError.error("integer division or modulo by zero"))
        }
        Operator::FloorDiv => fits(floor_divide(one, other)),
        Operator::Mod => Ok(Value::Int(modulo(one, other))),
        Operator::Pow if other < 0 && one == 0 => {
            Err(Exception::ZeroDivisionError.error("0.0 cannot be raised to a negative power"))
        }
        Operator::Pow if other < 0 => power(exact(one)?, exact(other)?),
        Operator::Pow => match one {
            0 | 1 => Ok(Value::Int(if other == 0 { 1 } else { one })),
            -1 => Ok(Value::Int(if other % 2 == 0 { 1 } else { -1 })),
            _ => fits(u32::try_from(other).ok().and_then(|exponent| one.checked_pow(exponent))),
        },
        Operator::LShift | Operator::RShift if other < 0 => Err(Error::of_value("negative shift count")),
        Operator::LShift if one == 0 => Ok(Value::Int(0)),
        Operator::LShift => {
            let factor = u32::try_from(other).ok().filter(|bits| *bits < 63).map(|bits| 1_i64 << bits);
            fits(factor.and_then(|factor| one.checked_mul(factor)))
        }
        Operator::RShift => Ok(Value::Int(one >> other.min(63))),
        Operator::BitAnd => Ok(Value::Int(one & other)),
        Operator::BitOr => Ok(Value::Int(one | other)),
        Operator::BitXor => Ok(Value::Int(one ^ other)),
        Operator::MatMult => Err(unsupported(&Value::Int(one), operator, &Value::Int(other))),
    }
}

/// What `divmod` gives.
///
/// # Errors
/// Where the values have no quotient.
pub(crate) fn divided(one: &Value, other: &Value) -> Result<Value> {
    let is_real = |value: &Value| value.as_int().is_some() || matches!(value, Value::Float(_));
    if !is_real(one) || !is_real(other) {
        return Err(unsupported_by(one, "divmod()", other));
    }
    let is_float = matches!(one, Value::Float(_)) || matches!(other, Value::Float(_));
    if is_float && !truth(other) {
        return Err(Exception::ZeroDivisionError.error("float divmod()"));
    }
    let part =
        |operator| operate(one, operator, other).unwrap_or_else(|| Err(unsupported(one, operator, other)));
    let quotient = part(Operator::FloorDiv)?;
    Ok(Value::tuple(vec![quotient, part(Operator::Mod)?]))
}

/// The quotient, rounded down; none where it needs more bits.
pub(crate) fn floor_divide(one: i64, other: i64) -> Option<i64> {
    let quotient = one.checked_div(other)?;
    Some(if one % other != 0 && (one < 0) != (other < 0) { quotient - 1 } else { quotient })
}

/// The rest, which has the sign of the divisor.
pub(crate) fn modulo(one: i64, other: i64) -> i64 {
    let rest = one.checked_rem(other).unwrap_or(0);
    if rest != 0 && (rest < 0) != (other < 0) { rest + other } else { rest }
}

/// The float that is an integer.
///
/// # Errors
/// Where none is, so that two roundings would give another result than Python's one.
pub(crate) fn exact(int: i64) -> Result<f64> {
    #[allow(clippy::cast_precision_loss, reason = "53 bits are exact, and more are refused")]
    let float = int as f64;
    let fits = int.unsigned_abs() <= 1 << 53;
    if fits { Ok(float) } else { Err(Error::refused("an integer of more than 53 bits among real numbers")) }
}

/// A real number as a float; none where it is no real number.
pub(crate) fn exact_float(value: &Value) -> Option<Result<f64>> {
    match value {
        Value::Float(float) => Some(Ok(*float)),
        _ => value.as_int().map(exact),
    }
}

fn as_complex(value: &Value) -> Option<Result<ComplexNumber>> {
    match value {
        Value::Complex(number) => Some(Ok(*number)),
        _ => Some(exact_float(value)?.map(|real| ComplexNumber::new(real, 0.0))),
    }
}

fn floats(one: f64, operator: Operator, other: f64) -> Result<Value> {
    let division = |message: &str| Err(Exception::ZeroDivisionError.error(message));
    Ok(Value::Float(match operator {
        Operator::Add => one + other,
        Operator::Sub => one - other,
        Operator::Mult => one * other,
        Operator::Div if other == 0.0 => return division("float division by zero"),
        Operator::Div => one / other,
        Operator::FloorDiv if other == 0.0 => return division("float floor division by zero"),
        Operator::Mod if other == 0.0 => return division("float modulo"),
        Operator::FloorDiv => float_division(one, other).0,
        Operator::Mod => float_division(one, other).1,
        Operator::Pow => return power(one, other),
        _ => return Err(unsupported(&Value::Float(one), operator, &Value::Float(other))),
    }))
}

/// Quotient and rest, as CPython's `float_divmod` has them.
pub(crate) fn float_division(one: f64, other: f64) -> (f64, f64) {
    let mut rest = one % other;
    let mut quotient = (one - rest) / other;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(other);
    } else if (other < 0.0) != (rest < 0.0) {
        rest += other;
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return (0.0_f64.copysign(one / other), rest);
    }
    let floor = quotient.floor();
    (if quotient - floor > 0.5 { floor + 1.0 } else { floor }, rest)
}

fn power(one: f64, other: f64) -> Result<Value> {
    if one == 0.0 && other < 0.0 {
        return Err(Exception::ZeroDivisionError.error("0.0 cannot be raised to a negative power"));
    }
    if one < 0.0 && one.is_finite() && other.is_finite() && other.fract() != 0.0 {
        return Err(Error::refused("a power that is a complex number"));
    }
    let result = one.powf(other);
    if result.is_infinite() && one.is_finite() && other.is_finite() {
        return Err(Exception::OverflowError.error("(34, 'Numerical result out of range')"));
    }
    Ok(Value::Float(result))
}

fn complexes(one: ComplexNumber, operator: Operator, other: ComplexNumber) -> Result<Value> {
    Ok(Value::Complex(match operator {
        Operator::Add => one + other,
        Operator::Sub => one - other,
        Operator::Mult => one * other,
        Operator::Div => return Err(Error::refused("a quotient of complex numbers")),
        Operator::Pow => return Err(Error::refused("a power of complex numbers")),
        _ => return Err(unsupported(&Value::Complex(one), operator, &Value::Complex(other))),
    }))
}

/// The error of an operation that two values do not have.
pub(crate) fn unsupported(one: &Value, operator: Operator, other: &Value) -> Error {
    let name = match operator {
        Operator::Pow => "** or pow()",
        _ => operator.sign(),
    };
    unsupported_by(one, name, other)
}

/// The same for an operation with another name.
pub(crate) fn unsupported_by(one: &Value, name: &str, other: &Value) -> Error {
    Error::of_type(format!(
        "unsupported operand type(s) for {name}: '{}' and '{}'",
        one.type_name(),
        other.type_name()
    ))
}

/// The number under a sign.
pub(crate) fn signed(sign: char, value: &Value) -> Result<Value> {
    match (sign, value) {
        ('~', _) if let Some(number) = value.as_int() => Ok(Value::Int(!number)),
        ('+', _) if let Some(number) = value.as_int() => Ok(Value::Int(number)),
        ('-', _) if let Some(number) = value.as_int() => {
            number.checked_neg().map(Value::Int).ok_or_else(too_large)
        }
        ('+', Value::Float(_) | Value::Complex(_)) => Ok(value.clone()),
        ('-', Value::Float(number)) => Ok(Value::Float(-number)),
        ('-', Value::Complex(number)) => Ok(Value::Complex(-number)),
        _ => Err(Error::of_type(format!("bad operand type for unary {sign}: '{}'", value.type_name()))),
    }
}

/// The number rounded half to even, `digits` behind the point.
pub(crate) fn rounded(value: &Value, digits: Option<i64>) -> Result<Value> {
    let far = || Error::refused_with("rounding to so many digits", "give 0 to 300 of them");
    match (value, digits) {
        (Value::Float(number), None) if !number.is_finite() => Err(match number.is_nan() {
            true => Error::of_value("cannot convert float NaN to integer"),
            false => Exception::OverflowError.error("cannot convert float infinity to integer"),
        }),
        (Value::Float(number), None) => whole(number.round_ties_even()).map(Value::Int).ok_or_else(too_large),
        (Value::Float(number), Some(digits)) => {
            let digits = usize::try_from(digits).ok().filter(|digits| *digits <= 300).ok_or_else(far)?;
            // The text is of the exact value, rounded half to even.
            let text = format!("{number:.digits$}");
            text.parse().map(Value::Float).map_err(|_| far())
        }
        (_, None | Some(0..)) if let Some(number) = value.as_int() => Ok(Value::Int(number)),
        (_, Some(_)) if value.as_int().is_some() => Err(far()),
        _ => Err(Error::of_type(format!("type {} doesn't define __round__ method", value.type_name()))),
    }
}

/// The size of a number.
pub(crate) fn size(value: &Value) -> Result<Value> {
    match value {
        Value::Float(number) => Ok(Value::Float(number.abs())),
        Value::Complex(number) => Ok(Value::Float(number.re.hypot(number.im))),
        _ => match value.as_int() {
            Some(number) => number.checked_abs().map(Value::Int).ok_or_else(too_large),
            None => Err(Error::of_type(format!("bad operand type for abs(): '{}'", value.type_name()))),
        },
    }
}
