//! Claim: what a `block` construct declares may be declared by its routine, under names that nothing else
//! has.
//!
//! A variable of a block has no value when the block begins, so one that is there all the time does as well;
//! one with a first value keeps its value in both. Bounds of arrays must be known when the routine begins,
//! which is asked of all arrays. Names are changed in the text of the statements, from their declaration to
//! the end of the block. Assumption: a word of a statement is the name of the variable, but for components
//! (behind `%`), and but for words before `=` in parentheses, which are refused: these are keywords, or
//! indices of their own.

use crate::ast::{HeaderItem, Specification, Statement, name};
use crate::directive::DirectiveLine;
use crate::parse::unsupported_error;
use crate::token::{Spanned, Token};
use diag::{Diagnostic, SourceId, Span};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// The `block` constructs that are open in a unit, the innermost last.
#[derive(Debug, Default)]
pub(crate) struct BlockScopes {
    open: Vec<Scope>,
    /// The names that constructs around give a meaning, the innermost construct last.
    given: Vec<(Giver, BTreeSet<Name>)>,
    /// What the source calls the variables of all.
    pub spelled: BTreeMap<Name, String>,
}

/// A construct with names of its own, or one that ends as such a one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Giver {
    Associate,
    Loop,
}

#[derive(Debug, Default)]
struct Scope {
    /// What each name that the block declares is called in its routine.
    names: BTreeMap<Name, Name>,
    /// Whether its executable statements have begun.
    executes: bool,
}

impl BlockScopes {
    pub(crate) fn are_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Notes an executable statement, with which declarations end.
    pub(crate) fn note(&mut self, statement: &Statement) {
        self.open.iter_mut().for_each(|scope| scope.executes = true);
        let statement = if let Statement::Named(_, construct) = statement { construct } else { statement };
        match statement {
            Statement::Block => self.open.push(Scope::default()),
            Statement::EndBlock => drop(self.open.pop()),
            Statement::Associate(names) => {
                let names = names.iter().map(|(name, _)| name.name.clone()).collect();
                self.given.push((Giver::Associate, names));
            }
            Statement::Concurrent(header, _) => {
                let own = header.iter().filter_map(|item| match item {
                    HeaderItem::Index(range) => Some(range.variable.name.clone()),
                    HeaderItem::Own(name, _) => Some(name.name.clone()),
                    HeaderItem::Mask(_) => None,
                });
                self.given.push((Giver::Loop, own.collect()));
            }
            Statement::Do(_) | Statement::ReportedDo(_) => self.given.push((Giver::Loop, BTreeSet::new())),
            Statement::EndAssociate => self.end(Giver::Associate),
            Statement::EndDo => self.end(Giver::Loop),
            _ => {}
        }
    }

    /// Ends the innermost construct of a kind. Loops that end at labels may be left open, whose names then
    /// mean too much at most.
    fn end(&mut self, giver: Giver) {
        if let Some(at) = self.given.iter().rposition(|(own, _)| *own == giver) {
            self.given.truncate(at);
        }
    }

    /// Whether a construct around gives a name a meaning that it has in statements alone.
    fn is_given(&self, token: &Token) -> bool {
        let Token::Word(word) = token else { return false };
        let word = name(word);
        self.given.iter().any(|(_, names)| names.contains(&word))
    }

    /// Whether a block is open that may still declare variables.
    pub(crate) fn declares(&self) -> bool {
        self.open.last().is_some_and(|scope| !scope.executes)
    }

    /// Takes the names that a statement of the innermost block declares, if it is one; `taken` are names of
    /// others.
    pub(crate) fn declare(&mut self, statement: &Statement, taken: &mut BTreeSet<Name>) {
        let Some(scope) = self.open.last_mut().filter(|scope| !scope.executes) else { return };
        let Statement::Specification(specification) = statement else { return };
        for own in names_of(specification) {
            if !scope.names.contains_key(own) {
                let new = unused(own, taken);
                self.spelled.insert(new.clone(), own.to_string());
                scope.names.insert(own.clone(), new);
            }
        }
    }

    /// The tokens of a statement with the names of the routine in place of those of blocks.
    pub(crate) fn renamed(
        &self,
        tokens: &[Spanned],
        source: SourceId,
        is_declaration: bool,
    ) -> Result<Vec<Spanned>, Diagnostic> {
        let mut depth = 0_usize;
        let mut renamed = Vec::with_capacity(tokens.len());
        for (at, (start, token, end)) in tokens.iter().enumerate() {
            match token {
                Token::Open | Token::OpenBracket | Token::OpenConstructor => depth += 1,
                Token::Close | Token::CloseBracket | Token::CloseConstructor => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            let is_component =
                at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.1 == Token::Percent);
            let own = self.of_token(token).filter(|_| !is_component);
            let is_named = depth > 0 && tokens.get(at + 1).is_some_and(|t| t.1 == Token::Assign);
            // A `parameter` statement names constants so.
            let is_keyword = is_named && !tokens.first().is_some_and(|(_, first, _)| first.is("parameter"));
            if own.is_some() && is_keyword {
                let construct =
                    format!("`{}`, which a block declares, as a keyword or an index", token.text());
                let error = unsupported_error(&construct, Span::new(source, *start, *end));
                return Err(error.help("give the variable of the block another name"));
            }
            if is_declaration && own.is_none() && !is_component && self.is_given(token) {
                let construct =
                    format!("`{}`, a name of a construct around, in a declaration of a block", token.text());
                return Err(unsupported_error(&construct, Span::new(source, *start, *end)));
            }
            renamed.push((*start, own.unwrap_or_else(|| token.clone()), *end));
        }
        Ok(renamed)
    }

    /// What stands for a token that names a variable of a block.
    fn of_token(&self, token: &Token) -> Option<Token> {
        match token {
            Token::Word(word) => self.new_name(word).map(|own| Token::Word(own.to_string())),
            Token::Number(number) => {
                let kind = self.new_name(number.kind.as_ref()?)?.to_string();
                Some(Token::Number(crate::token::Number { kind: Some(kind), ..number.clone() }))
            }
            _ => None,
        }
    }

    /// The name that the blocks that are open give what a word means.
    fn new_name(&self, word: &str) -> Option<&Name> {
        let own = name(word);
        self.open.iter().rev().find_map(|scope| scope.names.get(&own))
    }
}

/// The names that a declaration of a block gives a meaning there.
fn names_of(specification: &Specification) -> Vec<&Name> {
    match specification {
        Specification::Declare(_, _, entities)
        | Specification::Record(_, _, entities)
        | Specification::Dimension(entities) => entities.iter().map(|entity| &entity.name.name).collect(),
        Specification::Parameter(constants) => constants.iter().map(|(name, _)| &name.name).collect(),
        Specification::Use(used) => used.names.iter().map(|(local, _)| &local.name).collect(),
        _ => Vec::new(),
    }
}

/// What a `use` of a block takes, under the names that its routine has for it: `only: n` is `only: n_1 => n`.
pub(crate) fn taken_as(tokens: Vec<Spanned>, written: &[Spanned]) -> Vec<Spanned> {
    if !tokens.first().is_some_and(|(_, token, _)| token.is("use")) {
        return tokens;
    }
    let mut all = Vec::with_capacity(tokens.len());
    for (at, ((start, token, end), old)) in tokens.iter().zip(written).enumerate() {
        all.push((*start, token.clone(), *end));
        let is_renaming = tokens.get(at + 1).is_some_and(|next| next.1 == Token::Arrow);
        if *token != old.1 && !is_renaming {
            all.extend([(*start, Token::Arrow, *end), old.clone()]);
        }
    }
    all
}

/// Whether a block may say this: declarations that its names have.
pub(crate) fn may_declare(specification: &Specification) -> bool {
    match specification {
        Specification::Declare(..)
        | Specification::Record(..)
        | Specification::Data(_)
        | Specification::Dimension(_)
        | Specification::Parameter(_) => true,
        // What operators mean it would say for the whole routine, and of what else it takes nothing is known.
        Specification::Use(used) => used.only && used.names.iter().all(|(_, of)| !of.contains('(')),
        _ => false,
    }
}

/// The names of a file, gathered once somebody needs one that nothing has.
pub struct Taken<'l> {
    lines: &'l [DirectiveLine],
    names: BTreeSet<Name>,
}

impl<'l> Taken<'l> {
    /// Those of these lines.
    pub fn of_lines(lines: &'l [DirectiveLine]) -> Self {
        Taken { lines, names: BTreeSet::new() }
    }

    /// All of them, and the new ones so far.
    pub fn names(&mut self) -> &mut BTreeSet<Name> {
        if self.names.is_empty() {
            self.names = names(self.lines);
        }
        &mut self.names
    }
}

/// All words of a file.
pub(crate) fn names(lines: &[DirectiveLine]) -> BTreeSet<Name> {
    let tokens = lines.iter().flat_map(|line| line.logical.tokens());
    tokens.filter_map(|(_, token, _)| token.word()).map(|word| name(&word)).collect()
}

/// A name like another one which nothing has.
pub fn unused(own: &Name, taken: &mut BTreeSet<Name>) -> Name {
    let mut number = 1_usize;
    loop {
        let candidate = name(&format!("{own}_{number}"));
        if taken.insert(candidate.clone()) {
            return candidate;
        }
        number += 1;
    }
}
