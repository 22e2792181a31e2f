//! The documentation of transforms as an editor shows it.

use pass::{ParamSpec, Spec};
use std::fmt::Write;

/// A transform, in Markdown.
pub(super) fn documented(spec: &Spec) -> String {
    let mut text = format!("```python\n{}\n```\n\n", spec.signature());
    if !spec.aliases.is_empty() {
        let names: Vec<String> = spec.aliases.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(text, "Also called {}.\n", names.join(", "));
    }
    let _ = writeln!(text, "{}\n", spec.doc.trim());
    for param in spec.params {
        let _ = writeln!(text, "- {}", parameter(param));
    }
    text
}

/// A parameter of a transform, in Markdown.
pub(super) fn parameter(param: &ParamSpec) -> String {
    let default = param.default.map_or_else(String::new, |default| format!(", by default `{default}`"));
    format!("`{}` ({}{default}): {}", param.name, param.kind, param.doc.trim().replace('\n', " "))
}

/// What the keywords mean that every transform takes.
pub(super) fn generic(keyword: &str) -> Option<&'static str> {
    match keyword {
        "kernel" => Some("`kernel=\"NAME\"`: only for that kernel of the file"),
        "allow_empty" => Some("`allow_empty=True`: finding nothing to do is no error"),
        "unchecked" => Some("`unchecked=True`: you vouch for the step; what it leaves unproved is a warning"),
        _ => None,
    }
}
