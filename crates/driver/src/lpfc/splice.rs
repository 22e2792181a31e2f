//! Puts a generated body into a routine of the source. The original goes on beside it under another name, in
//! the same scope, or within it where it belongs to no unit; every other line stays as it is.

use super::body;
use super::plan::Plan;
use super::text::{Edits, Lines, Text, generated, statements, words};
use codegen_opencl::Call;
use diag::Span;
use frontend_fortran::Outline;
use std::ops::Range;

/// The longest line that is made of one of the user's.
const LINE: usize = 110;

/// The longest name of Fortran.
const LONGEST: usize = 63;

/// Words before `subroutine` or behind its arguments with which a routine keeps its body.
const UNSUITED: [&str; 5] = ["elemental", "impure", "module", "bind", "non_recursive"];

/// Where the statements of a routine begin, with the comments before them: some of these may be directives.
fn body_start(text: &Text, outline: &Outline) -> usize {
    let mut start = text.line_start(range(outline.first).start);
    while start > range(outline.head).end {
        let before = text.line_start(start.saturating_sub(1));
        let line = text.text.get(before..start).unwrap_or("");
        let is_comment = line.trim().is_empty()
            || line.trim_start().starts_with(['!', '#'])
            || line.starts_with(['c', 'C', '*']) && text.is_fixed;
        if before < range(outline.head).end || !is_comment {
            break;
        }
        start = before;
    }
    start
}

/// Where a routine stands.
pub(super) fn range_of(outline: &Outline) -> Range<usize> {
    range(outline.head).start..range(outline.end).end
}

/// The text of a routine.
pub(super) fn whole<'t>(text: &'t Text, outline: &Outline) -> &'t str {
    text.text.get(range_of(outline)).unwrap_or("")
}

/// A routine whose body can be replaced.
#[derive(Debug)]
pub(super) struct Place<'a> {
    text: &'a Text,
    outline: &'a Outline,
    /// The name of the original.
    original: String,
    is_pure: bool,
    /// Whether the result of the function has its name.
    has_own_result: bool,
}

/// The offsets of a span.
pub(super) fn range(span: Span) -> Range<usize> {
    let at = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    at(span.start)..at(span.end)
}

impl<'a> Place<'a> {
    /// The routine as it stands in the text.
    ///
    /// # Errors
    /// Why it keeps its body.
    pub(super) fn new(text: &'a Text, outline: &'a Outline) -> Result<Self, String> {
        let of = |span: Span| text.text.get(range(span)).unwrap_or("").to_ascii_lowercase();
        let head = of(outline.head);
        let has = |word: &str| words(&head).any(|other| other == word);
        if let Some(word) = UNSUITED.iter().find(|word| has(word)) {
            return Err(format!("it is declared `{word}`"));
        }
        if of(outline.name_at) != *outline.name {
            return Err("its name is made by the preprocessor, or stands in another file".to_owned());
        }
        if outline.hosts.is_empty() && outline.contains.is_some() {
            return Err("it holds routines and stands in no module".to_owned());
        }
        let head_at = range(outline.head);
        let declared = text.code(head_at.end..body_start(text, outline));
        if let Some(what) = unsuited_declaration(&declared) {
            return Err(format!("it {what}"));
        }
        if has_entry(&text.code(range_of(outline))) {
            return Err("it has an `entry`".to_owned());
        }
        if let Some(name) = outline.untyped.as_ref().filter(|_| outline.hosts.is_empty()) {
            return Err(format!("`{name}` has a value from `data`, and no type"));
        }
        let place = Place {
            text,
            outline,
            original: original(text, outline)?,
            is_pure: has("pure"),
            has_own_result: outline.result.as_ref() == Some(&outline.name),
        };
        place.stands_alone()?;
        Ok(place)
    }

    /// Whether head, first executable statement and end begin lines of their own.
    fn stands_alone(&self) -> Result<(), String> {
        for span in [self.outline.head, self.outline.first, self.outline.end] {
            let start = range(span).start;
            let before = self.text.text.get(self.text.line_start(start)..start).unwrap_or("?");
            if !before.chars().all(|c| c == ' ' || c == '\t' || c.is_ascii_digit()) {
                return Err("its statements share lines with others".to_owned());
            }
        }
        let end = range(self.outline.end).end;
        let last = self.text.line_end(end).min(self.statement_end(end));
        let rest = self.text.text.get(end..last.max(end)).unwrap_or("").trim();
        if rest.is_empty() || rest.starts_with('!') {
            Ok(())
        } else {
            Err("a statement follows in the line of its end".to_owned())
        }
    }

    /// Replaces the body; `has_markers` says whether compilers are led to the user's lines.
    pub(super) fn edit(&self, call: &Call, plan: &Plan, has_markers: bool, edits: &mut Edits) {
        let (text, outline) = (self.text, self.outline);
        let marker = |at: usize| if has_markers { text.marker(at) } else { String::new() };
        let generated = if has_markers { generated(&outline.name) } else { String::new() };
        let head = text.line_start(range(outline.head).start);
        let first = body_start(text, outline);
        let end = range(outline.end);
        let after = text.line_end(end.end);
        let kind = if outline.is_function { "function" } else { "subroutine" };
        let mut body = self.lines(1);
        body::print(outline, call, plan, &self.original, self.is_pure, &mut body);
        let ended = |name: &str| {
            let mut lines = self.lines(0);
            lines.line(&format!("end {kind} {name}"));
            lines.text
        };
        let own = text.text.get(head..first).unwrap_or("");
        let end_of_original = format!("end {kind} {}", self.original);
        edits.replace(end.clone(), end_of_original);
        if outline.hosts.is_empty() {
            // The original stands within: so its interface is known whatever its arguments are.
            let mut contains = self.lines(0);
            contains.line("contains");
            let renamed = self.renamed(head..first);
            let body = format!("{generated}{}{}", body.text, contains.text);
            let inner = format!("{body}{}{renamed}{}", marker(head), marker(first));
            edits.insert(first, inner);
            let line_break =
                if text.text.get(..after).is_some_and(|all| all.ends_with('\n')) { "" } else { "\n" };
            let ended = ended(&outline.name);
            edits.insert(after, format!("{line_break}{generated}{ended}{}", marker(after)));
        } else {
            let body = format!("{generated}{}{}", body.text, ended(&outline.name));
            let wrapper = format!("{own}{body}\n{}", marker(head));
            edits.insert(head, wrapper);
            let renamed = self.renamed(head..first);
            edits.replace(head..first, format!("{renamed}{}", marker(first)));
        }
    }

    fn lines(&self, depth: usize) -> Lines {
        let start = range(self.outline.head).start;
        let own = start.saturating_sub(self.text.line_start(start));
        Lines::new(self.text.is_fixed, if self.text.is_fixed { 0 } else { depth + own / 2 })
    }

    /// Where the columns of the line at an offset end that belong to its statement: in fixed form cards have
    /// their numbers behind.
    fn statement_end(&self, at: usize) -> usize {
        self.text.columns.map_or(usize::MAX, |columns| self.text.line_start(at).saturating_add(columns))
    }

    /// Whether the line at an offset may become so much longer.
    fn has_room(&self, at: usize, growth: usize) -> bool {
        let start = self.text.line_start(at);
        let end = self.text.line_end(at).min(self.statement_end(at));
        let length = self.text.text.get(start..end).unwrap_or("").trim_end().len();
        length + growth <= self.text.columns.unwrap_or(LINE).min(LINE)
    }

    /// What stands behind the columns that are read, which must not come into these.
    fn unread(&self, part: Range<usize>) -> Vec<Range<usize>> {
        let (mut found, mut at) = (Vec::new(), part.start);
        while at < part.end {
            let (end, next) = (self.statement_end(at), self.text.line_end(at));
            let is_marker = self.text.text.get(at..).is_some_and(|line| line.starts_with('#'));
            if end < next.saturating_sub(1) && !is_marker && self.text.text.is_char_boundary(end) {
                found.push(end..next - 1);
            }
            at = next;
        }
        found
    }

    /// Head and declarations with the name of the original in the head.
    fn renamed(&self, part: Range<usize>) -> String {
        let (name, head) = (range(self.outline.name_at), range(self.outline.head));
        let outline_name = &self.outline.name;
        let shift = |range: Range<usize>| {
            range.start - part.start.min(range.start)..range.end - part.start.min(range.end)
        };
        let mut edits = Edits::default();
        for behind in self.unread(part.clone()) {
            edits.replace(shift(behind), String::new());
        }
        let growth = self.original.len().saturating_sub(outline_name.len());
        let next = match self.text.is_fixed {
            _ if self.has_room(name.start, growth) => "",
            true => "\n     & ",
            false => "&\n        ",
        };
        edits.replace(shift(name), format!("{next}{}", self.original));
        if self.has_own_result {
            let result = format!("result({})", self.outline.name);
            if self.text.is_fixed {
                let end = self.text.line_end(head.end);
                edits.insert(end - part.start.min(end), format!("     & {result}\n"));
            } else {
                let end = head.end - part.start.min(head.end);
                let next =
                    if self.has_room(head.end, growth + result.len() + 1) { " " } else { " &\n        " };
                edits.insert(end, format!("{next}{result}"));
            }
        }
        edits.applied(self.text.text.get(part.clone()).unwrap_or(""))
    }
}

/// What declarations say that is not compatible with a body of another language.
pub(super) fn unsuited_declaration(declared: &str) -> Option<&'static str> {
    let statements = declared.split(['\n', ';']);
    let statements =
        statements.map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()));
    let begins = |keyword: &str| {
        statements
            .clone()
            .filter_map(|text| text.split_at_checked(keyword.len()))
            .any(|(word, behind)| word.eq_ignore_ascii_case(keyword) && behind.trim_start().starts_with('('))
    };
    let unsuited = [("equivalence", "has an `equivalence`"), ("class", "has variables of a `class`")];
    unsuited.into_iter().find(|(keyword, _)| begins(keyword)).map(|(_, what)| what)
}

/// Whether a routine has further entries.
pub(super) fn has_entry(whole: &str) -> bool {
    whole.lines().any(|line| words(line).next().is_some_and(|word| word.eq_ignore_ascii_case("entry")))
}

/// A name for the original that nothing in the file has. Where a statement hides the routine in its module,
/// others may have one of its name, and must not meet this one.
fn original(text: &Text, outline: &Outline) -> Result<String, String> {
    let hides = |statement: &String| {
        let mut all = words(statement);
        all.next().is_some_and(|word| word.eq_ignore_ascii_case("private"))
            && all.any(|word| word.eq_ignore_ascii_case(&outline.name))
    };
    let module = outline.hosts.last().filter(|_| statements(&text.text).iter().any(hides));
    let module = module.map(|module| format!("_{module}")).unwrap_or_default();
    let name = format!("{}_lporig{module}", outline.name);
    match name.len() > LONGEST || text.has_word(&name) {
        false => Ok(name),
        true => Err(format!("`{name}` is no name for the original")),
    }
}
