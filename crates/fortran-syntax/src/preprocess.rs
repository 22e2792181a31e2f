//! Lines that start with `#`: macros, conditional text and the text of other files.

mod comments;
mod numbers;

use crate::files::{Find, Wanted};
use crate::layout::Form;
use crate::macros::{Macro, Macros, PASTE};
use crate::token::{Number, Token, tokens};
use diag::{Diagnostic, Source, SourceId, SourceMap, Span};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) use numbers::shifted;

/// Macros that gfortran has from the start, of version 12 on a machine of x86-64, which results are compared
/// with: what `gfortran -cpp -E -dM` lists, but for texts and for what options decide.
const PREDEFINED: [(&str, &str); 38] = [
    ("_LANGUAGE_FORTRAN", "1"),
    ("_LP64", "1"),
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__BIGGEST_ALIGNMENT__", "16"),
    ("__BYTE_ORDER__", "1234"),
    ("__CHAR_BIT__", "8"),
    ("__FINITE_MATH_ONLY__", "0"),
    ("__FLOAT_WORD_ORDER__", "1234"),
    ("__GFC_INT_16__", "1"),
    ("__GFC_INT_1__", "1"),
    ("__GFC_INT_2__", "1"),
    ("__GFC_INT_8__", "1"),
    ("__GFC_REAL_10__", "1"),
    ("__GFC_REAL_16__", "1"),
    ("__GFORTRAN__", "1"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__GNUC__", "12"),
    ("__LP64__", "1"),
    ("__NO_MATH_ERRNO__", "1"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_PDP_ENDIAN__", "3412"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG_DOUBLE__", "16"),
    ("__SIZEOF_LONG_LONG__", "8"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__STDC_HOSTED__", "0"),
];

/// The macro that stands for the number of its line.
const LINE: &str = "__LINE__";

/// How deep files may include one another.
const MAX_DEPTH: usize = 16;

/// How many files one may include, each as often as it is.
const MAX_FILES: usize = 4096;

/// A line that the conditions leave in.
#[derive(Debug, Clone)]
pub struct Physical<'a> {
    /// Offset of the line in the file.
    pub(crate) start: usize,
    pub(crate) text: Cow<'a, str>,
    /// From 0.
    pub(crate) number: usize,
    /// The file that it stands in.
    pub(crate) source: SourceId,
    /// The macros that are defined here.
    pub(crate) macros: Rc<Macros>,
}

/// What is wrong with lines of the preprocessor is reported as this.
pub const CODE: diag::Code = "lp::fortran::preprocessor";

const DIRECTIVES: [&str; 12] = [
    "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "pragma", "include", "line",
];

/// Whether compilers preprocess a file of that name unasked.
pub fn is_for_preprocessor(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or("");
    extension.starts_with('F') || extension == "fpp"
}

/// Whether a preprocessor reads a file: where compilers do it unasked, and where directives or definitions
/// ask for it.
pub fn is_preprocessed(path: &str, text: &str, defines: &[(String, String)]) -> bool {
    is_for_preprocessor(path) || !defines.is_empty() || text.lines().any(|line| line.starts_with('#'))
}

/// The text of a file with blanks for the comments of C that go on in further lines.
pub(crate) fn without_long_comments<'f>(
    file: &'f Source,
    source: SourceId,
    form: Form,
    defines: &[(String, String)],
    found: &mut Vec<Diagnostic>,
) -> Cow<'f, str> {
    let mut disputed = Vec::new();
    let text = comments::without_long(&file.text, form, &mut |at| disputed.push(at));
    if !disputed.is_empty() && is_preprocessed(&file.name, &file.text, defines) {
        let message = "preprocessors disagree about this comment, which ends in a later line";
        found.extend(disputed.into_iter().map(|at| {
            Diagnostic::error(CODE, message)
                .at(Span::new(source, at, at + 2), "for some it goes on to the next `*/`")
                .help("write it otherwise, as `/ *`, or end it in its line")
        }));
    }
    text
}

/// The lines of a text that are to be read.
pub fn lines<'a>(
    text: &'a str,
    defines: &[(String, String)],
    sources: &mut SourceMap,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
    find: &mut Find<'_>,
) -> Vec<Physical<'a>> {
    let macros = defines.iter().map(|(name, body)| (name.clone(), Macro::object(body))).collect();
    Reader::new(Reading::Preprocessing, Rc::new(macros), sources, source, found, find).lines(text)
}

/// The lines of a text that no preprocessor reads from here on: lines that start with `#` may tell where
/// others come from, and nothing else.
pub(crate) fn finished_lines<'a>(
    text: &'a str,
    sources: &mut SourceMap,
    source: SourceId,
    found: &mut Vec<Diagnostic>,
) -> Vec<Physical<'a>> {
    Reader::new(Reading::Finished, Rc::default(), sources, source, found, &mut |_| None).lines(text)
}

/// What is done to lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Preprocessing,
    Finished,
}

struct Reader<'d, 'f> {
    reading: Reading,
    sources: &'d mut SourceMap,
    /// The file being read.
    source: SourceId,
    macros: Rc<Macros>,
    conditions: Vec<Condition>,
    /// How many of them were opened by files that include the one being read.
    around: usize,
    found: &'d mut Vec<Diagnostic>,
    find: &'d mut Find<'f>,
    depth: usize,
    files: usize,
    /// The number of the line being read, from 1.
    line: usize,
    /// The last line of this file that a `#line` gave a number: its own number, and that one.
    marked: Option<(usize, usize)>,
}

/// A line with its number in place of the macro that stands for it; all else keeps its column.
fn with_number(line: Cow<'_, str>, number: usize) -> Cow<'_, str> {
    if !line.contains(LINE) {
        return line;
    }
    let mut text = line.clone().into_owned();
    for (start, token, end) in tokens(&line) {
        if matches!(token, Token::Word(word) if word == LINE) {
            text.replace_range(start..end, &format!("{number:>width$}", width = LINE.len()));
        }
    }
    Cow::Owned(text)
}

/// An `#if` whose `#endif` has not come.
struct Condition {
    span: Span,
    /// Whether the lines here are read.
    active: bool,
    /// Whether a branch was read already, or none may be.
    taken: bool,
}

impl<'d, 'f> Reader<'d, 'f> {
    /// At the beginning of a file.
    fn new(
        reading: Reading,
        macros: Rc<Macros>,
        sources: &'d mut SourceMap,
        source: SourceId,
        found: &'d mut Vec<Diagnostic>,
        find: &'d mut Find<'f>,
    ) -> Self {
        Reader {
            reading,
            sources,
            source,
            macros,
            conditions: Vec::new(),
            around: 0,
            found,
            find,
            depth: 0,
            files: 0,
            line: 0,
            marked: None,
        }
    }

    /// The lines of the file that stay.
    fn lines(mut self, text: &str) -> Vec<Physical<'_>> {
        let mut kept = Vec::new();
        self.text(text, &mut kept, Cow::Borrowed);
        kept
    }
}

impl Reader<'_, '_> {
    /// Reads a file; `line` makes what is kept of a line of it.
    fn text<'t, 'a>(
        &mut self,
        text: &'t str,
        kept: &mut Vec<Physical<'a>>,
        line_of: fn(&'t str) -> Cow<'a, str>,
    ) {
        let around = std::mem::replace(&mut self.around, self.conditions.len());
        let marked = self.marked.take();
        let mut start = 0;
        // A directive that ends in a backslash goes on in the next line.
        let mut unfinished: Option<(usize, String)> = None;
        for (number, raw) in text.split('\n').enumerate() {
            let line = raw.trim_end_matches('\r');
            self.line = number + 1;
            if self.reading == Reading::Finished {
                kept.extend(self.finished(raw, start, number, line_of));
            } else if unfinished.is_some() || line.starts_with('#') {
                let (from, mut directive) = unfinished.take().unwrap_or((start, String::new()));
                match line.strip_suffix('\\') {
                    Some(part) => unfinished = Some((from, directive + part + " ")),
                    None if comments::is_open(&format!("{directive}{line}")) => {
                        unfinished = Some((from, directive + line + " "));
                    }
                    None => {
                        directive.push_str(line);
                        let own = Span::new(self.source, from, start + line.len());
                        self.directive(&directive, own, kept);
                    }
                }
            } else if self.is_active() {
                let told = self.told_line();
                let macros = self.macros_at(told);
                let text = comments::blanked(with_number(line_of(line), told));
                kept.push(Physical { start, text, number, source: self.source, macros });
            }
            start += raw.len() + 1;
        }
        for condition in self.conditions.split_off(self.around) {
            self.report(condition.span, "this condition has no `#endif`".to_owned());
        }
        self.around = around;
        self.marked = marked;
    }

    /// The number that `__LINE__` stands for.
    fn told_line(&self) -> usize {
        self.marked.map_or(self.line, |(own, told)| self.line.saturating_sub(own).saturating_add(told))
    }

    /// The macros of a line: those that tell its number have it from there.
    fn macros_at(&self, number: usize) -> Rc<Macros> {
        let mut macros = Rc::clone(&self.macros);
        if macros.values().any(|of| of.mentions(LINE)) {
            Rc::make_mut(&mut macros).insert(LINE.to_owned(), Macro::object(&number.to_string()));
        }
        macros
    }

    /// Reads the file that a line includes in its place.
    fn include(&mut self, rest: &str, span: Span, kept: &mut Vec<Physical<'_>>) {
        // A macro may hold the name.
        let of_macro = self.macros.get(rest).map(Macro::text);
        let rest = of_macro.as_deref().unwrap_or(rest);
        let named = [('"', '"'), ('<', '>')]
            .iter()
            .find_map(|(open, close)| rest.strip_prefix(*open)?.strip_suffix(*close));
        let Some(name) = named.filter(|name| !name.is_empty()) else {
            return self.report(span, "`#include` needs a name in quotes or in `<>`".to_owned());
        };
        if self.depth >= MAX_DEPTH || self.files >= MAX_FILES {
            return self
                .report(span, "the files that are included here include others without end".to_owned());
        }
        let own = self.sources.get(self.source).map(|source| Arc::clone(&source.name)).unwrap_or_default();
        let Some(found) = (self.find)(Wanted::Text { name, from: &own }) else {
            let missing = Diagnostic::error(CODE, format!("`{name}` is not at hand")).at(span, "");
            return self.found.push(missing.help("name the folder that it lies in: `-I FOLDER`"));
        };
        let own = self.sources.add_included(found.name, found.text.as_str(), span);
        let outer = std::mem::replace(&mut self.source, own);
        self.depth += 1;
        self.files += 1;
        let text = comments::removed(&found.text);
        self.text(&text, kept, |line| Cow::Owned(line.to_owned()));
        self.depth -= 1;
        self.source = outer;
    }

    fn is_active(&self) -> bool {
        // A condition inside of an inactive one is never active itself.
        self.conditions.last().is_none_or(|condition| condition.active)
    }

    fn report(&mut self, span: Span, message: String) {
        self.found.push(Diagnostic::error(CODE, message).at(span, ""));
    }

    /// A line that no preprocessor reads from here on, by its place.
    fn finished<'t, 'a>(
        &mut self,
        raw: &'t str,
        start: usize,
        number: usize,
        line_of: fn(&'t str) -> Cow<'a, str>,
    ) -> Option<Physical<'a>> {
        let line = raw.trim_end_matches('\r');
        // Some editors put a mark of the encoding first.
        let unmarked = line.strip_prefix('\u{feff}').filter(|_| number == 0).unwrap_or(line);
        let start = start + line.len() - unmarked.len();
        if let Some(rest) = unmarked.strip_prefix('#') {
            self.finished_directive(rest, Span::new(self.source, start, start + unmarked.len()));
            return None;
        }
        let (text, macros) = (line_of(unmarked), Rc::clone(&self.macros));
        Some(Physical { start, text, number, source: self.source, macros })
    }

    /// A line that starts with `#` where no preprocessor reads it: gfortran warns of it, and goes on.
    fn finished_directive(&mut self, rest: &str, span: Span) {
        let rest = rest.trim();
        if rest.starts_with(|first: char| first.is_ascii_digit()) {
            return self.marker(rest, span);
        }
        let unread = Diagnostic::warning(CODE, "no preprocessor reads this line").at(span, "");
        let help = "compilers leave it out: name the file `.F90` or `.F`, or include it with `#include`";
        self.found.push(unread.help(help));
    }

    fn directive(&mut self, line: &str, span: Span, kept: &mut Vec<Physical<'_>>) {
        let line = line.trim_start_matches('#').trim();
        let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end).unwrap_or((line, ""));
        if let ("" | "line", true) = (word, self.is_active()) {
            return self.marker(rest.trim(), span);
        }
        let rest = comments::joined(rest, if word == "define" { PASTE } else { " " });
        let rest = rest.trim();
        match word {
            "if" => self.open(span, |reader| reader.evaluate(rest, span)),
            "ifdef" => self.open(span, |reader| reader.is_defined(first_word(rest))),
            "ifndef" => self.open(span, |reader| !reader.is_defined(first_word(rest))),
            "elif" => self.branch(span, |reader| reader.evaluate(rest, span)),
            "else" => self.branch(span, |_| true),
            "endif" => {
                if self.close().is_none() {
                    self.report(span, "this `#endif` ends nothing".to_owned());
                }
            }
            _ if !self.is_active() => {}
            "define" => match Macro::parse(rest) {
                Ok((name, definition)) => {
                    Rc::make_mut(&mut self.macros).insert(name, definition);
                }
                Err(message) => self.report(span, message.to_owned()),
            },
            "undef" => {
                Rc::make_mut(&mut self.macros).shift_remove(first_word(rest));
            }
            "" | "line" | "pragma" => {}
            "error" => self.report(span, format!("`#error {rest}`")),
            "include" => self.include(rest, span, kept),
            _ => self.unknown(word, span),
        }
    }

    /// `# 12 "file"`: the lines that follow were made of those of another file, from line 12 on.
    fn marker(&mut self, text: &str, span: Span) {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        let name = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let Ok(line) = number.parse::<u32>() else {
            if !text.is_empty() {
                self.report(span, "this line says nothing of where the next one comes from".to_owned());
            }
            return;
        };
        let told = usize::try_from(line).unwrap_or(usize::MAX);
        self.marked = Some((self.line.saturating_add(1), told));
        let own = self.sources.get(self.source).map(|source| Arc::clone(&source.name));
        let file = name.map_or_else(|| own.unwrap_or_default(), |(name, _)| name.into());
        let next = usize::try_from(span.end).unwrap_or(usize::MAX).saturating_add(1);
        self.sources.mark(self.source, next, &file, line);
    }

    fn is_defined(&self, name: &str) -> bool {
        name == LINE || PREDEFINED.iter().any(|(of, _)| *of == name) || self.macros.contains_key(name)
    }

    /// What stands for a macro that gfortran has from the start.
    fn predefined(&self, token: &Token) -> Option<Token> {
        let number = |digits: String| Token::Number(Number { digits, real: false, kind: None });
        match token {
            Token::Word(word) if !self.macros.contains_key(word) && word != LINE => {
                let value = PREDEFINED.iter().find(|(of, _)| of == word)?.1;
                Some(number(value.to_owned()))
            }
            Token::Word(word) if word == LINE => Some(number(self.told_line().to_string())),
            _ => None,
        }
    }

    fn unknown(&mut self, word: &str, span: Span) {
        let unknown = Diagnostic::error(CODE, format!("unknown directive `#{word}`")).at(span, "");
        let nearest = diag::nearest(word, DIRECTIVES);
        self.found.push(match nearest {
            Some(nearest) => unknown.help(format!("did you mean `#{nearest}`?")),
            None => unknown,
        });
    }

    fn open(&mut self, span: Span, holds: impl FnOnce(&mut Self) -> bool) {
        let active = self.is_active() && holds(self);
        let taken = active || !self.is_active();
        self.conditions.push(Condition { span, active, taken });
    }

    /// The innermost condition of the file being read.
    fn close(&mut self) -> Option<Condition> {
        if self.conditions.len() > self.around { self.conditions.pop() } else { None }
    }

    fn branch(&mut self, span: Span, holds: impl FnOnce(&mut Self) -> bool) {
        let Some(mut condition) = self.close() else {
            self.report(span, "this branch has no `#if`".to_owned());
            return;
        };
        condition.active = !condition.taken && holds(self);
        condition.taken |= condition.active;
        self.conditions.push(condition);
    }

    /// Whether a condition holds; a malformed one is reported and does not.
    fn evaluate(&mut self, text: &str, span: Span) -> bool {
        let mut input = Vec::new();
        let mut rest = numbers::of_c(tokens(text)).into_iter().peekable();
        while let Some((start, token, end)) = rest.next() {
            if !token.is("defined") {
                let token = self.predefined(&token).unwrap_or(token);
                input.push((start, token, end));
                continue;
            }
            let parenthesis = rest.next_if(|(_, token, _)| *token == Token::Open).is_some();
            let known = matches!(rest.next(), Some((_, Token::Word(name), _)) if self.is_defined(&name));
            if parenthesis {
                rest.next_if(|(_, token, _)| *token == Token::Close);
            }
            input.push((start, constant(known), end));
        }
        // Only behind `defined` a name is not what its macro stands for.
        let expanded = match crate::macros::expand(input, &self.macros, self.source) {
            Ok(expanded) => expanded,
            Err(error) => {
                self.found.push(error);
                return false;
            }
        };
        // As for every preprocessor of C, a name that no macro has is 0.
        let values = expanded.into_iter().map(|(start, token, end)| {
            let token = if matches!(token, Token::Word(_)) { constant(false) } else { token };
            Ok((start, token, end))
        });
        let values: Vec<_> = values.collect();
        let unread =
            |token: &Token| matches!(token, Token::Number(number) if number.digits.parse::<i64>().is_err());
        let tokens = || values.iter().flatten().map(|(_, token, _)| token);
        let value = if crate::classify::is_too_deep(tokens()) || tokens().any(unread) {
            None
        } else {
            crate::grammar::ConditionParser::new().parse(self.source, values).ok().flatten()
        };
        if value.is_none() {
            self.report(span, "this condition cannot be read".to_owned());
        }
        value.is_some_and(|value| value != 0)
    }
}

/// The name that a text begins with; what follows it means nothing.
fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

fn constant(value: bool) -> Token {
    Token::Number(Number { digits: u8::from(value).to_string(), real: false, kind: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, defines: &[(&str, &str)]) -> (Vec<usize>, usize) {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let defines: Vec<_> = defines.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let lines = lines(text, &defines, &mut sources, source, &mut found, &mut |_| None);
        (lines.iter().map(|line| line.number).collect(), found.len())
    }

    #[test]
    fn conditions_choose_one_branch() {
        let shifts = "#if (1 << 3) == 8 && 16 >> 2 == 4 && -1 >> 70 == -1\na\n#endif";
        assert_eq!(kept(shifts, &[]), (vec![1], 0));
        let bits =
            "#if (A & 4) && !(A & 2) && (1 | 2 ^ 6 & 3) == 1 && ~A == -6 && (4 & 2 == 2) == 0\na\n#endif";
        assert_eq!(kept(bits, &[("A", "5")]), (vec![1], 0));
        let text = "#if N > 3\na\n#elif defined(M) && !defined Q\nb\n#else\nc\n#endif\nd";
        assert_eq!(kept(text, &[("N", "4")]), (vec![1, 7], 0));
        assert_eq!(kept(text, &[("N", "3"), ("M", "")]), (vec![3, 7], 0));
        assert_eq!(kept(text, &[("M", ""), ("Q", "")]), (vec![5, 7], 0));
    }

    #[test]
    fn inactive_text_defines_nothing_and_nests() {
        let text = "#ifdef A\n#define B\n#if junk junk\n#endif\n#else\nx\n#endif\n#ifndef B\ny\n#endif";
        assert_eq!(kept(text, &[]), (vec![5, 8], 0));
    }

    #[test]
    fn mistakes_are_reported() {
        for text in [
            "#if",
            "#endif",
            "#else",
            "#ifdef A\nx",
            "#define",
            "#includ 'x'",
            "#include 'x'",
            "#include x",
            "#include <>",
            "#include \"missing.h\"",
            "#if (\n#endif",
            "#if 99999999999999999999 > 1\n#endif",
        ] {
            assert_eq!(kept(text, &[]).1, 1 + usize::from(text == "#if"), "{text}");
        }
    }

    #[test]
    fn a_definition_may_span_lines() {
        let text = "#define F(x) x + \\\n  1\n#if F(1) == 2\nyes\n#endif";
        assert_eq!(kept(text, &[]), (vec![3], 0));
    }

    /// The texts of the lines that stay, where `files` can be included, and how much is wrong.
    fn with_files(text: &str, files: &[(&str, &str)]) -> (Vec<String>, usize) {
        let mut sources = diag::SourceMap::default();
        let source = sources.add("t", "");
        let mut found = Vec::new();
        let mut find = |wanted: Wanted<'_>| {
            let Wanted::Text { name, .. } = wanted else { return None };
            let (_, text) = files.iter().find(|(other, _)| *other == name)?;
            let (name, text) = (name.to_owned(), (*text).to_owned());
            Some(crate::files::Found { name, form: crate::layout::Form::Free, text, only_modules: false })
        };
        let lines = lines(text, &[], &mut sources, source, &mut found, &mut find);
        let texts = lines.iter().map(|line| line.text.trim().to_owned()).filter(|text| !text.is_empty());
        (texts.collect(), found.len())
    }

    #[test]
    fn included_files_stand_where_they_are_named() {
        let header = "/* a comment\n   of C: #error no */\n#ifndef GUARD\n#define GUARD /* one */\n#define N 4\nx = '/*' /* two */\n#endif";
        let text = "#include \"h.h\"\n#include <h.h>\n#if N == 4\ny\n#endif";
        assert_eq!(with_files(text, &[("h.h", header)]), (vec!["x = '/*'".to_owned(), "y".to_owned()], 0));
        assert_eq!(
            with_files("#if 0\n#include \"gone.h\"\n#endif\nz", &[]).1,
            0,
            "what is left out is not read"
        );
    }

    #[test]
    fn files_that_include_each_other_end() {
        let files = [("a.h", "#include \"b.h\"\n"), ("b.h", "#include \"a.h\"\n#include \"a.h\"\n")];
        let (texts, found) = with_files("#include \"a.h\"\nx", &files);
        assert_eq!(texts, ["x"]);
        assert!(found > 0);
    }

    #[test]
    fn a_condition_ends_in_its_file() {
        assert_eq!(
            with_files("#if 1\n#include \"e.h\"\nx\n#endif", &[("e.h", "#endif")]),
            (vec!["x".to_owned()], 1)
        );
        assert_eq!(with_files("#include \"o.h\"\nx", &[("o.h", "#if 0\ny")]), (vec!["x".to_owned()], 1));
    }
}
