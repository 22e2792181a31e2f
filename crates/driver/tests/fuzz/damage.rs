//! Damages texts.

use crate::random::Random;

/// Pieces that readers know or fear.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "((((((((((((((((",
    ",",
    ":",
    ";",
    "=",
    "==",
    "->",
    "**",
    "//",
    "%",
    "!",
    "#",
    "&",
    "\"",
    "'",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "99999999999999999999999999",
    "1e999",
    "1e-999",
    "0.0",
    "nan",
    "mod",
    "floor(",
    "exists",
    "and",
    "or",
    "not",
    "in(",
    "if(",
    "time(",
    "after(",
    "of ",
    "domain",
    "kernel @k {",
    "iname",
    "rule f(x) := f(x)",
    "sum(i, ",
    "cast(f64, ",
    "reference {",
    "schedule {",
    "do i = 1, n",
    "end do",
    "end",
    "if (",
    "then",
    "else",
    "real*8",
    "dimension(",
    "!$loopy begin transform",
    "!$loopy end",
    "#define n",
    "split_iname(",
    "True",
    "None",
    "é",
    "\u{feff}",
    "\u{202e}",
    "\u{0}",
    "@\"",
    "$",
    "f$t(",
    "~",
    "|",
    "16",
    "i",
    "n",
    "a[i]",
    "a(i)",
    "lpir 1",
    "%%%",
    "<",
    "<=",
    ">=",
    "+",
    "-",
    "*",
    "/",
];

/// Changes a text in one place; `other` is a text of the same kind.
pub(crate) fn damage(random: &mut Random, text: &str, other: &str) -> String {
    let replaced = |start: usize, end: usize, by: &str| {
        let mut result = String::with_capacity(text.len() + by.len());
        result.push_str(&text[..start]);
        result.push_str(by);
        result.push_str(&text[end..]);
        result
    };
    match random.below(16) {
        0 | 1 => {
            let (start, end) = part(random, text, 40);
            replaced(start, end, "")
        }
        2 | 3 => {
            let at = boundary(random, text);
            let piece = random.word(PIECES);
            replaced(at, at, piece)
        }
        4 => {
            let (start, end) = part(random, text, 60);
            replaced(end, end, &text[start..end])
        }
        5 => {
            let at = boundary(random, text);
            let (start, end) = part(random, other, 120);
            replaced(at, at, &other[start..end])
        }
        6 => text[..boundary(random, text)].to_owned(),
        7 => {
            let at = boundary(random, text);
            nested(random, &replaced, at)
        }
        8 | 9 => lines(random, text, other),
        10 => {
            let at = boundary(random, text);
            let end = text[at..].chars().next().map_or(at, |letter| at + letter.len_utf8());
            replaced(at, end, &letter(random).to_string())
        }
        _ => word(random, text, other, &replaced),
    }
}

/// Deep nesting, rarely: it takes long.
fn nested(random: &mut Random, replaced: &dyn Fn(usize, usize, &str) -> String, at: usize) -> String {
    let levels = if random.percent(3) { 1 + random.below(3000) } else { 1 + random.below(20) };
    replaced(at, at, &(*random.pick(&["(", "[", "-", "not ", "{", "sum(i, ", "if(", "[("])).repeat(levels))
}

fn letter(random: &mut Random) -> char {
    match random.percent(95) {
        true => char::from(u8::try_from(random.range(0, 127)).unwrap_or(b' ')),
        false => *random.pick(&['é', '\u{a0}', '\u{2028}', '→', '\u{1f600}', '\u{301}']),
    }
}

/// Drops, repeats, moves or borrows a line.
fn lines(random: &mut Random, text: &str, other: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let others: Vec<&str> = other.lines().collect();
    if lines.is_empty() || others.is_empty() {
        return other.to_owned();
    }
    let at = random.below(lines.len());
    match random.below(5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[random.below(lines.len())]),
        2 => lines.swap(at, random.below(text.lines().count())),
        3 => lines.insert(at, random.word(&others)),
        _ => lines[at] = random.word(&others),
    }
    lines.join("\n") + "\n"
}

/// Replaces a word by another one of the text, of the other text, or of those that readers know.
fn word(
    random: &mut Random,
    text: &str,
    other: &str,
    replaced: &dyn Fn(usize, usize, &str) -> String,
) -> String {
    let Some((start, end)) = some_word(random, text) else { return text.to_owned() };
    let from = match random.below(10) {
        0..4 => text,
        4..7 => other,
        _ => return replaced(start, end, random.word(PIECES)),
    };
    match some_word(random, from) {
        Some((first, last)) => replaced(start, end, &from[first..last]),
        None => replaced(start, end, ""),
    }
}

/// A word: found by looking round a random place, and the whole text only where there is none.
fn some_word(random: &mut Random, text: &str) -> Option<(usize, usize)> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let at = boundary(random, text);
    let start = at + text[at..].find(is_word)?;
    let length = text[start..].find(|letter| !is_word(letter)).unwrap_or(text.len() - start);
    let back = text[..start].rfind(|letter| !is_word(letter));
    let begin = back.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    Some((begin, start + length))
}

fn boundary(random: &mut Random, text: &str) -> usize {
    text.floor_char_boundary(random.below(text.len() + 1))
}

/// Start and end of a short part.
fn part(random: &mut Random, text: &str, most: usize) -> (usize, usize) {
    let start = boundary(random, text);
    let end = text.floor_char_boundary((start + random.below(most)).min(text.len()));
    (start, end.max(start))
}
