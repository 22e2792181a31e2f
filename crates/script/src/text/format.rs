//! `format(value, "08.3f")`: Python's format specifications.

use super::plain;
use crate::model::{Error, Exception, Result, Value};
use crate::number;

/// A format specification: `[[fill]align][sign][#][0][width][grouping][.precision][type]`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    alternate: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

/// The widest text that is padded.
const MAX_WIDTH: usize = 100_000;

/// Digits behind the point of a number.
const MAX_DIGITS: usize = 10_000;

impl Spec {
    fn read(text: &str) -> Option<Spec> {
        let mut letters: Vec<char> = text.chars().rev().collect();
        let mut spec = Spec::default();
        let is_align = |letter: Option<&char>| matches!(letter, Some('<' | '>' | '^' | '='));
        let second = letters.len().checked_sub(2).and_then(|at| letters.get(at));
        if is_align(second) {
            spec.fill = letters.pop();
            spec.align = letters.pop();
        } else if is_align(letters.last()) {
            spec.align = letters.pop();
        }
        let mut take = |allowed: &[char]| letters.pop_if(|letter| allowed.contains(letter));
        spec.sign = take(&['+', '-', ' ']);
        spec.alternate = take(&['#']).is_some();
        if take(&['0']).is_some() && spec.fill.is_none() {
            spec.fill = Some('0');
            spec.align = spec.align.or(Some('='));
        }
        spec.width = digits(&mut letters)?.unwrap_or(0);
        spec.grouping = letters.pop_if(|letter| matches!(letter, ',' | '_'));
        if letters.pop_if(|letter| *letter == '.').is_some() {
            spec.precision = Some(digits(&mut letters)??);
        }
        spec.kind = letters.pop();
        letters.is_empty().then_some(spec)
    }

    fn padded(&self, sign: &str, body: &str, default: char) -> String {
        let length = sign.chars().count() + body.chars().count();
        let missing = self.width.saturating_sub(length);
        let fill = |count: usize| self.fill.unwrap_or(' ').to_string().repeat(count);
        match self.align.unwrap_or(default) {
            '<' => format!("{sign}{body}{}", fill(missing)),
            '^' => format!("{}{sign}{body}{}", fill(missing / 2), fill(missing - missing / 2)),
            '=' => format!("{sign}{}{body}", fill(missing)),
            _ => format!("{}{sign}{body}", fill(missing)),
        }
    }

    fn sign_of(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        }
    }
}

/// A number at the end of the letters, which stand in reverse; the outer none is one that is too large.
fn digits(letters: &mut Vec<char>) -> Option<Option<usize>> {
    let mut text = String::new();
    while let Some(digit) = letters.pop_if(|letter| letter.is_ascii_digit()) {
        text.push(digit);
    }
    if text.is_empty() {
        return Some(None);
    }
    text.parse().ok().filter(|number| *number <= MAX_WIDTH).map(Some)
}

/// A value by a specification.
///
/// # Errors
/// Where the value's type has no such format.
pub(crate) fn formatted(value: &Value, text: &str) -> Result<String> {
    let spec = Spec::read(text);
    // CPython has words of its own for each mistake, and some forms that are not here.
    let wrong = || Error::refused(format!("the format `{text}` of a value of type `{}`", value.type_name()));
    match value {
        Value::Str(own) => of_text(own, &spec.ok_or_else(wrong)?, value),
        Value::Float(number) => of_float(*number, &spec.ok_or_else(wrong)?, value),
        Value::Int(number) => of_int(*number, &spec.ok_or_else(wrong)?, value),
        Value::Bool(truth) if !text.is_empty() => of_int(i64::from(*truth), &spec.ok_or_else(wrong)?, value),
        Value::Complex(_) if !text.is_empty() => Err(Error::refused("a format of complex numbers")),
        _ if text.is_empty() => Ok(plain::display(value)),
        _ => Err(Error::of_type(format!(
            "unsupported format string passed to {}.__format__",
            value.type_name()
        ))),
    }
}

fn unknown(spec: &Spec, value: &Value) -> Error {
    if spec.kind == Some('z') {
        return Error::refused("a format that makes zeros positive");
    }
    let kind = spec.kind.unwrap_or(' ');
    Error::of_value(format!("Unknown format code '{kind}' for object of type '{}'", value.type_name()))
}

fn of_text(text: &str, spec: &Spec, value: &Value) -> Result<String> {
    if !matches!(spec.kind, None | Some('s')) {
        return Err(unknown(spec, value));
    }
    if spec.align == Some('=') {
        return Err(Error::refused("zeros before a text"));
    }
    if spec.sign.is_some() || spec.grouping.is_some() || spec.alternate {
        return Err(Error::refused("a format of numbers for a text"));
    }
    let cut: String = text.chars().take(spec.precision.unwrap_or(usize::MAX)).collect();
    Ok(spec.padded("", &cut, '<'))
}

fn of_int(number: i64, spec: &Spec, value: &Value) -> Result<String> {
    let size = number.unsigned_abs();
    let (prefix, digits) = match spec.kind {
        None | Some('d' | 'n') => ("", size.to_string()),
        Some('x') => ("0x", format!("{size:x}")),
        Some('X') => ("0X", format!("{size:X}")),
        Some('o') => ("0o", format!("{size:o}")),
        Some('b') => ("0b", format!("{size:b}")),
        Some('c') if spec.alternate || spec.precision.is_some() || spec.grouping.is_some() => {
            return Err(Error::refused("a format of numbers for a letter"));
        }
        Some('c') if spec.sign.is_none() => {
            let letter = u32::try_from(number).ok().and_then(char::from_u32);
            let letter =
                letter.ok_or_else(|| Exception::OverflowError.error("%c arg not in range(0x110000)"))?;
            return Ok(spec.padded("", &letter.to_string(), '<'));
        }
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
            return of_float(number::exact(number)?, spec, value);
        }
        _ => return Err(unknown(spec, value)),
    };
    // Scripts know no locale but that of C.
    if let (Some('n'), Some(mark)) = (spec.kind, spec.grouping) {
        return Err(Error::of_value(format!("Cannot specify '{mark}' with 'n'.")));
    }
    if spec.precision.is_some() {
        return Err(Error::of_value("Precision not allowed in integer format specifier"));
    }
    let every = if matches!(spec.kind, None | Some('d' | 'n')) { 3 } else { 4 };
    if let (4, Some(kind), Some(',')) = (every, spec.kind, spec.grouping) {
        return Err(Error::of_value(format!("Cannot specify ',' with '{kind}'.")));
    }
    let sign = format!("{}{}", spec.sign_of(number < 0), if spec.alternate { prefix } else { "" });
    grouped(spec, &sign, &digits, every)
}

/// The number with its groups; zeros that fill the width are grouped, too, which is refused.
fn grouped(spec: &Spec, sign: &str, digits: &str, every: usize) -> Result<String> {
    let Some(mark) = spec.grouping else { return Ok(spec.padded(sign, digits, '>')) };
    if spec.fill == Some('0') && spec.align == Some('=') && spec.width > 0 {
        return Err(Error::refused("a format that fills groups of digits with zeros"));
    }
    let end = digits.find(|letter: char| !letter.is_ascii_hexdigit()).unwrap_or(digits.len());
    let (whole, rest) = digits.split_at_checked(end).unwrap_or((digits, ""));
    let mut marked = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(every) {
            marked.push(mark);
        }
        marked.push(digit);
    }
    Ok(spec.padded(sign, &(marked + rest), '>'))
}

fn of_float(number: f64, spec: &Spec, value: &Value) -> Result<String> {
    if spec.alternate {
        return Err(Error::refused("`#` in a format of real numbers"));
    }
    let size = number.abs();
    let precision = spec.precision;
    if precision.is_some_and(|digits| digits > MAX_DIGITS) {
        return Err(Error::refused(format!("a format with more than {MAX_DIGITS} digits")));
    }
    let body = match spec.kind {
        None if precision.is_none() => plain::float(size),
        None => short(size, precision.unwrap_or(6).max(1), true),
        Some('f' | 'F') => fixed(size, precision.unwrap_or(6)),
        Some('%') => fixed(size * 100.0, precision.unwrap_or(6)) + "%",
        Some('e' | 'E') => scientific(size, precision.unwrap_or(6)),
        // Scripts know no locale but that of C.
        Some('n') if spec.grouping.is_some() => {
            return Err(Error::refused("groups of digits in a format with `n`"));
        }
        Some('g' | 'G' | 'n') => short(size, precision.unwrap_or(6).max(1), false),
        _ => return Err(unknown(spec, value)),
    };
    let body = if matches!(spec.kind, Some('E' | 'F' | 'G')) { body.to_uppercase() } else { body };
    let is_negative = number.is_sign_negative() && !number.is_nan();
    grouped(spec, spec.sign_of(is_negative), &body, 3)
}

fn fixed(size: f64, precision: usize) -> String {
    if size.is_finite() { format!("{size:.precision$}") } else { plain::float(size) }
}

fn scientific(size: f64, precision: usize) -> String {
    if !size.is_finite() {
        return plain::float(size);
    }
    let (digits, exponent) = parts(size, precision);
    format!("{digits}e{}", plain::signed_exponent(exponent))
}

/// The digits of a number in scientific notation, and its exponent.
fn parts(size: f64, precision: usize) -> (String, i32) {
    let text = format!("{size:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.to_owned(), exponent.parse().unwrap_or(0))
}

/// The shorter of both notations, of so many digits; a float without a format keeps a digit behind the point.
fn short(size: f64, precision: usize, is_plain: bool) -> String {
    if !size.is_finite() {
        return plain::float(size);
    }
    let (digits, exponent) = parts(size, precision - 1);
    let most = i32::try_from(precision).unwrap_or(i32::MAX);
    let limit = if is_plain { most - 1 } else { most };
    let cut = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if exponent < -4 || exponent >= limit {
        return format!("{}e{}", cut(digits), plain::signed_exponent(exponent));
    }
    let behind = usize::try_from(most - 1 - exponent).unwrap_or(0);
    let text = cut(format!("{size:.behind$}"));
    if is_plain && !text.contains('.') { text + ".0" } else { text }
}
