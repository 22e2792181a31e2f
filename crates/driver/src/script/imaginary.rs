//! Imaginary literals, `2.5e-3j`, which the dialect does not have. A name of the same length takes the place of each: all
//! places in a script stay as they are.

use super::nesting;
use ir::IndexMap;
use std::collections::BTreeSet;

/// Names that are tried for one literal.
const TRIES: usize = 5000;

/// The script with names for its imaginary literals, and what number each name is times the imaginary unit.
pub(super) fn named(script: &str) -> (String, Vec<(String, f64)>) {
    let mut text = script.to_owned();
    let mut names = Names::of(script);
    let mut at = 0_usize;
    let mut before = '\n';
    while let Some(rest) = script.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        let starts = !is_word(before) && !matches!(before, '.' | ')' | ']' | '}' | '"' | '\'');
        let literal = literal(rest).and_then(|length| rest.get(..length)).filter(|_| starts);
        let length = literal.map_or_else(|| nesting::token(rest, first), str::len);
        let minus = subtracted(script.get(..at).unwrap_or_default());
        if let Some(name) = literal.and_then(|literal| names.of_literal(literal, minus.is_some())) {
            text.replace_range(at..at + length, &name);
            minus.into_iter().for_each(|minus| text.replace_range(minus..=minus, "+"));
        }
        before = rest.get(..length).and_then(|token| token.chars().next_back()).unwrap_or('\n');
        at += length.max(1);
    }
    (text, names.found.into_values().collect())
}

/// Where the minus stands that subtracts what follows a text. The dialect takes a number of ours from a float by no method, so
/// that what is subtracted is added with the other sign.
fn subtracted(before: &str) -> Option<usize> {
    let before = before.trim_end_matches(' ').strip_suffix('-')?;
    let left = before.trim_end_matches(' ');
    let word = left.rsplit(|c| !is_word(c)).next().unwrap_or_default();
    let is_operand = left.ends_with([')', ']', '.']) || !word.is_empty() && !KEYWORDS.contains(&word);
    is_operand.then_some(before.len())
}

/// Words behind which a minus has one operand.
const KEYWORDS: &[&str] = &["and", "else", "if", "in", "lambda", "not", "or", "return"];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the imaginary literal that a text starts with.
fn literal(text: &str) -> Option<usize> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len())
    };
    let starts = |at: usize, signs: &[char]| text.get(at..).is_some_and(|rest| rest.starts_with(signs));
    let mut end = if starts(0, &['_']) { 0 } else { digits(0) };
    if starts(end, &['.']) {
        end = digits(end + 1);
    }
    if !text.get(..end)?.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if starts(end, &['e', 'E']) {
        let from = end + 1 + usize::from(starts(end + 1, &['+', '-']));
        end = if digits(from) > from { digits(from) } else { end };
    }
    let behind = text.get(end + 1..)?.chars().next();
    (starts(end, &['j', 'J']) && !behind.is_some_and(is_word)).then_some(end + 1)
}

/// Names for literals, which stand nowhere in the script.
struct Names<'s> {
    taken: BTreeSet<&'s str>,
    /// By literal and sign.
    found: IndexMap<(String, bool), (String, f64)>,
    /// How many names of a length were tried.
    tried: IndexMap<usize, usize>,
}

impl<'s> Names<'s> {
    fn of(script: &'s str) -> Self {
        let words = script.split(|c| !is_word(c)).filter(|word| word.starts_with('_'));
        Names { taken: words.collect(), found: IndexMap::default(), tried: IndexMap::default() }
    }

    /// The name for a literal; none where its length is too small for as many as there are.
    fn of_literal(&mut self, literal: &str, negative: bool) -> Option<String> {
        let key = (literal.to_owned(), negative);
        if let Some((name, _)) = self.found.get(&key) {
            return Some(name.clone());
        }
        let value: f64 = literal.trim_end_matches(['j', 'J']).replace('_', "").parse().ok()?;
        let value = if negative { -value } else { value };
        let tried = self.tried.entry(literal.len()).or_default();
        let name = loop {
            let name = numbered(*tried, literal.len()).filter(|_| *tried < TRIES)?;
            *tried += 1;
            if !self.taken.contains(name.as_str()) {
                break name;
            }
        };
        self.found.insert(key, (name.clone(), value));
        Some(name)
    }
}

/// The name of that number and length: an underscore, which keeps it inside of its file, and digits.
fn numbered(number: usize, length: usize) -> Option<String> {
    let digits = length.checked_sub(1)?;
    let name = format!("_{number:0digits$x}");
    (name.len() == length).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_names_of_their_length() {
        let cases = [
            ("x = 1j\n", "x = _0\n", vec![1.0]),
            ("f(-0.698j, 2.5e-3J)", "f(-_00000, _000000)", vec![0.698, 2.5e-3]),
            ("[1j,.5j, 1.J, 1_0j, 1j, _0]", "[_1,_00, _01, _000, _1, _0]", vec![1.0, 0.5, 1.0, 10.0]),
            ("3+4j*2 # 1j\n", "3+_0*2 # 1j\n", vec![4.0]),
            ("0x1e-5j", "0x1e+_0", vec![-5.0]),
            ("(-7.5-1.5j)*(2 - 1j)", "(-7.5+_000)*(2 + _0)", vec![-1.5, -1.0]),
            ("return -1j", "return -_0", vec![1.0]),
            ("(1j, -1j, x-1j)", "(_0, -_0, x+_1)", vec![1.0, -1.0]),
        ];
        for (script, text, values) in cases {
            let (found, names) = named(script);
            assert_eq!(found, text);
            assert_eq!(names.iter().map(|(_, value)| *value).collect::<Vec<_>>(), values, "{script}");
        }
    }

    #[test]
    fn what_is_no_literal_stays() {
        for script in [
            "x1j",
            "_1j",
            "1jx",
            "1j2",
            "0x1j",
            "é1j",
            "a.1j",
            "1.2.3j",
            "j",
            ".j",
            "_j",
            "'1j'",
            "f\"{1j}\"",
            "# 1j",
            "1e5",
            "1ej",
            "\"\"\"\n1j\"\"\"",
            "",
        ] {
            assert_eq!(named(script), (script.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn names_do_run_out() {
        let all: Vec<String> = (0..16).map(|digit| format!("_{digit:x}")).collect();
        let script = format!("{} 1j 10j", all.join(" "));
        assert_eq!(named(&script).0, format!("{} 1j _00", all.join(" ")));
    }
}
