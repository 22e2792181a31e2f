//! Puts a kernel before statements of a unit, which run where the kernel does not. They stay as they are,
//! where they are.

use super::plan::Plan;
use super::splice::{self, range};
use super::text::{Edits, Lines, Text, generated, statements, words};
use super::{body, directives};
use codegen_opencl::Call;
use frontend_fortran::{Outline, Part};
use ir::Name;
use std::ops::Range;

/// Statements before which a kernel can stand.
#[derive(Debug)]
pub(super) struct Place<'a> {
    text: &'a Text,
    /// Their lines, with the directives that belong to them.
    lines: Range<usize>,
    /// Where their first line begins behind its blanks.
    first: usize,
    /// Whether threads share what they do.
    is_parallel: bool,
    /// Variables that are mentioned in it first and declared nowhere.
    fresh: &'a [Name],
}

impl<'a> Place<'a> {
    /// The statements as they stand in the text.
    ///
    /// # Errors
    /// Why they stay alone.
    pub(super) fn new(
        text: &'a Text,
        outline: &'a Outline,
        part: &'a Part,
        reads_directives: bool,
    ) -> Result<Self, String> {
        let unit = splice::range_of(outline);
        let head = text.text.get(range(outline.head)).unwrap_or("").to_ascii_lowercase();
        let declared = text.code(unit.start..range(outline.first).start);
        if let Some(what) = splice::unsuited_declaration(&declared) {
            return Err(format!("its unit {what}"));
        }
        if splice::has_entry(&text.code(unit.clone())) {
            return Err("its unit has an `entry`".to_owned());
        }
        let (first, last) = (range(part.first), range(part.last));
        let lines = if part.is_region {
            text.line_end(first.end)..text.line_start(last.start)
        } else {
            stands_alone(text, first.start, last.end)?;
            with_directives(text, text.line_start(first.start)..text.line_end(last.end))
        };
        let own = text.text.get(lines.clone()).unwrap_or("");
        labels(text, unit.clone(), &lines)?;
        if reads_directives {
            let before = text.text.get(unit.start..lines.start).unwrap_or("");
            let is_directed = |at: usize| {
                let alone = text.line_start(at)..text.line_end(at);
                with_directives(text, alone.clone()).start != alone.start
            };
            let is_shared = part.around.iter().any(|around| is_directed(range(*around).start));
            let is_balanced = directives::open_regions(before) == 0 && directives::open_regions(own) == 0;
            if is_shared || !is_balanced || directives::matter(own) {
                return Err("directives matter in it, or around it".to_owned());
            }
        }
        let has = |wanted: &str| words(&head).any(|word| word == wanted);
        if (has("pure") || has("elemental")) && !has("impure") {
            // What a procedure reads of its host, gfortran tells elemental callers of from what stands in no
            // `block`.
            return Err("it lies in a pure procedure".to_owned());
        }
        let is_parallel = reads_directives && own.lines().any(directives::is_directive);
        Ok(Place { text, lines, first: first.start, is_parallel, fresh: &part.fresh })
    }

    /// Whether what is written to a variable would be seen, which each thread has of its own.
    pub(super) fn hides(&self, name: &str, has_axes: bool) -> bool {
        let is_in = |clauses: &[&str]| {
            directives::in_clauses(self.statements(), clauses)
                .iter()
                .any(|other| other.eq_ignore_ascii_case(name))
        };
        let usual = directives::in_clauses(self.statements(), &["default"]);
        let is_private = usual.iter().any(|kind| kind.to_ascii_lowercase().ends_with("private"));
        let is_own = is_in(&["private", "firstprivate"]) || is_private && !is_in(&["shared"]);
        self.is_parallel && (is_own || !has_axes) && !is_in(&["reduction", "lastprivate"])
    }

    /// Their text.
    pub(super) fn statements(&self) -> &'a str {
        self.text.text.get(self.lines.clone()).unwrap_or("")
    }

    /// Puts the kernel before them; `has_markers` says whether compilers are led to the user's lines.
    pub(super) fn edit(&self, call: &Call, plan: &Plan, has_markers: bool, edits: &mut Edits) {
        let marker = |at: usize| if has_markers { self.text.marker(at) } else { String::new() };
        let column = self.first.saturating_sub(self.text.line_start(self.first));
        let margin = if self.text.is_fixed { 6 } else { 0 };
        let mut lines = Lines::new(self.text.is_fixed, column.saturating_sub(margin) / 2);
        // Compilers disagree whose variable it is, where one is first used in a `block`.
        for name in self.fresh {
            lines.line(&format!("if (kind({name}) < 0) continue"));
        }
        body::begin(call, plan, false, &mut lines);
        let Range { start, end } = self.lines;
        let generated = if has_markers { generated("a loop") } else { String::new() };
        edits.insert(start, format!("{generated}{}{}", std::mem::take(&mut lines.text), marker(start)));
        body::end(plan, &mut lines);
        edits.insert(end, format!("{generated}{}{}", lines.text, marker(end)));
    }
}

/// Whether a loop has its lines for itself.
fn stands_alone(text: &Text, first: usize, last: usize) -> Result<(), String> {
    let before = text.text.get(text.line_start(first)..first).unwrap_or("?");
    let behind = text.text.get(last..text.line_end(last)).unwrap_or("?").trim();
    let begins = text.text.get(first..text.line_end(first)).unwrap_or("");
    let is_loop = words(begins).take(2).any(|word| word.to_ascii_lowercase().starts_with("do"));
    if before.trim().is_empty() && (behind.is_empty() || behind.starts_with('!')) && is_loop {
        return Ok(());
    }
    Err("it has a label, shares lines with other statements, or stands in another file".to_owned())
}

/// Lines with the directives directly before them, and those behind that end what these began.
fn with_directives(text: &Text, lines: Range<usize>) -> Range<usize> {
    let is_comment = |line: &str| {
        line.trim().is_empty()
            || line.trim_start().starts_with('!')
            || text.is_fixed && line.starts_with(['c', 'C', '*'])
    };
    let Range { mut start, mut end } = lines;
    let mut at = start;
    while at > 0 {
        let before = text.line_start(at - 1);
        let line = text.text.get(before..at).unwrap_or("");
        if !is_comment(line) || is_end(line) {
            break;
        }
        at = before;
        if directives::is_directive(line) {
            start = at;
        }
    }
    at = end;
    while at < text.text.len() {
        let next = text.line_end(at);
        let line = text.text.get(at..next).unwrap_or("");
        if !is_comment(line) || directives::is_directive(line) && !is_end(line) {
            break;
        }
        at = next;
        if directives::is_directive(line) {
            end = at;
        }
    }
    start..end
}

/// Whether a directive ends something.
fn is_end(line: &str) -> bool {
    directives::is_directive(line)
        && words(line).nth(1).is_some_and(|word| word.to_ascii_lowercase().starts_with("end"))
}

/// Whether nothing outside names a label within.
fn labels(text: &Text, unit: Range<usize>, lines: &Range<usize>) -> Result<(), String> {
    let is_label = |word: &String| word.len() <= 5 && word.chars().all(|c| c.is_ascii_digit());
    let own = statements(&text.code(lines.clone()));
    let first = |statement: &String| words(statement).next().map(str::to_owned).filter(is_label);
    let labels: Vec<String> = own.iter().filter_map(first).collect();
    let outside = [unit.start..lines.start, lines.end..unit.end].map(|part| text.code(part));
    let named = |label: &&String| {
        outside.iter().flat_map(|part| part.lines()).any(|line| {
            let is_jump = ["go", "end", "err", "eor", "if", "assign", "call"];
            let lower = line.to_ascii_lowercase();
            is_jump.iter().any(|word| lower.contains(word)) && words(&lower).any(|word| *word == ***label)
        })
    };
    match labels.iter().find(named) {
        Some(label) => Err(format!("its label {label} is named elsewhere")),
        None => Ok(()),
    }
}
