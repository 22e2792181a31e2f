//! Alternate returns: `return 2` goes on at the second label of the call, `call f(x, *10, *20)`.
//!
//! Claim: such a subroutine may get one argument more, the number of the label, which is 0 where it returns
//! as others do. Behind a call that number chooses among the labels. This works on the tokens of one
//! statement.

use crate::ast::Statement;
use crate::classify::{end, parenthesised, words};
use crate::token::{Number, Spanned, Token};

/// The tokens of several statements.
type Statements = Vec<Vec<Spanned>>;

/// The first line of a subroutine with alternate returns.
pub(crate) struct Head {
    /// The line with the argument for the number in the place of the stars.
    pub(crate) tokens: Vec<Spanned>,
    /// Which of the arguments were stars.
    pub(crate) stars: Vec<usize>,
    /// Whether it begins an entry of another routine.
    pub(crate) is_entry: bool,
}

/// The first line of a subroutine with stars among its arguments; the number gets this name.
pub(crate) fn head(tokens: &[Spanned], number: &str) -> Option<Head> {
    let is_entry = tokens.first().is_some_and(|(_, token, _)| token.is("entry"));
    let at = tokens.iter().take(4).position(|(_, token, _)| token.is("subroutine"));
    let at = at.or(is_entry.then_some(0))?;
    let (list, behind) = parenthesised(tokens.get(at + 2..)?)?;
    let items: Vec<&[Spanned]> = list.split(|(_, token, _)| *token == Token::Comma).collect();
    let is_star = |item: &[Spanned]| matches!(item, [(_, Token::Star, _)]);
    let stars: Vec<usize> =
        items.iter().enumerate().filter(|(_, item)| is_star(item)).map(|(at, _)| at).collect();
    let place = stars.first().and_then(|first| items.get(*first)?.first())?.0;
    let others = items.into_iter().filter(|item| !is_star(item)).map(<[Spanned]>::to_vec);
    let own = vec![(place, Token::Word(number.to_owned()), place)];
    let before = tokens.get(..at + 2).unwrap_or(&[]);
    Some(Head { tokens: with_list(before, others.chain([own]), behind, place), stars, is_entry })
}

/// The statements that one of a subroutine with so many alternate returns comes to; its number has this name.
/// Where that many are unknown, since each entry may have others, callers go on behind the call for one that
/// they lack.
pub(crate) fn in_subroutine(tokens: &[Spanned], number: &str, count: Option<usize>) -> Option<Statements> {
    if let Some(all) = in_if(tokens, &|action| in_subroutine(action, number, count)) {
        return Some(all);
    }
    let place = tokens.first().map_or(0, |(start, _, _)| *start);
    let at = |token: Token| (place, token, place);
    let set = |value: &[Spanned]| {
        let target = [at(Token::Word(number.to_owned())), at(Token::Assign)];
        target.into_iter().chain(value.iter().cloned()).collect::<Vec<Spanned>>()
    };
    let zero = set(&[at(whole("0"))]);
    match tokens {
        [(_, word, _)] if word.is("return") || word.is("contains") => Some(vec![zero, tokens.to_vec()]),
        [first @ (_, word, _), value @ ..] if word.is("return") => {
            let Some(count) = count else { return Some(vec![set(value), vec![first.clone()]]) };
            let test = [
                at(Token::Word("if".to_owned())),
                at(Token::Open),
                at(Token::Word(number.to_owned())),
                at(Token::Less),
                at(whole("1")),
                at(Token::Or),
                at(Token::Word(number.to_owned())),
                at(Token::Greater),
                at(whole(&count.to_string())),
                at(Token::Close),
            ];
            let other = test.into_iter().chain(zero).collect();
            Some(vec![set(value), other, vec![first.clone()]])
        }
        _ => {
            let owned = words(tokens);
            let ends = end(&owned.iter().map(String::as_str).collect::<Vec<&str>>());
            (ends == Some(Statement::EndUnit)).then(|| vec![zero, tokens.to_vec()])
        }
    }
}

/// The statements that a call with labels comes to; the number of the label has the first name in the
/// subroutine, and is kept in a variable of the second one.
pub(crate) fn call(tokens: &[Spanned], own: &str, number: &str) -> Option<Statements> {
    if let Some(all) = in_if(tokens, &|action| call(action, own, number)) {
        return Some(all);
    }
    let [(_, word, _), _, rest @ ..] = tokens else { return None };
    let (list, []) = parenthesised(rest).filter(|_| word.is("call"))? else { return None };
    let mut labels = Vec::new();
    let mut others = Vec::new();
    for item in crate::legacy::items(list) {
        match item {
            [(_, Token::Star, _), label @ (_, Token::Number(_), _)] => labels.push(vec![label.clone()]),
            item => others.push(item.to_vec()),
        }
    }
    let place = labels.first()?.first()?.0;
    let at = |token: Token| (place, token, place);
    others.push(vec![at(Token::Word(own.to_owned())), at(Token::Assign), at(Token::Word(number.to_owned()))]);
    let called = with_list(tokens.get(..2)?, others, &[], place);
    let goto = [(place, Token::Word("goto".to_owned()), place)];
    let which = [(place, Token::Comma, place), (place, Token::Word(number.to_owned()), place)];
    Some(vec![called, with_list(&goto, labels, &which, place)])
}

/// The statements of a one-line `if` whose action comes to several, as a block.
fn in_if(tokens: &[Spanned], several: &dyn Fn(&[Spanned]) -> Option<Statements>) -> Option<Statements> {
    let [first @ (place, word, _), rest @ ..] = tokens else { return None };
    let (_, action) = parenthesised(rest).filter(|_| word.is("if"))?;
    let inner = several(action)?;
    let condition = rest.get(..rest.len() - action.len())?;
    let then = (*place, Token::Word("then".to_owned()), *place);
    let head = std::iter::once(first.clone()).chain(condition.iter().cloned()).chain([then]).collect();
    let last = vec![(*place, Token::Word("endif".to_owned()), *place)];
    Some(std::iter::once(head).chain(inner).chain([last]).collect())
}

fn whole(digits: &str) -> Token {
    Token::Number(Number { digits: digits.to_owned(), real: false, kind: None })
}

/// Tokens with a list in parentheses between them.
fn with_list(
    before: &[Spanned],
    items: impl IntoIterator<Item = Vec<Spanned>>,
    behind: &[Spanned],
    place: usize,
) -> Vec<Spanned> {
    let at = |token: Token| (place, token, place);
    let mut all = before.to_vec();
    all.push(at(Token::Open));
    for (number, item) in items.into_iter().enumerate() {
        all.extend((number > 0).then(|| at(Token::Comma)));
        all.extend(item);
    }
    all.push(at(Token::Close));
    all.extend(behind.iter().cloned());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(statements: Statements) -> String {
        let line = |tokens: Vec<Spanned>| {
            tokens.iter().map(|(_, token, _)| token.text()).collect::<Vec<_>>().join(" ")
        };
        statements.into_iter().map(line).collect::<Vec<String>>().join("; ")
    }

    #[test]
    fn labels_are_numbers() {
        let tokens = crate::token::tokens;
        let Head { tokens: line, stars, .. } = head(&tokens("subroutine f(x, *, y, *)"), "k").unwrap();
        assert_eq!((text(vec![line]), stars), ("subroutine f ( x , y , k )".to_owned(), vec![1, 3]));
        assert!(head(&tokens("subroutine f(x)"), "k").is_none());
        for (short, long) in [
            ("return", "k = 0; return"),
            ("return n", "k = n; if ( k .lt. 1 .or. k .gt. 2 ) k = 0; return"),
            ("if (x > 0) return", "if ( x .gt. 0 ) then; k = 0; return; endif"),
            ("end subroutine f", "k = 0; end subroutine f"),
        ] {
            assert_eq!(text(in_subroutine(&tokens(short), "k", Some(2)).unwrap()), long);
        }
        let among_entries = in_subroutine(&tokens("return n"), "k", None);
        assert_eq!(text(among_entries.unwrap()), "k = n; return");
        let called = call(&tokens("if (x > 0) call f(x, *10, a*b, *20)"), "n", "k").unwrap();
        let long = "if ( x .gt. 0 ) then; call f ( x , a * b , n = k ); goto ( 10 , 20 ) , k; endif";
        assert_eq!(text(called), long);
        assert!(call(&tokens("call f(x, 2*10)"), "n", "k").is_none());
    }
}
