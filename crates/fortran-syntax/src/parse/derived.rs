//! Statements about derived types: `type t`, `type(t) :: p` and `associate`.

use super::storage::generic_names;
use super::{Reader, SYNTAX};
use crate::ast::{self, Binding, Ident, Pass, Specification, Statement, TypeDefinition};
use crate::classify::{parenthesised, promote_types};
use crate::grammar::AssociationsParser;
use crate::token::{Keyword, Spanned, Token};
use diag::{Diagnostic, SourceId, Span};
use poly::Name;

impl Reader<'_> {
    /// `type t`, `type :: t`, `type, extends(s) :: t`, which begin a definition.
    pub(super) fn type_definition(&mut self, rest: &[Spanned]) -> Statement {
        if let Some((_, Token::Open, _)) = rest.first() {
            let what = "a declaration by `type(..)` of other than a derived type without parameters";
            self.fail(
                super::unsupported_error(what, self.span)
                    .help("write `real(8) :: x` for `type(real(8)) :: x`"),
            );
            return Statement::Reported;
        }
        // Without the colons no attributes can stand before the name.
        let colons = rest.iter().position(|(_, token, _)| *token == Token::DoubleColon);
        let (attributes, name) = rest.split_at(colons.map_or(0, |at| at + 1).min(rest.len()));
        let [(start, Token::Word(word), end)] = name else {
            let error = Diagnostic::error(SYNTAX, "a derived type needs a name");
            self.fail(error.at(self.span, ""));
            return Statement::SkipTo(&["endtype"]);
        };
        let has = |word: &str| attributes.iter().any(|(_, token, _)| token.is(word));
        let access = match (has("private"), has("public")) {
            (true, _) => Some(ast::Access::Private),
            (false, true) => Some(ast::Access::Public),
            (false, false) => None,
        };
        let name = Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) };
        let extends = attributes.windows(3).find_map(|three| match three {
            [(_, extends, _), (_, Token::Open, _), (start, Token::Word(word), end)]
                if extends.is("extends") =>
            {
                Some(Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) })
            }
            _ => None,
        });
        Statement::Type(TypeDefinition {
            name,
            components: Vec::new(),
            extends,
            finalizes: false,
            assigns: false,
            access,
            bindings: Vec::new(),
            generics: Vec::new(),
        })
    }

    /// The type of a function where it is a derived one, `type(t)`, and else what stands before `function`.
    pub(super) fn derived_type(&self, before: Vec<Spanned>) -> (Option<Ident>, Vec<Spanned>) {
        match before.as_slice() {
            [(_, ty, _), (_, Token::Open, _), (start, Token::Word(word), end), (_, Token::Close, _)]
                if ty.is("type") || ty.is("class") =>
            {
                let span = Span::new(self.source, *start, *end);
                (Some(Ident { name: ast::name(word), span }), Vec::new())
            }
            _ => (None, before),
        }
    }

    /// `type(t), intent(in) :: p, q(10)`
    pub(super) fn records(&mut self, rest: &[Spanned]) -> Statement {
        let Some(([(start, Token::Word(word), end)], names)) = parenthesised(rest) else {
            return Statement::Reported;
        };
        let ty = Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) };
        // What follows is written as behind any other type.
        let declared =
            std::iter::once((*start, Token::Keyword(Keyword::Integer), *end)).chain(names.iter().cloned());
        match self.grammar(None, &promote_types(&declared.collect::<Vec<Spanned>>())) {
            Statement::Specification(Specification::Declare(_, attributes, entities)) => {
                Statement::Specification(Specification::Record(ty, attributes, entities))
            }
            other => other,
        }
    }

    /// `class(t), intent(in) :: p`
    pub(super) fn class(&mut self, rest: &[Spanned]) -> Statement {
        let mut statement = self.records(rest);
        if let Statement::Specification(Specification::Record(ty, attributes, _)) = &mut statement {
            let name = Ident { name: "class".into(), span: ty.span };
            attributes.push(ast::Attribute::Other(name, None));
        }
        statement
    }

    /// `associate (x => p%a(i), n => k + 1)`
    pub(super) fn associate(&mut self, rest: &[Spanned]) -> Statement {
        let list = match parenthesised(rest) {
            Some((list, [])) => list,
            _ => {
                let error = Diagnostic::error(SYNTAX, "`associate` needs names in parentheses");
                self.fail(error.at(self.span, ""));
                return Statement::SkipTo(&["endassociate"]);
            }
        };
        if !self.is_parsable(list) {
            return Statement::SkipTo(&["endassociate"]);
        }
        match AssociationsParser::new().parse(self.source, list.iter().cloned().map(Ok)) {
            Ok(names) => Statement::Associate(names),
            Err(error) => {
                let error = self.parse_error(error);
                self.fail(error);
                Statement::SkipTo(&["endassociate"])
            }
        }
    }
}

/// The procedures that a line in the definition of a type names, `procedure, pass(x) :: f => g, h`.
pub(crate) fn bindings(tokens: &[Spanned]) -> Vec<Binding> {
    let (attributes, names) = match tokens.iter().position(|(_, token, _)| *token == Token::DoubleColon) {
        Some(at) => (tokens.get(..at).unwrap_or(&[]), tokens.get(at + 1..).unwrap_or(&[])),
        None => (&[][..], tokens.get(1..).unwrap_or(&[])),
    };
    let has = |word: &str| attributes.iter().any(|(_, token, _)| token.is(word));
    let passed = attributes.windows(3).find_map(|window| match window {
        [(_, pass, _), (_, Token::Open, _), (_, Token::Word(name), _)] if pass.is("pass") => Some(name),
        _ => None,
    });
    let pass = match passed {
        Some(name) => Pass::Argument(ast::name(name)),
        None if has("nopass") => Pass::Nothing,
        None => Pass::First,
    };
    let binding = |item: &[Spanned]| {
        let (name, procedure) = match item {
            [(_, Token::Word(name), _)] => (name, name),
            [(_, Token::Word(name), _), (_, Token::Arrow, _), (_, Token::Word(procedure), _)] => {
                (name, procedure)
            }
            _ => return None,
        };
        Some(Binding { name: ast::name(name), procedure: ast::name(procedure), pass: pass.clone() })
    };
    names.split(|(_, token, _)| *token == Token::Comma).filter_map(binding).collect()
}

/// The name that a line in the definition of a type gives to several of its procedures, `generic :: f => g,
/// h`.
pub(crate) fn generic(tokens: &[Spanned], source: SourceId) -> Option<(Ident, Vec<Name>)> {
    let tokens = generic_names(tokens);
    let colons = tokens.iter().position(|(_, token, _)| *token == Token::DoubleColon)?;
    let [(start, Token::Word(word), end), (_, Token::Arrow, _), names @ ..] = tokens.get(colons + 1..)?
    else {
        return None;
    };
    let name = Ident { name: ast::name(word), span: Span::new(source, *start, *end) };
    let names = names.iter().filter_map(|(_, token, _)| token.word());
    Some((name, names.map(|word| ast::name(&word)).collect()))
}
