//! What texts can do.

use crate::index::bounds;
use crate::model::{Call, Error, Exception, Result, Value};

/// The names of a text's functions.
pub(crate) const NAMES: &[&str] = &[
    "capitalize",
    "center",
    "count",
    "endswith",
    "find",
    "format",
    "index",
    "isalnum",
    "isalpha",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isspace",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "upper",
    "zfill",
];

/// Calls a function of a text, other than `join` and `format`, which look at other values.
pub(crate) fn call(own: &str, name: &str, call: &mut Call<'_>) -> Result<Value> {
    match name {
        "find" | "rfind" | "index" | "rindex" | "count" => searched(own, name, call),
        "startswith" | "endswith" => ends(own, name, call),
        "strip" | "lstrip" | "rstrip" => stripped(own, name, call),
        "split" | "rsplit" => split(own, name, call),
        "splitlines" => lines(own, call),
        "partition" | "rpartition" => parted(own, name, call),
        "replace" => replaced(own, call),
        "removeprefix" => cut(call, |part| own.strip_prefix(part).unwrap_or(own)),
        "removesuffix" => cut(call, |part| own.strip_suffix(part).unwrap_or(own)),
        "center" | "ljust" | "rjust" | "zfill" => padded(own, name, call),
        "lower" | "upper" | "swapcase" | "title" | "capitalize" => cased(own, name, call),
        _ => asked(own, name, call),
    }
}

fn cut<'t>(call: &Call<'_>, part: impl Fn(&str) -> &'t str) -> Result<Value> {
    call.require_count(1, 1)?;
    Ok(Value::text(part(call.text(0)?)))
}

/// The place of a letter, from the byte where it starts.
fn letter_at(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count())
}

/// The part of a text between two arguments that count letters, and the letters before it.
fn part<'t>(own: &'t str, call: &Call<'_>, at: usize) -> Result<(&'t str, usize)> {
    let length = own.chars().count();
    let (start, stop) = bounds(call.get(at), call.get(at + 1), length)?;
    let byte = |letter: usize| own.char_indices().nth(letter).map_or(own.len(), |(byte, _)| byte);
    Ok((own.get(byte(start)..byte(stop.max(start))).unwrap_or_default(), start))
}

fn searched(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(1, 3)?;
    let (part, before) = part(own, call, 1)?;
    let wanted = call.text(0)?;
    let is_behind = begins_behind(own, call)?;
    if name == "count" {
        return Ok(Value::count(if is_behind { 0 } else { occurrences(part, wanted) }));
    }
    let found = if name.starts_with('r') { part.rfind(wanted) } else { part.find(wanted) };
    match found.filter(|_| !is_behind) {
        Some(byte) => Ok(Value::count(before + letter_at(part, byte))),
        None if name.ends_with("find") => Ok(Value::Int(-1)),
        None => Err(Error::of_value("substring not found")),
    }
}

/// Whether a search begins behind the end of the text, or behind its own: it finds nothing then, not even an
/// empty text.
fn begins_behind(own: &str, call: &Call<'_>) -> Result<bool> {
    let length = own.chars().count();
    let start = call.get(1).and_then(Value::as_int);
    let is_outside = start.is_some_and(|start| usize::try_from(start).is_ok_and(|start| start > length));
    let (start, stop) = bounds(call.get(1), call.get(2), length)?;
    Ok(is_outside || stop < start)
}

fn occurrences(part: &str, wanted: &str) -> usize {
    if wanted.is_empty() { part.chars().count() + 1 } else { part.matches(wanted).count() }
}

fn ends(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(1, 3)?;
    let (part, _) = part(own, call, 1)?;
    let is_behind = begins_behind(own, call)?;
    let wanted = match call.required(0)? {
        Value::Tuple(several) => several.to_vec(),
        one => vec![one.clone()],
    };
    for wanted in wanted {
        let Some(wanted) = wanted.as_str() else {
            return Err(Error::refused(format!("`{name}` of what is no text")));
        };
        let is_there = if name == "startswith" { part.starts_with(wanted) } else { part.ends_with(wanted) };
        if is_there && !is_behind {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

fn stripped(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 1)?;
    let letters: Option<Vec<char>> = match call.get(0) {
        None | Some(Value::None) => None,
        Some(_) => Some(call.text(0)?.chars().collect()),
    };
    let is_blank = |letter: char| match &letters {
        Some(letters) => letters.contains(&letter),
        None => is_space(letter),
    };
    let text = if name == "rstrip" { own } else { own.trim_start_matches(is_blank) };
    Ok(Value::text(if name == "lstrip" { text } else { text.trim_end_matches(is_blank) }))
}

/// What counts as a blank: also the marks that part records in ASCII.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{1c}'..='\u{1f}')
}

fn split(own: &str, name: &str, call: &mut Call<'_>) -> Result<Value> {
    let separator = call.take("sep").or_else(|| call.get(0).cloned()).unwrap_or(Value::None);
    let most = call.take("maxsplit").or_else(|| call.get(1).cloned()).unwrap_or(Value::Int(-1));
    call.require_count(0, 2)?;
    let most = most.as_int().ok_or_else(|| Error::of_type("maxsplit must be an integer"))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let from_right = name == "rsplit";
    let parts: Vec<&str> = match &separator {
        Value::None => words(own, most, from_right),
        Value::Str(separator) if separator.is_empty() => return Err(Error::of_value("empty separator")),
        Value::Str(separator) if from_right => {
            let mut parts: Vec<&str> = own.rsplitn(most.saturating_add(1), &**separator).collect();
            parts.reverse();
            parts
        }
        Value::Str(separator) => own.splitn(most.saturating_add(1), &**separator).collect(),
        other => {
            return Err(Error::of_type(format!("must be str or None, not {}", other.type_name())));
        }
    };
    Ok(Value::list(parts.into_iter().map(Value::text).collect()))
}

fn words(own: &str, most: usize, from_right: bool) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = own;
    loop {
        rest = if from_right { rest.trim_end_matches(is_space) } else { rest.trim_start_matches(is_space) };
        if rest.is_empty() {
            break;
        }
        if found.len() == most {
            found.push(rest);
            break;
        }
        let (word, left) = if from_right {
            let start = rest.rfind(is_space).map_or(0, |at| at + rest.get(at..).map_or(1, first_length));
            (rest.get(start..), rest.get(..start))
        } else {
            let end = rest.find(is_space).unwrap_or(rest.len());
            (rest.get(..end), rest.get(end..))
        };
        found.extend(word);
        rest = left.unwrap_or_default();
    }
    if from_right {
        found.reverse();
    }
    found
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn lines(own: &str, call: &mut Call<'_>) -> Result<Value> {
    let keeps = call.take("keepends").or_else(|| call.get(0).cloned());
    call.require_count(0, 1)?;
    let keeps = keeps.is_some_and(|keeps| crate::compare::truth(&keeps));
    let is_end = |letter: char| {
        matches!(
            letter,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    let mut found = Vec::new();
    let mut rest = own;
    while !rest.is_empty() {
        let end = rest.find(is_end).unwrap_or(rest.len());
        let (line, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let mark = if behind.starts_with("\r\n") { 2 } else { first_length(behind) };
        let whole = rest.get(..end + mark).unwrap_or(line);
        found.push(Value::text(if keeps { whole } else { line }));
        rest = behind.get(mark..).unwrap_or_default();
    }
    Ok(Value::list(found))
}

fn parted(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(1, 1)?;
    let separator = call.text(0)?;
    if separator.is_empty() {
        return Err(Error::of_value("empty separator"));
    }
    let found = if name == "partition" { own.split_once(separator) } else { own.rsplit_once(separator) };
    let parts = match found {
        Some((before, behind)) => [before, separator, behind],
        None if name == "partition" => [own, "", ""],
        None => ["", "", own],
    };
    Ok(Value::tuple(parts.into_iter().map(Value::text).collect()))
}

fn replaced(own: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(2, 3)?;
    let most = call.get(2).map(|_| call.int(2)).transpose()?.unwrap_or(-1);
    let (old, new) = (call.text(0)?, call.text(1)?);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    if own.len().saturating_mul(new.len().max(1)) > crate::interpreter::MAX_TEXT {
        return Err(Error::too_large());
    }
    Ok(Value::text(own.replacen(old, new, most)))
}

fn padded(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(1, if name == "zfill" { 1 } else { 2 })?;
    let width = usize::try_from(call.int(0)?).unwrap_or(0);
    if width > crate::interpreter::MAX_TEXT {
        return Err(Error::too_large());
    }
    let missing = width.saturating_sub(own.chars().count());
    let fill = if name == "zfill" { "0" } else { call.get(1).map_or(Ok(" "), |_| call.text(1))? };
    if fill.chars().count() != 1 {
        return Err(Error::of_type("The fill character must be exactly one character long"));
    }
    let fill = |count: usize| fill.repeat(count);
    Ok(Value::text(match name {
        "ljust" => format!("{own}{}", fill(missing)),
        "rjust" => format!("{}{own}", fill(missing)),
        "zfill" => {
            let digits = own.trim_start_matches(['+', '-']);
            let sign = if own.len() == digits.len() + 1 { own.get(..1).unwrap_or_default() } else { "" };
            let digits = own.get(sign.len()..).unwrap_or_default();
            format!("{sign}{}{digits}", fill(missing))
        }
        _ => {
            let left = missing / 2 + (missing & width & 1);
            format!("{}{own}{}", fill(left), fill(missing - left))
        }
    }))
}

fn cased(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 0)?;
    let swap = |letter: char| -> String {
        if letter.is_uppercase() { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
    };
    Ok(Value::text(match name {
        "lower" => own.to_lowercase(),
        "upper" => own.to_uppercase(),
        "swapcase" if own.contains('Σ') => return Err(Error::refused("`swapcase` of a text with `Σ`")),
        "swapcase" => own.chars().map(swap).collect(),
        _ if own.chars().any(has_title_case) => {
            return Err(Error::refused(format!("`{name}` of letters that have a title case of their own")));
        }
        _ => {
            let mut is_inside = false;
            let mut title = String::new();
            for letter in own.chars() {
                match is_inside {
                    true => title.extend(letter.to_lowercase()),
                    false => title.extend(letter.to_uppercase()),
                }
                is_inside = name == "capitalize" || letter.is_alphabetic();
            }
            title
        }
    }))
}

/// Whether a letter is another one at the start of a word than in upper case, or at the end of a word than
/// within.
fn has_title_case(letter: char) -> bool {
    let is_apart = matches!(
        u32::from(letter),
        // Letters that are two, Georgian ones, and the sigma.
        0x1C4..=0x1CC | 0x1F1..=0x1F3 | 0x10D0..=0x10FF | 0x3A3
    );
    is_apart || letter.to_uppercase().count() > 1
}

fn asked(own: &str, name: &str, call: &Call<'_>) -> Result<Value> {
    call.require_count(0, 0)?;
    let all = |is: fn(char) -> bool| !own.is_empty() && own.chars().all(is);
    let is_cased = |letter: char| letter.is_uppercase() || letter.is_lowercase();
    Ok(Value::Bool(match name {
        "isalnum" => all(char::is_alphanumeric),
        "isalpha" => all(char::is_alphabetic),
        "isdecimal" | "isdigit" | "isnumeric" | "isidentifier" if !own.is_ascii() => {
            return Err(Error::refused(format!("`{name}` of letters beyond ASCII")));
        }
        "isdecimal" | "isdigit" | "isnumeric" => all(|letter| letter.is_ascii_digit()),
        "isspace" => all(is_space),
        "islower" => own.chars().any(is_cased) && !own.chars().any(char::is_uppercase),
        "isupper" => own.chars().any(is_cased) && !own.chars().any(char::is_lowercase),
        _ => {
            let mut letters = own.chars();
            let is_first = |letter: char| letter == '_' || letter.is_alphabetic();
            letters.next().is_some_and(is_first)
                && letters.all(|letter| letter == '_' || letter.is_alphanumeric())
        }
    }))
}

/// `"{} of {name}".format(..)`, of which each value is printed by a function.
pub(crate) fn filled(
    own: &str,
    call: &Call<'_>,
    mut print: impl FnMut(&Value, Option<char>, &str) -> Result<String>,
) -> Result<String> {
    let (mut result, mut rest, mut numbering) = (String::new(), own, Numbering::Open);
    while let Some(at) = rest.find(['{', '}']) {
        let (before, marked) = rest.split_at_checked(at).unwrap_or((rest, ""));
        result += before;
        if let Some(behind) = marked.strip_prefix("{{").or_else(|| marked.strip_prefix("}}")) {
            result += marked.get(..1).unwrap_or_default();
            rest = behind;
            continue;
        }
        let field = marked.strip_prefix('{').and_then(|field| field.split_once('}'));
        let Some((field, behind)) = field else {
            return Err(Error::of_value("Single '}' or '{' encountered in format string"));
        };
        if field.contains('{') {
            return Err(Error::refused_with("a format inside of a format", "use an f-string"));
        }
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        let (name, conversion) =
            name.split_once('!').map_or((name, None), |(name, kind)| (name, kind.chars().next()));
        let value = field_value(name, &mut numbering, call)?;
        result += &print(value, conversion, spec)?;
        rest = behind;
    }
    Ok(result + rest)
}

const AUTOMATIC: &str = "automatic field numbering";
const MANUAL: &str = "manual field specification";

/// Who numbers the fields of a format.
enum Numbering {
    Open,
    /// They are numbered as they come; this is the next number.
    Automatic(usize),
    Manual,
}

impl Numbering {
    /// The number of a field without one.
    fn next(&mut self) -> Result<usize> {
        let number = match self {
            Numbering::Open => 0,
            Numbering::Automatic(next) => *next,
            Numbering::Manual => return Err(Numbering::switched(MANUAL, AUTOMATIC)),
        };
        *self = Numbering::Automatic(number + 1);
        Ok(number)
    }

    /// Takes note of a field with a number.
    fn manual(&mut self) -> Result<()> {
        match self {
            Numbering::Automatic(_) => Err(Numbering::switched(AUTOMATIC, MANUAL)),
            Numbering::Open | Numbering::Manual => {
                *self = Numbering::Manual;
                Ok(())
            }
        }
    }

    fn switched(from: &str, to: &str) -> Error {
        Error::of_value(format!("cannot switch from {from} to {to}"))
    }
}

/// The argument that a field of a format names; one without a name is the next one.
fn field_value<'c>(name: &str, numbering: &mut Numbering, call: &'c Call<'_>) -> Result<&'c Value> {
    let number = match name {
        "" => Ok(numbering.next()?),
        _ => name.parse::<usize>(),
    };
    if !name.is_empty() && number.is_ok() {
        numbering.manual()?;
    }
    match number {
        Ok(number) => call.get(number).ok_or_else(|| {
            let message = format!("Replacement index {number} out of range for positional args tuple");
            Exception::IndexError.error(message)
        }),
        Err(_) if name.contains(['.', '[']) => {
            Err(Error::refused_with("a format that looks into a value", "use an f-string"))
        }
        Err(_) => {
            let found = call.named.iter().find(|(own, _)| &**own == name).map(|(_, value)| value);
            found.ok_or_else(|| Exception::KeyError.error(name))
        }
    }
}
