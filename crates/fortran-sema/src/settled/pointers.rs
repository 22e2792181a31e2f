//! Claim: a local pointer that always points to a whole variable may be replaced by that variable.
//!
//! Which variables the pointers of a unit point to is a state, and a pointer assignment leads from one to
//! another. The states in which control gets to each statement are found by going through the unit until no
//! new ones turn up. Where there is one, or where all agree on the pointers that a statement names, these are
//! replaced; elsewhere a variable holds the number of the state, and the statement stands there once for each
//! meaning of its names. Pointers that point to something else, or that others can see, stay, and are refused
//! where they are declared.

use crate::allocations::{contains_node, rename};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::number;
use fortran_syntax::ast::{
    Attribute, BaseType, Case, CaseValue, Entity, Expr, ExprKind, Ident, Node, NodeKind, Specification,
    Target, TypeSpec, Unit,
};
use fortran_syntax::mention::Mentions;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many states there may be.
const MAX_STATES: usize = 64;

/// What each pointer points to, if anything.
type State = BTreeMap<Name, Name>;

type States = BTreeSet<State>;

/// Replaces the pointers of a unit; `new_name` makes names that nothing has.
pub(crate) fn replaced(unit: &mut Unit, new_name: &mut dyn FnMut(&Name) -> Name) {
    let within = fortran_syntax::mention::names_in_units(&unit.contained);
    let pointers: BTreeSet<Name> = local(unit).into_iter().filter(|name| !within.contains(name)).collect();
    let is_jump =
        |node: &Node| matches!(node.kind, NodeKind::Goto(_) | NodeKind::GotoOf(..) | NodeKind::Label(_));
    let is_other =
        |node: &Node| matches!(&node.kind, NodeKind::Point(name, _) if !pointers.contains(&name.name));
    if pointers.is_empty() || contains_node(&unit.body, &is_jump) || contains_node(&unit.body, &is_other) {
        return;
    }
    let number = new_name(&Name::from("targets"));
    let mut reader =
        Reader { pointers: &pointers, numbers: Vec::new(), number: number.clone(), chooses: false };
    let first = States::from([State::new()]);
    let mut found = Vec::new();
    let Some((mut body, _)) = reader.block(&unit.body, &first, &mut States::new(), &mut found) else {
        return;
    };
    if !reader.chooses {
        body = drop_assignments(body, &number);
    } else {
        let is_before = |node: &Node| match &node.kind {
            NodeKind::Assign(target, _) => target.name.name != number,
            kind => matches!(kind, NodeKind::Fresh(_)),
        };
        // Statement functions stand before all others.
        let at = body.iter().take_while(|node| is_before(node)).count();
        let span = unit.head.name.span;
        body.insert(at, Node { kind: reader.set(&State::new(), span), span, tags: Rc::default() });
        let ty = TypeSpec { base: BaseType::Integer, kind: None, span };
        let name = Ident { name: number, span };
        let entity = Entity { name, extents: None, length: None, initial: None };
        unit.specifications.push((Specification::Declare(ty, Vec::new(), vec![entity]), span));
    }
    unit.found.append(&mut found);
    unit.body = body;
    unit.specifications.retain_mut(|(specification, _)| {
        if let Specification::Declare(_, attributes, entities)
        | Specification::Record(_, attributes, entities) = specification
            && attributes.iter().any(is_pointer)
        {
            entities.retain(|entity| !pointers.contains(&entity.name.name));
            return !entities.is_empty();
        }
        true
    });
}

/// Statements without the assignments to a variable.
fn drop_assignments(nodes: Vec<Node>, variable: &Name) -> Vec<Node> {
    let is_kept =
        |node: &Node| !matches!(&node.kind, NodeKind::Assign(target, _) if target.name.name == *variable);
    let kept = nodes.into_iter().filter(is_kept).map(|mut node| {
        for block in node.blocks_mut() {
            *block = drop_assignments(std::mem::take(block), variable);
        }
        node
    });
    kept.collect()
}

fn is_pointer(attribute: &Attribute) -> bool {
    attribute.is("pointer")
}

/// The pointers that a unit declares for itself alone.
fn local(unit: &Unit) -> BTreeSet<Name> {
    let is_saved =
        |(of, _): &(Specification, Span)| matches!(of, Specification::Save(..) | Specification::Common(_));
    if !unit.head.kind.is_routine() || unit.specifications.iter().any(is_saved) {
        return BTreeSet::new();
    }
    let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
    let mut names = BTreeSet::new();
    for (specification, _) in &unit.specifications {
        let (Specification::Declare(_, attributes, entities)
        | Specification::Record(_, attributes, entities)) = specification
        else {
            continue;
        };
        let is_class = |of: &Attribute| matches!(of, Attribute::Other(name, _) if name.name == "class" || name.name == "save");
        if !attributes.iter().any(is_pointer) || attributes.iter().any(is_class) {
            continue;
        }
        let own = entities.iter().filter(|entity| entity.initial.is_none()).map(|entity| &entity.name.name);
        let is_local =
            |name: &&Name| **name != result.name && unit.head.args.iter().all(|arg| arg.name != **name);
        names.extend(own.filter(is_local).cloned());
    }
    names
}

struct Reader<'p> {
    pointers: &'p BTreeSet<Name>,
    /// All states that have numbers.
    numbers: Vec<State>,
    /// The variable for the number of the state.
    number: Name,
    /// Whether any statement depends on it.
    chooses: bool,
}

impl Reader<'_> {
    /// Statements without the pointers, and the states behind them; none where it cannot be done. `leaving`
    /// gets the states in which loops around are left, or begin the next iteration.
    fn block(
        &mut self,
        nodes: &[Node],
        first: &States,
        leaving: &mut States,
        found: &mut Vec<Diagnostic>,
    ) -> Option<(Vec<Node>, States)> {
        let mut states = first.clone();
        let mut all = Vec::new();
        let mut rest = nodes;
        while let Some((node, behind)) = rest.split_first() {
            if states.len() > MAX_STATES {
                return None;
            }
            if !points(node) {
                let count = rest.iter().take_while(|node| !points(node)).count();
                let (run, behind) = rest.split_at(count);
                if contains_node(run, &|node| matches!(node.kind, NodeKind::Cycle(_) | NodeKind::Exit(_))) {
                    leaving.extend(states.iter().cloned());
                }
                all.extend(self.run(run, &states, found));
                rest = behind;
                continue;
            }
            let (made, next) = self.statement(node, &states, leaving, found)?;
            all.extend(made);
            states = next;
            rest = behind;
        }
        Some((all, states))
    }

    /// A statement that assigns pointers, or in which such ones stand.
    fn statement(
        &mut self,
        node: &Node,
        states: &States,
        leaving: &mut States,
        found: &mut Vec<Diagnostic>,
    ) -> Option<(Vec<Node>, States)> {
        if let NodeKind::Point(pointer, target) = &node.kind {
            return Some(self.point(pointer, target.as_ref(), node, states));
        }
        let mut node = node.clone();
        let own = Mentions::of_statement(&node).names;
        if own.iter().any(|name| self.pointers.contains(name)) {
            return None;
        }
        let mut behind = States::new();
        match &mut node.kind {
            NodeKind::Do(_, body) => {
                let mut entry = states.clone();
                // A state at the end of the body is one at its start: the states grow until no new one comes.
                *body = loop {
                    let (mut inner, mut problems) = (States::new(), Vec::new());
                    let (made, next) = self.block(body, &entry, &mut inner, &mut problems)?;
                    let before = entry.len();
                    entry.extend(next);
                    entry.extend(inner.iter().cloned());
                    if entry.len() == before {
                        found.append(&mut problems);
                        leaving.extend(inner);
                        break made;
                    }
                };
                behind = entry;
            }
            NodeKind::If(branches, otherwise) => {
                let bodies = branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]);
                for body in bodies {
                    let (made, next) = self.block(body, states, leaving, found)?;
                    *body = made;
                    behind.extend(next);
                }
            }
            NodeKind::Select(_, cases) => {
                if cases.iter().all(|case| case.values.is_some()) {
                    behind.extend(states.iter().cloned());
                }
                for case in cases {
                    let (made, next) = self.block(&case.body, states, leaving, found)?;
                    case.body = made;
                    behind.extend(next);
                }
            }
            _ => return None,
        }
        Some((vec![node], behind))
    }

    /// A pointer assignment: the states that it leads to.
    fn point(
        &mut self,
        pointer: &Ident,
        target: Option<&Ident>,
        node: &Node,
        states: &States,
    ) -> (Vec<Node>, States) {
        let next = |state: &State| {
            let mut next = state.clone();
            let of_pointer = |target: &Ident| match self.pointers.contains(&target.name) {
                true => state.get(&target.name).cloned(),
                false => Some(target.name.clone()),
            };
            match target.and_then(of_pointer) {
                Some(target) => drop(next.insert(pointer.name.clone(), target)),
                None => drop(next.remove(&pointer.name)),
            }
            next
        };
        let pairs: Vec<(State, State)> = states.iter().map(|state| (state.clone(), next(state))).collect();
        let behind: States = pairs.iter().map(|(_, next)| next.clone()).collect();
        let mut groups: BTreeMap<State, Vec<State>> = BTreeMap::new();
        for (state, next) in pairs {
            groups.entry(next).or_default().push(state);
        }
        let place = |kind| Node { kind, ..node.clone() };
        let groups = groups.into_iter().map(|(next, from)| (from, vec![place(self.set(&next, node.span))]));
        let groups: Vec<(Vec<State>, Vec<Node>)> = groups.collect();
        (self.chosen(groups, node), behind)
    }

    /// Statements that assign no pointers.
    fn run(&mut self, nodes: &[Node], states: &States, found: &mut Vec<Diagnostic>) -> Vec<Node> {
        let Some(first) = nodes.first() else { return Vec::new() };
        let mentions = Mentions::of_block(nodes).names;
        let named: Vec<&Name> = self.pointers.iter().filter(|name| mentions.contains(*name)).collect();
        let mut groups: BTreeMap<State, Vec<State>> = BTreeMap::new();
        for state in states {
            let own = state.iter().filter(|(name, _)| named.contains(name));
            let own: State = own.map(|(name, target)| (name.clone(), target.clone())).collect();
            // Where a pointer points to nothing the statements cannot be reached.
            if own.len() == named.len() {
                groups.entry(own).or_default().push(state.clone());
            }
        }
        if groups.is_empty() {
            let is_open = |name: &&&Name| states.iter().all(|state| !state.contains_key(**name));
            let name = named.iter().find(is_open).or(named.first()).map_or("a pointer", |name| name.as_str());
            let message = format!("`{name}` points to nothing here");
            found.push(Diagnostic::error("lp::fortran::pointer", message).at(first.span, ""));
        }
        let replaced = |meaning: &State| {
            let mut nodes = nodes.to_vec();
            for (pointer, target) in meaning {
                nodes.iter_mut().for_each(|node| rename(node, pointer, target));
            }
            nodes
        };
        let groups = groups.into_iter().map(|(meaning, from)| (from, replaced(&meaning))).collect();
        self.chosen(groups, first)
    }

    /// Statements for each state, which stand where the first one does.
    fn chosen(&mut self, mut groups: Vec<(Vec<State>, Vec<Node>)>, first: &Node) -> Vec<Node> {
        if groups.len() < 2 {
            return groups.pop().map(|(_, nodes)| nodes).unwrap_or_default();
        }
        self.chooses = true;
        let last = groups.len() - 1;
        let mut cases = Vec::new();
        for (at, (from, body)) in groups.into_iter().enumerate() {
            let is = |state: &State| CaseValue::Is(number(self.numbered(state), first.span));
            let values: Vec<CaseValue> = from.iter().map(is).collect();
            let values = Some(values).filter(|_| at < last);
            cases.push(Case { values, span: first.span, tags: Rc::clone(&first.tags), body });
        }
        let value = Expr { kind: ExprKind::Name(self.number.clone()), span: first.span };
        vec![Node { kind: NodeKind::Select(value, cases), ..first.clone() }]
    }

    /// Notes the state.
    fn set(&mut self, state: &State, span: Span) -> NodeKind {
        let name = Ident { name: self.number.clone(), span };
        let target = Target { name, index: None, components: Vec::new(), span };
        NodeKind::Assign(target, number(self.numbered(state), span))
    }

    fn numbered(&mut self, state: &State) -> usize {
        if let Some(at) = self.numbers.iter().position(|other| other == state) {
            return at;
        }
        self.numbers.push(state.clone());
        self.numbers.len() - 1
    }
}

/// Whether a statement is a pointer assignment, or one stands in it.
fn points(node: &Node) -> bool {
    contains_node([node], &|node| matches!(node.kind, NodeKind::Point(..)))
}
