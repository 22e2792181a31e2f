//! Fixed source form: labels in columns 1 to 5, a mark of continuation in column 6, code in columns 7 to 72.
//!
//! Blanks separate words here as they do in free form, but for those within operators and before exponents.

use super::Joiner;
use crate::preprocess::Physical;
use diag::{Diagnostic, Span};

/// Number of columns before the code.
const MARGIN: usize = 6;

/// Adds one line.
pub(super) fn line(joiner: &mut Joiner<'_>, line: &Physical<'_>) {
    let text = line.text.trim_end();
    let body = text.trim_start();
    if body.is_empty() {
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
    let room = joiner.columns.map(|columns| columns.saturating_sub(MARGIN));
    let end = room.and_then(|room| fields.code.char_indices().nth(room));
    let end = end.map_or(fields.code.len(), |(at, _)| at);
    let (code, lost) = fields.code.split_at_checked(end).unwrap_or((fields.code, ""));
    joiner.check_macros_in_text(line);
    check_columns(joiner, line, code, lost, room);
    warn_of_lost_text(joiner, line, fields.start + end, code, lost);
    let mut code = joined(code, joiner.quote);
    let scanned = super::scan::scan(&code, joiner.quote);
    if let Some(room) = room.filter(|_| scanned.quote.is_some() || scanned.lacks_characters) {
        // A text that goes on in the next line, or has its number of characters before it, has blanks up to
        // the last column.
        code.extend(std::iter::repeat_n(' ', room.saturating_sub(code.chars().count())));
    }
    if !fields.continues {
        let digits: String = fields.label.chars().filter(|letter| !letter.is_whitespace()).collect();
        joiner.label = digits.parse().ok();
    }
    joiner.code(line, fields.start, &code);
}

/// Words between points, as `. AND.`.
const OPERATORS: [&str; 13] =
    ["eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "eqv", "neqv", "true", "false"];

/// The code with the parts of each operator and number side by side and blanks behind them, so that all else
/// stays where it was.
fn joined(code: &str, quote: Option<char>) -> String {
    let mut text: Vec<char> = code.chars().collect();
    let mut open = quote;
    let mut at = 0;
    while let Some(c) = text.get(at).copied() {
        match (open, c) {
            (Some(quote), _) if quote == c => open = None,
            (None, '\'' | '"') => open = Some(c),
            (None, '!') => break,
            (None, 'h' | 'H') => {
                let before: String = text.iter().take(at).collect();
                at += super::scan::counted(&before).unwrap_or(0);
            }
            (None, '.') => join(&mut text, at),
            _ => {}
        }
        at += 1;
    }
    text.into_iter().collect()
}

/// Joins what a point begins: an operator, or the exponent behind a fraction.
fn join(text: &mut [char], point: usize) {
    let rest = text.get(point + 1..).unwrap_or(&[]);
    let blanks = |from: usize| rest.iter().skip(from).take_while(|c| **c == ' ').count();
    let before = blanks(0);
    let between = rest.iter().take_while(|c| c.is_ascii_alphabetic() || **c == ' ').count();
    let letters = rest.iter().take(between).filter(|c| **c != ' ');
    let name = letters.collect::<String>().to_ascii_lowercase();
    let is_operator = OPERATORS.contains(&name.as_str()) && rest.get(between) == Some(&'.');
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let gap = blanks(digits);
    let exponent = rest.get(digits + gap..).unwrap_or(&[]);
    let is_number =
        point.checked_sub(1).and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit) || digits > 0;
    let is_exponent = match exponent {
        ['d' | 'D' | 'e' | 'E', '+' | '-', digit, ..] | ['d' | 'D' | 'e' | 'E', digit, ..] => {
            digit.is_ascii_digit()
        }
        _ => false,
    };
    let fraction = rest.iter().skip(before).take_while(|c| c.is_ascii_digit()).count();
    let is_behind_digit =
        || text.iter().take(point).rev().find(|c| **c != ' ').is_some_and(char::is_ascii_digit);
    let (from, length) = if is_operator {
        (0, between + 1)
    } else if before > 0 && fraction > 0 && is_behind_digit() {
        (0, before + fraction)
    } else if is_number && is_exponent && gap > 0 {
        let sign = usize::from(matches!(exponent.get(1), Some('+' | '-')));
        let tail = exponent.iter().skip(1 + sign).take_while(|c| c.is_ascii_digit()).count();
        (digits, gap + 1 + sign + tail)
    } else {
        return;
    };
    if let Some(part) = text.get_mut(point + 1 + from..point + 1 + from + length) {
        // Blanks go to the end, and the others keep their order.
        part.sort_by_key(|c| *c == ' ');
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

/// Reports macros that move text across the last column: compilers count columns of the line with its macros
/// replaced.
fn check_columns(joiner: &mut Joiner<'_>, line: &Physical<'_>, code: &str, lost: &str, room: Option<usize>) {
    let Some(room) = room else { return };
    let length = super::scan::scan(code, joiner.quote).length;
    let is_comment = length < code.len() || lost.trim_start().starts_with('!');
    let code = code.get(..length).unwrap_or(code);
    let growths = crate::macros::growths(code, &line.macros);
    let grown = growths.iter().sum::<isize>().saturating_add_unsigned(code.trim_end().chars().count());
    let is_moved = !is_comment && !lost.trim().is_empty() && growths.iter().any(|growth| *growth != 0);
    if is_moved || !growths.is_empty() && grown > isize::try_from(room).unwrap_or(isize::MAX) {
        joiner.refuse_macros(
            line,
            "a macro moves text across the last column of this line",
            "continue the statement in the next line, so that it ends before that column either way",
        );
    }
}

/// Text past column 72, or the one that is told, is dropped; a number there is taken for a sequence number.
fn warn_of_lost_text(joiner: &mut Joiner<'_>, line: &Physical<'_>, start: usize, code: &str, lost: &str) {
    let is_code = !super::scan::scan(code, joiner.quote).length.lt(&code.len());
    let text = lost.trim();
    if !is_code || text.is_empty() || text.starts_with('!') || text.chars().all(|c| c.is_ascii_digit()) {
        return;
    }
    let from = line.start + start;
    let own = Span::new(line.source, from, from + lost.len());
    let last = joiner.columns.unwrap_or(crate::layout::CARD);
    joiner.found.push(
        Diagnostic::warning("lp::fortran::column-72", format!("text past column {last} is not read"))
            .at(own, "this is dropped")
            .help("continue the statement on the next line, with a mark in column 6"),
    );
}
