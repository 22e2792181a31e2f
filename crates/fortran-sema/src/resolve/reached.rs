//! Whether procedures that are called may use a variable without being given it: as one of a module, of a
//! host, or of a common block.
//!
//! What a call reaches is known for certain once all routines are read. Until then everything counts that a
//! procedure mentions, and what it calls in turn.

use super::{Resolver, place};
use crate::hir::{self, Node, NodeKind};
use crate::scopes::{Called, Entity};
use fortran_syntax::ast::{Attribute, Extent, Specification, Unit};
use fortran_syntax::mention::{self, Mentions};
use poly::Name;
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Whether a call among statements may read or change an array that it is not given.
    pub(super) fn calls_reach(&self, nodes: &[Node], array: &Name) -> bool {
        let mut units = BTreeSet::new();
        hir::visit(nodes, &mut |node| {
            if let NodeKind::Call(call) = &node.kind {
                units.insert(call.unit.clone());
            }
        });
        let Some(own) = self.unit.filter(|_| !units.is_empty()) else { return false };
        let own = place(own, self.world.hosts);
        let mut names = self.storage.sharing(array);
        names.insert(array.clone());
        let is_common = |name: &Name| {
            self.symbol(name).and_then(|of| of.home.as_ref()).is_some_and(|of| of.in_common().is_some())
        };
        if names.iter().any(is_common) {
            return true;
        }
        let variables: Vec<Entity> =
            names.iter().filter_map(|name| self.world.scopes.variable(&own, name)).collect();
        self.are_reached(&variables, units)
    }

    /// Whether any of these units, or what they call, mentions any of these variables.
    fn are_reached(&self, variables: &[Entity], units: BTreeSet<Name>) -> bool {
        let scopes = self.world.scopes;
        let mut open: Vec<Name> = units.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at.clone()) {
                continue;
            }
            let Some(known) = self.world.routine_at(&at) else { return true };
            let mentions = mention::unit_mentions(known.unit);
            if mentions.has_components || known.unit.has_errors() {
                return true;
            }
            let Mentions { mut names, called, .. } = mentions;
            names.extend(in_declarations(known.unit));
            for name in names.iter().chain(&called) {
                if scopes.variable(&at, name).is_some_and(|own| variables.contains(&own)) {
                    return true;
                }
                match scopes.called(&at, name) {
                    Called::Procedure(unit) => open.push(unit),
                    Called::Generic(units) => open.extend(units),
                    Called::Data => {}
                    Called::Unknown => {
                        open.extend(self.world.external_routine(name).map(|known| known.place.clone()))
                    }
                    Called::Ambiguous(_) | Called::Missing(_) | Called::Obscure(_) => return true,
                }
            }
        }
        false
    }
}

/// Names in the bounds of a unit's own arrays.
fn in_declarations(unit: &Unit) -> BTreeSet<Name> {
    let mut extents: Vec<&Extent> = Vec::new();
    for (specification, _) in &unit.specifications {
        let (attributes, entities) = match specification {
            Specification::Declare(_, attributes, entities)
            | Specification::Record(_, attributes, entities) => (attributes.as_slice(), entities.as_slice()),
            Specification::Dimension(entities) => (&[][..], entities.as_slice()),
            _ => continue,
        };
        for attribute in attributes {
            if let Attribute::Dimension(shared) = attribute {
                extents.extend(shared);
            }
        }
        extents.extend(entities.iter().flat_map(|entity| entity.extents.iter().flatten()));
    }
    crate::allocations::bounds(extents, unit.head.name.span).iter().flat_map(mention::names).collect()
}
