//! Claim: a local array that is allocated several times may be several arrays, one for each time.
//!
//! Each lives from its `allocate`, or from the assignment that allocates it, to the next; what it holds is
//! gone by then. So the statements of the routine are gone through in order, and from each new allocation on
//! the array has a name that nothing else has. Assumption: control goes from one of these statements to the
//! next, and the array is not allocated there before. Elsewhere, and where routines within use it, it keeps
//! its name.

use crate::ast::{
    Actual, Attribute, Entity, Expr, ExprKind, Ident, Item, Node, NodeKind, Specification, Target, Unit,
};
use crate::derived::{each_expr, in_actuals, own_exprs, subscripts};
use diag::Span;
use poly::Name;
use std::collections::BTreeSet;

/// Gives such arrays of a unit a name for each allocation; `new_name` makes names that nothing has.
pub(crate) fn told_apart(unit: &mut Unit, new_name: &mut dyn FnMut(&Name) -> Name) {
    // There is nothing to be told of others.
    let _none = separate(unit, &BTreeSet::new(), new_name);
}

fn separate(
    unit: &mut Unit,
    assigned: &BTreeSet<Span>,
    new_name: &mut dyn FnMut(&Name) -> Name,
) -> BTreeSet<Span> {
    let mut settled = BTreeSet::new();
    if any(&unit.body, &|node| {
        matches!(node.kind, NodeKind::Goto(_) | NodeKind::GotoOf(..) | NodeKind::Label(_))
    }) {
        return settled;
    }
    let within = crate::resolve::names_within(&unit.contained);
    let arrays: Vec<Name> = allocatable(unit).into_iter().filter(|name| !within.contains(name)).collect();
    for array in arrays {
        // Where the shape turns out to be the same, bounds would stay.
        let counts_from_one = !any(&unit.body, &|node| has_lower_bounds(node, &array));
        let none = BTreeSet::new();
        let assigned = if counts_from_one { assigned } else { &none };
        let mut lives = Lives {
            array: &array,
            state: State::Never,
            names: vec![array.clone()],
            assigned,
            settled: BTreeSet::new(),
        };
        let mut body = unit.body.clone();
        let done = body.iter_mut().try_for_each(|node| lives.statement(node, new_name));
        if done.is_none() {
            continue;
        }
        settled.append(&mut lives.settled);
        if lives.names.len() > 1 {
            let names = lives.names.split_off(1);
            unit.body = body;
            declare(unit, &array, &names);
        }
    }
    settled
}

/// The same where these assignments, told by where their targets stand, may allocate their arrays anew; those
/// for which it is known how the array gets there.
pub(crate) fn told_apart_at(unit: &mut Unit, assigned: &BTreeSet<Span>) -> BTreeSet<Span> {
    let mut taken = crate::mention::of(unit).names;
    let declared = unit.specifications.iter().filter_map(|(of, _)| declared(of));
    taken.extend(declared.flat_map(|(_, entities)| entities.iter().map(|entity| entity.name.name.clone())));
    separate(unit, assigned, &mut |name| crate::block_scope::unused(name, &mut taken))
}

/// Local arrays that a declaration makes allocatable, and that are gone when the unit ends.
fn allocatable(unit: &Unit) -> Vec<Name> {
    let saves = |(specification, _): &(Specification, _)| matches!(specification, Specification::Save(..));
    if unit.specifications.iter().any(saves) {
        return Vec::new();
    }
    let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
    let is_local =
        |name: &Name| *name != result.name && unit.head.args.iter().all(|argument| argument.name != *name);
    let mut arrays = Vec::new();
    for (specification, _) in &unit.specifications {
        let Some((attributes, entities)) = declared(specification) else { continue };
        let is = |word: &str| {
            attributes.iter().any(|of| matches!(of, Attribute::Other(name, _) if name.name == word))
        };
        if is("allocatable") && !is("save") {
            arrays.extend(entities.iter().map(|entity| entity.name.name.clone()).filter(is_local));
        }
    }
    arrays
}

fn declared(specification: &Specification) -> Option<(&[Attribute], &[Entity])> {
    match specification {
        Specification::Declare(_, attributes, entities) | Specification::Record(_, attributes, entities) => {
            Some((attributes, entities))
        }
        _ => None,
    }
}

/// Declares arrays like another one.
fn declare(unit: &mut Unit, like: &Name, names: &[Name]) {
    let mut all = Vec::new();
    for (specification, span) in std::mem::take(&mut unit.specifications) {
        let entity = declared(&specification)
            .and_then(|(_, entities)| entities.iter().find(|entity| entity.name.name == *like))
            .cloned();
        let entities = entity.map(|entity| {
            let named = |name: &Name| Ident { name: name.clone(), span: entity.name.span };
            names.iter().map(|name| Entity { name: named(name), ..entity.clone() }).collect::<Vec<Entity>>()
        });
        let more = match (&specification, entities) {
            (Specification::Declare(ty, attributes, _), Some(entities)) => {
                Some(Specification::Declare(ty.clone(), attributes.clone(), entities))
            }
            (Specification::Record(ty, attributes, _), Some(entities)) => {
                Some(Specification::Record(ty.clone(), attributes.clone(), entities))
            }
            _ => None,
        };
        all.push((specification, span));
        all.extend(more.map(|more| (more, span)));
    }
    unit.specifications = all;
}

/// What is known of an array between two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Never,
    Allocated,
    Freed,
    /// It depends on what was done.
    Open,
}

/// An array from allocation to allocation.
struct Lives<'a> {
    array: &'a Name,
    state: State,
    /// Its names so far.
    names: Vec<Name>,
    /// Targets of assignments that may give it another shape.
    assigned: &'a BTreeSet<Span>,
    /// Those of them that were found among the statements.
    settled: BTreeSet<Span>,
}

impl Lives<'_> {
    /// Goes through a statement; none where it is not known how the array gets there.
    fn statement(&mut self, node: &mut Node, new_name: &mut dyn FnMut(&Name) -> Name) -> Option<()> {
        let old = self.names.last()?.clone();
        match self.change(node) {
            Change::Nothing => self.name(node, &old),
            Change::Free => {
                self.name(node, &old);
                self.state = State::Freed;
            }
            Change::Allocate(after) => {
                let is_next = match self.state {
                    State::Never => false,
                    State::Freed => true,
                    State::Allocated | State::Open => return None,
                };
                self.begin(is_next, new_name);
                let new = self.names.last()?.clone();
                self.name(node, &new);
                self.state = after;
            }
            Change::Assign { grows } => {
                let is_next = match self.state {
                    State::Never => false,
                    State::Freed => true,
                    State::Allocated => grows,
                    State::Open => return None,
                };
                self.begin(is_next, new_name);
                let new = self.names.last()?.clone();
                self.name(node, &old);
                if let NodeKind::Assign(target, _) = &mut node.kind {
                    self.settled.extend(Some(target.span).filter(|span| self.assigned.contains(span)));
                    target.name.name = new;
                }
                self.state = State::Allocated;
            }
        }
        Some(())
    }

    fn begin(&mut self, is_next: bool, new_name: &mut dyn FnMut(&Name) -> Name) {
        if is_next {
            self.names.push(new_name(self.array));
        }
    }

    fn name(&self, node: &mut Node, new: &Name) {
        if new != self.array {
            rename(node, self.array, new);
        }
    }

    /// What a statement does to the array.
    fn change(&self, node: &Node) -> Change {
        if let NodeKind::Assign(target, value) = &node.kind
            && is_whole(target, self.array)
        {
            let grows = grows(value, self.array) || self.assigned.contains(&target.span);
            return Change::Assign { grows };
        }
        match allocates(node, self.array) {
            Some(true) => Change::Allocate(State::Allocated),
            Some(false) => Change::Free,
            None if any(blocks(node), &|inner| allocates(inner, self.array) == Some(true)) => {
                Change::Allocate(if node.blocks().iter().all(|block| self.frees(block)) {
                    State::Freed
                } else {
                    State::Open
                })
            }
            None if any(blocks(node), &|inner| allocates(inner, self.array) == Some(false)) => {
                Change::Allocate(State::Open)
            }
            None => Change::Nothing,
        }
    }

    /// Whether what a block allocates is freed behind that, in the same block.
    fn frees(&self, block: &[Node]) -> bool {
        let at = |wanted| block.iter().rposition(|node| allocates(node, self.array) == Some(wanted));
        let is_freed = at(true).is_none_or(|allocated| at(false).is_some_and(|freed| freed > allocated));
        is_freed && block.iter().flat_map(Node::blocks).all(|inner| self.frees(inner))
    }
}

/// What a statement does to an array.
enum Change {
    Nothing,
    /// It, or a statement in it, allocates the array; and how that is behind it.
    Allocate(State),
    /// The whole array is assigned, and whether its length is another one then.
    Assign {
        grows: bool,
    },
    Free,
}

fn blocks(node: &Node) -> Vec<&Node> {
    node.blocks().into_iter().flatten().collect()
}

/// Whether any of these statements, or of those within, is such a one.
fn any<'n>(nodes: impl IntoIterator<Item = &'n Node>, test: &dyn Fn(&Node) -> bool) -> bool {
    nodes.into_iter().any(|node| test(node) || any(blocks(node), test))
}

fn is_whole(target: &Target, array: &Name) -> bool {
    target.name.name == *array && target.index.is_none() && target.components.is_empty()
}

/// Whether a statement allocates the array, or frees it.
fn allocates(node: &Node, array: &Name) -> Option<bool> {
    let NodeKind::Allocate(entities) = &node.kind else { return None };
    let is_like = |entity: &Entity| ["source", "mold"].contains(&entity.name.name.as_str());
    let has_pattern = entities.iter().any(|entity| entity.initial.is_some() && is_like(entity));
    let own = entities.iter().find(|entity| entity.initial.is_none() && entity.name.name == *array)?;
    Some(own.extents.is_some() || has_pattern)
}

/// Whether a statement allocates the array with lower bounds.
fn has_lower_bounds(node: &Node, array: &Name) -> bool {
    let NodeKind::Allocate(entities) = &node.kind else { return false };
    let own = entities.iter().filter(|entity| entity.name.name == *array);
    own.flat_map(|entity| entity.extents.iter().flatten()).any(|extent| extent.lower.is_some())
}

/// `[a, x]` is longer than `a`.
fn grows(value: &Expr, array: &Name) -> bool {
    let ExprKind::Array(items) = &value.kind else { return false };
    let is_it = |item: &Item| matches!(item, Item::Value(value) if matches!(&value.kind, ExprKind::Name(name) if name == array));
    items.len() > 1 && items.iter().any(is_it)
}

/// Gives an array another name in a statement and in those within.
fn rename(node: &mut Node, from: &Name, to: &Name) {
    let change = |name: &mut Name| {
        if name == from {
            *name = to.clone();
        }
    };
    let mut in_expr = |expr: &mut Expr| {
        each_expr(expr, &mut |part| match &mut part.kind {
            ExprKind::Name(name) => change(name),
            ExprKind::Apply(name, _) => change(&mut name.name),
            ExprKind::Component(target) => change(&mut target.name.name),
            _ => {}
        });
    };
    own_exprs(&mut node.kind, &mut in_expr);
    match &mut node.kind {
        NodeKind::Assign(target, value) => {
            in_expr(value);
            change(&mut target.name.name);
            subscripts(target, &mut |actuals: &mut Vec<Actual>| in_actuals(actuals, &mut in_expr));
        }
        NodeKind::CallOf(target) => {
            change(&mut target.name.name);
            subscripts(target, &mut |actuals: &mut Vec<Actual>| in_actuals(actuals, &mut in_expr));
        }
        NodeKind::Call(_, actuals) => in_actuals(actuals, &mut in_expr),
        NodeKind::Associate(names, _) => names.iter_mut().for_each(|(_, value)| in_expr(value)),
        NodeKind::Allocate(entities) => {
            entities.iter_mut().for_each(|entity| change(&mut entity.name.name));
        }
        _ => {}
    }
    node.blocks_mut().into_iter().flatten().for_each(|inner| rename(inner, from, to));
}
