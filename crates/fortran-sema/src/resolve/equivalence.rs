//! Variables that share memory by `equivalence`.
//!
//! Local variables of one type that lie in one piece of memory are parts of one array. Where all of them are
//! scalars, or arrays of one shape that begin together, they are one variable. Where one of them lies in a
//! common block or keeps its value, and takes up the whole piece, the others are parts of that one.

use super::{ARRAY, Resolver};
use crate::hir::{Axis, Given, Node, NodeKind, Target, Variable, blocks_mut, map_expressions, visit};
use crate::index;
use diag::Span;
use fortran_syntax::ast::{Actual, Ident, Target as Named};
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A variable in a piece of memory.
#[derive(Debug, Clone, PartialEq)]
struct Member {
    name: Name,
    /// Elements before its first one.
    offset: i64,
    /// Lower bound and length of each axis; none for a scalar.
    axes: Option<Vec<(i64, i64)>>,
    span: Span,
    /// Where it lies if it is there before the routine begins.
    outside: Option<Outside>,
}

/// Memory that is there before a routine begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outside {
    Common,
    /// What keeps its value, and whether it has one at first.
    Kept(bool),
}

impl Member {
    fn count(&self) -> Option<i64> {
        self.axes.iter().flatten().try_fold(1_i64, |count, (_, length)| count.checked_mul(*length))
    }

    /// The place of an element in the piece of memory, from 0.
    fn place(&self, index: &[Expr]) -> Expr {
        let mut place = vec![Expr::int(self.offset)];
        let mut stride = 1_i64;
        for (at, (lower, length)) in index.iter().zip(self.axes.iter().flatten()) {
            place.push(Expr::int(stride).times(&at.minus(&Expr::int(*lower))));
            stride = stride.saturating_mul(*length);
        }
        Expr::sum(place)
    }
}

/// What stands for the variables of a piece of memory.
struct Shared {
    /// The one variable that all are, or the array that holds them.
    name: Name,
    /// Lower bound and length of each axis of that array.
    axes: Option<Vec<(i64, i64)>>,
}

impl Shared {
    /// The subscripts in the array of all of an element of a variable.
    fn subscripts(&self, member: &Member, index: &[Expr]) -> Option<Vec<Expr>> {
        let axes = self.axes.as_ref()?;
        let tidy = |expr: &Expr| index::simplify(expr, &|_| true);
        let mut rest = tidy(&member.place(index));
        let mut subscripts = Vec::new();
        for (at, (lower, length)) in axes.iter().enumerate() {
            let digit = if at + 1 < axes.len() {
                let digit = Expr::new(Value::Mod(rest.clone(), Expr::int(*length)));
                rest = Expr::new(Value::FloorDiv(rest, Expr::int(*length)));
                digit
            } else {
                rest.clone()
            };
            subscripts.push(tidy(&crate::constant::condition(&digit.plus(&Expr::int(*lower)))));
        }
        Some(subscripts)
    }
}

impl Resolver<'_> {
    /// The statements with one name for each piece of memory.
    pub(super) fn with_shared_storage(&mut self, mut body: Vec<Node>, args: &[Ident]) -> Vec<Node> {
        let sets = std::mem::take(&mut self.storage.together);
        if sets.is_empty() {
            return body;
        }
        let within = self
            .unit
            .map(|unit| fortran_syntax::mention::names_in_units(&unit.contained))
            .unwrap_or_default();
        let sets: Vec<Vec<Named>> =
            connected(sets).into_iter().filter(|sets| self.is_shared(sets, &within)).flatten().collect();
        // Sets that share a variable lie in one piece.
        let mut pieces: Vec<Vec<Member>> = Vec::new();
        for set in &sets {
            let members: Option<Vec<Member>> = set.iter().map(|named| self.member(named, args)).collect();
            let Some(members) = members else { return body };
            let Some(span) = members.first().map(|first| first.span) else { return body };
            if join(&mut pieces, members).is_none() {
                self.complain(ARRAY, "these variables cannot lie so in one piece of memory", span);
                return body;
            }
        }
        let mut places = BTreeMap::new();
        for piece in pieces {
            let Some(shared) = self.share(&piece) else { return body };
            let shared = std::rc::Rc::new(shared);
            places.extend(
                piece.into_iter().map(|member| (member.name.clone(), (member, std::rc::Rc::clone(&shared)))),
            );
        }
        if places.is_empty() {
            return body;
        }
        // Each variable is replaced by its place in the one that stands for its piece.
        let mut renaming = Renaming { places, refused: None };
        visit(&body, &mut |node| {
            if let NodeKind::Loop(head) = &node.kind
                && renaming.places.contains_key(&head.variable)
            {
                renaming.refused.get_or_insert(node.span);
            }
        });
        renaming.block(&mut body);
        if let Some(span) = renaming.refused {
            let what = "a variable that shares memory, as the variable of a loop or a section";
            self.found.push(fortran_syntax::parse::unsupported_error(what, span));
        }
        renaming.places.iter().filter(|(name, (_, shared))| **name != shared.name).for_each(|(name, _)| {
            self.variables.shift_remove(name);
        });
        body
    }

    /// Whether it matters that these variables share memory: not where statements use one of them alone,
    /// unless others give it values or its place in a common block. Units within mention some.
    fn is_shared(&self, sets: &[Vec<Named>], within: &BTreeSet<Name>) -> bool {
        let names: BTreeSet<&Name> = sets.iter().flatten().map(|named| &named.name.name).collect();
        let (used, others): (Vec<&Name>, Vec<&Name>) =
            names.into_iter().partition(|name| self.names.contains(*name) || within.contains(*name));
        let is_bare = |name: &&Name| {
            self.symbols.declared.get(*name).is_some_and(|symbol| {
                symbol.home.is_none()
                    && !symbol.is_argument
                    && symbol.table.is_none()
                    && matches!(symbol.meaning, super::symbols::Meaning::Variable)
                    && !self.storage.saved.iter().any(|(of, first)| of == *name && first.is_some())
            })
        };
        let in_common =
            |name: &Name| self.symbols.declared.get(name).is_some_and(|symbol| symbol.home.is_some());
        match used.as_slice() {
            [] => false,
            [one] if in_common(one) => !others.iter().all(|other| is_bare(other) || in_common(other)),
            [_] => !others.iter().all(is_bare),
            _ => true,
        }
    }

    fn member(&mut self, named: &Named, args: &[Ident]) -> Option<Member> {
        let Named { name, index, span, components: _ } = named;
        let name = &name.name;
        let symbol = self.symbols.declared.get(name)?;
        let saved = self.storage.saved.iter().filter(|(of, _)| of == name);
        let (mut is_kept, mut has_first) = (self.storage.saves_all, false);
        for (_, first) in saved {
            is_kept = true;
            has_first |= first.is_some();
        }
        let outside = match (&symbol.home, is_kept) {
            (Some(_), _) => Some(Outside::Common),
            (None, true) => Some(Outside::Kept(has_first)),
            (None, false) => None,
        };
        let is_local = !args.iter().any(|arg| arg.name == *name);
        let is_variable =
            symbol.table.is_none() && matches!(symbol.meaning, super::symbols::Meaning::Variable);
        if !is_local || !is_variable || symbol.is_character {
            let error = fortran_syntax::parse::unsupported_error(
                "EQUIVALENCE of arguments, constants, texts and arrays with first values",
                *span,
            );
            return self.report(error.help("use one name, or copy"));
        }
        let is_array = symbol.extents.is_some();
        let Some(bounds) = self.constant_bounds(name) else {
            return self.error(ARRAY, format!("`{name}` shares memory and needs constant bounds"), *span);
        };
        self.use_variable(name, *span);
        let mut member =
            Member { name: name.clone(), offset: 0, axes: is_array.then_some(bounds), span: *span, outside };
        let subscript = |actual: &Actual| match actual {
            Actual::Value(value) => self.expr(value).and_then(|value| value.as_int()),
            _ => None,
        };
        let index: Option<Vec<i64>> = index.iter().flatten().map(subscript).collect();
        let fits = |index: &Vec<i64>| {
            index.is_empty() || member.axes.as_ref().is_some_and(|axes| axes.len() == index.len())
        };
        let Some(index) = index.filter(fits) else {
            return self.error(ARRAY, format!("this is no element of `{name}`"), *span);
        };
        let subscripts: Vec<Expr> = index.into_iter().map(Expr::int).collect();
        let place = member.place(&subscripts);
        // What the set joins is the element: the variable begins so many elements before.
        member.offset = crate::constant::folded(&place, Scalar::I64).as_int()?.checked_neg()?;
        Some(member)
    }

    /// The variable for a piece of memory.
    fn share(&mut self, piece: &[Member]) -> Option<Shared> {
        let (first, rest) = piece.split_first()?;
        let type_of = |member: &Member| self.variables.get(&member.name).map(|variable| variable.ty);
        let ty = type_of(first)?;
        if let Some(other) = rest.iter().find(|other| type_of(other) != Some(ty)) {
            let message =
                format!("EQUIVALENCE of `{}` and `{}`, which have two types,", first.name, other.name);
            let error = fortran_syntax::parse::unsupported_error(&message, other.span);
            return self.report(error.help("use one name, or copy"));
        }
        let ends: Option<Vec<i64>> =
            piece.iter().map(|member| member.offset.checked_add(member.count()?)).collect();
        let length = ends?.into_iter().max()?;
        let is_one = rest.iter().all(|other| other.axes == first.axes && other.offset == first.offset);
        if let Some(whole) = self.outside(piece, length)? {
            let axes = whole.axes.clone().filter(|_| !is_one);
            return Some(Shared { name: whole.name.clone(), axes });
        }
        if is_one {
            return Some(Shared { name: first.name.clone(), axes: None });
        }
        let name = self.scalar(&first.name, ty, first.span);
        let axis = Axis { lower: Expr::int(0), length: Some(Expr::int(length)), span: first.span };
        let variable = Variable { axes: Some(vec![axis]), ..Variable::local(ty, first.span) };
        self.variables.insert(name.clone(), variable);
        Some(Shared { name, axes: Some(vec![(0, length)]) })
    }

    /// The variable that is there before the routine begins and takes up all of a piece of memory, if any is
    /// there; an error where it takes up a part, or several are there.
    fn outside<'p>(&mut self, piece: &'p [Member], length: i64) -> Option<Option<&'p Member>> {
        let in_common = |member: &&Member| member.outside == Some(Outside::Common);
        let is_first = |member: &&Member| member.outside == Some(Outside::Kept(true));
        let fixed: Vec<&Member> = piece.iter().filter(|of| in_common(of) || is_first(of)).collect();
        let is_whole = |member: &Member| member.offset == 0 && member.count() == Some(length);
        let kept = || piece.iter().filter(|member| member.outside.is_some());
        match fixed.as_slice() {
            [] if kept().next().is_none() => return Some(None),
            [] => {
                if let Some(whole) = kept().find(|member| is_whole(member)) {
                    return Some(Some(whole));
                }
            }
            [only] if is_whole(only) => return Some(Some(*only)),
            _ => {}
        }
        let span = fixed.first().copied().or_else(|| kept().next()).map(|member| member.span)?;
        let what = "EQUIVALENCE with a part of what lies in a common block or keeps its value";
        self.report(fortran_syntax::parse::unsupported_error(what, span).help("use one name, or copy"))
    }
}

/// The sets, those together that have variables in common, also by way of others.
fn connected(sets: Vec<Vec<Named>>) -> Vec<Vec<Vec<Named>>> {
    let mut all: Vec<Vec<Vec<Named>>> = Vec::new();
    for set in sets {
        let touches = |other: &Vec<Vec<Named>>| {
            let mut members = other.iter().flatten();
            members.any(|member| set.iter().any(|named| named.name.name == member.name.name))
        };
        let (joined, apart): (Vec<_>, Vec<_>) = all.into_iter().partition(touches);
        all = apart;
        all.push(joined.into_iter().flatten().chain([set]).collect());
    }
    all
}

/// Adds a set to the pieces of memory, joining those that it has members of; none if a variable would lie at
/// two places.
fn join(pieces: &mut Vec<Vec<Member>>, members: Vec<Member>) -> Option<()> {
    let mut joined = members;
    let mut others = Vec::new();
    for piece in std::mem::take(pieces) {
        let common = piece.iter().find_map(|member| {
            let other = joined.iter().find(|other| other.name == member.name)?;
            other.offset.checked_sub(member.offset)
        });
        match common {
            Some(by) => {
                for mut member in piece {
                    member.offset = member.offset.checked_add(by)?;
                    joined.push(member);
                }
            }
            None => others.push(piece),
        }
    }
    let least = joined.iter().map(|member| member.offset).min()?;
    let mut piece: Vec<Member> = Vec::new();
    for mut member in joined {
        member.offset = member.offset.checked_sub(least)?;
        match piece.iter().find(|other| other.name == member.name) {
            Some(same) if same.offset != member.offset => return None,
            Some(_) => {}
            None => piece.push(member),
        }
    }
    others.push(piece);
    *pieces = others;
    Some(())
}

struct Renaming {
    places: BTreeMap<Name, (Member, std::rc::Rc<Shared>)>,
    /// Where something is done that has no translation.
    refused: Option<Span>,
}

impl Renaming {
    fn block(&mut self, nodes: &mut [Node]) {
        for node in nodes {
            map_expressions(node, &mut |expr| self.expr(expr));
            let span = node.span;
            match &mut node.kind {
                NodeKind::Assign(target, _) => self.target(target),
                NodeKind::Call(call) => {
                    for actual in &mut call.actuals {
                        let Given::Place(target) = &mut actual.given else { continue };
                        if self.is_in_array(&target.name) && actual.section.is_some() {
                            self.refused.get_or_insert(span);
                        }
                        self.target(target);
                    }
                }
                _ => {}
            }
            blocks_mut(node).into_iter().for_each(|inner| self.block(inner));
        }
    }

    fn is_in_array(&self, name: &Name) -> bool {
        self.places.get(name).is_some_and(|(_, shared)| shared.axes.is_some() && shared.name != *name)
    }

    fn target(&self, target: &mut Target) {
        let Some((member, shared)) = self.places.get(&target.name) else { return };
        if member.name == shared.name {
            return;
        }
        if let Some(index) = shared.subscripts(member, target.index.as_deref().unwrap_or(&[])) {
            target.index = Some(index);
        }
        target.name = shared.name.clone();
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let expr = walk::map_children(expr, &mut |child| self.expr(child));
        let (name, index) = match expr.node() {
            Value::Var(name) => (name, None),
            Value::Load { array, index } => (array, Some(index)),
            _ => return expr,
        };
        let Some((member, shared)) = self.places.get(name) else { return expr };
        if member.name == shared.name {
            return expr;
        }
        let own = index.map(Vec::as_slice).unwrap_or(&[]);
        match (shared.subscripts(member, own), index) {
            (Some(subscripts), _) => Expr::load(shared.name.clone(), subscripts),
            (None, Some(index)) => Expr::load(shared.name.clone(), index.clone()),
            (None, None) => Expr::var(shared.name.clone()),
        }
    }
}
