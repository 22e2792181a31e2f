//! What `p%b(j)%x` is once its variable is taken apart.

use super::scope::{Record, Scope};
use super::types::{Identity, Leaf, Type, joined};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, Section, Target, Upper};
use poly::Name;
use std::rc::Rc;

/// What a variable with subscripts and components stands for.
pub(super) enum Found {
    /// A variable or an element that is no derived type.
    Plain(Expr),
    /// Something of a derived type.
    Whole(Whole),
}

impl Found {
    /// What is no derived type.
    pub(super) fn plain(self) -> Option<Expr> {
        match self {
            Found::Plain(expr) => Some(expr),
            Found::Whole(_) => None,
        }
    }
}

/// Something of a derived type: all its components.
pub(super) struct Whole {
    pub(super) ty: Rc<Type>,
    pub(super) parts: Vec<Component>,
    /// Whether it is an array.
    pub(super) is_array: bool,
}

/// A component of something of a derived type.
pub(super) struct Component {
    /// Its name there.
    pub(super) path: Vec<Name>,
    /// What it is in the unit, or why it is nothing.
    pub(super) variable: Result<Expr, String>,
    /// Number of its own axes.
    pub(super) rank: usize,
    /// Whether it gets its extents elsewhere, also where the rest of the variable is an element of an array.
    pub(super) is_deferred: bool,
}

/// Reports what has no meaning.
pub(super) fn error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("lp::fortran::type", message).at(span, "")
}

/// Reports a component that cannot be a variable.
fn unusable(leaf: &Leaf, of: &Name, span: Span) -> Diagnostic {
    let component = leaf.path.last().unwrap_or(of);
    let reason = leaf.lacking.as_deref().unwrap_or("it has no components");
    error(format!("component `{component}` of `{of}` is not supported: {reason}"), span)
}

impl Scope {
    /// What a variable of a derived type, or a part of it, stands for; its subscripts are read already.
    pub(super) fn designated(&self, target: &Target) -> Result<Found, Diagnostic> {
        let name = &target.name.name;
        let Some(record) = self.records.get(name) else {
            let message = format!("`{name}` is no variable of a derived type that is at hand");
            return Err(error(message, target.name.span));
        };
        let target = &record.ty.completed(target);
        let path: Vec<Name> = target.components.iter().map(|part| part.name.name.clone()).collect();
        let leaves: Vec<&Leaf> =
            record.ty.leaves.iter().filter(|leaf| leaf.path.starts_with(&path)).collect();
        let Some(first) = leaves.first() else {
            if let Some(leaf) = record.ty.leaves.iter().find(|leaf| path.starts_with(&leaf.path)) {
                return Err(unusable(leaf, name, target.span));
            }
            let last = path.last().unwrap_or(name);
            let message = format!("`{name}` has no component `{last}` of its own");
            let help = "procedures of a type are called by their own names, with the variable as an argument";
            return Err(error(message, target.span).help(help));
        };
        let groups = groups(record, first, target)?;
        if first.path.len() == path.len() && !path.is_empty() {
            let variable = self.variable(record, first, &groups, target.span);
            let refused =
                |lacking| unusable(&Leaf { lacking: Some(lacking), ..(*first).clone() }, name, target.span);
            return variable.map(Found::Plain).map_err(refused);
        }
        let parts = leaves.into_iter().map(|leaf| Component {
            path: leaf.path.get(path.len()..).unwrap_or(&[]).to_vec(),
            variable: self.variable(record, leaf, &groups, target.span),
            rank: leaf.ranks.iter().skip(path.len()).sum(),
            is_deferred: leaf.is_deferred_behind(path.len()),
        });
        let parts = parts.collect();
        let is_array = groups.iter().any(|group| {
            group.rank > 0
                && group.index.is_none_or(|index| index.iter().any(|a| matches!(a, Actual::Section(_))))
        });
        // The type of a component is known by what it has.
        let ty = if path.is_empty() { Rc::clone(&record.ty) } else { Rc::new(inner(&record.ty, &path)) };
        Ok(Found::Whole(Whole { ty, parts, is_array }))
    }

    /// The variable or element for a component.
    fn variable(
        &self,
        record: &Record,
        leaf: &Leaf,
        groups: &[Group<'_>],
        span: Span,
    ) -> Result<Expr, String> {
        if let Some(lacking) = &leaf.lacking {
            return Err(lacking.clone());
        }
        let name = self.name_of(record, leaf)?;
        let given = groups.len();
        let of_leaf =
            leaf.ranks.iter().skip(given.saturating_sub(1)).map(|rank| Group { rank: *rank, index: None });
        let all: Vec<Group<'_>> =
            groups.iter().copied().chain(of_leaf).filter(|group| group.rank > 0).collect();
        // A component of all elements of an array is no whole array, so that its bounds count from 1.
        let is_whole =
            leaf.ranks.last().is_none_or(|rank| *rank > 0) || self.plain.contains_key(&record.stem);
        if all.iter().all(|group| group.index.is_none()) && (is_whole || all.is_empty()) {
            return Ok(Expr { kind: ExprKind::Name(name), span });
        }
        let colon = || Actual::Section(Box::new(Section { lower: None, upper: None, step: None, span }));
        let index = all.iter().rev().flat_map(|group| match group.index {
            Some(index) => index.to_vec(),
            None => std::iter::repeat_with(colon).take(group.rank).collect(),
        });
        Ok(Expr { kind: ExprKind::Apply(Ident { name, span }, index.collect()), span })
    }

    /// Whether a target is a whole array with bounds of its own in an element of another array.
    pub(super) fn is_whole_in_element(&self, target: &Target) -> bool {
        let Some((last, before)) = target.components.split_last() else { return false };
        let is_indexed = target.index.is_some() || before.iter().any(|part| part.index.is_some());
        last.index.is_none() && is_indexed && !self.counts_from_one(target)
    }

    /// Whether subscripts of an array, or of an array that is a component, count from 1.
    pub(super) fn counts_from_one(&self, target: &Target) -> bool {
        let name = &target.name.name;
        let Some(record) = self.records.get(name).filter(|_| !target.components.is_empty()) else {
            return target.components.is_empty() && self.plain.get(name) == Some(&false);
        };
        let target = record.ty.completed(target);
        let last = target.components.len().saturating_sub(1);
        let path: Vec<&Name> = target.components.iter().map(|part| &part.name.name).collect();
        let is_it = |leaf: &&Leaf| leaf.path.iter().take(last + 1).eq(path.iter().copied());
        let Some(leaf) = record.ty.leaves.iter().find(is_it) else { return false };
        let inner: usize = leaf.ranks.iter().skip(last + 1).sum();
        let own = leaf.ranks.get(last).copied().unwrap_or(0);
        let mut extents = leaf.extents.iter().skip(inner).take(own);
        // One that is allocated, or pointed to, has the bounds that it got there.
        extents.all(|extent| extent.lower.is_none() && extent.upper != Upper::Deferred)
    }

    /// The name of the variable for a component, which nothing else may have.
    pub(super) fn name_of(&self, record: &Record, leaf: &Leaf) -> Result<Name, String> {
        let name = leaf.name_in(&record.stem);
        let is_it = |other: &Record| other.names().filter(|(_, of)| *of == name).count();
        if self.taken.contains(&name) || self.records.values().map(is_it).sum::<usize>() > 1 {
            return Err(format!("it would be called `{name}`, and that is something else here"));
        }
        Ok(name)
    }
}

/// The subscripts behind one name of a designator.
#[derive(Clone, Copy)]
struct Group<'t> {
    rank: usize,
    index: Option<&'t [Actual]>,
}

fn groups<'t>(record: &Record, leaf: &Leaf, target: &'t Target) -> Result<Vec<Group<'t>>, Diagnostic> {
    let names = std::iter::once((&target.name, &target.index))
        .chain(target.components.iter().map(|part| (&part.name, &part.index)));
    let ranks = std::iter::once(&record.rank).chain(&leaf.ranks);
    let group = |((name, index), rank): ((&'t Ident, &'t Option<Vec<Actual>>), &usize)| match index {
        Some(index) if index.len() != *rank => {
            Err(error(format!("`{}` has {rank} axes, not {}", name.name, index.len()), name.span))
        }
        index => Ok(Group { rank: *rank, index: index.as_deref() }),
    };
    names.zip(ranks).map(group).collect()
}

/// The type of a component of a type.
fn inner(ty: &Type, path: &[Name]) -> Type {
    let inner_leaf = |leaf: &Leaf| leaf.without_prefix(path.len());
    let leaves_of_part = || ty.leaves.iter().filter(|leaf| leaf.path.starts_with(path));
    let own = leaves_of_part().find_map(|leaf| leaf.owners.get(path.len().checked_sub(1)?).cloned());
    let Identity { name, home } =
        own.unwrap_or_else(|| Identity { name: joined(&ty.name, path), home: None });
    let leaves = leaves_of_part().map(inner_leaf).collect();
    let (assigns, finalizes) = (ty.assigns, ty.finalizes);
    Type { name, home, parent: None, leaves, assigns, finalizes, bindings: Vec::new() }
}
