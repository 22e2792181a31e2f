//! Numbers and texts made of other values.

use crate::compare::truth;
use crate::float::whole;
use crate::interpreter::Interpreter;
use crate::model::{Builtin, Call, ComplexNumber, Error, Exception, Result, Type, Value};
use crate::operator::Operator;
use crate::{index, number};

pub(super) fn arithmetic(
    interpreter: &mut Interpreter<'_>,
    builtin: Builtin,
    mut call: Call<'_>,
) -> Result<Value> {
    match builtin {
        Builtin::Abs => {
            call.require_count(1, 1)?;
            number::size(call.required(0)?)
        }
        Builtin::Divmod => {
            call.require_count(2, 2)?;
            let (one, other) = (call.required(0)?, call.required(1)?);
            number::divided(one, other)
        }
        Builtin::Pow => {
            if call.positional.len() == 3 {
                return Err(Error::refused("`pow` of three numbers"));
            }
            call.require_count(2, 2)?;
            interpreter.operate(call.required(0)?, Operator::Pow, call.required(1)?)
        }
        _ => {
            let digits = call.take("ndigits").or_else(|| call.get(1).cloned());
            call.require_count(1, 2)?;
            let digits = match &digits {
                None | Some(Value::None) => None,
                Some(digits) => Some(digits.as_int().ok_or_else(|| {
                    let what = digits.type_name();
                    Error::of_type(format!("'{what}' object cannot be interpreted as an integer"))
                })?),
            };
            number::rounded(call.required(0)?, digits)
        }
    }
}

pub(super) fn text(interpreter: &mut Interpreter<'_>, builtin: Builtin, call: &Call<'_>) -> Result<Value> {
    match builtin {
        Builtin::Chr => {
            call.require_count(1, 1)?;
            let letter = u32::try_from(call.int(0)?).ok().and_then(char::from_u32);
            let letter = letter.ok_or_else(|| Error::of_value("chr() arg not in range(0x110000)"))?;
            Ok(Value::text(letter.to_string()))
        }
        Builtin::Ord => {
            call.require_count(1, 1)?;
            let given = call.required(0)?;
            let Some(text) = given.as_str() else {
                let what = given.type_name();
                return Err(Error::of_type(format!("ord() expected string of length 1, but {what} found")));
            };
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => Ok(Value::Int(i64::from(u32::from(letter)))),
                _ => {
                    let length = text.chars().count();
                    let message = "ord() expected a character, but string of length ";
                    Err(Error::of_type(format!("{message}{length} found")))
                }
            }
        }
        Builtin::Hash => {
            call.require_count(1, 1)?;
            match call.required(0)? {
                // Only numbers have the same hash in each run of CPython.
                value @ (Value::Int(_) | Value::Bool(_) | Value::Float(_)) => {
                    Ok(Value::Int(crate::model::hash::hash(value)?))
                }
                value => {
                    crate::model::hash::hash(value)?;
                    Err(Error::refused("a hash that differs from run to run"))
                }
            }
        }
        Builtin::Format => {
            call.require_count(1, 2)?;
            let spec = if call.positional.len() > 1 { call.text(1)? } else { "" };
            interpreter.formatted(call.required(0)?, None, spec).map(Value::text)
        }
        _ => {
            call.require_count(1, 1)?;
            interpreter.repr(call.required(0)?).map(Value::text)
        }
    }
}

pub(super) fn make(interpreter: &mut Interpreter<'_>, ty: Type, call: Call<'_>) -> Result<Value> {
    match ty {
        Type::Str => {
            call.require_count(0, 1)?;
            call.get(0).map_or(Ok(String::new()), |value| interpreter.str(value)).map(Value::text)
        }
        Type::Bool => {
            call.require_count(0, 1)?;
            match call.get(0) {
                Some(value) => interpreter.truth(value).map(Value::Bool),
                None => Ok(Value::Bool(false)),
            }
        }
        Type::Float => {
            call.require_count(0, 1)?;
            float(call.get(0).unwrap_or(&Value::Int(0)))
        }
        Type::Complex => complex(&call),
        _ => {
            call.require_count(0, 2)?;
            int(call.get(0).unwrap_or(&Value::Int(0)), call.get(1))
        }
    }
}

fn float(value: &Value) -> Result<Value> {
    if let Some(number) = number::exact_float(value) {
        return number.map(Value::Float);
    }
    let Value::Str(text) = value else {
        let what = value.type_name();
        return Err(Error::of_type(format!(
            "float() argument must be a string or a real number, not '{what}'"
        )));
    };
    let plain = text.trim();
    let is_number = plain.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        || ["inf", "infinity", "nan"].contains(&plain.to_lowercase().as_str());
    let wrong = || {
        Error::of_value(format!("could not convert string to float: {}", crate::text::plain::quoted(text)))
    };
    if plain.contains('_') {
        return Err(Error::refused("`_` in the text of a number"));
    }
    if !plain.is_ascii() {
        return Err(Error::refused("letters beyond ASCII in the text of a number"));
    }
    plain.parse().ok().filter(|_| is_number).map(Value::Float).ok_or_else(wrong)
}

fn int(value: &Value, base: Option<&Value>) -> Result<Value> {
    let large = || Error::refused("an integer of more than 64 bits");
    match (value, base) {
        (Value::Float(number), None) if number.is_nan() => {
            Err(Error::of_value("cannot convert float NaN to integer"))
        }
        (Value::Float(number), None) if number.is_infinite() => {
            Err(Exception::OverflowError.error("cannot convert float infinity to integer"))
        }
        (Value::Float(number), None) => whole(number.trunc()).map(Value::Int).ok_or_else(large),
        (Value::Str(text), _) => {
            let base = base.map_or(Ok(10), index::whole)?;
            let radix = Some(base)
                .and_then(|base| u32::try_from(base).ok())
                .filter(|base| *base == 0 || (2..=36).contains(base));
            let Some(radix) = radix else {
                return Err(Error::of_value("int() base must be >= 2 and <= 36, or 0"));
            };
            of_digits(text, radix)
        }
        (_, None) if let Some(number) = value.as_int() => Ok(Value::Int(number)),
        (_, Some(_)) => Err(Error::of_type("int() can't convert non-string with explicit base")),
        _ => {
            let message = "int() argument must be a string, a bytes-like object or a real number, not ";
            Err(Error::of_type(format!("{message}'{}'", value.type_name())))
        }
    }
}

fn of_digits(text: &str, radix: u32) -> Result<Value> {
    let plain = text.trim();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", plain.strip_prefix('+').unwrap_or(plain)),
    };
    if digits.contains('_') || radix == 0 || !digits.is_ascii() {
        return Err(Error::refused("this text of a number"));
    }
    let prefix = match radix {
        16 => ["0x", "0X"],
        8 => ["0o", "0O"],
        2 => ["0b", "0B"],
        _ => ["", ""],
    };
    let digits = prefix.iter().find_map(|prefix| digits.strip_prefix(prefix)).unwrap_or(digits);
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    if !is_number {
        // CPython prints no more of it.
        let text: String = crate::text::plain::quoted(text).chars().take(200).collect();
        return Err(Error::of_value(format!("invalid literal for int() with base {radix}: {text}")));
    }
    let number = i64::from_str_radix(&format!("{sign}{digits}"), radix);
    number.map(Value::Int).map_err(|_| Error::refused("an integer of more than 64 bits"))
}

fn complex(call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 2)?;
    let part = |at: usize| match call.get(at) {
        None => Ok(ComplexNumber::new(0.0, 0.0)),
        Some(Value::Complex(number)) => Ok(*number),
        Some(value) => match number::exact_float(value) {
            Some(number) => Ok(ComplexNumber::new(number?, 0.0)),
            None => {
                Err(Error::refused(format!("a complex number of a value of type `{}`", value.type_name())))
            }
        },
    };
    let (real, imaginary) = (part(0)?, part(1)?);
    Ok(Value::Complex(ComplexNumber::new(real.re - imaginary.im, real.im + imaginary.re)))
}

/// Whether a keyword argument is given and counts as true.
pub(super) fn flag(call: &mut Call<'_>, name: &str) -> bool {
    call.take(name).is_some_and(|value| truth(&value))
}
