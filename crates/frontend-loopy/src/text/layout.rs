//! Logical lines: joins lines inside brackets, and gives the words that start a line their meaning.

use super::token::{Raw, Token};
use diag::{Diagnostic, SourceId, Span};
use logos::Logos;

/// A token between its offsets.
pub(crate) type Spanned<'s> = (usize, Token<'s>, usize);

/// The tokens of a text, offsets counted from `base`. A line with a bracket that nothing closes is left out.
pub(crate) fn tokens<'s>(
    text: &'s str,
    source: SourceId,
    base: usize,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Spanned<'s>> {
    let raw: Vec<Spanned> = Token::lexer(text)
        .spanned()
        .map(|(token, span)| {
            let unknown = Token::Foreign(text.get(span.clone()).unwrap_or_default());
            (base + span.start, token.unwrap_or(unknown), base + span.end)
        })
        .collect();
    let mut layout = Layout { text, base, partner: partners(&raw), raw, at: 0, out: Vec::new() };
    while layout.at < layout.raw.len() {
        if let Some((start, token, end)) = layout.line() {
            let code = "lp::loopy::unclosed-bracket";
            let message = format!("nothing closes `{token}`");
            errors.push(Diagnostic::error(code, message).at(Span::new(source, start, end), "opened here"));
        }
    }
    layout.out
}

/// For each token that is a bracket, the index of the bracket that it pairs with.
fn partners(tokens: &[Spanned<'_>]) -> Vec<Option<usize>> {
    let mut partner = vec![None; tokens.len()];
    let mut open: Vec<(usize, Token)> = Vec::new();
    let mut line = 0;
    for (at, (_, token, _)) in tokens.iter().enumerate() {
        let opener = match token {
            Token::Newline => {
                line = at;
                continue;
            }
            // An assignment starts a statement: what earlier lines left open stays so, and costs this line
            // nothing.
            Token::Assign | Token::Define if open.iter().all(|(_, kind)| *kind != Token::LeftBrace) => {
                open.retain(|(start, _)| *start > line);
                continue;
            }
            Token::LeftParen | Token::LeftBracket | Token::LeftBrace => {
                open.push((at, *token));
                continue;
            }
            Token::RightParen => Token::LeftParen,
            Token::RightBracket => Token::LeftBracket,
            Token::RightBrace => Token::LeftBrace,
            _ => continue,
        };
        if let Some((start, _)) = open.pop_if(|(_, kind)| *kind == opener) {
            for (from, to) in [(start, at), (at, start)] {
                if let Some(slot) = partner.get_mut(from) {
                    *slot = Some(to);
                }
            }
        }
    }
    partner
}

struct Layout<'s> {
    text: &'s str,
    base: usize,
    raw: Vec<Spanned<'s>>,
    partner: Vec<Option<usize>>,
    at: usize,
    out: Vec<Spanned<'s>>,
}

impl<'s> Layout<'s> {
    fn peek(&self, ahead: usize) -> Option<Token<'s>> {
        self.raw.get(self.at + ahead).map(|(_, token, _)| *token)
    }

    /// The token that pairs with the bracket some tokens ahead.
    fn closer(&self, ahead: usize) -> Option<usize> {
        self.partner.get(self.at + ahead).copied().flatten()
    }

    /// Takes one logical line; the bracket in it that nothing closes, if there is one.
    fn line(&mut self) -> Option<Spanned<'s>> {
        let first = self.out.len();
        self.line_start();
        let mut unclosed = None;
        let mut inside = self.at;
        while let Some((start, token, end)) = self.raw.get(self.at).copied() {
            match token {
                Token::Newline if self.at >= inside => break,
                Token::Newline => self.at += 1,
                Token::LeftBrace if self.closer(0).is_some() => self.collapse(self.at, Token::Options),
                _ => {
                    if matches!(token, Token::LeftParen | Token::LeftBracket | Token::LeftBrace) {
                        match self.closer(0) {
                            Some(closer) => inside = inside.max(closer),
                            None => unclosed = unclosed.or(Some((start, token, end))),
                        }
                    }
                    self.out.push((start, token, end));
                    self.at += 1;
                }
            }
        }
        let (start, end) = self.raw.get(self.at).map_or_else(
            || (self.base + self.text.len(), self.base + self.text.len()),
            |(start, _, end)| (*start, *end),
        );
        self.at += 1;
        if unclosed.is_some() {
            self.out.truncate(first);
        } else if self.out.len() > first {
            self.out.push((start, Token::Newline, end));
        }
        unclosed
    }

    /// Takes the tokens up to and including the partner of `opener` as one.
    fn collapse(&mut self, opener: usize, token: fn(Raw<'s>) -> Token<'s>) {
        let last = self.partner.get(opener).copied().flatten().unwrap_or(opener);
        self.raw_until(last, token);
    }

    /// Takes the tokens up to and including `last` as one.
    fn raw_until(&mut self, last: usize, token: fn(Raw<'s>) -> Token<'s>) {
        let start = self.raw.get(self.at).map_or(self.base, |(start, _, _)| *start);
        let end = self.raw.get(last).map_or(start, |(_, _, end)| *end);
        let text = self.text.get(start - self.base..end - self.base).unwrap_or_default();
        self.out.push((start, token(Raw { text, start }), end));
        self.at = last + 1;
    }

    /// Takes a first token that has another meaning there than elsewhere.
    fn line_start(&mut self) {
        let Some((start, token, end)) = self.raw.get(self.at).copied() else { return };
        let next = self.peek(1);
        let alone = matches!(next, None | Some(Token::Newline));
        let before_word = matches!(next, Some(Token::Word(_)));
        let keyword = match token {
            Token::LeftBrace if self.closer(0).is_some() => return self.collapse(self.at, Token::Domain),
            Token::LeftBracket => {
                if let Some(brace) = self.domain_brace() {
                    self.collapse(brace, Token::Domain);
                }
                return;
            }
            Token::Word("assume") if self.is_assumption() => return self.assumption(),
            Token::Word("kernel") if before_word => Token::KernelLine,
            Token::Word("args") if before_word => Token::ArgsLine,
            Token::Word("function") if before_word => Token::FunctionLine,
            Token::Word("temps") if before_word => Token::TempsLine,
            Token::Word("options") if before_word => Token::OptionsLine,
            Token::Word("with") if next == Some(Token::LeftBrace) => Token::WithLine,
            Token::Word("for") if before_word || alone => Token::ForLine,
            Token::Word("elif") if next != Some(Token::Assign) => Token::ElifLine,
            Token::Word("end") if alone => Token::EndLine,
            Token::If => Token::IfLine,
            Token::Else => Token::ElseLine,
            _ => return,
        };
        self.out.push((start, keyword, end));
        self.at += 1;
    }

    /// For a line that starts `[..] -> {`, the brace.
    fn domain_brace(&self) -> Option<usize> {
        let close = self.closer(0)?;
        let is = |at: usize, wanted: Token| self.raw.get(at).is_some_and(|(_, token, _)| *token == wanted);
        let brace = close + 2;
        (is(close + 1, Token::Arrow) && is(brace, Token::LeftBrace)).then_some(brace)
    }

    fn is_assumption(&self) -> bool {
        match self.peek(1) {
            Some(Token::LeftBracket) => {
                let after = self.closer(1).and_then(|close| self.raw.get(close + 1));
                after.is_some_and(|(_, token, _)| *token == Token::Arrow)
            }
            next => !matches!(next, None | Some(Token::Newline | Token::Assign | Token::Define)),
        }
    }

    fn assumption(&mut self) {
        self.at += 1;
        let mut last = self.at;
        while let Some((_, token, _)) = self.raw.get(last) {
            match self.partner.get(last).copied().flatten() {
                Some(closer) if closer > last => last = closer,
                _ if *token == Token::Newline => break,
                _ => {}
            }
            last += 1;
        }
        if last > self.at {
            self.raw_until(last - 1, Token::Assume);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    fn lex(text: &str) -> (Vec<String>, usize) {
        let source = SourceMap::default().add("t", text);
        let mut errors = Vec::new();
        let tokens = tokens(text, source, 0, &mut errors);
        (tokens.iter().map(|(_, token, _)| token.to_string()).collect(), errors.len())
    }

    #[test]
    fn brackets_and_backslashes_join_lines() {
        let (joined, errors) = lex("a[i,\n  j] = 1 + \\\n 2 # done\n\n# only this\nb = 3");
        assert_eq!(joined.join(" "), "a [ i , j ] = 1 + 2 end of line b = 3 end of line");
        assert_eq!(errors, 0);
    }

    #[test]
    fn an_unclosed_bracket_costs_its_own_line_only() {
        let (rest, errors) = lex("a[i = 1\nb[j] = 2\nc = (3]\nd = 4");
        assert_eq!(rest.join(" "), "b [ j ] = 2 end of line d = 4 end of line");
        assert_eq!(errors, 2);
        let (rest, errors) = lex("a = (1\nb[i] = 2)\nc = f(3,\n 4)");
        assert_eq!(rest.join(" "), "b [ i ] = 2 ) end of line c = f ( 3 , 4 ) end of line");
        assert_eq!(errors, 1);
    }

    #[test]
    fn domains_and_options_are_one_token_each() {
        let (tokens, errors) =
            lex("[n] -> {\n [i]: 0 <= i < n }\nx[i] = 1 {dep=*, tags=a:b}\n[i]: y[i] = f(i)");
        assert_eq!(errors, 0);
        assert_eq!(tokens[0], "[n] -> {\n [i]: 0 <= i < n }");
        assert!(tokens.contains(&"{dep=*, tags=a:b}".to_owned()));
        assert_eq!(tokens.iter().filter(|t| *t == "[").count(), 3);
    }

    #[test]
    fn words_are_keywords_only_where_a_line_says_so() {
        for (line, keyword) in
            [("kernel k", true), ("kernel[i] = 1", false), ("args = 2", false), ("for i, j", true)]
        {
            let source = SourceMap::default().add("t", line);
            let found = tokens(line, source, 0, &mut Vec::new());
            assert_eq!(matches!(found[0].1, Token::Word(_)), !keyword, "{line}");
        }
        let (tokens, _) = lex("assume n mod 16 = 0\nassume [n] -> { : n > 0 }\nassume[i] = 1");
        assert_eq!(tokens[0], "n mod 16 = 0");
        assert_eq!(tokens[2], "[n] -> { : n > 0 }");
        assert_eq!(tokens[4], "assume");
    }
}
