//! Logical lines: statements freed of continuation, comments, labels and columns.

mod fixed;
mod free;
mod scan;
pub(crate) mod sentinel;

use crate::layout::{Form, Layout};
use crate::macros::{self, Macros};
use crate::preprocess::Physical;
use crate::token::Spanned;
use diag::{Diagnostic, SourceId, Span};
use std::rc::Rc;

/// One item of a file, in file order.
#[derive(Debug, Clone)]
pub enum Item {
    /// A statement.
    Statement(Logical),
    /// A comment that stands alone on its line.
    Comment(Comment),
}

/// A comment without the sign that starts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    pub(crate) text: String,
    /// Line in the file, from 0.
    pub(crate) line: usize,
    pub(crate) span: Span,
}

/// One statement's text, joined, and where its pieces come from.
#[derive(Debug, Clone)]
pub struct Logical {
    pub(crate) text: String,
    /// The file that it begins in.
    pub(crate) source: SourceId,
    /// For each piece, its offset in `text` and its offset in the file.
    pieces: Vec<(usize, usize)>,
    /// Where all of it is said to be, if some of it comes from another file.
    place: Option<(usize, usize)>,
    pub(crate) label: Option<u32>,
    /// Whether blanks mean nothing in it.
    pub(crate) is_fixed: bool,
    pub(crate) macros: Rc<Macros>,
}

impl Logical {
    /// Appends a piece of the file.
    fn push(&mut self, piece: &str, offset: usize) {
        self.pieces.push((self.text.len(), offset));
        self.text.push_str(piece);
    }

    /// Offset in the file of an offset in the text.
    fn original(&self, offset: usize) -> usize {
        let at = self.pieces.partition_point(|(start, _)| *start <= offset);
        let (start, original) = self.pieces.get(at.saturating_sub(1)).copied().unwrap_or((0, 0));
        original + offset.saturating_sub(start)
    }

    /// The tokens at their places in the file, macros not yet expanded.
    pub(crate) fn tokens(&self) -> Vec<Spanned> {
        let placed = crate::token::tokens(&self.text).into_iter();
        placed
            .map(|(start, token, end)| match self.place {
                Some((start, end)) => (start, token, end),
                None => (self.original(start), token, self.original(end.saturating_sub(1)) + 1),
            })
            .collect()
    }

    /// From the first character that is not blank to the end.
    pub(crate) fn span(&self) -> Span {
        let (start, end) = self.place.unwrap_or_else(|| self.ends());
        Span::new(self.source, start, end)
    }

    fn ends(&self) -> (usize, usize) {
        let text = self.text.trim_end();
        let start = text.len() - text.trim_start().len();
        (self.original(start), self.original(text.len().saturating_sub(1)) + 1)
    }

    /// Moves leading digits of free form into the label.
    fn split_label(&mut self) {
        let digits = self.text.len() - self.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (Some(label), Some(rest)) = (self.text.get(..digits), self.text.get(digits..)) else { return };
        if digits > 0 && rest.starts_with([' ', '\t']) {
            self.label = label.parse().ok();
            let blank = " ".repeat(digits);
            self.text.replace_range(..digits, &blank);
        }
    }
}

/// What follows `$loopy` in a comment's text, if it starts so in any case.
#[must_use]
pub fn strip_marker(comment: &str) -> Option<&str> {
    let (marker, rest) = comment.split_at_checked("$loopy".len())?;
    let ends = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ':');
    (marker.eq_ignore_ascii_case("$loopy") && ends).then_some(rest)
}

/// The statements and lone comments of the lines.
pub fn items(
    lines: &[Physical<'_>],
    layout: impl Into<Layout>,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
) -> Vec<Item> {
    let Layout { form, columns } = layout.into();
    let mut joiner = Joiner {
        source,
        columns,
        items: Vec::new(),
        label: None,
        pending: None,
        held: Vec::new(),
        quote: None,
        found,
    };
    for line in lines {
        match form {
            Form::Free => free::line(&mut joiner, line),
            Form::Fixed => fixed::line(&mut joiner, line),
        }
    }
    joiner.finish();
    for item in &mut joiner.items {
        if let Item::Statement(logical) = item {
            logical.is_fixed = form == Form::Fixed;
        }
    }
    joiner.items
}

/// Collects pieces into statements.
struct Joiner<'d> {
    source: SourceId,
    /// Columns of a line in fixed form that are read.
    columns: Option<usize>,
    items: Vec<Item>,
    /// The label in the columns of a line, which is that of its first statement.
    label: Option<u32>,
    pending: Option<Logical>,
    /// Comments behind the first line of a statement that may go on.
    held: Vec<Item>,
    /// The quote of a character constant that goes on in the next line.
    quote: Option<char>,
    found: &'d mut Vec<Diagnostic>,
}

impl Joiner<'_> {
    fn comment(&mut self, line: &Physical<'_>, start: usize, text: &str) {
        if line.source != self.source {
            // A directive there would be about lines that are not here.
            return;
        }
        let from = line.start + start;
        let span = Span::new(self.source, from, from + text.len());
        // The sign that starts a comment is one byte.
        let text = text.get(1..).unwrap_or("").to_owned();
        let comment = Item::Comment(Comment { text, line: line.number, span });
        if self.pending.is_some() { &mut self.held } else { &mut self.items }.push(comment);
    }

    /// Adds code that may hold several statements and a comment; `start` is its offset in the line.
    fn code(&mut self, line: &Physical<'_>, start: usize, code: &str) {
        let scanned = scan::scan(code, self.quote);
        let mut from = 0;
        for end in &scanned.ends {
            self.piece(line, start + from, code.get(from..*end).unwrap_or(""));
            self.finish();
            from = end + 1;
        }
        self.piece(line, start + from, code.get(from..scanned.length).unwrap_or(""));
        self.quote = scanned.quote;
        self.warn_of_trailing_directive(
            line,
            start + scanned.length,
            code.get(scanned.length..).unwrap_or(""),
        );
    }

    /// Reports macros in a line that begins within a text. A preprocessor takes each line by itself: it
    /// replaces what stands in the text, and nothing behind.
    fn check_macros_in_text(&mut self, line: &Physical<'_>) {
        if self.quote.is_some() && !macros::growths(&line.text, &line.macros).is_empty() {
            self.refuse_macros(
                line,
                "preprocessors replace macros in a text that goes on in this line, and none behind it",
                "begin a text in this line, and join both with `//`",
            );
        }
    }

    fn refuse_macros(&mut self, line: &Physical<'_>, why: &str, help: &str) {
        let own = Span::new(line.source, line.start, line.start + line.text.len());
        self.found.push(Diagnostic::error(crate::preprocess::CODE, why).at(own, "").help(help));
    }

    fn piece(&mut self, line: &Physical<'_>, start: usize, piece: &str) {
        let pending = self.pending.get_or_insert_with(|| Logical {
            text: String::new(),
            source: line.source,
            pieces: Vec::new(),
            place: None,
            label: self.label.take(),
            is_fixed: false,
            macros: Rc::clone(&line.macros),
        });
        if line.source != pending.source {
            pending.place = Some(pending.place.unwrap_or_else(|| pending.ends()));
        }
        pending.push(piece, line.start + start);
    }

    fn finish(&mut self) {
        let Some(mut logical) = self.pending.take() else { return };
        logical.split_label();
        if !logical.text.trim().is_empty() {
            self.items.push(Item::Statement(logical));
        }
        self.items.append(&mut self.held);
    }

    fn warn_of_trailing_directive(&mut self, line: &Physical<'_>, start: usize, comment: &str) {
        if strip_marker(comment.strip_prefix('!').unwrap_or("")).is_none() {
            return;
        }
        let from = line.start + start;
        let own = Span::new(line.source, from, from + comment.len());
        self.found.push(
            Diagnostic::error("lp::fortran::directive", "a directive stands alone on its line")
                .at(own, "after a statement it would be a comment")
                .help("move it to a line of its own"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, form: Form) -> Vec<(Option<u32>, String)> {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items = items(&lines, form, source, &mut found);
        assert_eq!(found, []);
        let statements = items.into_iter().filter_map(|item| match item {
            Item::Statement(logical) => Some((logical.label, logical.text.trim().to_owned())),
            Item::Comment(_) => None,
        });
        statements.collect()
    }

    fn statement(label: Option<u32>, text: &str) -> (Option<u32>, String) {
        (label, text.to_owned())
    }

    #[test]
    fn free_form_joins_splits_and_strips() {
        let text = "a = 1 ! one\n\n  b = '!&;' ; c = & ! first\n  ! between\n\n   & 2\n10 continue\n";
        let expected = [
            statement(None, "a = 1"),
            statement(None, "b = '!&;'"),
            statement(None, "c =  2"),
            statement(Some(10), "continue"),
        ];
        let read = read(text, Form::Free);
        assert_eq!(read.len(), expected.len());
        for (read, expected) in read.iter().zip(expected) {
            assert_eq!(read.0, expected.0);
            assert_eq!(
                read.1.split_whitespace().collect::<Vec<_>>(),
                expected.1.split_whitespace().collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn a_word_may_be_cut_by_two_ampersands() {
        assert_eq!(read("ab&\n &cd = 1", Form::Free), [statement(None, "abcd = 1")]);
        assert_eq!(read("ab &\n cd", Form::Free).len(), 1);
    }

    #[test]
    fn fixed_form_has_columns() {
        let text = "C comment\n* also\n      x = 1\n     & + 2\n   10 CONTINUE\n\t y = 3\n!free\n      z = 4 ! tail\n";
        let read = read(text, Form::Fixed);
        assert_eq!(
            read,
            [
                statement(None, "x = 1 + 2"),
                statement(Some(10), "CONTINUE"),
                statement(None, "y = 3"),
                statement(None, "z = 4")
            ]
        );
    }

    #[test]
    fn a_label_belongs_to_the_first_statement_of_its_line() {
        let expected = [statement(Some(10), "x = 1"), statement(None, "y = 2"), statement(None, "z = 3")];
        assert_eq!(read("   10 x = 1; y = 2\n      z = 3\n", Form::Fixed), expected);
    }

    #[test]
    fn blank_lines_and_comments_stand_between_continuations() {
        let text = "      x = 1\nC comment\n\n     & + 2\n\n      y = 3\n";
        assert_eq!(read(text, Form::Fixed), [statement(None, "x = 1 + 2"), statement(None, "y = 3")]);
    }

    #[test]
    fn a_comment_stands_behind_the_statement_before_it() {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let text = "      x = 1\n!$loopy begin tagged: a\n      y = 2\n";
        let lines = crate::preprocess::lines(text, &[], &mut sources, source, &mut Vec::new(), &mut |_| None);
        let items = items(&lines, Form::Fixed, source, &mut Vec::new());
        let [Item::Statement(x), Item::Comment(_), Item::Statement(y)] = items.as_slice() else {
            panic!("{items:?}")
        };
        assert_eq!((x.text.trim(), y.text.trim()), ("x = 1", "y = 2"));
    }

    #[test]
    fn blanks_in_operators_and_numbers_of_fixed_form() {
        let text = "      IF (N .LT. N. AND. X .EQ . 1.0 D0 .OR .Y) Z = '. AND.' // 'A'\n";
        assert_eq!(
            read(text, Form::Fixed),
            [statement(None, "IF (N .LT. N.AND.  X .EQ.  1.0D0  .OR. Y) Z = '. AND.' // 'A'")]
        );
    }

    #[test]
    fn fixed_form_stops_at_column_72() {
        let text = format!("      x = 1{}+ 2\n", " ".repeat(61));
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(&text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items = items(&lines, Form::Fixed, source, &mut found);
        assert!(matches!(items.as_slice(), [Item::Statement(l)] if l.text.trim() == "x = 1"));
        assert_eq!(found.len(), 1, "text that is lost is worth a warning");
    }

    #[test]
    fn tokens_lie_where_the_file_has_them() {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let text = "x = a + &\n    bcd\n";
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(text, &[], &mut sources, source, &mut found, &mut |_| None);
        let items = items(&lines, Form::Free, source, &mut found);
        let [Item::Statement(logical)] = items.as_slice() else { panic!("{items:?}") };
        let texts: Vec<&str> = logical.tokens().iter().map(|(start, _, end)| &text[*start..*end]).collect();
        assert_eq!(texts, ["x", "=", "a", "+", "bcd"]);
    }

    #[test]
    fn a_directive_after_code_is_reported() {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let lines = crate::preprocess::lines(
            "x = 1 !$loopy begin tagged: a\n",
            &[],
            &mut sources,
            source,
            &mut found,
            &mut |_| None,
        );
        items(&lines, Form::Free, source, &mut found);
        assert_eq!(found.len(), 1);
    }
}
