//! `entry`: a routine of its own that begins there.
//!
//! Claim: who calls an entry runs the statements behind it, with the declarations of the routine around. The
//! values of a function and of its entries are one variable, whichever of their names a statement uses. What
//! the routine keeps between calls it would share with its entries; such entries are refused, as are those of
//! functions whose values are of several types.

use crate::ast::{
    Attribute, BaseType, Entity, ExprKind, Ident, KindSpec, Specification, TypeSpec, Unit, UnitKind,
};
use crate::token::{Spanned, Token};
use diag::SourceId;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The label of a statement, or of several that it comes to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Label {
    pub(crate) number: u32,
    /// Whether it stands before this one.
    pub(crate) begins: bool,
    /// Whether the loops that it ends end behind this one.
    pub(crate) ends: bool,
}

/// A statement of a unit, as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) tokens: Vec<Spanned>,
    /// The file that it stands in.
    pub(crate) source: SourceId,
    pub(crate) label: Option<Label>,
    pub(crate) tags: Rc<BTreeSet<Name>>,
    /// Whether it stands before the first executable statement.
    pub(crate) declares: bool,
    /// Which arguments of an entry are labels.
    pub(crate) stars: Vec<usize>,
}

/// The statements of a unit that has entries, and where these are.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// The first line of the unit.
    head: Option<Line>,
    lines: Vec<Line>,
    /// The first line of each, as that of a routine, and the number of lines before it.
    heads: Vec<(Line, usize)>,
}

impl Entries {
    /// Those of a unit with this first line.
    pub(crate) fn new(head: Option<Line>) -> Self {
        Entries { head, ..Entries::default() }
    }

    pub(crate) fn note(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Notes an entry if a statement is one that a unit may have.
    pub(crate) fn begin(&mut self, unit: &Unit, line: &Line) -> bool {
        let [(start, word, end), rest @ ..] = line.tokens.as_slice() else { return false };
        let is_entry = word.is("entry") && matches!(rest.first(), Some((_, Token::Word(_), _)));
        let noun = match unit.head.kind {
            UnitKind::Subroutine => "subroutine",
            UnitKind::Function => "function",
            _ => return false,
        };
        if !is_entry
            || unit.specifications.iter().any(|(specification, _)| keeps(specification))
            || self.has_other_value(unit, rest)
        {
            return false;
        }
        let head = std::iter::once((*start, Token::Word(noun.to_owned()), *end));
        let tokens = head.chain(rest.iter().cloned()).collect();
        self.heads.push((Line { tokens, ..line.clone() }, self.lines.len()));
        true
    }

    /// Whether the value of an entry is of another type than that of its function.
    fn has_other_value(&self, unit: &Unit, entry: &[Spanned]) -> bool {
        if unit.head.kind != UnitKind::Function {
            return false;
        }
        let own = unit.head.result.as_ref().unwrap_or(&unit.head.name);
        let value = result_of(entry).and_then(|name| value_type(unit, &name));
        value.is_none() || value != value_type(unit, &own.name)
    }

    /// Leaves the unit itself as it was read.
    pub(crate) fn without_own(&mut self) {
        self.head = None;
    }

    /// Whether the unit has to be read again, since its entries give values too.
    pub(crate) fn are_of_function(&self, unit: &Unit) -> bool {
        !self.heads.is_empty() && unit.head.kind == UnitKind::Function
    }

    /// The statements of a routine for each entry, of which the last line ends the unit; of a function its
    /// own ones, too.
    pub(crate) fn routines(self, end: &Line) -> Vec<Vec<Line>> {
        let Entries { head, lines, heads } = self;
        let own = head.map(|head| (head, 0));
        let heads: Vec<(Line, usize)> = own.into_iter().chain(heads).collect();
        let results: Vec<Name> = heads.iter().filter_map(|(head, _)| value_of(&head.tokens)).collect();
        let declared: Vec<&Line> = lines.iter().filter(|line| line.declares).collect();
        let routine = |(head, before): &(Line, usize)| {
            let own = value_of(&head.tokens);
            let body = lines.iter().skip(*before).filter(|line| !line.declares);
            let body = body.map(|line| line.with_value(&results, own.as_ref()));
            let declared = declared.iter().map(|line| (*line).clone());
            std::iter::once(head.clone()).chain(declared).chain(body).chain([end.clone()]).collect()
        };
        heads.iter().map(routine).collect()
    }
}

impl Line {
    /// The line where all these names mean the value of its function, but for those of components and of
    /// dummy arguments.
    fn with_value(&self, names: &[Name], own: Option<&Name>) -> Line {
        let Some(own) = own else { return self.clone() };
        let is_value =
            |token: &Token| token.word().is_some_and(|word| names.contains(&crate::ast::name(&word)));
        let mut depth = 0_usize;
        let mut tokens = Vec::with_capacity(self.tokens.len());
        for (at, (start, token, end)) in self.tokens.iter().enumerate() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
            let is_component = before.is_some_and(|(_, before, _)| *before == Token::Percent);
            let is_keyword = depth > 0 && self.tokens.get(at + 1).is_some_and(|next| next.1 == Token::Assign);
            let token = match is_value(token) && !is_component && !is_keyword {
                true => Token::Word(own.to_string()),
                false => token.clone(),
            };
            tokens.push((*start, token, *end));
        }
        Line { tokens, ..self.clone() }
    }
}

/// The variable for the value of a function, by its first line.
fn value_of(head: &[Spanned]) -> Option<Name> {
    let at = crate::classify::function_at(head)?;
    result_of(head.get(at + 1..)?)
}

/// The same behind the word `function` or `entry`.
fn result_of(named: &[Spanned]) -> Option<Name> {
    let result = named.windows(3).find_map(|three| match three {
        [(_, word, _), (_, Token::Open, _), (_, result, _)] if word.is("result") => result.word(),
        _ => None,
    });
    let own = || named.first().and_then(|(_, token, _)| token.word());
    Some(crate::ast::name(&result.or_else(own)?))
}

/// The type of a value and how its kind is written.
type ValueType = (BaseType, Option<String>);

/// The type of the value of a function that is called so, as far as declarations tell; none of an array.
fn value_type(unit: &Unit, name: &Name) -> Option<ValueType> {
    let is_it = |entity: &&Entity| entity.name.name == *name;
    let mut found = unit.head.ty.as_ref().filter(|_| unit.head.name.name == *name);
    for (specification, _) in &unit.specifications {
        match specification {
            Specification::Declare(ty, attributes, entities) => {
                let Some(entity) = entities.iter().find(is_it) else { continue };
                let is_array = attributes.iter().any(|of| matches!(of, Attribute::Dimension(_)));
                if entity.extents.is_some() || entity.length.is_some() || is_array {
                    return None;
                }
                found = Some(ty);
            }
            Specification::Dimension(entities) if entities.iter().any(|entity| is_it(&entity)) => {
                return None;
            }
            _ => {}
        }
    }
    match found {
        Some(ty) => written(ty),
        None => implicit_type(unit, name),
    }
}

/// A type as it is written; none where its kind is more than a word.
fn written(ty: &TypeSpec) -> Option<ValueType> {
    let kind = match &ty.kind {
        None => None,
        Some(KindSpec::Star(number)) => Some(number.digits.clone()),
        Some(KindSpec::Kind(kind)) => match &kind.kind {
            ExprKind::Number(number) => Some(number.digits.clone()),
            ExprKind::Name(name) => Some(name.to_string()),
            _ => return None,
        },
        Some(KindSpec::Assumed) => return None,
    };
    Some((ty.base, kind))
}

/// The type of a name that nothing declares.
fn implicit_type(unit: &Unit, name: &Name) -> Option<ValueType> {
    let first = name.chars().next()?;
    for (specification, _) in &unit.specifications {
        match specification {
            Specification::ImplicitNone => return None,
            Specification::Implicit(rules) => {
                let holds = |(from, to): &(Ident, Ident)| {
                    from.name.as_str() <= first.to_string().as_str()
                        && to.name.starts_with(|last: char| first <= last)
                };
                if let Some(rule) = rules.iter().find(|rule| rule.letters.iter().any(holds)) {
                    return written(&rule.ty);
                }
            }
            _ => {}
        }
    }
    Some((if ('i'..='n').contains(&first) { BaseType::Integer } else { BaseType::Real }, None))
}

/// Whether a declaration makes variables keep their values.
fn keeps(specification: &Specification) -> bool {
    match specification {
        Specification::Save(..) | Specification::Data(_) => true,
        Specification::Declare(_, attributes, entities) => {
            let is = |word: &str| attributes.iter().any(|a| a.is(word));
            is("save") || !is("parameter") && entities.iter().any(|entity| entity.initial.is_some())
        }
        _ => false,
    }
}
