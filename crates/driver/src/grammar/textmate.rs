//! Grammars of TextMate.

use super::language::Description;
use serde_json::json;

/// A number: digits, a fraction, an exponent, and the letters of a type.
const NUMBER: &str = r"\b[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?[A-Za-z_]*";

/// Operators of signs.
const SIGNS: &str = r"\*\*|//|->|:=|[<>=!]=|[-+*/%<>=]";

pub(super) fn text(language: &Description) -> String {
    let id = language.id;
    let scope = |name: &str| format!("{name}.{id}");
    let mut patterns = vec![json!({"name": scope("comment.line.number-sign"), "match": "#.*$"})];
    for quote in language.quotes {
        patterns.push(json!({
            "name": scope("string.quoted"), "begin": quote.to_string(), "end": format!("{quote}|$"),
            "patterns": [{"name": scope("constant.character.escape"), "match": r"\\."}],
        }));
    }
    for (class, words) in &language.words {
        patterns.push(json!({"name": scope(class.scope()), "match": format!(r"\b({})\b", words.join("|"))}));
    }
    patterns.push(json!({"name": scope("constant.numeric"), "match": NUMBER}));
    patterns.push(json!({"name": scope("keyword.operator"), "match": SIGNS}));
    let grammar = json!({
        "name": language.title, "scopeName": scope("source"), "comment": "Made by `lpopt grammar textmate`; do not edit.",
        "patterns": patterns,
    });
    format!("{grammar:#}\n")
}
