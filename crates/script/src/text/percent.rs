//! `"%s of %d" % (a, b)`.

use super::format;
use crate::error::{Error, Result};
use crate::value::Value;

/// A text with its marks replaced by values, each of which a function turns into a text by `s` or `r`.
pub(crate) fn replaced(
    text: &str,
    given: &Value,
    mut print: impl FnMut(&Value, char) -> Result<String>,
) -> Result<String> {
    let values = match given {
        Value::Tuple(values) => values.to_vec(),
        one => vec![one.clone()],
    };
    let mut values = values.into_iter();
    let mut next = || values.next().ok_or_else(|| Error::of_type("not enough arguments for format string"));
    let (mut result, mut letters) = (String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        if letter != '%' {
            result.push(letter);
            continue;
        }
        let mut flags = String::new();
        let kind = loop {
            match letters.next() {
                Some(flag @ ('0'..='9' | '.' | '-' | '+' | ' ' | '#')) => flags.push(flag),
                Some(kind) => break kind,
                None => return Err(Error::of_value("incomplete format")),
            }
        };
        match kind {
            '%' => result.push('%'),
            '(' => {
                return Err(Error::refused_with(
                    "`%(name)s`, which takes values from a dictionary",
                    "use an f-string",
                ));
            }
            's' | 'r' => {
                let value = next()?;
                result += &format::formatted(&Value::text(print(&value, kind)?), &spec(&flags, 's')?)?;
            }
            'd' | 'i' | 'u' => {
                let value = next()?;
                let number = match &value {
                    Value::Float(number) => crate::number::whole(number.trunc()),
                    other => other.as_int(),
                };
                let number = number.ok_or_else(|| wrong(kind, &value))?;
                result += &format::formatted(&Value::Int(number), &spec(&flags, 'd')?)?;
            }
            'x' | 'X' | 'o' | 'c' => {
                let value = next()?;
                let number = value.as_int().ok_or_else(|| wrong(kind, &value))?;
                result += &format::formatted(&Value::Int(number), &spec(&flags, kind)?)?;
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let value = next()?;
                let number = crate::number::exact_float(&value).ok_or_else(|| {
                    Error::of_type(format!("must be real number, not {}", value.type_name()))
                })??;
                result += &format::formatted(&Value::Float(number), &spec(&flags, kind)?)?;
            }
            _ => return Err(Error::of_value(format!("unsupported format character '{kind}'"))),
        }
    }
    if values.next().is_some() && !matches!(given, Value::Dict(_) | Value::List(_)) {
        return Err(Error::of_type("not all arguments converted during string formatting"));
    }
    Ok(result)
}

fn wrong(kind: char, value: &Value) -> Error {
    let what = if matches!(kind, 'd' | 'i' | 'u') { "a real number" } else { "an integer" };
    Error::of_type(format!("%{kind} format: {what} is required, not {}", value.type_name()))
}

/// The flags as a format specification: texts stand to the right, unless a minus says otherwise.
fn spec(flags: &str, kind: char) -> Result<String> {
    let numbers = flags.trim_start_matches(['-', '+', ' ', '#', '0']);
    let marks = flags.get(..flags.len() - numbers.len()).unwrap_or_default();
    if numbers.contains(['-', '+', ' ', '#']) {
        return Err(Error::of_value("unsupported format character"));
    }
    let align = if marks.contains('-') { "<" } else { ">" };
    let zero = marks.contains('0') && align == ">" && kind != 's';
    let sign = ['+', ' '].into_iter().find(|sign| marks.contains(*sign) && kind != 's');
    let sign = sign.map(String::from).unwrap_or_default();
    let alternate = if marks.contains('#') { "#" } else { "" };
    let kind = if kind == 'c' { "c".to_owned() } else { kind.to_string() };
    Ok(if zero { format!("{sign}{alternate}0{numbers}{kind}") } else { format!("{align}{sign}{alternate}{numbers}{kind}") })
}
