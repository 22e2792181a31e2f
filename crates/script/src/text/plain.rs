//! How values print, as `str` and `repr` give it.

use crate::model::{ComplexNumber, Object, Result, Value, View};
use crate::text::printable::is_printable;
use std::fmt::{self, Write};
use std::rc::Rc;

/// How an object of a class prints.
pub(crate) type OfObject<'a> = &'a mut dyn FnMut(&Rc<Object>) -> Result<String>;

/// What `repr` gives, unless a class of the script has it otherwise.
pub(crate) fn repr(value: &Value) -> String {
    let mut of_object = |object: &Rc<Object>| Ok(of_object(object));
    let mut written = Written { text: String::new(), of_object: &mut of_object, depth: 0, is_exact: false };
    written.value(value).map(|()| written.text).unwrap_or_default()
}

impl fmt::Display for Value {
    /// As `repr` has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&repr(self))
    }
}

/// What `str` gives, unless a class of the script has it otherwise.
pub(crate) fn display(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Object(object) if object.class.is_exception() => object.message(),
        _ => repr(value),
    }
}

/// An object whose class does not say how it prints.
pub(crate) fn of_object(object: &Object) -> String {
    if !object.class.is_exception() {
        return format!("<{} object>", object.class.name);
    }
    let args = object.args.borrow();
    let args: Vec<String> = args.iter().map(repr).collect();
    format!("{}({})", object.class.name, args.join(", "))
}

/// What `repr` gives.
///
/// # Errors
/// Where a function of the script has one.
pub(crate) fn represent(value: &Value, of_object: OfObject<'_>) -> Result<String> {
    let mut written = Written { text: String::new(), of_object, depth: 0, is_exact: true };
    written.value(value)?;
    Ok(written.text)
}

struct Written<'a> {
    text: String,
    of_object: OfObject<'a>,
    depth: usize,
    /// Whether the script sees the text.
    is_exact: bool,
}

/// How deep values may nest that are printed: one that holds itself nests without an end.
const MAX_DEPTH: usize = 100;

impl Written<'_> {
    fn value(&mut self, value: &Value) -> Result<()> {
        if self.depth > MAX_DEPTH {
            return Err(crate::model::Error::refused("a value that nests more than 100 deep is printed"));
        }
        self.depth += 1;
        crate::work::spend(1)?;
        match value {
            Value::List(list) => {
                let items = list.borrow().clone();
                self.listed("[", &items, "]")?;
            }
            Value::Tuple(tuple) if tuple.len() == 1 => self.listed("(", tuple, ",)")?,
            Value::Tuple(tuple) => self.listed("(", tuple, ")")?,
            Value::Set(set) if set.is_empty() => {
                self.text += if set.is_frozen() { "frozenset()" } else { "set()" }
            }
            Value::Set(set) => {
                let values = if self.is_exact { set.ordered_values()? } else { set.values() };
                let (open, close) = if set.is_frozen() { ("frozenset({", "})") } else { ("{", "}") };
                self.listed(open, &values, close)?;
            }
            Value::Dict(dict) => {
                let entries = dict.borrow().entries();
                self.entries(&entries)?;
            }
            Value::View(dict, view) => {
                let (open, items) = match view {
                    View::Keys => ("dict_keys([", dict.borrow().keys()),
                    View::Values => ("dict_values([", dict.borrow().values()),
                    View::Items => ("dict_items([", dict.borrow().pairs()),
                };
                self.listed(open, &items, "])")?;
            }
            Value::Slice(parts) => self.listed("slice(", &parts[..], ")")?,
            Value::Object(object) => self.text += &(self.of_object)(object)?,
            // Messages may show what a script must not see: it would differ from run to run.
            _ if self.is_exact && shows_address(value) => {
                let what =
                    format!("the text of a value of type `{}`, which holds an address", value.type_name());
                return Err(crate::model::Error::refused(what));
            }
            _ => self.text += &simple(value),
        }
        self.depth -= 1;
        Ok(())
    }

    fn listed(&mut self, open: &str, items: &[Value], close: &str) -> Result<()> {
        self.text += open;
        for (at, item) in items.iter().enumerate() {
            self.text += if at > 0 { ", " } else { "" };
            self.value(item)?;
        }
        self.text += close;
        Ok(())
    }

    fn entries(&mut self, entries: &[(Value, Value)]) -> Result<()> {
        self.text += "{";
        for (at, (key, value)) in entries.iter().enumerate() {
            self.text += if at > 0 { ", " } else { "" };
            self.value(key)?;
            self.text += ": ";
            self.value(value)?;
        }
        self.text += "}";
        Ok(())
    }
}

/// Whether what CPython prints of a value differs from run to run, or has the name of a file.
fn shows_address(value: &Value) -> bool {
    match value {
        Value::Iterator(_) | Value::Function(_) | Value::Method(_) | Value::Module(_) => true,
        Value::Class(class) => class.is_imported,
        _ => false,
    }
}

/// A value that holds no others.
fn simple(value: &Value) -> String {
    match value {
        Value::None => "None".to_owned(),
        Value::Ellipsis => "Ellipsis".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => float(*number),
        Value::Complex(number) => complex(*number),
        Value::Str(text) => quoted(text),
        Value::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
        Value::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
        Value::Type(ty) => format!("<class '{}'>", ty.name()),
        Value::Class(class) if class.is_python => format!("<class '{}'>", class.name),
        Value::Class(class) => format!("<class '__main__.{}'>", class.path),
        Value::Builtin(builtin) => format!("<built-in function {}>", builtin.name()),
        Value::Function(function) => format!("<function {}>", function.code.name),
        Value::Method(method) => format!("<{} {}>", method.type_name(), method.name()),
        Value::Module(module) => format!("<module '{}'>", module.name),
        Value::Native(native) => native.display(),
        _ => format!("<{} object>", value.type_name()),
    }
}

/// A float with the fewest digits that tell it from its neighbours.
pub(crate) fn float(number: f64) -> String {
    if !number.is_finite() {
        return if number.is_nan() {
            "nan"
        } else if number > 0.0 {
            "inf"
        } else {
            "-inf"
        }
        .to_owned();
    }
    let (digits, exponent) = shortest(number);
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let plain = decimal(number, &digits, exponent);
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    format!("{digits}e{}", signed_exponent(exponent))
}

/// The fewest digits that tell a number, in scientific notation, and its exponent. Of two texts that are
/// equally near it is the one that ends with an even digit, as CPython has it.
fn shortest(number: f64) -> (String, String) {
    let split = |text: String| {
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        (digits.to_owned(), exponent.to_owned())
    };
    let nearest = format!("{number:e}");
    let behind = nearest.split_once('e').map_or(0, |(digits, _)| digits_behind_point(digits));
    let even = format!("{number:.behind$e}");
    split(if even.parse() == Ok(number) { even } else { nearest })
}

/// The same digits without an exponent.
fn decimal(number: f64, digits: &str, exponent: i32) -> String {
    let count = i32::try_from(digits_behind_point(digits)).unwrap_or(i32::MAX);
    let behind = usize::try_from(count.saturating_sub(exponent)).unwrap_or(0);
    let rounded = format!("{number:.behind$}");
    if rounded.parse() == Ok(number) { rounded } else { format!("{number}") }
}

fn digits_behind_point(digits: &str) -> usize {
    digits.split_once('.').map_or(0, |(_, behind)| behind.len())
}

/// An exponent with its sign and at least two digits.
pub(crate) fn signed_exponent(exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{:02}", exponent.unsigned_abs())
}

fn complex(number: ComplexNumber) -> String {
    let part = |number: f64| {
        let text = float(number);
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    };
    if number.re == 0.0 && number.re.is_sign_positive() {
        return format!("{}j", part(number.im));
    }
    let imaginary = part(number.im);
    let sign = if imaginary.starts_with('-') { "" } else { "+" };
    format!("({}{sign}{imaginary}j)", part(number.re))
}

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut quoted = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            _ if letter == quote => {
                quoted.push('\\');
                quoted.push(quote);
            }
            _ if is_printable(letter) => quoted.push(letter),
            _ => {
                let number = u32::from(letter);
                let _ = match number {
                    ..0x100 => write!(quoted, "\\x{number:02x}"),
                    0x100..0x1_0000 => write!(quoted, "\\u{number:04x}"),
                    _ => write!(quoted, "\\U{number:08x}"),
                };
            }
        }
    }
    quoted.push(quote);
    quoted
}
