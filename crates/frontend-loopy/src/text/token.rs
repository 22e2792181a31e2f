//! Tokens of the native kernel language.

use logos::Logos;
use std::fmt;

/// A stretch of text that has a grammar of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raw<'s> {
    /// The text.
    pub(crate) text: &'s str,
    /// Offset of its first byte.
    pub(crate) start: usize,
}

/// One token. Those without a pattern are made by [`super::layout`], which knows where a line starts.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\f]+")]
#[logos(skip r"\\[ \t\r]*\n")]
pub(crate) enum Token<'s> {
    #[token("\n")]
    Newline,
    #[regex("#[^\n]*", logos::skip, allow_greedy = true)]
    Comment,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(\$[A-Za-z_][A-Za-z0-9_]*)?")]
    Word(&'s str),
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?[A-Za-z_]*")]
    Number(&'s str),
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    #[token("...")]
    Dots,
    #[token(".")]
    Dot,
    #[token(":=")]
    Define,
    #[token("=")]
    Assign,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("**")]
    Power,
    #[token("/")]
    Slash,
    #[token("//")]
    FloorDiv,
    #[token("%")]
    Percent,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("->")]
    Arrow,
    #[token("&")]
    Ampersand,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    /// An operator of other languages.
    #[token("+=", |lexer| lexer.slice())]
    #[token("-=", |lexer| lexer.slice())]
    #[token("*=", |lexer| lexer.slice())]
    #[token("/=", |lexer| lexer.slice())]
    Foreign(&'s str),
    /// `[n] -> { ... }` at the start of a line.
    Domain(Raw<'s>),
    /// `{ ... }` elsewhere.
    Options(Raw<'s>),
    /// `assume` and all that follows it in its line.
    Assume(Raw<'s>),
    /// `kernel` at the start of a line.
    KernelLine,
    /// `args` at the start of a line.
    ArgsLine,
    /// `function` at the start of a line.
    FunctionLine,
    /// `temps` at the start of a line.
    TempsLine,
    /// `options` at the start of a line.
    OptionsLine,
    /// `with` at the start of a line.
    WithLine,
    /// `for` at the start of a line.
    ForLine,
    /// `if` at the start of a line.
    IfLine,
    /// `elif` at the start of a line.
    ElifLine,
    /// `else` alone in a line.
    ElseLine,
    /// `end` alone in a line.
    EndLine,
}

/// The tokens that are words.
pub(crate) const WORDS: [Token<'static>; 15] = [
    Token::If,
    Token::Else,
    Token::And,
    Token::Or,
    Token::Not,
    Token::KernelLine,
    Token::ArgsLine,
    Token::FunctionLine,
    Token::TempsLine,
    Token::OptionsLine,
    Token::WithLine,
    Token::ForLine,
    Token::ElifLine,
    Token::EndLine,
    Token::Assume(ASSUME),
];

/// `assume` itself.
const ASSUME: Raw<'static> = Raw { text: "assume", start: 0 };

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As messages speak of it: a comment ends a line like any other.
        f.write_str(match self {
            Token::Word(text) | Token::Number(text) | Token::Foreign(text) => text,
            Token::Domain(raw) | Token::Options(raw) | Token::Assume(raw) => raw.text,
            Token::Newline | Token::Comment => "end of line",
            Token::LeftParen => "(",
            Token::RightParen => ")",
            Token::LeftBracket => "[",
            Token::RightBracket => "]",
            Token::LeftBrace => "{",
            Token::RightBrace => "}",
            Token::Comma => ",",
            Token::Colon => ":",
            Token::Question => "?",
            Token::Dots => "...",
            Token::Dot => ".",
            Token::Define => ":=",
            Token::Assign => "=",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Star => "*",
            Token::Power => "**",
            Token::Slash => "/",
            Token::FloorDiv => "//",
            Token::Percent => "%",
            Token::Less => "<",
            Token::LessEqual => "<=",
            Token::Greater => ">",
            Token::GreaterEqual => ">=",
            Token::Equal => "==",
            Token::NotEqual => "!=",
            Token::Arrow => "->",
            Token::Ampersand => "&",
            Token::Bar => "|",
            Token::Caret => "^",
            Token::Tilde => "~",
            Token::ShiftLeft => "<<",
            Token::ShiftRight => ">>",
            Token::And => "and",
            Token::Or => "or",
            Token::Not => "not",
            Token::If | Token::IfLine => "if",
            Token::Else | Token::ElseLine => "else",
            Token::ElifLine => "elif",
            Token::EndLine => "end",
            Token::ForLine => "for",
            Token::WithLine => "with",
            Token::KernelLine => "kernel",
            Token::ArgsLine => "args",
            Token::TempsLine => "temps",
            Token::FunctionLine => "function",
            Token::OptionsLine => "options",
        })
    }
}
