//! Which words are keywords: their place decides, so that `in`, `out` or `kernel` can name arrays.

use super::lines::Spanned;
use super::token::{BadToken, Token};

/// Words that say what a line is, where they stand first and the line is not an assignment to such a name.
pub const LINE_WORDS: &[&str] = &[
    "arg",
    "assume",
    "barrier",
    "compat",
    "domain",
    "else",
    "for",
    "function",
    "if",
    "iname",
    "index",
    "kernel",
    "launch",
    "nop",
    "order",
    "preamble",
    "priority",
    "promise",
    "promote",
    "reassociate",
    "reference",
    "require",
    "rule",
    "run",
    "schedule",
    "slab",
    "target",
    "temp",
    "trusted",
];

/// Words that are tokens of their own, wherever they stand.
pub const OPERATOR_WORDS: &[&str] = &["and", "or", "not", "true", "false"];

/// Words that start a statement without a target.
const KIND_WORDS: &[&str] = &["barrier", "nop"];

/// Words that start a clause, behind an operand: no expression goes on with a word there.
pub const CLAUSE_WORDS: &[&str] = &[
    "after",
    "atomic",
    "auto",
    "conflicts",
    "fetch",
    "for",
    "global",
    "groups",
    "if",
    "in",
    "inout",
    "work_items",
    "layout",
    "local",
    "nosync",
    "of",
    "out",
    "over",
    "part",
    "priority",
    "private",
    "store",
    "tags",
    "time",
    "to",
    "unroll",
];

/// Keywords that may be followed by another one at once.
const BARE_WORDS: &[&str] = &["atomic", "fetch", "nop", "part", "store"];

/// Marks the keywords of one line and gives integers their sign where they need it.
pub(crate) fn mark(tokens: &mut Vec<Spanned<'_>>) {
    let mut depth = 0_usize;
    for at in 0..tokens.len() {
        let found = tokens.get(at).and_then(|(_, token, _)| match token {
            Token::Word(word) => keyword(tokens, at, word, depth),
            _ => None,
        });
        let Some((_, token, _)) = tokens.get_mut(at) else { break };
        match token {
            Token::Open | Token::OpenSquare => depth += 1,
            Token::Close | Token::CloseSquare => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(word) = found {
            *token = Token::Keyword(word);
        }
    }
    resolve_integers(tokens);
}

fn keyword(tokens: &[Spanned<'_>], at: usize, word: &str, depth: usize) -> Option<&'static str> {
    let token = |at: usize| tokens.get(at).map(|(_, token, _)| token);
    // These lines have no clauses, so what follows their words may bear any name.
    if at > 0 && matches!(token(0), Some(Token::Keyword("promise" | "require"))) {
        return None;
    }
    if at > 0 && token(0) == Some(&Token::Keyword("function")) {
        let behind_type = matches!(at.checked_sub(1).and_then(token), Some(Token::Word(_)));
        return (word == "neutral" && depth == 0 && behind_type).then_some("neutral");
    }
    let next = token(at + 1);
    let is_name = matches!(next, Some(Token::Colon | Token::Assign | Token::Define | Token::OpenSquare));
    let labelled = at == 2 && matches!((token(0), token(1)), (Some(Token::Word(_)), Some(Token::Colon)));
    let list = match at.checked_sub(1).and_then(token) {
        None if !is_name => LINE_WORDS,
        Some(_) if labelled && !is_name => KIND_WORDS,
        Some(Token::Keyword(before)) if BARE_WORDS.contains(before) => CLAUSE_WORDS,
        Some(before) if depth == 0 && before.ends_operand() => CLAUSE_WORDS,
        _ => return None,
    };
    list.iter().find(|known| **known == word).copied()
}

/// Makes signed integers of digits. Only 2^63 needs its sign for that: `-9223372036854775808` is one integer.
pub(crate) fn resolve_integers(tokens: &mut Vec<Spanned<'_>>) {
    let mut resolved: Vec<Spanned<'_>> = Vec::with_capacity(tokens.len());
    for (start, token, end) in tokens.drain(..) {
        let Token::Magnitude(magnitude) = token else {
            resolved.push((start, token, end));
            continue;
        };
        if let Ok(value) = i64::try_from(magnitude) {
            resolved.push((start, Token::Int(value), end));
        } else if magnitude == i64::MIN.unsigned_abs()
            && matches!(resolved.last(), Some((_, Token::Minus, _)))
        {
            if let Some((minus, _, minus_end)) = resolved.pop() {
                if resolved.last().is_some_and(|(_, before, _)| before.ends_operand()) {
                    resolved.push((minus, Token::Plus, minus_end));
                }
                resolved.push((minus, Token::Int(i64::MIN), end));
            }
        } else {
            resolved.push((start, Token::Bad(BadToken::Integer), end));
        }
    }
    *tokens = resolved;
}
