//! Splits a text into logical lines: what stands on one line, or in brackets that run over several.

use super::context;
use super::token::Token;
use logos::Logos;

/// A token with its first byte and the byte after it.
pub(crate) type Spanned<'a> = (usize, Token<'a>, usize);

/// How a line takes part in the nesting of braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Not at all.
    Plain,
    /// It ends in `{`, which is not among its tokens.
    Opens,
    /// It is a `}`.
    Closes,
}

/// One logical line.
#[derive(Debug)]
pub(crate) struct LogicalLine<'a> {
    pub(crate) tokens: Vec<Spanned<'a>>,
    pub(crate) shape: Shape,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A comment, which no line contains.
#[derive(Debug)]
pub(crate) struct Comment<'a> {
    pub(crate) text: &'a str,
    /// Index of the line that the comment ends, or of the first line after it.
    pub(crate) line: usize,
    /// Whether it stands behind that line's tokens.
    pub(crate) trailing: bool,
}

/// The logical lines of a text that are not empty, and its comments.
pub(crate) fn split(text: &str) -> (Vec<LogicalLine<'_>>, Vec<Comment<'_>>) {
    let tokens = lex(text, true);
    let matched = matched_brackets(&tokens);
    let mut splitter = Splitter::default();
    for (token, matched) in tokens.into_iter().zip(matched) {
        splitter.push(token, matched);
    }
    splitter.finish_line(Shape::Plain, text.len());
    splitter.lines.iter_mut().for_each(|line| context::mark(&mut line.tokens));
    (splitter.lines, splitter.comments)
}

/// The tokens of a text that is one expression.
pub(crate) fn expression(text: &str) -> Vec<Spanned<'_>> {
    let unwanted = |token: &Token<'_>| matches!(token, Token::Newline | Token::Comment(_));
    let mut tokens: Vec<Spanned<'_>> =
        lex(text, false).into_iter().filter(|(_, token, _)| !unwanted(token)).collect();
    context::resolve_integers(&mut tokens);
    tokens
}

/// `in_file` tells whether lines in the language of sets can occur.
fn lex(text: &str, in_file: bool) -> Vec<Spanned<'_>> {
    let mut lexer = Token::lexer(text);
    let mut tokens = Vec::new();
    let mut line_start = in_file;
    while let Some(token) = lexer.next() {
        let token = token.unwrap_or_else(Token::Bad);
        let span = lexer.span();
        let raw = line_start && takes_raw_text(&token, lexer.remainder());
        line_start = in_file && matches!(token, Token::Newline | Token::OpenBrace | Token::CloseBrace);
        tokens.push((span.start, token, span.end));
        if raw {
            let rest = lexer.remainder();
            let length = rest.find(['\n', '#']).unwrap_or(rest.len());
            let rest = rest.get(..length).unwrap_or_default();
            let start = span.end + (length - rest.trim_start().len());
            tokens.push((start, Token::Raw(rest.trim()), start + rest.trim().len()));
            lexer.bump(length);
        }
    }
    tokens
}

/// Whether a word at the start of a line is followed by text in the language of sets.
fn takes_raw_text(token: &Token<'_>, rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t']);
    matches!(token, Token::Word("domain" | "assume")) && !rest.starts_with([':', '='])
}

/// For each token, whether it is a bracket with a partner before the next brace. An open bracket without one
/// does not swallow the lines that follow.
fn matched_brackets(tokens: &[Spanned<'_>]) -> Vec<bool> {
    let mut matched = vec![false; tokens.len()];
    let mut open = Vec::new();
    for (at, (_, token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Open | Token::OpenSquare => open.push(at),
            Token::Close | Token::CloseSquare => {
                for partner in open.pop().into_iter().chain([at]) {
                    matched.get_mut(partner).into_iter().for_each(|slot| *slot = true);
                }
            }
            Token::OpenBrace | Token::CloseBrace => open.clear(),
            _ => {}
        }
    }
    matched
}

#[derive(Default)]
struct Splitter<'a> {
    lines: Vec<LogicalLine<'a>>,
    comments: Vec<Comment<'a>>,
    current: Vec<Spanned<'a>>,
    depth: usize,
    /// Whether tokens have been seen since the last line break.
    line_has_tokens: bool,
}

impl<'a> Splitter<'a> {
    fn push(&mut self, spanned: Spanned<'a>, matched: bool) {
        let (start, token, end) = spanned;
        match token {
            Token::Newline => {
                self.line_has_tokens = false;
                if self.depth == 0 {
                    self.finish_line(Shape::Plain, start);
                }
                return;
            }
            Token::Comment(text) => {
                let trailing = self.line_has_tokens;
                let behind_finished = trailing && self.current.is_empty();
                let line = self.lines.len() - usize::from(behind_finished);
                self.comments.push(Comment { text, line, trailing });
                return;
            }
            Token::OpenBrace => {
                self.finish_line(Shape::Opens, end);
            }
            Token::CloseBrace => {
                self.finish_line(Shape::Plain, start);
                self.lines.push(LogicalLine { tokens: Vec::new(), shape: Shape::Closes, start, end });
            }
            token => {
                match token {
                    Token::Open | Token::OpenSquare if matched => self.depth += 1,
                    Token::Close | Token::CloseSquare if matched => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.current.push((start, token, end));
            }
        }
        self.line_has_tokens = true;
    }

    fn finish_line(&mut self, shape: Shape, end: usize) {
        let tokens = std::mem::take(&mut self.current);
        self.depth = 0;
        let start = tokens.first().map(|(start, _, _)| *start);
        let last = tokens.last().map(|(_, _, end)| *end);
        match (shape, start, last) {
            (Shape::Plain, Some(start), Some(end)) => {
                self.lines.push(LogicalLine { tokens, shape, start, end })
            }
            (Shape::Plain, _, _) => {}
            _ => self.lines.push(LogicalLine {
                tokens,
                shape,
                start: start.unwrap_or(end.saturating_sub(1)),
                end,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(usize, Shape)> {
        split(text).0.iter().map(|line| (line.tokens.len(), line.shape)).collect()
    }

    #[test]
    fn brackets_continue_lines_and_braces_end_them() {
        assert_eq!(shapes("a = b(i,\n  j)\n\nc"), [(8, Shape::Plain), (1, Shape::Plain)]);
        assert_eq!(
            shapes("if x { run a } else { b }"),
            [
                (2, Shape::Opens),
                (2, Shape::Plain),
                (0, Shape::Closes),
                (1, Shape::Opens),
                (1, Shape::Plain),
                (0, Shape::Closes)
            ]
        );
    }

    #[test]
    fn an_open_bracket_swallows_no_other_line() {
        assert_eq!(
            shapes("a = b(i\nc = d(j)\n}"),
            [(5, Shape::Plain), (6, Shape::Plain), (0, Shape::Closes)]
        );
    }

    #[test]
    fn set_texts_are_one_token() {
        let (lines, comments) = split("domain in 0 [i] -> { [j] : j } # c\ndomain: x\n");
        assert_eq!(lines[0].tokens[1], (7, Token::Raw("in 0 [i] -> { [j] : j }"), 30));
        assert_eq!(lines[1].tokens.len(), 3);
        assert!(comments[0].trailing && comments[0].line == 0);
    }

    #[test]
    fn comments_know_their_line() {
        let (_, comments) = split("# a\nx = 1 # b\n  # c\n} # d\n# e");
        let found: Vec<(usize, bool)> = comments.iter().map(|c| (c.line, c.trailing)).collect();
        assert_eq!(found, [(0, false), (0, true), (1, false), (1, true), (2, false)]);
    }
}
