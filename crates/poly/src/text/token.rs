//! Words of set notation.

use crate::Name;
use logos::{Lexer, Logos};
use std::fmt;

/// A word. Characters that start none are a word too, so that the parser can say where they stand.
#[derive(Logos, Debug, Clone, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Token {
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("=")]
    #[token("==")]
    Equal,
    #[token("!=")]
    #[token("<>")]
    NotEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Over,
    #[token("//")]
    FloorOver,
    #[token("%")]
    #[token("mod")]
    Mod,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    #[token("exists")]
    Exists,
    #[token("true")]
    True,
    #[token("false")]
    False,
    /// Numbers too large for any use stay so.
    #[regex("[0-9]+", |lexer| lexer.slice().parse::<i128>().unwrap_or(i128::MAX))]
    Number(i128),
    #[regex("[A-Za-z_][A-Za-z0-9_$'.]*", |lexer| Name::from(lexer.slice()))]
    #[regex(r"`([^`\\\n]|\\[`\\n])*`", quoted)]
    Name(Name),
    /// A run of characters that are no word.
    Bad(String),
}

fn quoted(lexer: &mut Lexer<'_, Token>) -> Name {
    let text = lexer.slice();
    let inner = text.get(1..text.len() - 1).unwrap_or_default();
    let mut name = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => name.push('\n'),
                Some(c) => name.push(c),
                None => {}
            },
            c => name.push(c),
        }
    }
    Name::from(name)
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Token::OpenBracket => "[",
            Token::CloseBracket => "]",
            Token::OpenBrace => "{",
            Token::CloseBrace => "}",
            Token::OpenParen => "(",
            Token::CloseParen => ")",
            Token::Comma => ",",
            Token::Semicolon => ";",
            Token::Colon => ":",
            Token::Arrow => "->",
            Token::Less => "<",
            Token::LessEqual => "<=",
            Token::Greater => ">",
            Token::GreaterEqual => ">=",
            Token::Equal => "=",
            Token::NotEqual => "!=",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Times => "*",
            Token::Over => "/",
            Token::FloorOver => "//",
            Token::Mod => "mod",
            Token::And => "and",
            Token::Or => "or",
            Token::Not => "not",
            Token::Exists => "exists",
            Token::True => "true",
            Token::False => "false",
            Token::Number(i128::MAX) => "a very large number",
            Token::Number(number) => return write!(f, "{number}"),
            Token::Name(name) => name,
            Token::Bad(text) => text,
        };
        f.write_str(text)
    }
}

/// A word between the offsets of its first byte and after its last.
pub(crate) type Spanned = (usize, Token, usize);

/// The words of a text.
pub(crate) fn tokens(text: &str) -> Vec<Spanned> {
    let mut tokens: Vec<Spanned> = Vec::new();
    for (token, range) in Token::lexer(text).spanned() {
        match (token, tokens.last_mut()) {
            (Ok(token), _) => tokens.push((range.start, token, range.end)),
            (Err(()), Some((_, Token::Bad(bad), end))) if *end == range.start => {
                bad.push_str(text.get(range.clone()).unwrap_or_default());
                *end = range.end;
            }
            (Err(()), _) => {
                let bad = Token::Bad(String::from(text.get(range.clone()).unwrap_or_default()));
                tokens.push((range.start, bad, range.end));
            }
        }
    }
    tokens
}

/// What of the nesting one pair of brackets holds.
#[derive(Default)]
struct Level {
    quantifiers: usize,
    /// Length of the present run of `-` and `not`.
    prefixes: usize,
}

/// Where the nesting of brackets, signs and quantifiers first gets deeper than the limit.
pub(crate) fn too_deep(tokens: &[Spanned], limit: usize) -> Option<(usize, usize)> {
    let mut outer: Vec<Level> = Vec::new();
    let mut level = Level::default();
    for (start, token, end) in tokens {
        match token {
            Token::Minus | Token::Not => level.prefixes += 1,
            Token::Exists => level.quantifiers += 1,
            Token::OpenParen | Token::OpenBracket | Token::OpenBrace => {
                outer.push(std::mem::take(&mut level));
            }
            Token::CloseParen | Token::CloseBracket | Token::CloseBrace => {
                level = outer.pop().unwrap_or_default();
                level.prefixes = 0;
            }
            _ => level.prefixes = 0,
        }
        let depth = |level: &Level| level.quantifiers + level.prefixes;
        if outer.len() + outer.iter().map(depth).sum::<usize>() + depth(&level) > limit {
            return Some((*start, *end));
        }
    }
    None
}
