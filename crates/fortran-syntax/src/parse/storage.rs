//! Statements that name memory and procedures: `common`, `save`, `interface`, and attributes that are
//! statements.

use super::{Reader, SYNTAX};
use crate::ast::{self, Ident, ProcedureType, Specification, Statement};
use crate::classify::{parenthesised, promote_types};
use crate::token::type_keyword;
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

    /// `procedure(f) :: g, h` and `procedure(real) :: g`; with attributes it is a pointer, or may be left
    /// out.
    pub(super) fn procedures(&mut self, words: &[&str], tokens: &[Spanned]) -> Statement {
        let plain = parenthesised(tokens.get(1..).unwrap_or(&[])).and_then(|(like, rest)| match rest {
            [colons @ (_, Token::DoubleColon, _), names @ ..] => Some((like, colons, names)),
            _ => None,
        });
        let Some((like, colons, names)) = plain else { return self.unsupported(words, tokens) };
        let [(start, Token::Word(word), end)] = like else {
            return self.procedures_of_type(like, colons, names);
        };
        if type_keyword(like).is_some() {
            return self.procedures_of_type(like, colons, names);
        }
        let interface = Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) };
        match self.grammar(Some(Keyword::External), names) {
            Statement::Specification(Specification::External(names)) => {
                Statement::Procedure(ProcedureType::Like(interface), names)
            }
            other => other,
        }
    }

    fn procedures_of_type(&mut self, ty: &[Spanned], colons: &Spanned, names: &[Spanned]) -> Statement {
        let declared: Vec<Spanned> = ty.iter().chain([colons]).chain(names).cloned().collect();
        match self.grammar(None, &promote_types(&declared)) {
            Statement::Specification(Specification::Declare(ty, _, entities)) => {
                let names = entities.into_iter().map(|entity| entity.name).collect();
                Statement::Procedure(ProcedureType::Gives(ty), names)
            }
            other => other,
        }
    }

    /// The name that stands for several procedures.
    pub(super) fn generic_name(&self, rest: &[Spanned]) -> Option<Ident> {
        match generic_names(rest).as_slice() {
            [(start, Token::Word(word), end)] => {
                Some(Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) })
            }
            _ => None,
        }
    }

    /// An attribute that is a statement, with the names that have it.
    pub(super) fn names(&mut self, rest: &[Spanned], of: fn(Vec<Ident>) -> Specification) -> Statement {
        match self.grammar(Some(Keyword::External), &generic_names(rest)) {
            Statement::Specification(Specification::External(names)) => Statement::Specification(of(names)),
            other => other,
        }
    }

    /// `volatile x` and the like: of the names nothing follows here.
    pub(super) fn without_effect(&mut self, rest: &[Spanned]) -> Statement {
        match self.names(rest, Specification::Value) {
            Statement::Specification(_) => Statement::Ignored,
            other => other,
        }
    }

    /// `target a, b(10)`, which may say dimensions.
    pub(super) fn targets(&mut self, rest: &[Spanned]) -> Statement {
        let rest = if let [(_, Token::DoubleColon, _), rest @ ..] = rest { rest } else { rest };
        match self.grammar(Some(Keyword::Dimension), rest) {
            Statement::Specification(Specification::Dimension(mut entities)) => {
                entities.retain(|entity| entity.extents.is_some());
                match entities.is_empty() {
                    true => Statement::Ignored,
                    false => Statement::Specification(Specification::Dimension(entities)),
                }
            }
            other => other,
        }
    }

    /// `private`, or `private :: a, b, assignment(=)`.
    pub(super) fn access(&mut self, access: ast::Access, rest: &[Spanned]) -> Statement {
        if rest.is_empty() {
            return Statement::Specification(Specification::Access(access, Vec::new()));
        }
        match access {
            ast::Access::Public => {
                self.names(rest, |names| Specification::Access(ast::Access::Public, names))
            }
            ast::Access::Private => {
                self.names(rest, |names| Specification::Access(ast::Access::Private, names))
            }
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

/// The tokens with `assignment(=)`, `operator(+)` and their like as names, which no variable can have.
pub(in crate::parse) fn generic_names(tokens: &[Spanned]) -> Vec<Spanned> {
    let mut all = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let [first, behind @ ..] = rest {
        rest = behind;
        let meaning = match behind {
            [(_, Token::Open, _), (_, meaning, _), (_, Token::Close, end), after @ ..] => {
                Some((meaning.text(), end, after))
            }
            // `(/` and `/)` are tokens.
            [(_, Token::OpenConstructor, _), (_, Token::Close, end), after @ ..] => {
                Some(("/".to_owned(), end, after))
            }
            [(_, Token::OpenConstructor, _), (_, Token::CloseConstructor, end), after @ ..] => {
                Some(("//".to_owned(), end, after))
            }
            _ => None,
        };
        match meaning.filter(|_| first.1.is("operator") || first.1.is("assignment")) {
            Some((meaning, end, after)) => {
                let name = format!("{}({meaning})", first.1.text().to_ascii_lowercase());
                all.push((first.0, Token::Word(name), *end));
                rest = after;
            }
            None => all.push(first.clone()),
        }
    }
    all
}
