//! Free source form.

use super::{Joiner, scan};
use crate::preprocess::Physical;

/// Adds one line.
pub(super) fn line(joiner: &mut Joiner<'_>, line: &Physical<'_>) {
    let text = line.text.trim_end();
    let body = text.trim_start();
    let start = text.len() - body.len();
    if body.is_empty() {
        return;
    }
    if body.starts_with('!') {
        joiner.comment(line, start, body);
        return;
    }
    joiner.check_macros_in_text(line);
    let continues = joiner.pending.is_some();
    let (start, body) = match body.strip_prefix('&') {
        Some(rest) if continues => (start + 1, rest),
        _ => {
            // Blanks before a text that goes on are none of it.
            if continues && joiner.quote.is_none() {
                joiner.piece(line, start, " ");
            }
            (start, body)
        }
    };
    let code = scan::scan(body, joiner.quote);
    let before_comment = body.get(..code.length).unwrap_or("").trim_end();
    match before_comment.strip_suffix('&') {
        Some(cut) => {
            // The comment after the ampersand still counts as one that must not be a directive.
            joiner.code(line, start, cut);
            joiner.warn_of_trailing_directive(
                line,
                start + code.length,
                body.get(code.length..).unwrap_or(""),
            );
            if joiner.pending.is_none() {
                joiner.piece(line, start + cut.len(), "");
            }
        }
        None => {
            joiner.code(line, start, body);
            joiner.quote = None;
            joiner.finish();
        }
    }
}
