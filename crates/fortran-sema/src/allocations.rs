//! Claim: a local array that is allocated several times may be several arrays, one for each time.
//!
//! Each lives from its `allocate`, or from the assignment that allocates it, to the next; what it holds is
//! gone by then. So the statements of the routine are gone through in order, and from each new allocation on
//! the array has a name that nothing else has. Assumption: control goes from one of these statements to the
//! next, and the array is not allocated there before. Elsewhere, and where routines within use it, it keeps
//! its name.
//!
//! Where each branch of an `if` allocates the array, with extents of its own, what follows stands in each
//! branch. `call move_alloc(a, b)` allocates `b` with what `a` holds, and frees `a`.

use diag::Span;
use fortran_syntax::ast::{
    Actual, Attribute, Control, Entity, Expr, ExprKind, Extent, HeaderItem, Ident, Item, Node, NodeKind,
    Specification, Target, Unit, Upper,
};
use fortran_syntax::walk::{each_expr, in_actuals, own_exprs, subscripts};
use poly::Name;
use std::collections::BTreeSet;

/// The subroutine that gives what an array holds to another one.
pub(crate) const MOVE: &str = "move_alloc";

/// Local arrays that assignments may allocate anew.
#[derive(Debug, Default)]
pub(crate) struct Reallocated {
    /// The assignments that may give an array that is allocated another shape, by where their targets stand.
    pub assigned: BTreeSet<Span>,
    /// Those of them that give it another shape for sure.
    pub changed: BTreeSet<Span>,
    /// Arrays that may have taken over lower bounds other than one from whole arrays. Where the shape turns
    /// out to be the same, an assignment leaves them.
    pub(crate) with_own_bounds: BTreeSet<Name>,
}

/// Gives such arrays of a unit a name for each allocation; `new_name` makes names that nothing has. Calls of
/// [`MOVE`] are the language's, or those of a procedure of that name.
pub(crate) fn split_live_ranges(unit: &mut Unit, own_move: bool, new_name: &mut dyn FnMut(&Name) -> Name) {
    let mut moves = BTreeSet::new();
    if !own_move {
        unit.body = moved(std::mem::take(&mut unit.body), &mut moves);
    }
    // There is nothing to be told of assignments.
    let _none = separate(unit, &Reallocated::default(), &moves, new_name);
}

/// Statements with those that moves come to, which are told by where they stand.
fn moved(nodes: Vec<Node>, moves: &mut BTreeSet<Span>) -> Vec<Node> {
    let mut all = Vec::new();
    for mut node in nodes {
        for block in node.blocks_mut() {
            *block = moved(std::mem::take(block), moves);
        }
        let Some((from, to)) = moving(&node.kind) else {
            all.push(node);
            continue;
        };
        moves.insert(node.span);
        let plain = |name: Ident| Entity { name, extents: None, length: None, initial: None };
        let source = Expr { kind: ExprKind::Name(from.name.clone()), span: from.span };
        let pattern = Ident { name: "source".into(), span: from.span };
        let pattern = Entity { initial: Some(source), ..plain(pattern) };
        let kinds = [NodeKind::Allocate(vec![plain(to), pattern]), NodeKind::Deallocate(vec![plain(from)])];
        all.extend(kinds.map(|kind| Node { kind, ..node.clone() }));
    }
    all
}

/// The arrays of a move.
fn moving(kind: &NodeKind) -> Option<(Ident, Ident)> {
    let NodeKind::Call(called, actuals) = kind else { return None };
    let [from, to] = actuals.as_slice() else { return None };
    let array = |actual: &Actual, dummy: &str| match actual {
        Actual::Keyword(keyword, _) if keyword.name != dummy => None,
        Actual::Value(value) | Actual::Keyword(_, value) => match &value.kind {
            ExprKind::Name(name) => Some(Ident { name: name.clone(), span: value.span }),
            _ => None,
        },
        Actual::Section(_) | Actual::Lacking(_) => None,
    };
    (called.name == MOVE).then_some(())?;
    Some((array(from, "from")?, array(to, "to")?))
}

fn separate(
    unit: &mut Unit,
    reallocated: &Reallocated,
    moves: &BTreeSet<Span>,
    new_name: &mut dyn FnMut(&Name) -> Name,
) -> BTreeSet<Span> {
    let mut settled = BTreeSet::new();
    if contains_node(&unit.body, &|node| {
        matches!(node.kind, NodeKind::Goto(_) | NodeKind::GotoOf(..) | NodeKind::Label(_))
    }) {
        return settled;
    }
    // Units within see the array by its one name.
    let within = fortran_syntax::mention::names_in_units(&unit.contained);
    let arrays: Vec<Name> = allocatable(unit).into_iter().filter(|name| !within.contains(name)).collect();
    for array in arrays {
        in_branches(&mut unit.body, &array);
        let has_own_bounds = reallocated.with_own_bounds.contains(&array)
            || contains_node(&unit.body, &|node| has_lower_bounds(node, &array));
        let mut lives = Lives {
            array: &array,
            state: State::Never,
            is_used: false,
            current: array.clone(),
            names: Vec::new(),
            reallocated,
            keeps_bounds: has_own_bounds && tells_bounds(unit, &array),
            moves,
            settled: BTreeSet::new(),
        };
        // Nothing changes where it is not known at some place which life the array is in.
        let mut body = unit.body.clone();
        if lives.block(&mut body, new_name).is_none() {
            continue;
        }
        settled.append(&mut lives.settled);
        if !lives.names.is_empty() {
            unit.body = body;
            declare(unit, &array, &lives.names);
        }
    }
    settled
}

/// The same where these assignments, told by where their targets stand, may allocate their arrays anew; those
/// for which it is known how the array gets there.
pub(crate) fn split_reallocated(unit: &mut Unit, reallocated: &Reallocated) -> BTreeSet<Span> {
    let mut taken = fortran_syntax::mention::unit_mentions(unit).names;
    let declared = unit.specifications.iter().filter_map(|(of, _)| declared(of));
    taken.extend(declared.flat_map(|(_, entities)| entities.iter().map(|entity| entity.name.name.clone())));
    separate(unit, reallocated, &BTreeSet::new(), &mut |name| {
        fortran_syntax::block_scope::unused(name, &mut taken)
    })
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
        let is = |word: &str| attributes.iter().any(|of| of.is(word));
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
    /// Whether its own name is that of one of the arrays.
    is_used: bool,
    /// What it is called.
    current: Name,
    /// Its other names so far.
    names: Vec<Name>,
    /// Assignments that may give it another shape.
    reallocated: &'a Reallocated,
    /// Whether somebody would see that such an assignment leaves bounds where the shape is the same.
    keeps_bounds: bool,
    /// Allocations that free what was allocated before.
    moves: &'a BTreeSet<Span>,
    /// Those of them that were found among the statements.
    settled: BTreeSet<Span>,
}

impl Lives<'_> {
    /// Goes through statements, the last of which may go several ways, each to its end.
    fn block(&mut self, nodes: &mut [Node], new_name: &mut dyn FnMut(&Name) -> Name) -> Option<()> {
        let is_split = |node: &&mut Node| {
            matches!(node.kind, NodeKind::If(..))
                && contains_node(blocks(node), &|inner| allocates(inner, self.array) == Some(true))
        };
        let (before, last) = match nodes.split_last_mut().filter(|(last, _)| is_split(last)) {
            Some((last, before)) => (before, Some(last)),
            None => (nodes, None),
        };
        before.iter_mut().try_for_each(|node| self.statement(node, new_name))?;
        let Some(last) = last else { return Some(()) };
        if self.current != *self.array {
            rename_own(last, self.array, &self.current);
        }
        let (state, current) = (self.state, self.current.clone());
        for block in last.blocks_mut() {
            (self.state, self.current) = (state, current.clone());
            self.block(block, new_name)?;
        }
        Some(())
    }

    /// Goes through a statement; none where it is not known how the array gets there.
    fn statement(&mut self, node: &mut Node, new_name: &mut dyn FnMut(&Name) -> Name) -> Option<()> {
        let old = self.current.clone();
        match self.change(node) {
            Change::Nothing => self.name(node, &old),
            Change::Free => {
                self.name(node, &old);
                self.state = State::Freed;
            }
            // What each block allocates and frees again lives there alone.
            Change::Allocate(State::Freed) if matches!(self.state, State::Never | State::Freed) => {
                let state = self.state;
                for block in node.blocks_mut() {
                    (self.state, self.current) = (state, old.clone());
                    self.block(block, new_name)?;
                }
                (self.state, self.current) = (State::Freed, old);
            }
            Change::Allocate(after) => {
                let is_next = match self.state {
                    State::Never => self.is_used,
                    State::Freed => true,
                    State::Allocated if self.moves.contains(&node.span) => true,
                    State::Allocated | State::Open => return None,
                };
                self.begin(is_next, new_name);
                let new = self.current.clone();
                self.name(node, &new);
                self.state = after;
            }
            Change::Assign(growth) => {
                let is_next = match self.state {
                    State::Never => self.is_used,
                    State::Freed => true,
                    State::Allocated if growth == Growth::Possible && self.keeps_bounds => return None,
                    State::Allocated => growth != Growth::None,
                    State::Open => return None,
                };
                self.begin(is_next, new_name);
                let new = self.current.clone();
                self.name(node, &old);
                if let NodeKind::Assign(target, _) = &mut node.kind {
                    self.settled
                        .extend(Some(target.span).filter(|span| self.reallocated.assigned.contains(span)));
                    target.name.name = new;
                }
                self.state = State::Allocated;
            }
        }
        Some(())
    }

    fn begin(&mut self, is_next: bool, new_name: &mut dyn FnMut(&Name) -> Name) {
        self.is_used = true;
        if is_next {
            self.current = new_name(self.array);
            self.names.push(self.current.clone());
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
            let Reallocated { assigned, changed, .. } = self.reallocated;
            let is_certain = grows(value, self.array) || changed.contains(&target.span);
            return Change::Assign(match is_certain {
                true => Growth::Certain,
                false if assigned.contains(&target.span) => Growth::Possible,
                false => Growth::None,
            });
        }
        match allocates(node, self.array) {
            Some(true) => Change::Allocate(State::Allocated),
            Some(false) => Change::Free,
            None if contains_node(blocks(node), &|inner| allocates(inner, self.array) == Some(true)) => {
                Change::Allocate(if node.blocks().iter().all(|block| self.frees(block)) {
                    State::Freed
                } else {
                    State::Open
                })
            }
            None if contains_node(blocks(node), &|inner| allocates(inner, self.array) == Some(false)) => {
                Change::Allocate(State::Open)
            }
            None => Change::Nothing,
        }
    }

    /// Whether what a block allocates is freed behind that, in the same block, whatever way control takes.
    fn frees(&self, block: &[Node]) -> bool {
        let does = |wanted| move |node: &Node| allocates(node, self.array) == Some(wanted);
        let is_freed = match block.iter().position(does(true)) {
            Some(first) => {
                let behind = block.get(first..).unwrap_or_default();
                let freed = behind.iter().rposition(does(false));
                freed > behind.iter().rposition(does(true))
                    && !leaves(behind.get(..freed.unwrap_or(0)).unwrap_or_default(), &mut Vec::new())
            }
            None => true,
        };
        is_freed && block.iter().flat_map(Node::blocks).all(|inner| self.frees(inner))
    }
}

/// Whether control may go from these statements elsewhere than to what follows; `within` are the names of the
/// loops around them. Behind a `return` there is no local array.
fn leaves(nodes: &[Node], within: &mut Vec<Option<Name>>) -> bool {
    nodes.iter().any(|node| match &node.kind {
        NodeKind::Cycle(None) | NodeKind::Exit(None) => within.is_empty(),
        NodeKind::Cycle(name) | NodeKind::Exit(name) => !within.contains(name),
        NodeKind::Do(head, body) => leaves_loop(&head.name, body, within),
        NodeKind::Concurrent(_, name, body) => leaves_loop(name, body, within),
        _ => node.blocks().into_iter().any(|block| leaves(block, within)),
    })
}

/// The same of the body of a loop that has that name.
fn leaves_loop(name: &Option<Name>, body: &[Node], within: &mut Vec<Option<Name>>) -> bool {
    within.push(name.clone());
    let found = leaves(body, within);
    within.pop();
    found
}

/// Moves what follows an `if` into its branches, where each of them allocates the array with extents of its
/// own.
fn in_branches(nodes: &mut Vec<Node>, array: &Name) {
    let Some(at) = nodes.iter().position(|node| is_chosen(node, array)) else {
        return nodes.iter_mut().flat_map(Node::blocks_mut).for_each(|block| in_branches(block, array));
    };
    let rest = nodes.split_off(at + 1);
    for block in nodes.last_mut().into_iter().flat_map(Node::blocks_mut) {
        block.extend(rest.iter().cloned());
        in_branches(block, array);
    }
}

/// Whether all branches of a statement allocate the array, not all in one way.
fn is_chosen(node: &Node, array: &Name) -> bool {
    let NodeKind::If(..) = &node.kind else { return false };
    let blocks = node.blocks();
    let place = node.span;
    let extents = |block: &&Vec<Node>| {
        let mut allocating = block.iter().filter(|node| allocates(node, array) == Some(true));
        allocating.next().map(|node| extents_of(node, array, place))
    };
    let all: Option<Vec<Vec<Expr>>> = blocks.iter().map(extents).collect();
    all.is_some_and(|all| all.windows(2).any(|pair| !matches!(pair, [a, b] if a == b)))
}

/// The bounds that a statement allocates the array with, wherever they stand.
fn extents_of(node: &Node, array: &Name, place: Span) -> Vec<Expr> {
    let NodeKind::Allocate(entities) = &node.kind else { return Vec::new() };
    let own = entities.iter().filter(|entity| entity.name.name == *array);
    let like = entities.iter().filter_map(|entity| entity.initial.as_ref());
    let like = like.map(|value| fortran_syntax::walk::placed_at(value, place));
    bounds(own.flat_map(|entity| entity.extents.iter().flatten()), place).into_iter().chain(like).collect()
}

/// The bounds of extents, as if they stood at one place.
pub(crate) fn bounds<'e>(extents: impl IntoIterator<Item = &'e Extent>, place: Span) -> Vec<Expr> {
    let bounds = extents.into_iter().flat_map(|extent| {
        let upper = if let Upper::Bound(upper) = &extent.upper { Some(upper) } else { None };
        extent.lower.iter().chain(upper)
    });
    bounds.map(|bound| fortran_syntax::walk::placed_at(bound, place)).collect()
}

/// Whether an array has another length behind an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Growth {
    None,
    Possible,
    Certain,
}

/// What a statement does to an array.
enum Change {
    Nothing,
    /// It, or a statement in it, allocates the array; and how that is behind it.
    Allocate(State),
    /// The whole array is assigned.
    Assign(Growth),
    Free,
}

fn blocks(node: &Node) -> Vec<&Node> {
    node.blocks().into_iter().flatten().collect()
}

/// Whether any of these statements, or of those within, is such a one.
pub(crate) fn contains_node<'n>(
    nodes: impl IntoIterator<Item = &'n Node>,
    test: &dyn Fn(&Node) -> bool,
) -> bool {
    nodes.into_iter().any(|node| test(node) || contains_node(blocks(node), test))
}

fn is_whole(target: &Target, array: &Name) -> bool {
    target.name.name == *array && target.index.is_none() && target.components.is_empty()
}

/// Whether a statement allocates the array, or frees it.
fn allocates(node: &Node, array: &Name) -> Option<bool> {
    let (entities, allocates) = match &node.kind {
        NodeKind::Allocate(entities) => (entities, true),
        NodeKind::Deallocate(entities) => (entities, false),
        _ => return None,
    };
    entities.iter().any(|entity| entity.initial.is_none() && entity.name.name == *array).then_some(allocates)
}

/// Whether a statement allocates the array with lower bounds.
fn has_lower_bounds(node: &Node, array: &Name) -> bool {
    let NodeKind::Allocate(entities) = &node.kind else { return false };
    let own = entities.iter().filter(|entity| entity.name.name == *array);
    own.flat_map(|entity| entity.extents.iter().flatten()).any(|extent| extent.lower.is_some())
}

/// Whether the bounds of an array are told by anything: its elements by subscripts, functions that are asked
/// for them, arrays that take them over, or units that are given the array.
fn tells_bounds(unit: &Unit, array: &Name) -> bool {
    let mentions = fortran_syntax::mention::unit_mentions(unit);
    let asks = |function: &Name| {
        matches!(function.as_str(), "lbound" | "ubound") || !crate::intrinsic::is_any_function(function)
    };
    let is_it = |value: &Expr| matches!(&value.kind, ExprKind::Name(name) if name == array);
    let takes_over = |node: &Node| match &node.kind {
        NodeKind::Assign(_, value) => is_it(value),
        NodeKind::Allocate(entities) => entities.iter().filter_map(|own| own.initial.as_ref()).any(is_it),
        NodeKind::Call(_, actuals) => actuals
            .iter()
            .any(|actual| matches!(actual, Actual::Value(value) | Actual::Keyword(_, value) if is_it(value))),
        NodeKind::CallOf(_) | NodeKind::Associate(..) => true,
        _ => false,
    };
    mentions.applied.contains(array)
        || mentions.given.iter().any(|(function, given)| given == array && asks(function))
        || contains_node(&unit.body, &takes_over)
}

/// `[a, x]` is longer than `a`.
fn grows(value: &Expr, array: &Name) -> bool {
    let ExprKind::Array(items) = &value.kind else { return false };
    let is_it = |item: &Item| matches!(item, Item::Value(value) if matches!(&value.kind, ExprKind::Name(name) if name == array));
    items.len() > 1 && items.iter().any(is_it)
}

/// Gives an array another name in a statement and in those within.
pub(crate) fn rename(node: &mut Node, from: &Name, to: &Name) {
    rename_own(node, from, to);
    node.blocks_mut().into_iter().flatten().for_each(|inner| rename(inner, from, to));
}

/// The same in an expression.
pub(crate) fn rename_in(expr: &mut Expr, from: &Name, to: &Name) {
    let change = |name: &mut Name| {
        if name == from {
            *name = to.clone();
        }
    };
    each_expr(expr, &mut |part| match &mut part.kind {
        ExprKind::Name(name) => change(name),
        ExprKind::Apply(name, _) => change(&mut name.name),
        ExprKind::Component(target) => change(&mut target.name.name),
        ExprKind::Array(items) => {
            for item in items {
                if let Item::Each(_, range) = item {
                    change(&mut range.variable.name);
                }
            }
        }
        _ => {}
    });
}

/// The same without those within.
fn rename_own(node: &mut Node, from: &Name, to: &Name) {
    let change = |name: &mut Name| {
        if name == from {
            *name = to.clone();
        }
    };
    let mut in_expr = |expr: &mut Expr| rename_in(expr, from, to);
    own_exprs(&mut node.kind, &mut in_expr);
    // What assignments and calls evaluate, and names that statements set, is not among these expressions.
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
        NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
            entities.iter_mut().for_each(|entity| change(&mut entity.name.name));
        }
        NodeKind::Do(head, _) => {
            if let Control::Counted { variable, .. } = &mut head.control {
                change(&mut variable.name);
            }
        }
        NodeKind::Forall(header, _) | NodeKind::Concurrent(header, _, _) => {
            for item in header {
                match item {
                    HeaderItem::Index(range) => change(&mut range.variable.name),
                    HeaderItem::Own(name, _) => change(&mut name.name),
                    HeaderItem::Mask(_) => {}
                }
            }
        }
        NodeKind::Point(pointer, target) => {
            change(&mut pointer.name);
            target.iter_mut().for_each(|target| change(&mut target.name));
        }
        _ => {}
    }
}
