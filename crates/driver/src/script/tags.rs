//! Classes of tags: those that a script defines or imports, and Loo.py's own.

use super::value::TagValue;
use starlark::values::{Value, ValueLike};
use std::fmt;

/// Loo.py's classes of tags of loops, what they are here, and whether they take an axis.
const OWN: &[(&str, &str, bool)] = &[
    ("AutoFitLocalInameTag", "l.auto", false),
    ("ForceSequentialTag", "for", false),
    ("GroupInameTag", "g", true),
    ("InOrderSequentialSequentialTag", "for", false),
    ("LocalInameTag", "l", true),
    ("LoopedIlpTag", "ilp.seq", false),
    ("UnrollHintTag", "unr_hint", false),
    ("UnrollTag", "unr", false),
    ("UnrolledIlpTag", "ilp", false),
    ("VectorizeTag", "vec", false),
];

impl TagValue {
    /// The class of a name.
    pub(super) fn class(name: &str) -> Self {
        match OWN.iter().find(|(own, _, _)| *own == name) {
            Some((_, text, axis)) => TagValue { text: (*text).to_owned(), axis: *axis },
            None => TagValue { text: format!("${name}"), axis: false },
        }
    }

    /// The tag that the class makes of what it is called with.
    ///
    /// # Errors
    /// What it takes.
    pub(super) fn called(&self, given: &[Value<'_>], keywords: usize) -> Result<Self, String> {
        let refuse =
            |what: &str| Err(format!("the tag `{}` takes {what}", self.text.trim_start_matches('$')));
        match (self.axis, given) {
            _ if keywords > 0 => refuse("no keywords"),
            (false, []) => Ok(self.clone()),
            (false, _) => refuse("no values: write a class for each of them"),
            (true, [axis]) if axis.unpack_i32().is_some() => {
                Ok(TagValue { text: format!("{}.{axis}", self.text), axis: false })
            }
            (true, _) => refuse("the number of an axis"),
        }
    }

    /// The text of a value that is a tag.
    pub(super) fn of(value: Value<'_>) -> Option<&str> {
        value.downcast_ref::<TagValue>().map(|tag| tag.text.as_str())
    }
}

/// Whether an imported name is that of a class of tags.
pub(super) fn is_class(name: &str) -> bool {
    name.ends_with("Tag") && name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Statements have tags without a mark: `$FooTag` is `FooTag`, and Loo.py's `!streaming_store` a word like others.
pub(super) fn of_statement(text: &str) -> &str {
    text.trim().trim_start_matches(['$', '!'])
}

impl fmt::Display for TagValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A script without its classes of tags, `class ElementTag(Tag): pass`, and their names: all else stays where it is. A class
/// that holds more than words about it stays, and is refused as what the dialect lacks.
pub(super) fn taken_out(script: &str) -> (String, Vec<String>) {
    let lines: Vec<&str> = script.lines().collect();
    let (mut kept, mut names) = (Vec::with_capacity(lines.len()), Vec::new());
    let mut at = 0_usize;
    while let Some(line) = lines.get(at) {
        let marks = lines.iter().skip(at).take_while(|line| line.trim_start().starts_with('@')).count();
        let found = lines.get(at + marks..).and_then(class);
        match found {
            Some((name, length)) => {
                names.push(name);
                kept.extend(std::iter::repeat_n("", marks + length));
                at += marks + length;
            }
            None => {
                kept.push(*line);
                at += 1;
            }
        }
    }
    (kept.join("\n") + "\n", names)
}

/// The name of the class that begins these lines, and how many it takes.
fn class(lines: &[&str]) -> Option<(String, usize)> {
    let (first, rest) = lines.split_first()?;
    let indent = first.len() - first.trim_start().len();
    let head = code(first.trim_start().strip_prefix("class ")?);
    let (head, own) = head.split_once(':')?;
    let name = head.split('(').next()?.trim();
    if !super::imports::is_name(name) || !(is_empty(own) || own.trim().is_empty()) {
        return None;
    }
    if is_empty(own) {
        return Some((name.to_owned(), 1));
    }
    let is_inside = |line: &&&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
    let body: Vec<&str> = rest.iter().take_while(is_inside).copied().collect();
    let text = body.iter().map(|line| code(line).trim()).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    let quoted = ["\"\"\"", "'''"].iter().find_map(|mark| text.strip_prefix(*mark)?.split_once(*mark));
    let left = quoted.map_or(text, |(_, behind)| behind.trim());
    let whole = is_empty(left) || (quoted.is_some() && left.is_empty());
    whole.then(|| (name.to_owned(), 1 + body.len()))
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split_once('#').map_or(line, |(code, _)| code)
}

/// What Python writes where a block has nothing in it.
fn is_empty(text: &str) -> bool {
    matches!(text.trim(), "pass" | "...")
}

#[cfg(test)]
mod tests {
    use super::taken_out;

    #[test]
    fn classes_of_tags_become_names() {
        for (script, text, names) in [
            ("class A(Tag): pass\nb = 1", "\nb = 1\n", vec!["A"]),
            (
                "@tag_dataclass\nclass A(Tag):\n    \"\"\"Why.\n\n    More.\"\"\"\n\nb = 1",
                "\n\n\n\n\n\nb = 1\n",
                vec!["A"],
            ),
            ("class A:\n  # why\n  ...\nclass B(A):\n  pass", "\n\n\n\n\n", vec!["A", "B"]),
        ] {
            assert_eq!(taken_out(script), (text.to_owned(), names.into_iter().map(str::to_owned).collect()));
        }
    }

    #[test]
    fn other_classes_stay() {
        for script in
            ["class A(B):\n    x = 1\n", "class A(B):\n    pass\n    x = 1\n", "x = 1\n", "class A\n"]
        {
            assert_eq!(taken_out(script), (script.to_owned(), Vec::new()));
        }
    }
}
