//! `allocate`: a local array has its extents from the start.
//!
//! Claim: an array that one statement allocates may be there all the time, as long as its extents do not change while the
//! routine runs. One that comes from elsewhere has bounds that are arguments.

use super::{ARRAY, Resolver};
use crate::ast::{Entity, Extent, Node, NodeKind, Unit};
use crate::hir::{self, Target};
use diag::{Diagnostic, Span};
use ir::{Expr as Value, IndexMap};
use poly::Name;

impl Resolver<'_> {
    /// Gives allocatable arrays the extents that the statements of the unit give them.
    pub(super) fn allocations(&mut self, unit: &Unit) {
        let mut given: IndexMap<Name, Vec<(Vec<Extent>, Span)>> = IndexMap::default();
        collect(&unit.body, &mut given);
        let allocatable: Vec<(Name, Span, bool)> = self
            .symbols
            .declared
            .iter()
            .filter(|(_, symbol)| symbol.is_allocatable && symbol.home.is_none())
            .map(|(name, symbol)| (name.clone(), symbol.span, symbol.is_argument))
            .collect();
        for (name, span, is_argument) in allocatable {
            let places = given.shift_remove(&name).unwrap_or_default();
            let problem = match places.split_first() {
                // It comes with its bounds, and keeps them.
                _ if is_argument => continue,
                None => Some(Diagnostic::error(ARRAY, format!("`{name}` is never allocated")).at(span, "")),
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
