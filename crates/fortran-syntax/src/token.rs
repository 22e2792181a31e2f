//! Tokens of one statement.
//!
//! No word is reserved: every word is an identifier, and `classify` turns the first of a statement
//! into a keyword token where the statement's shape says so.

use logos::{Lexer, Logos};

/// How many characters may stand behind their number.
const MAX_HOLLERITH: usize = 1000;

/// A token between its byte offsets.
pub(crate) type Spanned = (usize, Token, usize);

/// A number as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Digits, point and exponent in lower case.
    pub digits: String,
    /// Whether it has a point or an exponent.
    pub real: bool,
    /// What follows the underscore, in lower case.
    pub kind: Option<String>,
}

/// One token.
#[derive(Debug, Clone, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\f]+")]
pub(crate) enum Token {
    /// A word with its spelling kept, since macros distinguish case.
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*", |lex| lex.slice().to_owned())]
    Word(String),
    #[regex(r"[0-9]+|\.[0-9]+", number)]
    Number(Number),
    /// With its quotes; two in a row stand for one within.
    #[regex(r"'([^']|'')*'", |lex| lex.slice().to_owned())]
    #[regex(r#""([^"]|"")*""#, |lex| lex.slice().to_owned())]
    Text(String),
    #[token("**")]
    Power,
    #[token("*")]
    Star,
    #[token("//")]
    Concat,
    #[token("/")]
    Slash,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("(/")]
    OpenConstructor,
    #[token("/)")]
    CloseConstructor,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(",")]
    Comma,
    #[token("=")]
    Assign,
    #[token("=>")]
    Arrow,
    #[token("::")]
    DoubleColon,
    #[token(":")]
    Colon,
    #[token("%")]
    Percent,
    #[token("==")]
    #[regex(r"\.[eE][qQ]\.")]
    Equal,
    #[token("/=")]
    #[regex(r"\.[nN][eE]\.")]
    NotEqual,
    #[token("<")]
    #[regex(r"\.[lL][tT]\.")]
    Less,
    #[token("<=")]
    #[regex(r"\.[lL][eE]\.")]
    LessEqual,
    #[token(">")]
    #[regex(r"\.[gG][tT]\.")]
    Greater,
    #[token(">=")]
    #[regex(r"\.[gG][eE]\.")]
    GreaterEqual,
    #[regex(r"\.[aA][nN][dD]\.")]
    And,
    #[regex(r"\.[oO][rR]\.")]
    Or,
    #[regex(r"\.[nN][oO][tT]\.")]
    Not,
    #[regex(r"\.[eE][qQ][vV]\.")]
    Equivalent,
    #[regex(r"\.[nN][eE][qQ][vV]\.")]
    NotEquivalent,
    #[regex(r"\.[tT][rR][uU][eE]\.")]
    True,
    #[regex(r"\.[fF][aA][lL][sS][eE]\.")]
    False,
    /// An operator that functions define, in lower case.
    #[regex(r"\.[A-Za-z]+\.", |lex| lex.slice().to_ascii_lowercase(), priority = 1)]
    Operator(String),
    /// These eleven stand only in conditions of the preprocessor.
    #[token("&&")]
    CppAnd,
    #[token("||")]
    CppOr,
    #[token("!")]
    CppNot,
    #[token("!=")]
    CppNotEqual,
    #[token("?")]
    CppChoice,
    #[token("<<")]
    CppLeft,
    #[token(">>")]
    CppRight,
    #[token("&")]
    CppBitAnd,
    #[token("|")]
    CppBitOr,
    #[token("^")]
    CppBitExclusiveOr,
    #[token("~")]
    CppComplement,
    /// Between the statements that a macro stands for.
    #[token(";")]
    Semicolon,
    /// Text that is no token; it makes the parser report the place.
    Bad(String),
    /// The keyword that begins a statement of that kind; never made by the lexer.
    Keyword(Keyword),
}

/// Statements that the grammar tells apart by a leading token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyword {
    Subroutine,
    Do,
    Implicit,
    Integer,
    Real,
    DoublePrecision,
    Logical,
    Dimension,
    Parameter,
    Intent,
    Function,
    Call,
    Case,
    External,
    Data,
    Equivalence,
    Use,
    Only,
    Complex,
    DoubleComplex,
    Character,
}

/// Reads the rest of a number, so that `1.eq.2` is `1`, `.eq.`, `2` and `1.e5` is one number.
fn number(lex: &mut Lexer<Token>) -> Number {
    let point_first = lex.slice().starts_with('.');
    let rest = lex.remainder();
    let mut length = 0;
    let mut real = point_first;
    if !point_first && rest.starts_with('.') && !starts_with_operator(rest) {
        real = true;
        length = 1 + digits(rest.get(1..).unwrap_or(""));
    }
    let exponent = exponent(rest.get(length..).unwrap_or(""));
    real |= exponent > 0;
    length += exponent;
    let kind = kind(rest.get(length..).unwrap_or(""));
    let number = format!("{}{}", lex.slice(), rest.get(..length).unwrap_or("")).to_ascii_lowercase();
    lex.bump(length + kind.as_ref().map_or(0, |kind| kind.len() + 1));
    Number { digits: number, real, kind }
}

/// Whether the text starts with a word between points.
fn starts_with_operator(text: &str) -> bool {
    let word = text.get(1..).unwrap_or("").trim_start_matches(|c: char| c.is_ascii_alphabetic());
    word.len() + 1 < text.len() && word.starts_with('.')
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// Length of an exponent such as `e-3` or `d0` at the start of the text.
fn exponent(text: &str) -> usize {
    let Some(after) = text.strip_prefix(['e', 'E', 'd', 'D']) else { return 0 };
    let sign = usize::from(after.starts_with(['+', '-']));
    match digits(after.get(sign..).unwrap_or("")) {
        0 => 0,
        count => 1 + sign + count,
    }
}

/// The kind that follows an underscore at the start of the text.
fn kind(text: &str) -> Option<String> {
    let after = text.strip_prefix('_')?;
    let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
    after.get(..end).filter(|kind| !kind.is_empty()).map(str::to_ascii_lowercase)
}

/// The tokens of a text; offsets are within the text.
pub(crate) fn tokens(text: &str) -> Vec<Spanned> {
    let mut all: Vec<Spanned> = Vec::new();
    let mut lexer = Token::lexer(text);
    while let Some(token) = lexer.next() {
        let range = lexer.span();
        let token = token.unwrap_or_else(|()| Token::Bad(text.get(range.clone()).unwrap_or("").to_owned()));
        match hollerith(&token, &all, lexer.remainder()) {
            Some((base, characters, length)) => {
                lexer.bump(length);
                let end = lexer.span().end;
                all.extend([(range.start, base, range.end), (range.end, characters, end)]);
            }
            None => all.push((range.start, token, range.end)),
        }
    }
    all
}

/// Characters behind their number, `4HYES `, where a value may stand: what they are called, their text, and
/// how much of the text behind the number they are. Blanks at the end of a line may be left out.
fn hollerith(number: &Token, before: &[Spanned], rest: &str) -> Option<(Token, Token, usize)> {
    let Token::Number(Number { digits, real: false, kind: None }) = number else { return None };
    let count = digits.parse::<usize>().ok().filter(|count| (1..=MAX_HOLLERITH).contains(count))?;
    let text = rest.strip_prefix(['h', 'H'])?;
    let is_length = || type_keyword(before).is_some();
    match before.last().map(|(_, token, _)| token)? {
        Token::Star if is_length() => return None,
        Token::Open | Token::Comma | Token::Slash | Token::Assign | Token::Star => {}
        Token::Equal | Token::NotEqual | Token::OpenConstructor | Token::OpenBracket => {}
        _ => return None,
    }
    let own = text.get(..count.min(text.len())).filter(|own| own.is_ascii())?;
    let quoted = format!("'{own:<count$}'", own = own.replace('\'', "''"));
    Some((Token::Word(format!("{digits}h")), Token::Text(quoted), 1 + own.len()))
}

/// The keyword of the type that the tokens start with, and how many words name it.
pub(crate) fn type_keyword(tokens: &[Spanned]) -> Option<(Keyword, usize)> {
    let (_, first, _) = tokens.first()?;
    Some(match first.word()?.as_str() {
        "integer" => (Keyword::Integer, 1),
        "real" => (Keyword::Real, 1),
        "logical" => (Keyword::Logical, 1),
        "complex" => (Keyword::Complex, 1),
        "character" => (Keyword::Character, 1),
        "doubleprecision" => (Keyword::DoublePrecision, 1),
        "doublecomplex" => (Keyword::DoubleComplex, 1),
        "double" if tokens.get(1)?.1.is("complex") => (Keyword::DoubleComplex, 2),
        "double" if tokens.get(1)?.1.is("precision") => (Keyword::DoublePrecision, 2),
        _ => return None,
    })
}

impl Token {
    /// The word in lower case, if it is one.
    pub(crate) fn word(&self) -> Option<String> {
        if let Token::Word(word) = self { Some(word.to_ascii_lowercase()) } else { None }
    }

    /// The token as it is written.
    pub(crate) fn text(&self) -> String {
        // Where an operator has two spellings, that of FORTRAN 77 stands for both.
        let fixed = match self {
            Token::Word(text) | Token::Text(text) | Token::Operator(text) | Token::Bad(text) => text,
            Token::Number(number) => &number.digits,
            Token::Power => "**",
            Token::Star => "*",
            Token::Concat => "//",
            Token::Slash => "/",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Open => "(",
            Token::Close => ")",
            Token::OpenConstructor => "(/",
            Token::CloseConstructor => "/)",
            Token::OpenBracket => "[",
            Token::CloseBracket => "]",
            Token::Comma => ",",
            Token::Assign => "=",
            Token::Arrow => "=>",
            Token::DoubleColon => "::",
            Token::Colon => ":",
            Token::Percent => "%",
            Token::Equal => ".eq.",
            Token::NotEqual => ".ne.",
            Token::Less => ".lt.",
            Token::LessEqual => ".le.",
            Token::Greater => ".gt.",
            Token::GreaterEqual => ".ge.",
            Token::And => ".and.",
            Token::Or => ".or.",
            Token::Not => ".not.",
            Token::Equivalent => ".eqv.",
            Token::NotEquivalent => ".neqv.",
            Token::True => ".true.",
            Token::False => ".false.",
            Token::CppAnd => "&&",
            Token::CppOr => "||",
            Token::CppNot => "!",
            Token::CppNotEqual => "!=",
            Token::CppChoice => "?",
            Token::CppLeft => "<<",
            Token::CppRight => ">>",
            Token::CppBitAnd => "&",
            Token::CppBitOr => "|",
            Token::CppBitExclusiveOr => "^",
            Token::CppComplement => "~",
            Token::Semicolon => ";",
            Token::Keyword(_) => "a keyword",
        };
        fixed.to_owned()
    }

    /// Whether it is this word, given in lower case.
    pub(crate) fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(own) if own.eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token> {
        tokens(text).into_iter().map(|(_, token, _)| token).collect()
    }

    fn number(digits: &str, real: bool, kind: Option<&str>) -> Token {
        Token::Number(Number { digits: digits.to_owned(), real, kind: kind.map(str::to_owned) })
    }

    #[test]
    fn a_point_before_an_operator_is_not_part_of_the_number() {
        assert_eq!(kinds("1.eq.2"), [number("1", false, None), Token::Equal, number("2", false, None)]);
        assert_eq!(kinds("1..eq.2"), [number("1.", true, None), Token::Equal, number("2", false, None)]);
        assert_eq!(kinds("1.AND.x").len(), 3);
        assert_eq!(kinds("1.e5.LE.2.d0")[0], number("1.e5", true, None));
    }

    #[test]
    fn numbers() {
        for (text, digits, real, kind) in [
            ("12", "12", false, None),
            ("1.", "1.", true, None),
            (".5", ".5", true, None),
            ("1.5D+3", "1.5d+3", true, None),
            ("1e-3", "1e-3", true, None),
            ("1_8", "1", false, Some("8")),
            ("1.0_DP", "1.0", true, Some("dp")),
            ("2.d0", "2.d0", true, None),
        ] {
            assert_eq!(kinds(text), [number(digits, real, kind)], "{text}");
        }
        assert_eq!(kinds("1e").len(), 2, "`e` without digits is a word");
        let characters = [Token::Word("3h".to_owned()), Token::Text("'a''b'".to_owned())];
        assert_eq!(kinds("k=3Ha'b")[2..], characters);
        assert_eq!(kinds("real*8h").len(), 4, "the length of a type");
    }

    #[test]
    fn both_operator_families_are_one() {
        assert_eq!(kinds("a .Ge. b /= c"), kinds("a >= b .ne. c"));
        assert_eq!(kinds("(/1/)").len(), 3);
        assert_eq!(kinds("a $ b")[1], Token::Bad("$".to_owned()));
        assert_eq!(kinds("a.Xor.b")[1], Token::Operator(".xor.".to_owned()));
        assert_eq!(kinds(".x")[0], Token::Bad(".x".to_owned()));
    }
}
