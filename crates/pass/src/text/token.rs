//! Tokens of pipelines, and their division into lines.

use super::condition::Comparison;
use diag::{Diagnostic, SourceId, Span};
use logos::Logos;

/// How deep brackets may nest.
const MAX_DEPTH: usize = 64;

#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\f]+|\\\r?\n")]
pub(crate) enum Token<'text> {
    #[regex(r"#[^\n]*", logos::skip, allow_greedy = true)]
    Comment,
    #[regex(r"[\n;]")]
    End,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name(&'text str),
    #[regex(r"[0-9]+")]
    Int(&'text str),
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Float(&'text str),
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Str(&'text str),
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("=")]
    Equals,
    #[token(".")]
    Dot,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("//")]
    FloorDiv,
    #[token("%")]
    Modulo,
    #[token("==", |_| Comparison::Equal)]
    #[token("!=", |_| Comparison::Unequal)]
    #[token("<=", |_| Comparison::AtMost)]
    #[token("<", |_| Comparison::Less)]
    #[token(">=", |_| Comparison::AtLeast)]
    #[token(">", |_| Comparison::Greater)]
    Compare(Comparison),
    // Words that are names elsewhere: `worded` finds them.
    Tune,
    In,
    Where,
    If,
    And,
    Or,
    Not,
}

/// The words that [`TokenLine::worded`] finds, each where its token is one.
pub(crate) const WORDS: [(&str, Token<'static>); 7] = [
    ("tune", Token::Tune),
    ("in", Token::In),
    ("where", Token::Where),
    ("if", Token::If),
    ("and", Token::And),
    ("or", Token::Or),
    ("not", Token::Not),
];

/// A token with the bytes that it stands on.
pub(crate) type Spanned<'text> = (usize, Token<'text>, usize);

/// The tokens of one line.
#[derive(Debug, Default)]
pub(crate) struct TokenLine<'text> {
    pub(crate) tokens: Vec<Spanned<'text>>,
    /// What is wrong with its characters or brackets; such a line is not parsed.
    pub(crate) problems: Vec<Diagnostic>,
    /// Whether a semicolon stands before it, so that it shares the line of text before it.
    pub(crate) is_continued: bool,
}

impl<'text> TokenLine<'text> {
    /// The tokens, in which the words of conditions and of `tune` are no names where the line has a
    /// condition.
    pub(crate) fn worded(self) -> Vec<Spanned<'text>> {
        let first = self.tokens.first().map(|(_, token, _)| *token);
        let second = self.tokens.get(1).map(|(_, token, _)| *token);
        let is_tune = first == Some(Token::Name("tune")) && matches!(second, Some(Token::Name(_)));
        let is_guarded = first == Some(Token::Name("if"));
        let word = |(at, (start, token, end)): (usize, Spanned<'text>)| {
            let found = WORDS.iter().find(|(word, _)| token == Token::Name(word)).map(|(_, word)| *word);
            let word = found.filter(|word| match word {
                Token::Tune => is_tune && at == 0,
                Token::In => is_tune && at == 2,
                Token::Where => is_tune && at > 2,
                Token::If => is_guarded && at == 0,
                _ => is_tune || is_guarded,
            });
            (start, word.unwrap_or(token), end)
        };
        self.tokens.into_iter().enumerate().map(word).collect()
    }
}

/// Divides a text into lines, each with its tokens. Inside brackets, a line break ends nothing.
pub(crate) fn lines(text: &str, source: SourceId) -> Vec<TokenLine<'_>> {
    let mut lines = vec![TokenLine::default()];
    let mut open: Vec<(Token<'_>, Span)> = Vec::new();
    for (token, range) in Token::lexer(text).spanned() {
        let span = Span::new(source, range.start, range.end);
        let Some(line) = lines.last_mut() else { break };
        match token {
            Ok(Token::End) if open.is_empty() => {
                let is_continued = text.get(range) == Some(";");
                lines.push(TokenLine { is_continued, ..TokenLine::default() });
            }
            Ok(Token::End) => {}
            Ok(token) => {
                line.problems.extend(nest(token, span, &mut open));
                line.tokens.push((range.start, token, range.end));
            }
            Err(()) => line.problems.push(unreadable(text.get(range).unwrap_or(""), span)),
        }
    }
    if let (Some((_, span)), Some(line)) = (open.first(), lines.last_mut()) {
        let problem = Diagnostic::error("lp::pipeline::bracket", "this bracket is never closed");
        line.problems.push(problem.at(*span, "opened here"));
    }
    lines
}

/// Follows the brackets.
fn nest<'text>(token: Token<'text>, span: Span, open: &mut Vec<(Token<'text>, Span)>) -> Option<Diagnostic> {
    let closes = match token {
        Token::Open | Token::OpenSquare | Token::OpenBrace => {
            open.push((token, span));
            let deep = open.len() == MAX_DEPTH + 1;
            let problem = || Diagnostic::error("lp::pipeline::depth", "brackets nest deeper than 64 levels");
            return deep.then(|| problem().at(span, ""));
        }
        Token::Close => Token::Open,
        Token::CloseSquare => Token::OpenSquare,
        Token::CloseBrace => Token::OpenBrace,
        _ => return None,
    };
    match open.pop() {
        Some((opener, _)) if opener == closes => None,
        Some((_, opened)) => {
            let problem =
                Diagnostic::error("lp::pipeline::bracket", "this bracket closes one of another kind");
            Some(problem.at(span, "").at(opened, "opened here"))
        }
        None => Some(Diagnostic::error("lp::pipeline::bracket", "this bracket closes nothing").at(span, "")),
    }
}

fn unreadable(text: &str, span: Span) -> Diagnostic {
    if text.starts_with(['"', '\'']) {
        return Diagnostic::error("lp::pipeline::string", "this string does not end on its line")
            .at(span, "");
    }
    Diagnostic::error("lp::pipeline::character", format!("`{text}` has no meaning in a pipeline"))
        .at(span, "")
}
