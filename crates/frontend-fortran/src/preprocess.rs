//! Lines that start with `#`: macros and conditional text.

use crate::macros::{Macro, Macros};
use crate::token::{Number, Token, tokens};
use diag::{Diagnostic, SourceId, Span};
use std::rc::Rc;

/// A line that the conditions leave in.
#[derive(Debug, Clone)]
pub(crate) struct Physical<'a> {
    /// Offset of the line in the file.
    pub(crate) start: usize,
    pub(crate) text: &'a str,
    /// From 0.
    pub(crate) number: usize,
    /// The macros that are defined here.
    pub(crate) macros: Rc<Macros>,
}

const DIRECTIVES: [&str; 11] =
    ["define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "pragma", "include"];

/// The lines of a text that are to be read.
pub(crate) fn lines<'a>(
    text: &'a str,
    defines: &[(String, String)],
    source: SourceId,
    found: &mut Vec<Diagnostic>,
) -> Vec<Physical<'a>> {
    let macros = defines.iter().map(|(name, body)| (name.clone(), Macro::object(body))).collect();
    let mut reader = Reader { source, macros: Rc::new(macros), conditions: Vec::new(), found };
    let mut kept = Vec::new();
    let mut start = 0;
    // A directive that ends in a backslash goes on in the next line.
    let mut unfinished: Option<(usize, String)> = None;
    for (number, raw) in text.split('\n').enumerate() {
        let line = raw.trim_end_matches('\r');
        if unfinished.is_some() || line.starts_with('#') {
            let (from, mut directive) = unfinished.take().unwrap_or((start, String::new()));
            match line.strip_suffix('\\') {
                Some(part) => unfinished = Some((from, directive + part + " ")),
                None => {
                    directive.push_str(line);
                    reader.directive(&directive, Span::new(source, from, start + line.len()));
                }
            }
        } else if reader.is_active() {
            kept.push(Physical { start, text: line, number, macros: Rc::clone(&reader.macros) });
        }
        start += raw.len() + 1;
    }
    for condition in std::mem::take(&mut reader.conditions) {
        reader.report(condition.span, "this condition has no `#endif`".to_owned());
    }
    kept
}

struct Reader<'d> {
    source: SourceId,
    macros: Rc<Macros>,
    conditions: Vec<Condition>,
    found: &'d mut Vec<Diagnostic>,
}

/// An `#if` whose `#endif` has not come.
struct Condition {
    span: Span,
    /// Whether the lines here are read.
    active: bool,
    /// Whether a branch was read already, or none may be.
    taken: bool,
}

impl Reader<'_> {
    fn is_active(&self) -> bool {
        // A condition inside of an inactive one is never active itself.
        self.conditions.last().is_none_or(|condition| condition.active)
    }

    fn report(&mut self, span: Span, message: String) {
        self.found.push(Diagnostic::error("lp::fortran::preprocessor", message).at(span, ""));
    }

    fn directive(&mut self, line: &str, span: Span) {
        let line = line.trim_start_matches('#').trim();
        let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
        let (word, rest) = line.split_at_checked(end).unwrap_or((line, ""));
        let rest = rest.split("/*").next().unwrap_or("").trim();
        match word {
            "if" => self.open(span, |reader| reader.evaluate(rest, span)),
            "ifdef" => self.open(span, |reader| reader.macros.contains_key(rest)),
            "ifndef" => self.open(span, |reader| !reader.macros.contains_key(rest)),
            "elif" => self.branch(span, |reader| reader.evaluate(rest, span)),
            "else" => self.branch(span, |_| true),
            "endif" => {
                if self.conditions.pop().is_none() {
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
                Rc::make_mut(&mut self.macros).shift_remove(rest);
            }
            "" | "pragma" => {}
            "error" => self.report(span, format!("`#error {rest}`")),
            "include" => self.report(span, "`#include` is not supported".to_owned()),
            _ => self.unknown(word, span),
        }
    }

    fn unknown(&mut self, word: &str, span: Span) {
        let unknown = Diagnostic::error("lp::fortran::preprocessor", format!("unknown directive `#{word}`"))
            .at(span, "");
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

    fn branch(&mut self, span: Span, holds: impl FnOnce(&mut Self) -> bool) {
        let Some(mut condition) = self.conditions.pop() else {
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
        let mut rest = tokens(text).into_iter().peekable();
        while let Some((start, token, end)) = rest.next() {
            if !token.is("defined") {
                input.push((start, token, end));
                continue;
            }
            let parenthesis = rest.next_if(|(_, token, _)| *token == Token::Open).is_some();
            let known =
                matches!(rest.next(), Some((_, Token::Word(name), _)) if self.macros.contains_key(&name));
            if parenthesis {
                rest.next_if(|(_, token, _)| *token == Token::Close);
            }
            input.push((start, constant(known), end));
        }
        let expanded = match crate::macros::expand(input, &self.macros, self.source) {
            Ok(expanded) => expanded,
            Err(error) => {
                self.found.push(error);
                return false;
            }
        };
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
            crate::grammar::ConditionParser::new().parse(self.source, values).ok()
        };
        if value.is_none() {
            self.report(span, "this condition cannot be read".to_owned());
        }
        value.is_some_and(|value| value != 0)
    }
}

fn constant(value: bool) -> Token {
    Token::Number(Number { digits: u8::from(value).to_string(), real: false, kind: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, defines: &[(&str, &str)]) -> (Vec<usize>, usize) {
        let source = diag::SourceMap::default().add("t", "");
        let mut found = Vec::new();
        let defines: Vec<_> = defines.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let lines = lines(text, &defines, source, &mut found);
        (lines.iter().map(|line| line.number).collect(), found.len())
    }

    #[test]
    fn conditions_choose_one_branch() {
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
}
