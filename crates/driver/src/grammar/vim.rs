//! Syntax files of Vim.

use super::language::Description;
use std::fmt::Write;

/// How many words stand in a line.
const WORDS_A_LINE: usize = 8;

pub(super) fn text(language: &Description) -> String {
    let group = language.id.replace('-', "_");
    let mut text = format!(
        "\" {}: made by `lpopt grammar vim`; do not edit.\nif exists(\"b:current_syntax\")\n  finish\nendif\n\n",
        language.title
    );
    for (class, words) in &language.words {
        for line in words.chunks(WORDS_A_LINE) {
            let _ = writeln!(text, "syntax keyword {group}{} {}", class.vim(), line.join(" "));
        }
    }
    let _ = writeln!(
        text,
        "syntax match {group}Number \"\\<\\d\\+\\(\\.\\d*\\)\\?\\([eE][+-]\\?\\d\\+\\)\\?\\w*\""
    );
    for quote in language.quotes {
        let _ = writeln!(
            text,
            "syntax region {group}String start=+{quote}+ skip=+\\\\\\\\\\|\\\\{quote}+ end=+{quote}+ oneline"
        );
    }
    let _ = writeln!(text, "syntax match {group}Comment \"#.*$\" contains={group}Todo");
    let _ = writeln!(text, "syntax keyword {group}Todo TODO FIXME contained\n");
    let classes = language.words.iter().map(|(class, _)| class.vim());
    for class in classes.chain(["Number", "String", "Comment", "Todo"]) {
        let _ = writeln!(text, "highlight default link {group}{class} {class}");
    }
    let _ = writeln!(text, "\nlet b:current_syntax = \"{}\"", language.id);
    text
}
