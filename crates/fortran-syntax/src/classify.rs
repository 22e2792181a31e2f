//! What kind of statement a line is, told from its tokens: Fortran reserves no word.

use crate::ast::{Statement, name};
use crate::token::{Keyword, Number, Spanned, Token, type_keyword};
use diag::{SourceId, Span};
use poly::Name;

/// How deep parentheses and operators that nest may go.
pub(crate) const MAX_DEPTH: usize = 64;

/// The span from the first token to the last.
pub(crate) fn span_of(tokens: &[Spanned], source: SourceId) -> Span {
    let start = tokens.first().map_or(0, |token| token.0);
    Span::new(source, start, tokens.last().map_or(start, |token| token.2))
}

/// The leading words, joined, in lower case.
pub(crate) fn joined_words(tokens: &[Spanned]) -> String {
    words(tokens).concat()
}

/// Whether the tokens nest deeper than the parser's users can recurse.
pub(crate) fn is_too_deep<'a>(tokens: impl Iterator<Item = &'a Token>) -> bool {
    // Operators that nest without parentheses, counted in each open parenthesis until one that does not nest.
    let mut levels = vec![0_usize];
    let mut total = 0;
    for token in tokens {
        match token {
            Token::Open | Token::OpenBracket | Token::OpenConstructor => levels.push(1),
            Token::Close | Token::CloseBracket | Token::CloseConstructor if levels.len() > 1 => {
                total -= levels.pop().unwrap_or(0).min(total);
                continue;
            }
            Token::Power
            | Token::Not
            | Token::CppNot
            | Token::CppComplement
            | Token::Equivalent
            | Token::NotEquivalent
            | Token::Operator(_) => {
                levels.last_mut().into_iter().for_each(|level| *level += 1);
            }
            Token::Comma | Token::Plus | Token::Minus | Token::And | Token::Or => {
                let reset = usize::from(levels.len() > 1);
                total -= levels.last().map_or(0, |level| *level - reset).min(total);
                levels.last_mut().into_iter().for_each(|level| *level = reset);
                continue;
            }
            _ => continue,
        }
        total += 1;
        if total > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// The leading words, in lower case.
pub(crate) fn words(tokens: &[Spanned]) -> Vec<String> {
    tokens.iter().map_while(|(_, token, _)| token.word()).collect()
}

/// All names and keywords of a statement that could be names.
pub(crate) fn names(tokens: &[Spanned]) -> Vec<Name> {
    let words = tokens.iter().filter_map(|(_, token, _)| token.word());
    words.map(|word| name(&word)).collect()
}

/// The name before a construct, `name:`, and the construct.
pub(crate) fn construct_name(tokens: &[Spanned]) -> (Option<Name>, &[Spanned]) {
    match tokens {
        [(_, Token::Word(word), _), (_, Token::Colon, _), rest @ ..] => (Some(name(word)), rest),
        _ => (None, tokens),
    }
}

/// Whether the tokens read `name = ..` or `name(..) = ..`, which no other statement does.
pub(crate) fn is_assignment(tokens: &[Spanned]) -> bool {
    let [(_, Token::Word(_), _), rest @ ..] = tokens else { return false };
    let after = match rest {
        [(_, Token::Open, _), ..] => after_parentheses(rest),
        _ => Some(rest),
    };
    match after {
        Some([(_, Token::Percent, _), _, after @ ..]) => {
            after.iter().any(|(_, token, _)| *token == Token::Assign)
        }
        Some([(_, Token::Assign | Token::Arrow, _), ..]) => true,
        _ => false,
    }
}

/// The tokens of `DO10I=1,N`, `DOWHILE(L)` and `GOTO10` with blanks where they belong: a comma behind the
/// first value tells a loop from an assignment.
pub(crate) fn words_apart(tokens: &[Spanned]) -> Option<Vec<Spanned>> {
    let [(start, Token::Word(word), end), rest @ ..] = tokens else { return None };
    let lower = word.to_ascii_lowercase();
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = |text: &str| Token::Number(Number { digits: text.to_owned(), real: false, kind: None });
    if let Some(label) = lower.strip_prefix("goto")
        && rest.is_empty()
        && !label.is_empty()
        && digits(label) == label.len()
    {
        let goto = Token::Word("goto".to_owned());
        return Some(vec![(*start, goto, start + 4), (start + 4, number(label), *end)]);
    }
    let after = lower.strip_prefix("do")?;
    let (label, variable) = after.split_at_checked(digits(after))?;
    let is_loop = match rest {
        [(_, Token::Assign, _), ..] => {
            variable.starts_with(|c: char| c.is_ascii_alphabetic()) && has_comma(rest)
        }
        [(_, Token::Open, _), ..] => after == "while" && !is_assignment(tokens),
        _ => false,
    };
    if !is_loop {
        return None;
    }
    let variable_at = start + 2 + label.len();
    let mut apart = vec![(*start, Token::Word("do".to_owned()), start + 2)];
    if !label.is_empty() {
        apart.push((start + 2, number(label), variable_at));
    }
    apart.push((variable_at, Token::Word(variable.to_owned()), *end));
    apart.extend(rest.iter().cloned());
    Some(apart)
}

/// Whether there is a comma outside of parentheses.
fn has_comma(tokens: &[Spanned]) -> bool {
    let mut depth = 0_usize;
    tokens.iter().any(|(_, token, _)| {
        match token {
            Token::Open | Token::OpenBracket | Token::OpenConstructor => depth += 1,
            Token::Close | Token::CloseBracket | Token::CloseConstructor => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Comma
    })
}

/// What follows the parenthesis that closes the one at the start.
fn after_parentheses(tokens: &[Spanned]) -> Option<&[Spanned]> {
    let mut depth = 0_usize;
    for (at, (_, token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return tokens.get(at + 1..);
                }
            }
            _ => {}
        }
    }
    None
}

/// Statements that end something.
pub(crate) fn end(words: &[&str]) -> Option<Statement> {
    let first = *words.first()?;
    let what = match first.strip_prefix("end")? {
        "" => words.get(1).copied().unwrap_or(""),
        joined => joined,
    };
    match what {
        "" | "subroutine" | "function" | "program" | "module" | "blockdata" => Some(Statement::EndUnit),
        "block" if words.contains(&"data") => Some(Statement::EndUnit),
        "block" => Some(Statement::EndBlock),
        "do" => Some(Statement::EndDo),
        "if" => Some(Statement::EndIf),
        "select" => Some(Statement::EndSelect),
        // The beginning of each of these was reported.
        "where" => Some(Statement::EndWhere),
        "forall" => Some(Statement::EndForall),
        "associate" => Some(Statement::EndAssociate),
        "submodule" | "critical" | "interface" | "enum" | "type" | "procedure" => Some(Statement::Reported),
        _ => None,
    }
}

/// Where the word `function` stands in `function name(..)`, perhaps after a type and other words.
pub(crate) fn function_at(tokens: &[Spanned]) -> Option<usize> {
    let before =
        tokens.iter().take_while(|(_, token, _)| !matches!(token, Token::DoubleColon | Token::Comma));
    let tokens: Vec<&Token> = before.map(|(_, token, _)| token).collect();
    tokens
        .windows(3)
        .position(|three| matches!(three, [word, Token::Word(_), Token::Open] if word.is("function")))
}

/// Makes keyword tokens of the types that stand at the start or after a comma outside parentheses, and of
/// `dimension` among attributes.
pub(crate) fn promote_types(tokens: &[Spanned]) -> Vec<Spanned> {
    let attributes = tokens.iter().position(|(_, token, _)| *token == Token::DoubleColon);
    let mut output: Vec<Spanned> = Vec::with_capacity(tokens.len());
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some((start, token, end)) = tokens.get(at) {
        let starts_item = output.last().is_none_or(|(_, last, _)| depth == 0 && *last == Token::Comma);
        let is_attribute = attributes.is_some_and(|colons| at < colons);
        let found = match type_keyword(tokens.get(at..).unwrap_or(&[])) {
            // After the first type a declaration has names only, unless it is an `implicit` statement.
            Some(found)
                if starts_item && (at == 0 || attributes.is_none() && is_letters(tokens, at + found.1)) =>
            {
                Some(found)
            }
            _ if starts_item && is_attribute && token.is("dimension") => Some((Keyword::Dimension, 1)),
            _ => None,
        };
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let (token, count) = match found {
            Some((keyword, count)) => (Token::Keyword(keyword), count),
            None => (token.clone(), 1),
        };
        let end = tokens.get(at + count - 1).map_or(*end, |last| last.2);
        output.push((*start, token, end));
        at += count;
    }
    output
}

/// Whether a list of letters, perhaps after a length, follows: `(a-h)` or `*8 (x)`.
fn is_letters(tokens: &[Spanned], at: usize) -> bool {
    let rest = match tokens.get(at..).unwrap_or(&[]) {
        [(_, Token::Star, _), kind @ ..] => {
            parenthesised(kind).map_or(kind.get(1..).unwrap_or(&[]), |(_, rest)| rest)
        }
        rest => rest,
    };
    matches!(rest, [(_, Token::Open, _), (_, Token::Word(letter), _), ..] if letter.len() == 1)
}

/// The tokens between the parentheses at the start, and those after.
pub(crate) fn parenthesised(tokens: &[Spanned]) -> Option<(&[Spanned], &[Spanned])> {
    let [(_, Token::Open, _), ..] = tokens else { return None };
    let after = after_parentheses(tokens)?;
    let inside = tokens.get(1..tokens.len().checked_sub(after.len() + 1)?)?;
    Some((inside, after))
}
