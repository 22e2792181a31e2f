//! Statements that name memory and procedures: `common`, `save` and `interface`.

use super::{Reader, SYNTAX};
use crate::ast::{self, Ident, Specification, Statement};
use crate::token::{Keyword, Spanned, Token};
use diag::{Diagnostic, Span};

impl Reader<'_> {
    /// `common /name/ a, b(10) /other/ c`; the block without a name may be written `//`, or nothing.
    pub(super) fn common(&mut self, rest: &[Spanned]) -> Statement {
        let mut blocks = Vec::new();
        let mut rest = rest;
        while !rest.is_empty() {
            let (name, after) = match rest {
                [(_, Token::Slash, _), (_, Token::Word(word), _), (_, Token::Slash, _), after @ ..] => {
                    (ast::name(word), after)
                }
                [(_, Token::Slash, _), (_, Token::Slash, _), after @ ..]
                | [(_, Token::Concat, _), after @ ..]
                | after => (poly::Name::new(""), after),
            };
            let mut depth = 0_usize;
            let ends = after.iter().position(|(_, token, _)| {
                match token {
                    Token::Open => depth += 1,
                    Token::Close => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && matches!(token, Token::Slash | Token::Concat)
            });
            let (members, behind) = after.split_at(ends.unwrap_or(after.len()));
            let members = match members {
                [members @ .., (_, Token::Comma, _)] if !behind.is_empty() => members,
                members => members,
            };
            match self.grammar(Some(Keyword::Dimension), members) {
                Statement::Specification(Specification::Dimension(members)) => {
                    blocks.push(ast::CommonBlock { name, members });
                }
                other => return other,
            }
            rest = behind;
        }
        Statement::Specification(Specification::Common(blocks))
    }

    /// The name that stands for several procedures; operators have none.
    pub(super) fn generic_name(&self, rest: &[Spanned]) -> Option<Ident> {
        match rest {
            [(start, Token::Word(word), end)] => {
                Some(Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) })
            }
            _ => None,
        }
    }

    /// `save`, or `save a, /block/`.
    pub(super) fn save(&mut self, rest: &[Spanned]) -> Statement {
        let rest = if let [(_, Token::DoubleColon, _), rest @ ..] = rest { rest } else { rest };
        let mut names = Vec::new();
        for item in rest.split(|(_, token, _)| *token == Token::Comma) {
            match item {
                [(start, Token::Word(word), end)] => {
                    let span = Span::new(self.source, *start, *end);
                    names.push(Ident { name: ast::name(word), span });
                }
                [] if rest.is_empty() => {}
                [(_, Token::Slash, _), (_, Token::Word(_), _), (_, Token::Slash, _)] => {}
                _ => {
                    let error = Diagnostic::error(SYNTAX, "`save` takes names of variables and blocks");
                    return self.fail(error.at(self.span, ""));
                }
            }
        }
        Statement::Specification(Specification::Save(names, rest.is_empty()))
    }
}
