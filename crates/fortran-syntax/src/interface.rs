//! What `interface` blocks tell: the procedures of a generic name, and the types of functions.

use crate::ast::{Entity, Ident, Specification, Statement, TypeSpec, UnitKind};
use crate::token::Spanned;
use crate::{classify, parse};
use diag::{SourceId, Span};
use poly::Name;
use std::collections::BTreeMap;

/// An interface block that is being read.
#[derive(Debug)]
pub(crate) struct Interface {
    /// The name that means several procedures.
    generic: Option<Ident>,
    procedures: Vec<Name>,
    /// The function being described.
    function: Option<Function>,
    /// The functions that were described.
    described: Vec<(Ident, TypeSpec)>,
    /// Procedures that are not those of their names: those that a submodule has, and those of C.
    pub(crate) elsewhere: Vec<Name>,
    /// What the arguments of procedures are called here.
    pub(crate) dummies: Vec<(Name, Vec<Name>)>,
}

#[derive(Debug)]
struct Function {
    name: Ident,
    result: Name,
    ty: Option<TypeSpec>,
}

impl Interface {
    pub(crate) fn new(generic: Option<Ident>) -> Self {
        let (procedures, described, elsewhere, dummies) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Interface { generic, procedures, function: None, described, elsewhere, dummies }
    }

    /// Reads a line; the types of functions go to `types`.
    pub(crate) fn line(
        &mut self,
        tokens: &[Spanned],
        source: SourceId,
        types: &mut BTreeMap<Name, TypeSpec>,
    ) {
        let words = classify::words(tokens);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let first = match words.as_slice() {
            ["module", "procedure", ..] => 2,
            ["procedure" | "moduleprocedure", ..] => 1,
            _ => {
                self.elsewhere.extend(named_elsewhere(tokens));
                return self.description(tokens, source, types);
            }
        };
        let named = tokens.iter().skip(first).filter_map(|(_, token, _)| token.word());
        self.procedures.extend(named.map(|word| crate::ast::name(&word)));
    }

    /// A line of the description of a function. Only its type is needed: of other procedures the source is
    /// read.
    fn description(&mut self, tokens: &[Spanned], source: SourceId, types: &mut BTreeMap<Name, TypeSpec>) {
        let words = classify::joined_words(tokens);
        if words == "end" || words.starts_with("endfunction") {
            if let Some(Function { name, ty: Some(ty), .. }) = self.function.take() {
                types.insert(name.name.clone(), ty.clone());
                self.described.push((name, ty));
            }
            return;
        }
        let begins = classify::function_at(tokens).is_some() || is_subroutine(tokens);
        if !begins && crate::token::type_keyword(tokens).is_none() {
            return;
        }
        match parse::statement(tokens, source, &mut Vec::new()) {
            Statement::Unit(head) => {
                let names = head.args.iter().map(|arg| arg.name.clone()).collect();
                self.dummies.push((head.name.name.clone(), names));
                if head.kind != UnitKind::Function {
                    return;
                }
                let result = head.result.as_ref().unwrap_or(&head.name).name.clone();
                self.function = Some(Function { name: head.name, result, ty: head.ty });
            }
            Statement::Specification(Specification::Declare(ty, _, entities)) => {
                let Some(function) = &mut self.function else { return };
                if entities.iter().any(|entity| entity.name.name == function.result) {
                    function.ty = Some(ty);
                }
            }
            _ => {}
        }
    }

    /// What the whole block declares in a unit with these dummy arguments: a generic name, and functions that
    /// are given.
    pub(crate) fn finish(self, args: &[Ident]) -> Vec<(Specification, Span)> {
        let Interface { generic, mut procedures, described, .. } = self;
        procedures.extend(described.iter().map(|(name, _)| name.name.clone()));
        let generic = generic.map(|name| {
            let span = name.span;
            (Specification::Generic(name, procedures), span)
        });
        let functions = described.into_iter().flat_map(|(name, ty)| {
            let span = name.span;
            // Of one that is given by the caller nothing else tells its type.
            let ty = args.iter().any(|arg| arg.name == name.name).then_some(ty);
            declared(vec![name], ty).into_iter().map(move |specification| (specification, span))
        });
        generic.into_iter().chain(functions).collect()
    }
}

/// Whether the description of a subroutine begins here.
fn is_subroutine(tokens: &[Spanned]) -> bool {
    let mut words = tokens.iter().map_while(|(_, token, _)| token.word());
    words
        .find(|word| !crate::unsupported::PREFIXES.contains(&word.as_str()))
        .is_some_and(|word| word == "subroutine")
}

/// The name of a described procedure that a submodule has, or that C knows. The linker finds no procedure of
/// Fortran by the name that C uses, unless it is bound itself.
fn named_elsewhere(tokens: &[Spanned]) -> Option<Name> {
    let is_kind = |(_, token, _): &Spanned| token.is("subroutine") || token.is("function");
    let at = tokens.iter().position(is_kind)?;
    if tokens.iter().take(at).any(|(_, token, _)| token.is("end")) {
        return None;
    }
    let name = crate::ast::name(&tokens.get(at + 1)?.1.word()?);
    let is_of_module = tokens.iter().take(at).any(|(_, token, _)| token.is("module"));
    let is_bound = tokens.iter().skip(at + 2).any(|(_, token, _)| token.is("bind"));
    (is_of_module || is_bound).then_some(name)
}

/// What `procedure(f) :: g` declares: procedures, and what functions among them give.
pub(crate) fn declared(names: Vec<Ident>, ty: Option<TypeSpec>) -> Vec<Specification> {
    let entity = |name: &Ident| Entity { name: name.clone(), extents: None, length: None, initial: None };
    let typed = ty.map(|ty| Specification::Declare(ty, Vec::new(), names.iter().map(entity).collect()));
    typed.into_iter().chain([Specification::External(names)]).collect()
}
