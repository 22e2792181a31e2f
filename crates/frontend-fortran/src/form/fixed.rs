//! Fixed source form: labels in columns 1 to 5, a mark of continuation in column 6, code in columns 7 to 72.
//!
//! Blanks separate words here as they do in free form.

use super::Joiner;
use crate::preprocess::Physical;
use diag::{Diagnostic, Span};

/// Number of columns that hold code.
const CODE: usize = 66;

/// Adds one line.
pub(super) fn line(joiner: &mut Joiner<'_>, line: &Physical<'_>) {
    let text = line.text.trim_end();
    let body = text.trim_start();
    if body.is_empty() {
        joiner.finish();
        return;
    }
    let indent = text.len() - body.len();
    if text.starts_with(['c', 'C', '*', '!']) || (body.starts_with('!') && indent != 5) {
        joiner.comment(line, indent, body);
        return;
    }
    let fields = split(text);
    if !fields.continues {
        joiner.finish();
    }
    let end = fields.code.char_indices().nth(CODE).map_or(fields.code.len(), |(at, _)| at);
    let (code, lost) = fields.code.split_at_checked(end).unwrap_or((fields.code, ""));
    warn_of_lost_text(joiner, line, fields.start + end, code, lost);
    joiner.code(line, fields.start, code);
    if let (Some(pending), false) = (&mut joiner.pending, fields.continues) {
        pending.label = fields.label.trim().parse().ok();
    }
}

struct Fields<'a> {
    label: &'a str,
    continues: bool,
    code: &'a str,
    /// Offset of the code in the line.
    start: usize,
}

/// Cuts a line at its columns, or at a tab among the first six, which stands for all columns up to the code.
fn split(text: &str) -> Fields<'_> {
    let head = text.char_indices().nth(6).map_or(text.len(), |(at, _)| at);
    if let Some((label, after)) = text.split_once('\t').filter(|(label, _)| label.len() < head) {
        let mark = after.chars().next().filter(|c| c.is_ascii_digit() && *c != '0');
        let skipped = mark.map_or(0, char::len_utf8);
        let code = after.get(skipped..).unwrap_or("");
        return Fields { label, continues: mark.is_some(), code, start: text.len() - code.len() };
    }
    let mark = text.chars().nth(5).filter(|c| *c != ' ' && *c != '0');
    let label_end = text.char_indices().nth(5).map_or(text.len(), |(at, _)| at);
    let label = text.get(..label_end).unwrap_or("");
    Fields { label, continues: mark.is_some(), code: text.get(head..).unwrap_or(""), start: head }
}

/// Text past column 72 is dropped, as the standard has it; a number there is taken for a sequence number.
fn warn_of_lost_text(joiner: &mut Joiner<'_>, line: &Physical<'_>, start: usize, code: &str, lost: &str) {
    let is_code = !super::scan::scan(code, joiner.quote).length.lt(&code.len());
    let text = lost.trim();
    if !is_code || text.is_empty() || text.starts_with('!') || text.chars().all(|c| c.is_ascii_digit()) {
        return;
    }
    let from = line.start + start;
    joiner.found.push(
        Diagnostic::warning("lp::fortran::column-72", "text past column 72 is not read")
            .at(Span::new(joiner.source, from, from + lost.len()), "this is dropped")
            .help("continue the statement on the next line, with a mark in column 6"),
    );
}
