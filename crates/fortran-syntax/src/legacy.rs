//! Old and short statements as the longer ones that mean the same: what follows reads only these.
//!
//! It works on the tokens of one statement, each with its place, so that messages point at what was written.

use crate::classify::{is_assignment, parenthesised};
use crate::token::type_keyword;
use crate::token::{Keyword, Number, Spanned, Token};

/// What the statements of a unit so far say about the next one.
#[derive(Debug, Default)]
pub(crate) struct Longer {
    /// The name of the last enumerator, within an `enum`.
    enumerator: Option<Option<Vec<Spanned>>>,
}

impl Longer {
    /// The statements that one means.
    pub(crate) fn statements(&mut self, tokens: &[Spanned], is_fixed: bool) -> Vec<Vec<Spanned>> {
        let tokens = match is_fixed {
            true => words_joined(phrase_joined(numbers_joined(tokens))),
            false => tokens.to_vec(),
        };
        let tokens = index_types(typed_constructors(tokens));
        let word = |at: usize| tokens.get(at).and_then(|(_, token, _)| token.word()).unwrap_or_default();
        if is_assignment(&tokens) {
            return vec![tokens];
        }
        if let Some(apart) = keyword_apart(&tokens).filter(|_| is_fixed) {
            return self.statements(&apart, is_fixed);
        }
        match (word(0).as_str(), word(1).as_str()) {
            ("enum", _) if matches!(tokens.get(1), Some((_, Token::Comma, _))) => {
                self.enumerator = Some(None);
                Vec::new()
            }
            ("end", "enum") | ("endenum", _) => {
                self.enumerator = None;
                Vec::new()
            }
            ("enumerator", _) if self.enumerator.is_some() => self.enumerators(&tokens),
            ("goto", _) => assigned_goto(&tokens, 1).unwrap_or_else(|| vec![tokens]),
            ("go", "to") => assigned_goto(&tokens, 2).unwrap_or_else(|| vec![tokens]),
            _ if type_keyword(&tokens).is_some() => with_data(tokens),
            _ => vec![implicit_kinds(tokens)],
        }
    }

    /// `enumerator :: a = 4, b` as constants, each without a value one more than that before it.
    fn enumerators(&mut self, tokens: &[Spanned]) -> Vec<Vec<Spanned>> {
        let behind = usize::from(matches!(tokens.get(1), Some((_, Token::DoubleColon, _)))) + 1;
        let mut constants = Vec::new();
        for item in items(tokens.get(behind..).unwrap_or(&[])) {
            let Some((start, name @ Token::Word(_), end)) = item.first().cloned() else { continue };
            let placed = |token: Token| (start, token, end);
            let value: Vec<Spanned> = match item.get(1..) {
                Some([(_, Token::Assign, _), value @ ..]) => value.to_vec(),
                _ => match self.enumerator.as_ref().and_then(Option::as_ref) {
                    Some(last) => {
                        let more = [placed(Token::Plus), placed(number("1"))];
                        last.iter().map(|(_, token, _)| placed(token.clone())).chain(more).collect()
                    }
                    None => vec![placed(number("0"))],
                },
            };
            let head = [word("integer"), Token::Comma, word("parameter"), Token::DoubleColon];
            let head = head.into_iter().chain([name.clone(), Token::Assign]).map(placed);
            constants.push(head.chain(value).collect());
            self.enumerator = Some(Some(vec![placed(name)]));
        }
        constants
    }
}

fn word(text: &str) -> Token {
    Token::Word(text.to_owned())
}

fn number(digits: &str) -> Token {
    Token::Number(Number { digits: digits.to_owned(), real: false, kind: None })
}

/// The parts of a list between commas outside of parentheses.
pub(crate) fn items(tokens: &[Spanned]) -> Vec<&[Spanned]> {
    let mut depth = 0_usize;
    tokens
        .split(|(_, token, _)| {
            match token {
                Token::Open | Token::OpenBracket | Token::OpenConstructor => depth += 1,
                Token::Close | Token::CloseBracket | Token::CloseConstructor => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            depth == 0 && *token == Token::Comma
        })
        .collect()
}

/// Words that begin statements of fixed form, which needs no blank behind them; longer ones before those that
/// begin them.
const KEYWORDS: [&str; 16] = [
    "doubleprecision",
    "subroutine",
    "character",
    "dimension",
    "parameter",
    "external",
    "implicit",
    "function",
    "complex",
    "integer",
    "logical",
    "program",
    "common",
    "call",
    "data",
    "real",
];

/// The tokens with a blank behind the keyword, where there is none: `SUBROUTINEONE(A,N)`.
fn keyword_apart(tokens: &[Spanned]) -> Option<Vec<Spanned>> {
    if matches!(tokens, [_, (_, Token::Colon, _), ..]) {
        // The name of a construct.
        return None;
    }
    let typed = type_keyword(tokens).map_or(0, |(_, count)| count);
    // A type may stand before a function.
    let at = [0, typed].into_iter().find(|at| {
        let lower = tokens.get(*at).and_then(|(_, token, _)| token.word()).unwrap_or_default();
        let is_longer = |keyword: &&str| lower.len() > keyword.len() && lower.starts_with(*keyword);
        if *at == 0 { KEYWORDS.iter().any(is_longer) } else { is_longer(&"function") }
    })?;
    let (start, Token::Word(text), end) = tokens.get(at)? else { return None };
    let lower = text.to_ascii_lowercase();
    let keyword = KEYWORDS.iter().find(|keyword| lower.starts_with(**keyword))?;
    let (first, rest) = text.split_at_checked(keyword.len())?;
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let place = start + keyword.len();
    let parts = [(*start, word(first), place), (place, word(rest), *end)];
    Some(tokens.iter().take(at).cloned().chain(parts).chain(tokens.iter().skip(at + 1).cloned()).collect())
}

/// Numbers that fixed form writes with blanks in them.
fn numbers_joined(tokens: &[Spanned]) -> Vec<Spanned> {
    let mut joined: Vec<Spanned> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some(((start, token, end), mut behind)) = rest.split_first() {
        match (joined.last_mut(), token) {
            (Some((_, Token::Number(before), last)), Token::Number(more))
                if before.kind.is_none()
                    && !before.digits.contains(['d', 'e'])
                    && !(before.digits.contains('.') && more.digits.contains('.')) =>
            {
                before.digits.push_str(&more.digits);
                before.real |= more.real;
                before.kind.clone_from(&more.kind);
                *last = *end;
            }
            (Some((_, Token::Number(before), last)), Token::Word(_))
                if before.digits.contains('.') && before.kind.is_none() =>
            {
                match exponent(rest) {
                    Some((text, count, end)) => {
                        before.digits.push_str(&text);
                        *last = end;
                        behind = rest.get(count..).unwrap_or(&[]);
                    }
                    None => joined.push((*start, token.clone(), *end)),
                }
            }
            _ => joined.push((*start, token.clone(), *end)),
        }
        rest = behind;
    }
    joined
}

/// The exponent that tokens begin with, how many they are and where it ends: `D0`, `E 0`, `E - 3`.
fn exponent(tokens: &[Spanned]) -> Option<(String, usize, usize)> {
    let [(_, Token::Word(word), end), rest @ ..] = tokens else { return None };
    let word = word.to_ascii_lowercase();
    let digits = word.strip_prefix(['d', 'e'])?;
    if !digits.is_empty() {
        return digits.chars().all(|digit| digit.is_ascii_digit()).then_some((word, 1, *end));
    }
    let (sign, rest) = match rest {
        [(_, Token::Minus, _), rest @ ..] => ("-", rest),
        [(_, Token::Plus, _), rest @ ..] => ("", rest),
        rest => ("", rest),
    };
    match rest {
        [(_, Token::Number(Number { digits, real: false, kind: None }), end), ..] => {
            Some((format!("{word}{sign}{digits}"), tokens.len() - rest.len() + 1, *end))
        }
        _ => None,
    }
}

/// Words that stand behind others at the beginning of a statement.
const SECOND_WORDS: [(&str, &[&str]); 7] = [
    ("block", &["data"]),
    ("do", &["while", "concurrent"]),
    ("double", &["precision", "complex"]),
    ("else", &["if", "where"]),
    ("end", &["blockdata", "do", "file", "function", "if", "program", "select", "subroutine", "where"]),
    ("go", &["to"]),
    ("select", &["case"]),
];

/// The second word of a statement, where fixed form writes it with blanks in it: `DOUBLE PRE CISION`.
fn phrase_joined(tokens: Vec<Spanned>) -> Vec<Spanned> {
    let first = tokens.first().and_then(|(_, token, _)| token.word()).unwrap_or_default();
    let Some((_, seconds)) = SECOND_WORDS.iter().find(|(word, _)| *word == first) else { return tokens };
    let mut joined = String::new();
    for (at, (_, token, end)) in tokens.iter().enumerate().skip(1) {
        let Some(part) = token.word() else { break };
        joined.push_str(&part);
        if at > 1 && seconds.contains(&joined.as_str()) {
            let start = tokens.get(1).map_or(0, |(start, _, _)| *start);
            let second = (start, word(&joined), *end);
            let behind = tokens.iter().skip(at + 1).cloned();
            return tokens.iter().take(1).cloned().chain([second]).chain(behind).collect();
        }
    }
    tokens
}

/// Statements of which the rest is names and numbers, in which blanks mean nothing.
const BEFORE_NAMES: [&str; 13] = [
    "call",
    "common",
    "data",
    "dimension",
    "equivalence",
    "external",
    "function",
    "goto",
    "implicit",
    "intrinsic",
    "parameter",
    "program",
    "subroutine",
];

/// Words that fixed form writes with blanks in them, where the first is none that begins a statement, or one
/// that names follow: in others blanks are where they belong.
fn words_joined(tokens: Vec<Spanned>) -> Vec<Spanned> {
    let kept = separate(&tokens);
    let mut joined: Vec<Spanned> = Vec::with_capacity(tokens.len());
    for (at, (start, token, end)) in tokens.into_iter().enumerate() {
        let more = match &token {
            Token::Word(word) => Some(word),
            Token::Number(Number { digits, real: false, kind: None }) => Some(digits),
            _ => None,
        };
        match (joined.last_mut(), more) {
            (Some((_, Token::Word(before), last)), Some(more)) if at > kept => {
                before.push_str(more);
                *last = end;
            }
            _ => joined.push((start, token, end)),
        }
    }
    joined
}

/// How many tokens of a statement have blanks where they belong.
fn separate(tokens: &[Spanned]) -> usize {
    let begins = |(_, token, _): &Spanned| token.word().is_some_and(|word| crate::parse::is_beginning(&word));
    let is_named = matches!(tokens.get(1), Some((_, Token::Colon, _)));
    match tokens {
        // Behind it the name of its construct may stand.
        [(_, word, _), ..] if word.is("then") => tokens.len(),
        [(_, word, _), rest @ ..] if word.is("if") && !is_assignment(tokens) => match parenthesised(rest) {
            Some((_, action)) => tokens.len() - action.len() + separate(action),
            None => tokens.len(),
        },
        [(_, first, _), (_, second, _), rest @ ..] if first.is("else") && second.is("if") => {
            parenthesised(rest)
                .map_or(tokens.len(), |(_, action)| tokens.len() - action.len() + separate(action))
        }
        [(_, word, _), rest @ ..] if word.is("elseif") => parenthesised(rest)
            .map_or(tokens.len(), |(_, action)| tokens.len() - action.len() + separate(action)),
        [(_, first, _), ..] if first.word().is_some_and(|word| BEFORE_NAMES.contains(&word.as_str())) => 1,
        [(_, go, _), (_, to, _), ..] if go.is("go") && to.is("to") => 2,
        [(_, word, _), (_, next, _), ..] if word.is("do") && !is_named => match next {
            Token::Number(_) => 2,
            _ if next.is("while") || next.is("concurrent") => tokens.len(),
            _ => 1,
        },
        [first, ..] if is_named || begins(first) => match type_keyword(tokens) {
            Some((_, count)) if !tokens.iter().any(|(_, token, _)| token.is("function")) => count,
            _ => tokens.len(),
        },
        _ => 0,
    }
}

/// `[real(8) :: a, b]` as `[real(a, 8), real(b, 8)]`.
fn typed_constructors(tokens: Vec<Spanned>) -> Vec<Spanned> {
    let opens = |token: &Token| matches!(token, Token::OpenBracket | Token::OpenConstructor);
    let Some(at) = (0..tokens.len()).rev().find(|at| {
        tokens.get(*at).is_some_and(|(_, token, _)| opens(token))
            && tokens.get(at + 1..).is_some_and(|rest| typed(rest).is_some())
    }) else {
        return tokens;
    };
    let (before, rest) = tokens.split_at(at + 1);
    let Some((function, kind, list)) = typed(rest) else { return tokens };
    let end = closing(list).unwrap_or(list.len());
    let (list, behind) = list.split_at(end);
    let mut all = before.to_vec();
    let none = no_value(rest.first().map_or(0, |(start, ..)| *start));
    let list = if list.is_empty() { none.as_slice() } else { list };
    for (at, item) in items(list).into_iter().enumerate() {
        if at > 0 {
            all.push((all.last().map_or(0, |(_, _, end)| *end), Token::Comma, 0));
            if let Some(last) = all.last_mut() {
                last.2 = last.0;
            }
        }
        all.extend(converted(item, function, kind));
    }
    all.extend(behind.iter().cloned());
    // What stands before it may hold others.
    typed_constructors(all)
}

/// Makes a keyword of the type of an index in an implied loop, `(i, integer(8) :: i = 1, n)`.
fn index_types(mut tokens: Vec<Spanned>) -> Vec<Spanned> {
    let begins_index = |at: usize| {
        let (before, behind) = tokens.split_at_checked(at)?;
        let is_second = matches!(before.last(), Some((_, Token::Comma, _)));
        // What closes a parenthesis is looked for behind the word alone: statements may be long.
        let (true, Some((Keyword::Integer, 1))) = (is_second, type_keyword(behind)) else { return None };
        let [_, rest @ ..] = behind else { return None };
        let rest = parenthesised(rest).map_or(rest, |(_, rest)| rest);
        matches!(rest, [(_, Token::DoubleColon, _), _, (_, Token::Assign, _), ..]).then_some(at)
    };
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, (_, token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ if depth > 0 => found.extend(begins_index(at)),
            _ => {}
        }
    }
    for at in found {
        if let Some((_, token, _)) = tokens.get_mut(at) {
            *token = Token::Keyword(Keyword::Integer);
        }
    }
    tokens
}

/// An implied loop without iterations, which is what an empty list stands for.
fn no_value(at: usize) -> Vec<Spanned> {
    let tokens = [
        Token::Open,
        number("0"),
        Token::Comma,
        Token::Keyword(Keyword::Integer),
        Token::DoubleColon,
        word("[none]"),
        Token::Assign,
        number("1"),
        Token::Comma,
        number("0"),
        Token::Close,
    ];
    tokens.into_iter().map(|token| (at, token, at)).collect()
}

/// The function that converts to the type before `::`, its kind, and the list behind.
fn typed(tokens: &[Spanned]) -> Option<(&'static str, &[Spanned], &[Spanned])> {
    let (keyword, count) = type_keyword(tokens)?;
    let function = match keyword {
        Keyword::Integer => "[int]",
        Keyword::Real => "[real]",
        Keyword::DoublePrecision => "[dble]",
        Keyword::Complex => "[cmplx]",
        _ => return None,
    };
    let rest = tokens.get(count..)?;
    let (kind, rest) = match parenthesised(rest) {
        Some((kind, rest)) => (kind, rest),
        None => (&[] as &[Spanned], rest),
    };
    let kind = match kind {
        [(_, word, _), (_, Token::Assign, _), kind @ ..] if word.is("kind") => kind,
        kind => kind,
    };
    match rest {
        [(_, Token::DoubleColon, _), list @ ..] => Some((function, kind, list)),
        _ => None,
    }
}

/// Where the list ends that the tokens begin with.
fn closing(tokens: &[Spanned]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|(_, token, _)| match token {
        Token::Open | Token::OpenBracket | Token::OpenConstructor => {
            depth += 1;
            false
        }
        Token::Close | Token::CloseBracket | Token::CloseConstructor if depth > 0 => {
            depth -= 1;
            false
        }
        Token::CloseBracket | Token::CloseConstructor => true,
        _ => false,
    })
}

/// An item of a constructor, converted; of an implied loop its values are.
fn converted(item: &[Spanned], function: &str, kind: &[Spanned]) -> Vec<Spanned> {
    let (Some((start, first, _)), Some((_, _, end))) = (item.first(), item.last()) else { return Vec::new() };
    if *first == Token::Open
        && let Some((inner, [])) = parenthesised(item)
    {
        let parts = items(inner);
        let has_type = |part: &[Spanned]| part.iter().any(|(_, token, _)| *token == Token::DoubleColon);
        let is_range = |part: &&[Spanned]| matches!(part, [_, (_, Token::Assign, _), ..]) || has_type(part);
        if let Some(range) = parts.iter().position(is_range) {
            let mut loops = vec![(*start, Token::Open, *start)];
            for (at, part) in parts.into_iter().enumerate() {
                if at > 0 {
                    loops.push((*start, Token::Comma, *start));
                }
                if at < range {
                    loops.extend(converted(part, function, kind));
                } else {
                    loops.extend(part.iter().cloned());
                }
            }
            loops.push((*end, Token::Close, *end));
            return loops;
        }
    }
    let mut all = vec![(*start, word(function), *end), (*start, Token::Open, *start)];
    all.extend(item.iter().cloned());
    if !kind.is_empty() {
        all.extend([
            (*start, Token::Comma, *start),
            (*start, word("kind"), *start),
            (*start, Token::Assign, *start),
        ]);
        all.extend(kind.iter().cloned());
    }
    all.push((*end, Token::Close, *end));
    all
}

/// `real x(5)/5*2.0/, y` as `real x(5), y` and `data x/5*2.0/`.
fn with_data(tokens: Vec<Spanned>) -> Vec<Vec<Spanned>> {
    let count = type_keyword(&tokens).map_or(0, |(_, count)| count);
    if tokens.iter().any(|(_, token, _)| *token == Token::DoubleColon) {
        return vec![tokens];
    }
    let (head, list) = tokens.split_at(count.min(tokens.len()));
    let mut declared = head.to_vec();
    let mut data = Vec::new();
    let mut rest = list;
    while let Some(at) = slash(rest) {
        let (before, values) = rest.split_at(at);
        let Some(end) = values.iter().skip(1).position(|(_, token, _)| *token == Token::Slash) else { break };
        let Some((start, name @ Token::Word(_), stop)) = items(before).last().and_then(|item| {
            // The first entity stands behind the length of its type.
            item.iter().find(|(_, token, _)| matches!(token, Token::Word(_))).cloned()
        }) else {
            break;
        };
        let (values, behind) = values.split_at(end + 2);
        let head = [(start, word("data"), start), (start, name, stop)];
        data.push(head.into_iter().chain(values.iter().cloned()).collect());
        declared.extend(before.iter().cloned());
        rest = behind;
    }
    declared.extend(rest.iter().cloned());
    std::iter::once(declared).chain(data).collect()
}

/// The first slash outside of parentheses.
fn slash(tokens: &[Spanned]) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|(_, token, _)| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Slash
    })
}

/// `implicit real(8) (a-h)` with a star before the kind, so that it is none of the letters.
fn implicit_kinds(tokens: Vec<Spanned>) -> Vec<Spanned> {
    if !tokens.first().is_some_and(|(_, token, _)| token.is("implicit")) {
        return tokens;
    }
    let mut all: Vec<Spanned> = Vec::with_capacity(tokens.len());
    for (at, (start, token, end)) in tokens.iter().enumerate() {
        let is_kind = *token == Token::Open
            && matches!(all.last(), Some((_, Token::Word(_), _)))
            && tokens
                .get(at..)
                .and_then(parenthesised)
                .is_some_and(|(_, behind)| matches!(behind, [(_, Token::Open, _), ..]));
        if is_kind {
            all.push((*start, Token::Star, *start));
        }
        all.push((*start, token.clone(), *end));
    }
    all
}

/// `go to label, (10, 20)` as `if (label == 10) go to 10` and so on.
fn assigned_goto(tokens: &[Spanned], behind: usize) -> Option<Vec<Vec<Spanned>>> {
    let (name, rest) = tokens.get(behind..)?.split_first()?;
    let (start, Token::Word(_), end) = name else { return None };
    let rest = if let [(_, Token::Comma, _), rest @ ..] = rest { rest } else { rest };
    let (labels, []) = parenthesised(rest)? else { return None };
    let placed = |token: Token| (*start, token, *end);
    let jump = |label: &[Spanned]| {
        let condition = [placed(word("if")), placed(Token::Open), name.clone(), placed(Token::Equal)];
        let close = [placed(Token::Close), placed(word("goto"))];
        let all = condition.into_iter().chain(label.iter().cloned()).chain(close);
        all.chain(label.iter().cloned()).collect()
    };
    Some(items(labels).into_iter().map(jump).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longer(statements: &[&str]) -> String {
        let mut state = Longer::default();
        let all = statements.iter().flat_map(|text| state.statements(&crate::token::tokens(text), true));
        let text = |tokens: Vec<Spanned>| {
            tokens.iter().map(|(_, token, _)| token.text()).collect::<Vec<String>>().join(" ")
        };
        all.map(text).collect::<Vec<String>>().join("; ")
    }

    #[test]
    fn old_statements_as_newer_ones() {
        for (short, long) in [
            ("real*8 x(n), w(5)/5*2.0d0/, k", "real * 8 x ( n ) , w ( 5 ) , k; data w / 5 * 2.0d0 /"),
            ("integer i/1/, j/2/", "integer i , j; data i / 1 /; data j / 2 /"),
            ("implicit real(8) (a-h,o-z)", "implicit real * ( 8 ) ( a - h , o - z )"),
            ("implicit real (a-h)", "implicit real ( a - h )"),
            ("go to lab, (30, 40)", "if ( lab .eq. 30 ) goto 30; if ( lab .eq. 40 ) goto 40"),
            ("goto (10, 20), k", "goto ( 10 , 20 ) , k"),
            ("x = 0.1184 6344 5d0 + 1 0 + 2.5 D0", "x = 0.118463445d0 + 10 + 2.5d0"),
            ("SUBROUTINEONE(A)", "SUBROUTINE ONE ( A )"),
            ("REALFUNCTIONF(X)", "REAL FUNCTION F ( X )"),
            ("CALLME", "CALL ME"),
            ("DOUBLE PRE CISION X(N)", "DOUBLE precision X ( N )"),
            ("DOUBLE PRE CISION FUN CTION F F(X)", "DOUBLE precision FUNCTION FF ( X )"),
            ("END SUBROU TINE", "END subroutine"),
            ("GO T O 1 0", "GO to 10"),
            ("GO TO (1 0, 20), L C", "GO TO ( 10 , 20 ) , LC"),
            ("X = 1. E 0 + 2.5 D - 3", "X = 1.e0 + 2.5d-3"),
            ("IF (A.GT.B) CALL SOL VE 2(X Y)", "IF ( A .gt. B ) CALL SOLVE2 ( XY )"),
            ("COMMON /A B/ X Y, Z", "COMMON / AB / XY , Z"),
            ("callback(1) = 2", "callback ( 1 ) = 2"),
            ("real(2) = a/b/c", "real ( 2 ) = a / b / c"),
        ] {
            assert_eq!(longer(&[short]), long);
        }
    }

    #[test]
    fn constructors_convert() {
        for (short, long) in [
            ("x = [real(8) :: 1, y(2)]", "x = [ [real] ( 1 , kind = 8 ) , [real] ( y ( 2 ) , kind = 8 ) ]"),
            (
                "x = (/ integer :: (i, i*2.5, i = 1, n) /)",
                "x = (/ ( [int] ( i ) , [int] ( i * 2.5 ) , i = 1 , n ) /)",
            ),
            ("x = [1, 2]", "x = [ 1 , 2 ]"),
        ] {
            assert_eq!(longer(&[short]), long);
        }
    }

    #[test]
    fn enumerators_count_on() {
        assert_eq!(
            longer(&["enum, bind(c)", "enumerator :: a = 4, b", "enumerator c", "end enum"]),
            "integer , parameter :: a = 4; integer , parameter :: b = a + 1; integer , parameter :: c = b + 1"
        );
    }
}
