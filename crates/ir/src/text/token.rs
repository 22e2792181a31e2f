//! Tokens of `.lpir` text.

use logos::Logos;

/// What is wrong with characters that form no token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum BadToken {
    /// No token starts with this character.
    #[default]
    Character,
    /// A string without its closing quote, or with an unknown escape.
    String,
    /// An integer that 64 bits do not hold.
    Integer,
}

/// One token; its text borrows from the source.
#[derive(Logos, Debug, Clone, PartialEq)]
#[logos(error = BadToken, skip r"[ \t\r\f]+")]
pub(crate) enum Token<'a> {
    #[regex("[A-Za-z_][A-Za-z0-9_]*", |lexer| lexer.slice())]
    Word(&'a str),
    /// A word that its place makes a keyword; [`super::context`] makes it.
    Keyword(&'static str),
    /// The rest of a `domain` or `assume` line; [`super::lines`] makes it.
    Raw(&'a str),
    /// Digits; [`super::context`] makes an integer of them.
    #[regex("[0-9]+", |lexer| lexer.slice().parse::<u64>().map_err(|_| BadToken::Integer))]
    Magnitude(u64),
    Int(i64),
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[fd]?", |lexer| lexer.slice())]
    #[regex(r"[0-9]+([eE][+-]?[0-9]+)[fd]?", |lexer| lexer.slice())]
    #[regex(r"[0-9]+[fd]", |lexer| lexer.slice())]
    Real(&'a str),
    #[regex(r#""[^"\\\n]*(\\[^\n][^"\\\n]*)*""#, |lexer| super::quote::unquote(lexer.slice()))]
    String(String),
    #[regex("#[^\n]*", |lexer| lexer.slice(), allow_greedy = true)]
    Comment(&'a str),
    #[token("\n")]
    Newline,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    #[token("true")]
    True,
    #[token("false")]
    False,
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
    #[token(":=")]
    Define,
    #[token("=")]
    Assign,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("//")]
    DoubleSlash,
    #[token("%")]
    Percent,
    #[token("**")]
    Power,
    #[token("@")]
    At,
    #[token("$")]
    Dollar,
    #[token("?")]
    Question,
    #[token(".")]
    Dot,
    /// Characters that form no token.
    Bad(BadToken),
}

impl Token<'_> {
    /// Whether an operand of an expression can end here.
    pub(crate) fn ends_operand(&self) -> bool {
        matches!(
            self,
            Token::Word(_)
                | Token::Int(_)
                | Token::Magnitude(_)
                | Token::Real(_)
                | Token::String(_)
                | Token::True
                | Token::False
                | Token::Close
                | Token::CloseSquare
                | Token::Question
        )
    }
}
