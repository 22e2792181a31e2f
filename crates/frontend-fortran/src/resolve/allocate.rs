//! `allocate`: a local array has its extents from the start.
//!
//! Claim: an array that one statement allocates may be there all the time, as long as its extents do not change while the
//! routine runs. One that comes from elsewhere has bounds that are arguments.

use super::{ARRAY, Resolver};
use crate::ast::{Entity, Expr, Extent, Ident, Node, NodeKind, Unit};
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
    pub(super) fn allocate(&mut self, entities: &[Entity]) -> Option<()> {
        let mut source = None;
        for entity in entities {
            match (&entity.initial, entity.name.name.as_str()) {
                (None, _) => self.allocated(entity)?,
                (Some(outcome), "stat") => self.succeeded(outcome, entity.name.span)?,
                (Some(value), "source") => source = Some(value),
                // Nothing is said where nothing fails, and what values should look like the array says itself.
                (Some(_), "errmsg" | "mold") => {}
                (Some(value), other) => {
                    let message = format!("`{other}=` has no meaning in `allocate`");
                    return self.error(ARRAY, message, value.span);
                }
            }
        }
        let Some(source) = source else { return Some(()) };
        for entity in entities.iter().filter(|entity| entity.initial.is_none()) {
            let (name, span) = (entity.name.clone(), entity.name.span);
            let target = crate::ast::Target { name, index: None, components: Vec::new(), span };
            self.assign_array(&target, source, span)?;
        }
        Some(())
    }

    /// A variable that gets its extents here.
    fn allocated(&mut self, entity: &Entity) -> Option<()> {
        let Ident { name, span } = &entity.name;
        let symbol = self.symbol(name);
        let is_outside = symbol.is_some_and(|symbol| symbol.is_argument || symbol.home.is_some());
        if !symbol.is_some_and(|symbol| symbol.is_allocatable) {
            return self.error(ARRAY, format!("`{name}` is not allocatable"), *span);
        }
        if is_outside {
            let construct = "`allocate` and `deallocate` of an array of the caller or of a module";
            let error = crate::parse::unsupported_error(construct, *span);
            return self.report(error.help("do it where the kernel is called"));
        }
        Some(())
    }

    /// Gives `stat` the value of success.
    fn succeeded(&mut self, outcome: &Expr, span: Span) -> Option<()> {
        if let Some(name) = self.expr(outcome)?.expr.as_var() {
            let kind = hir::NodeKind::Assign(Target { name: name.clone(), index: None }, Value::int(0));
            self.before.push(hir::Node { kind, span, tags: std::rc::Rc::default() });
        }
        Some(())
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
