//! `allocate`: a local array has its extents from the start.
//!
//! Claim: an array that one statement allocates, or one assignment, may be there all the time, as long as its extents do not change while the
//! routine runs. One that comes from elsewhere has bounds that are arguments.

use super::symbols::Symbol;
use super::{ARRAY, Resolver};
use crate::ast::{Actual, Entity, Expr, ExprKind, Extent, Ident, Node, NodeKind, Unit, Upper};
use crate::hir::{self, Target};
use crate::token::Number;
use diag::{Diagnostic, Span};
use ir::{Expr as Value, IndexMap};
use poly::Name;
use std::collections::BTreeSet;

/// How many arrays may get their bounds from one another.
const MAX_CHAIN: usize = 16;

impl Resolver<'_> {
    /// Gives allocatable arrays the extents that the statements of the unit give them.
    pub(super) fn allocations(&mut self, unit: &Unit) {
        let mut given: IndexMap<Name, Vec<(Vec<Extent>, Span)>> = IndexMap::default();
        collect(&unit.body, &mut given);
        let explicit: BTreeSet<Name> = given.keys().cloned().collect();
        let allocatable: Vec<(Name, Span, bool)> = self
            .symbols
            .declared
            .iter()
            .filter(|(_, symbol)| symbol.is_allocatable && symbol.home.is_none())
            .map(|(name, symbol)| (name.clone(), symbol.span, symbol.is_argument))
            .collect();
        let open = allocatable.iter().filter(|(name, _, is_argument)| !is_argument && !explicit.contains(name));
        let open: BTreeSet<Name> = open.map(|(name, ..)| name.clone()).collect();
        for (name, span, is_argument) in allocatable {
            let places = given.shift_remove(&name).unwrap_or_default();
            let rank = self
                .symbols
                .declared
                .get(&name)
                .and_then(|symbol| symbol.extents.as_ref())
                .map_or(0, Vec::len);
            let by_value = || allocating(&unit.body, &name, &open).map(|value| extents_of(value, rank));
            let problem = match places.split_first() {
                // It comes with its bounds, and keeps them.
                _ if is_argument => continue,
                None => match by_value() {
                    Some(extents) => {
                        // The last, since it may have the bounds of any other.
                        if let Some(symbol) = self.symbols.declared.shift_remove(&name) {
                            let symbol = Symbol { extents: Some(extents), ..symbol };
                            self.symbols.declared.insert(name.clone(), symbol);
                        }
                        None
                    }
                    None => {
                        let message = format!("`{name}` is never allocated");
                        Some(Diagnostic::error(ARRAY, message).at(span, ""))
                    }
                },
                Some(((first, _), rest)) => {
                    let other = rest.first();
                    if let Some(symbol) = self.symbols.declared.get_mut(&name) {
                        symbol.extents = Some(first.clone());
                    }
                    other.map(|(_, place)| {
                        let error =
                            crate::parse::unsupported_error("a second `allocate` of the same array", *place);
                        error.help("use two arrays")
                    })
                }
            };
            if let Some(problem) = problem {
                self.found.push(problem);
                self.symbols.broken(&name);
            }
        }
    }

    /// An `allocate` or `deallocate` statement, which cannot fail.
    pub(super) fn allocate(&mut self, entities: &[Entity]) {
        self.executes = true;
        for entity in entities {
            let outcome = entity.initial.as_ref().filter(|_| entity.name.name == "stat");
            if let Some(outcome) = outcome
                && let Some(outcome) = self.expr(outcome)
                && let Some(name) = outcome.expr.as_var()
            {
                let target = Target { name: name.clone(), index: None };
                let kind = hir::NodeKind::Assign(target, Value::int(0));
                let span = entity.name.span;
                self.before.push(hir::Node { kind, span, tags: std::rc::Rc::default() });
            }
            let is_allocatable = self.symbol(&entity.name.name).is_some_and(|symbol| symbol.is_allocatable);
            let is_outside = self
                .symbol(&entity.name.name)
                .is_some_and(|symbol| symbol.is_argument || symbol.home.is_some());
            if entity.initial.is_none() && !is_allocatable {
                let message = format!("`{}` is not allocatable", entity.name.name);
                self.complain(ARRAY, message, entity.name.span);
            } else if is_allocatable && is_outside {
                let construct = "`allocate` and `deallocate` of an array of the caller or of a module";
                let error = crate::parse::unsupported_error(construct, entity.name.span);
                self.found.push(error.help("do it where the kernel is called"));
            }
        }
    }
}

/// The first value that is assigned to a whole array, which allocates it.
fn first_value<'n>(nodes: &'n [Node], name: &Name) -> Option<&'n Expr> {
    nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Assign(target, value)
            if target.name.name == *name && target.index.is_none() && target.components.is_empty() =>
        {
            Some(value)
        }
        _ => node.blocks().into_iter().find_map(|block| first_value(block, name)),
    })
}

/// The value that allocates an array: of a whole array that is allocated so, the one that allocates that.
fn allocating<'n>(nodes: &'n [Node], name: &Name, open: &BTreeSet<Name>) -> Option<&'n Expr> {
    let mut value = first_value(nodes, name)?;
    for _ in 0..MAX_CHAIN {
        let ExprKind::Name(other) = &value.kind else { break };
        match first_value(nodes, other).filter(|_| open.contains(other) && other != name) {
            Some(next) => value = next,
            None => break,
        }
    }
    Some(value)
}

/// The extents of an array that a value allocates.
fn extents_of(value: &Expr, rank: usize) -> Vec<Extent> {
    let span = value.span;
    let asked = |function: &str, axis: usize| {
        let name = Ident { name: Name::new(function), span };
        let digits = axis.to_string();
        let axis = ExprKind::Number(Number { digits, real: false, kind: None });
        let axis = Actual::Value(Expr { kind: axis, span });
        Expr { kind: ExprKind::Apply(name, vec![Actual::Value(value.clone()), axis]), span }
    };
    // Of a whole array it has the bounds, too.
    let is_whole = matches!(value.kind, ExprKind::Name(_));
    let extent = |axis| match is_whole {
        true => {
            Extent { lower: Some(asked("lbound", axis)), upper: Upper::Bound(asked("ubound", axis)), span }
        }
        false => Extent { lower: None, upper: Upper::Bound(asked("size", axis)), span },
    };
    (1..=rank).map(extent).collect()
}

/// The extents that `allocate` statements give.
fn collect(nodes: &[Node], given: &mut IndexMap<Name, Vec<(Vec<Extent>, Span)>>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Allocate(entities) => {
                for entity in entities {
                    if let Some(extents) = &entity.extents {
                        let place = (extents.clone(), entity.name.span);
                        given.entry(entity.name.name.clone()).or_default().push(place);
                    }
                }
            }
            _ => node.blocks().into_iter().for_each(|block| collect(block, given)),
        }
    }
}
