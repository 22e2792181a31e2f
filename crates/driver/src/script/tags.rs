//! Classes: of tags, those that a script defines or imports, and Loo.py's own; and of callables, of which only the name counts.

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

/// What a class of a script makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A tag.
    Tag,
    /// What `register_callable` takes: its methods say in Python what a declaration in the kernel's text says here.
    Callable,
}

/// A script without its classes, `class ElementTag(Tag): pass`, and their names: all else stays where it is. A class of tags
/// that holds more than words about it stays, and is refused as what the dialect lacks.
pub(super) fn taken_out(script: &str) -> (String, Vec<(String, Kind)>) {
    let lines: Vec<&str> = script.lines().collect();
    let (mut kept, mut found) = (Vec::with_capacity(lines.len()), Vec::new());
    let mut at = 0_usize;
    while let Some(line) = lines.get(at) {
        let marks = lines.iter().skip(at).take_while(|line| line.trim_start().starts_with('@')).count();
        let here = lines.get(at + marks..).and_then(|lines| Class::of(lines, &found));
        match here {
            Some(class) => {
                kept.extend(std::iter::repeat_n("", marks + class.length));
                at += marks + class.length;
                found.push((class.name, class.kind));
            }
            None => {
                kept.push(*line);
                at += 1;
            }
        }
    }
    (kept.join("\n") + "\n", found)
}

struct Class {
    name: String,
    kind: Kind,
    /// How many lines it takes.
    length: usize,
}

impl Class {
    /// The class that begins these lines, where it can be taken out.
    fn of(lines: &[&str], earlier: &[(String, Kind)]) -> Option<Class> {
        let (first, rest) = lines.split_first()?;
        let indent = first.len() - first.trim_start().len();
        let head = code(first.trim_start().strip_prefix("class ")?);
        let (head, own) = head.split_once(':')?;
        let (name, bases) = head.split_once('(').unwrap_or((head, ""));
        let name = name.trim();
        if !super::imports::is_name(name) || !(is_empty(own) || own.trim().is_empty()) {
            return None;
        }
        let is_inside =
            |line: &&&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
        let body: Vec<&str> = match is_empty(own) {
            true => Vec::new(),
            false => rest.iter().take_while(is_inside).copied().collect(),
        };
        let kind = if is_callable(bases, earlier) { Kind::Callable } else { Kind::Tag };
        let whole = is_empty(own) || kind == Kind::Callable || only_words(&body);
        whole.then(|| Class { name: name.to_owned(), kind, length: 1 + body.len() })
    }
}

/// Whether one of the bases is a callable of Loo.py's or of the script.
fn is_callable(bases: &str, earlier: &[(String, Kind)]) -> bool {
    bases.trim_end().trim_end_matches(')').split(',').any(|base| {
        let base = base.trim().rsplit('.').next().unwrap_or_default();
        matches!(base, "ScalarCallable" | "InKernelCallable")
            || earlier.iter().any(|(name, kind)| name == base && *kind == Kind::Callable)
    })
}

/// Whether the lines hold a text about the class, and nothing that it does.
fn only_words(body: &[&str]) -> bool {
    let text = body.iter().map(|line| code(line).trim()).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    let quoted = ["\"\"\"", "'''"].iter().find_map(|mark| text.strip_prefix(*mark)?.split_once(*mark));
    let left = quoted.map_or(text, |(_, behind)| behind.trim());
    is_empty(left) || (quoted.is_some() && left.is_empty())
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
    use super::{Kind, taken_out};

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
            let names = names.into_iter().map(|name: &str| (name.to_owned(), Kind::Tag)).collect();
            assert_eq!(taken_out(script), (text.to_owned(), names));
        }
    }

    #[test]
    fn callables_are_names_whatever_they_do() {
        let script = "class F(lp.ScalarCallable):\n    def with_types(self):\n        yield 1\nclass G(F):\n    x = 1\ny = 1\n";
        let names = ["F", "G"].map(|name| (name.to_owned(), Kind::Callable)).to_vec();
        assert_eq!(taken_out(script), ("\n\n\n\n\ny = 1\n".to_owned(), names));
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
