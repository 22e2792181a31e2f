//! Grammars of tree-sitter: the tokens of a text, which is what colours need.

use super::language::Description;
use serde_json::json;
use std::fmt::Write;

pub(super) fn text(language: &Description) -> String {
    let rules: Vec<&str> = language.words.iter().map(|(class, _)| class.rule()).collect();
    let mut text = format!(
        "// {}: made by `lpopt grammar tree-sitter`; do not edit.\nmodule.exports = grammar({{\n  name: {},\n  word: ($) => $.identifier,\n  \
         extras: () => [/\\s|\\\\\\r?\\n/],\n  rules: {{\n    source_file: ($) => repeat($._token),\n",
        language.title,
        json!(language.id.replace('-', "_"))
    );
    let tokens: Vec<String> = ["comment", "string", "number", "identifier"]
        .iter()
        .chain(&rules)
        .map(|rule| format!("$.{rule}"))
        .collect();
    let _ = writeln!(text, "    _token: ($) => choice({}, $.operator, $.bracket),", tokens.join(", "));
    text.push_str("    comment: () => token(/#[^\\n]*/),\n");
    let strings: Vec<String> =
        language.quotes.iter().map(|quote| format!("/{quote}([^{quote}\\\\\\n]|\\\\.)*{quote}/")).collect();
    let _ = writeln!(text, "    string: () => token(choice({})),", strings.join(", "));
    text.push_str("    number: () => token(/[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?[A-Za-z_]*/),\n");
    text.push_str("    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,\n");
    for (class, words) in &language.words {
        let words: Vec<String> = words.iter().map(|word| json!(word).to_string()).collect();
        let _ = writeln!(text, "    {}: () => choice({}),", class.rule(), words.join(", "));
    }
    text.push_str("    operator: () => token(/\\*\\*|\\/\\/|->|:=|[<>=!]=|[-+*\\/%<>=.,:;&|^~?@$\\\\]/),\n");
    text.push_str("    bracket: () => choice(\"(\", \")\", \"[\", \"]\", \"{\", \"}\"),\n  },\n});\n");
    text
}
