//! `"%s of %d" % (a, b)`.

use super::format;
use crate::model::{Error, Result, Value};

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
    let (mut result, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('%') {
        result += before;
        let (flags, kind, behind) = mark(behind)?;
        rest = behind;
        if kind == '%' {
            if !flags.is_empty() {
                return Err(Error::refused("marks before `%%`"));
            }
            result.push('%');
            continue;
        }
        let value = values.next().ok_or_else(|| Error::of_type("not enough arguments for format string"))?;
        let (value, kind) = match kind {
            's' | 'r' => (Value::text(print(&value, kind)?), 's'),
            _ => (number(&value, kind)?, if matches!(kind, 'i' | 'u') { 'd' } else { kind }),
        };
        result += &format::formatted(&value, &spec(flags, kind)?)?;
    }
    if values.next().is_some() && !has_elements(given) {
        return Err(Error::of_type("not all arguments converted during string formatting"));
    }
    Ok(result + rest)
}

/// Whether values are taken for ones that a format takes by name, of which it need not take all.
fn has_elements(value: &Value) -> bool {
    match value {
        Value::Dict(_) | Value::List(_) | Value::Range(_) => true,
        Value::Object(object) => object.class.find("__getitem__").is_some(),
        _ => false,
    }
}

/// The flags and the kind of a mark, behind its `%`, and what follows.
fn mark(text: &str) -> Result<(&str, char, &str)> {
    let is_flag = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+' | ' ' | '#');
    let end = text.find(|letter: char| !is_flag(letter)).unwrap_or(text.len());
    let (flags, behind) = text.split_at_checked(end).unwrap_or((text, ""));
    let mut letters = behind.chars();
    match letters.next() {
        Some('(') => {
            Err(Error::refused_with("`%(name)s`, which takes values from a dictionary", "use an f-string"))
        }
        Some(kind) => Ok((flags, kind, letters.as_str())),
        None => Err(Error::of_value("incomplete format")),
    }
}

/// The number that a mark of this kind prints.
fn number(value: &Value, kind: char) -> Result<Value> {
    let number = match (kind, value) {
        ('d' | 'i' | 'u', Value::Float(number)) if number.is_finite() => {
            let whole = crate::float::whole(number.trunc());
            return whole.map(Value::Int).ok_or_else(|| Error::refused("an integer of more than 64 bits"));
        }
        ('d' | 'i' | 'u', Value::Float(_)) => {
            return Err(Error::refused(format!("`%{kind}` of such a number")));
        }
        ('c', Value::Int(0..=0x10_FFFF)) => value.as_int(),
        ('c', _) => return Err(Error::refused("`%c` of what is no letter's number")),
        ('a' | 'h' | 'l' | 'L' | '*', _) => return Err(Error::refused(format!("`%{kind}` in a format"))),
        ('d' | 'i' | 'u' | 'x' | 'X' | 'o', other) => other.as_int(),
        ('e' | 'E' | 'f' | 'F' | 'g' | 'G', _) => {
            let number = crate::number::exact_float(value)
                .ok_or_else(|| Error::of_type(format!("must be real number, not {}", value.type_name())))?;
            return number.map(Value::Float);
        }
        _ => return Err(Error::refused(format!("`%{kind}` in a format"))),
    };
    number.map(Value::Int).ok_or_else(|| wrong(kind, value))
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
        return Err(Error::refused(format!("these marks before `%{kind}`")));
    }
    let takes_all = matches!(kind, 'e' | 'E' | 'f' | 'F' | 'g' | 'G');
    if !takes_all && (numbers.contains('.') && kind != 's' || kind == 'c' && !marks.is_empty()) {
        return Err(Error::refused(format!("these marks before `%{kind}`")));
    }
    let align = if marks.contains('-') { "<" } else { ">" };
    let zero = marks.contains('0') && align == ">" && kind != 's';
    let sign = ['+', ' '].into_iter().find(|sign| marks.contains(*sign) && kind != 's');
    let sign = sign.map(String::from).unwrap_or_default();
    let alternate = if marks.contains('#') && kind != 's' { "#" } else { "" };
    let kind = if kind == 'c' { "c".to_owned() } else { kind.to_string() };
    Ok(if zero {
        format!("{sign}{alternate}0{numbers}{kind}")
    } else {
        format!("{align}{sign}{alternate}{numbers}{kind}")
    })
}
