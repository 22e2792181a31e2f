//! `block` and `associate` constructs: whose variables a part of a unit has for itself, and which names mean
//! something else where it stands.
//!
//! Claim: in the place of a part each name that is given to its kernel means what it means in the part.

use super::names::errors_at;
use super::names_in;
use diag::{SourceMap, Span};
use fortran_syntax::ast::{
    Actual, Construct, Entity, Expr, ExprKind, Ident, Node, NodeKind, Specification, Unit,
};
use fortran_syntax::mention::{self, Mentions};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A variable that a block declares.
#[derive(Debug, Clone, Copy)]
struct Local {
    block: Construct,
    /// Whether it keeps its value from one time to the next.
    is_kept: bool,
}

/// An `associate` construct: where it begins, its names with what they stand for, and its statements.
type Associate<'u> = (Span, &'u [(Ident, Expr)], &'u [Node]);

/// The constructs of a unit with names of their own.
pub(super) struct Scopes<'u> {
    unit: &'u Unit,
    /// Where what other files hold stands in the unit's own one.
    sources: &'u SourceMap,
    /// By the names that they have in the unit.
    locals: BTreeMap<Name, Local>,
}

impl<'u> Scopes<'u> {
    pub(super) fn collect(unit: &'u Unit, sources: &'u SourceMap) -> Self {
        let mut locals = BTreeMap::new();
        for (specification, _) in &unit.specifications {
            let (Specification::Declare(_, words, entities) | Specification::Record(_, words, entities)) =
                specification
            else {
                continue;
            };
            let has = |word: &str| words.iter().any(|of| of.is(word));
            for Entity { name, initial, .. } in entities {
                let is_of_block = unit.parts.spelled.contains_key(&name.name) && !has("parameter");
                let block = innermost(unit, sources.outermost(name.span)).filter(|_| is_of_block);
                let is_kept = initial.is_some() || has("save");
                locals.extend(block.map(|block| (name.name.clone(), Local { block, is_kept })));
            }
        }
        Scopes { unit, sources, locals }
    }

    /// What the source calls a variable.
    pub(super) fn spelled(&self, name: &Name) -> Name {
        self.unit.parts.spelled.get(name).map_or_else(|| name.clone(), |own| Name::new(own.as_str()))
    }

    /// Whether a variable is declared in a part, and if so, whether it keeps its value.
    pub(super) fn kept_if_local(&self, name: &Name, whole: Span) -> Option<bool> {
        let local = self.locals.get(name)?;
        let is_in = whole.start <= local.block.first.start && local.block.last.end <= whole.end;
        is_in.then_some(local.is_kept)
    }

    /// Where a variable means anything: the block that declares it, or all of the unit.
    pub(super) fn extent(&self, name: &Name) -> Option<Span> {
        let Local { block, .. } = self.locals.get(name)?;
        Some(Span { end: block.last.end, ..block.first })
    }

    /// The constructs round a part, the outermost first.
    fn enclosing_constructs(&self, whole: Span) -> Vec<Construct> {
        let is_around = |of: &&Construct| of.is_scope && super::holds(of, whole);
        let mut all: Vec<Construct> = self.unit.parts.constructs.iter().filter(is_around).copied().collect();
        all.sort_by_key(|construct| construct.first.start);
        all
    }

    /// The names to which constructs round a part give another meaning, as the source has them.
    pub(super) fn hidden(&self, whole: Span) -> BTreeSet<Name> {
        let around = self.enclosing_constructs(whole);
        let is_of = |local: &Local| around.contains(&local.block);
        let locals = self.locals.iter().filter(|(_, local)| is_of(local)).map(|(name, _)| self.spelled(name));
        let associates = self.associates(whole);
        let names =
            associates.into_iter().flat_map(|(_, names, _)| names).map(|(name, _)| self.spelled(&name.name));
        locals.chain(names).collect()
    }

    /// Whether the name of a variable means another one in the place of a part.
    pub(super) fn is_hidden(&self, name: &Name, whole: Span) -> bool {
        let own = self.spelled(name);
        let depth = |of: Span| of.start;
        let declared = self.locals.get(name).map(|local| depth(local.block.first));
        let is_deeper = |at: u32| declared.is_none_or(|declared| at > declared);
        let around = self.enclosing_constructs(whole);
        let by_block = self.locals.iter().any(|(other, local)| {
            other != name
                && around.contains(&local.block)
                && self.spelled(other) == own
                && is_deeper(depth(local.block.first))
        });
        by_block
            || self.associates(whole).into_iter().any(|(at, names, _)| {
                is_deeper(depth(at)) && names.iter().any(|(name, _)| self.spelled(&name.name) == own)
            })
    }

    /// The `associate` constructs round a part, the outermost first.
    fn associates(&self, whole: Span) -> Vec<Associate<'u>> {
        let around = self.enclosing_constructs(whole);
        let mut all = Vec::new();
        let is_around = |span| around.iter().any(|of| of.first == self.sources.outermost(span));
        find(&self.unit.body, &is_around, &mut all);
        all.into_iter().map(|(span, names, body)| (self.sources.outermost(span), names, body)).collect()
    }

    /// Statements within the `associate` constructs that stand round them.
    pub(super) fn wrapped(&self, nodes: &[Node], whole: Span) -> Vec<Node> {
        let associates = self.associates(whole).into_iter().rev();
        associates.fold(nodes.to_vec(), |body, (span, names, _)| {
            let tags = body.first().map(|node| std::rc::Rc::clone(&node.tags)).unwrap_or_default();
            vec![Node { kind: NodeKind::Associate(names.to_vec(), body), span, tags }]
        })
    }

    /// Why a name of an `associate` may stand for something else in a part than where it began.
    pub(super) fn changed(
        &self,
        whole: Span,
        is_intrinsic: &dyn Fn(&Name) -> bool,
        may_be_bound: &dyn Fn(&Name) -> bool,
    ) -> Option<String> {
        let around = self.associates(whole);
        if around.is_empty() {
            return None;
        }
        let arrays = mention::arrays(self.unit);
        let pointers = pointers(self.unit);
        let mut aliases: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for (name, selector) in associated(&self.unit.body) {
            aliases.entry(name).or_default().extend(selector.variable().cloned());
        }
        around.into_iter().find_map(|(span, names, body)| {
            let calls =
                |name: &Name| !arrays.contains(name) && !aliases.contains_key(name) && !is_intrinsic(name);
            let applied = names.iter().flat_map(|(_, selector)| mention::applied(selector));
            let bound = names.iter().flat_map(|(_, selector)| mention::bound(selector));
            let bound = bound.into_iter().find(may_be_bound);
            if let Some(function) = applied.into_iter().find(calls).or(bound) {
                return Some(format!("`{function}` would be called anew in the `associate` around"));
            }
            let fixed: BTreeSet<Name> =
                names.iter().flat_map(|(_, selector)| fixed(selector, &arrays)).collect();
            let bases: BTreeSet<Name> =
                names.iter().filter_map(|(_, selector)| selector.variable()).cloned().collect();
            let construct = self.unit.parts.constructs.iter().find(|of| of.first == span)?;
            let end = construct.last.end;
            let is_inside = |at: Span| span.start <= at.start && at.end <= end;
            let is_read = errors_at(self.unit, self.sources, &is_inside).next().is_none();
            let mut changes = Changes::default();
            changes.block(body, &calls, may_be_bound);
            let assigned = alias_closure(&aliases, &changes.assigned);
            // A pointer may be one to anything.
            changes.calls |= !assigned.is_disjoint(&pointers);
            let first = fixed.intersection(&assigned).next();
            let moved = bases.intersection(&changes.moved).next();
            let name = first.or(moved).or_else(|| fixed.first().filter(|_| !is_read || changes.calls))?;
            Some(format!("`{name}` may change in the `associate` around"))
        })
    }
}

/// Names, and those that they stand for, also by way of others.
fn alias_closure(aliases: &BTreeMap<Name, BTreeSet<Name>>, names: &BTreeSet<Name>) -> BTreeSet<Name> {
    let (mut all, mut open) = (BTreeSet::new(), names.iter().collect::<Vec<&Name>>());
    while let Some(name) = open.pop() {
        if all.insert(name.clone()) {
            open.extend(aliases.get(name).into_iter().flatten());
        }
    }
    all
}

/// The innermost block round a declaration.
fn innermost(unit: &Unit, declared: Span) -> Option<Construct> {
    let is_around = |of: &&Construct| of.is_scope && super::holds(of, declared);
    unit.parts.constructs.iter().filter(is_around).max_by_key(|of| of.first.start).copied()
}

/// The `associate` constructs that begin at such places, each before those within.
fn find<'u>(nodes: &'u [Node], is_there: &dyn Fn(Span) -> bool, all: &mut Vec<Associate<'u>>) {
    for node in nodes {
        if let NodeKind::Associate(names, body) = &node.kind
            && is_there(node.span)
        {
            all.push((node.span, names, body));
        }
        node.blocks().into_iter().for_each(|block| find(block, is_there, all));
    }
}

/// The names that `associate` constructs in some statements give.
pub(super) fn associated(nodes: &[Node]) -> Vec<(Name, &Expr)> {
    let mut all = Vec::new();
    find(nodes, &|_| true, &mut all);
    all.into_iter().flat_map(|(_, names, _)| names).map(|(name, of)| (name.name.clone(), of)).collect()
}

/// The pointers that a unit declares or sets.
fn pointers(unit: &Unit) -> BTreeSet<Name> {
    let declared = unit.specifications.iter().filter_map(|(specification, _)| match specification {
        Specification::Declare(_, words, entities) | Specification::Record(_, words, entities) => {
            words.iter().any(|of| of.is("pointer")).then_some(entities)
        }
        _ => None,
    });
    let mut found: BTreeSet<Name> = declared.flatten().map(|entity| entity.name.name.clone()).collect();
    set_pointers(&unit.body, &mut found);
    found
}

fn set_pointers(nodes: &[Node], found: &mut BTreeSet<Name>) {
    for node in nodes {
        if let NodeKind::Point(pointer, _) = &node.kind {
            found.insert(pointer.name.clone());
        }
        node.blocks().into_iter().for_each(|block| set_pointers(block, found));
    }
}

/// The names whose values tell what a name of `associate` stands for, and that are not it.
fn fixed(selector: &Expr, arrays: &BTreeSet<Name>) -> BTreeSet<Name> {
    match &selector.kind {
        ExprKind::Name(_) => BTreeSet::new(),
        ExprKind::Component(target) => {
            let subscripts = target.components.iter().filter_map(|part| part.index.as_ref());
            target.index.iter().chain(subscripts).flatten().flat_map(names_in_actual).collect()
        }
        ExprKind::Apply(array, actuals) if arrays.contains(&array.name) => {
            actuals.iter().flat_map(names_in_actual).collect()
        }
        _ => names_in([selector]),
    }
}

fn names_in_actual(actual: &Actual) -> BTreeSet<Name> {
    match actual {
        Actual::Value(value) | Actual::Keyword(_, value) => names_in([value]),
        Actual::Section(section) => names_in(section.lower.iter().chain(&section.upper).chain(&section.step)),
        Actual::Lacking(_) => BTreeSet::new(),
    }
}

/// What statements do to variables.
#[derive(Default)]
struct Changes {
    assigned: BTreeSet<Name>,
    /// Pointers that are set, and what is allocated.
    moved: BTreeSet<Name>,
    /// Whether other procedures are called, or files are used.
    calls: bool,
}

impl Changes {
    /// What some statements do, where such names and components with arguments are functions that may do
    /// anything.
    fn block(
        &mut self,
        nodes: &[Node],
        is_function: &dyn Fn(&Name) -> bool,
        is_bound: &dyn Fn(&Name) -> bool,
    ) {
        for node in nodes {
            match &node.kind {
                NodeKind::Assign(target, _) => drop(self.assigned.insert(target.name.name.clone())),
                NodeKind::Do(..) => self.assigned.extend(Mentions::of_statement(node).names),
                NodeKind::Call(..) | NodeKind::CallOf(_) | NodeKind::Output(_) => self.calls = true,
                NodeKind::Point(pointer, _) => drop(self.moved.insert(pointer.name.clone())),
                NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
                    self.moved.extend(entities.iter().map(|entity| entity.name.name.clone()));
                    self.calls = true;
                }
                _ => {}
            }
            let mentions = Mentions::of_statement(node);
            self.calls |= mentions.applied.iter().any(is_function) || mentions.bound.iter().any(is_bound);
            node.blocks().into_iter().for_each(|block| self.block(block, is_function, is_bound));
        }
    }
}
