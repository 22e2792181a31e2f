//! The order in which arrays get their bounds: behind those that these mention.

use super::Resolver;
use fortran_syntax::ast::{Extent, Upper};
use poly::Name;
use std::collections::BTreeSet;

impl Resolver<'_> {
    /// Declares these arrays, and those whose bounds mention them, behind all others, each behind those that
    /// its own bounds mention.
    pub(super) fn declared_last(&mut self, mut open: BTreeSet<Name>) {
        let declared = &self.symbols.declared;
        let mentioned = |name: &Name| {
            let extents = declared.get(name).and_then(|symbol| symbol.extents.as_ref());
            extents.into_iter().flatten().flat_map(names).collect::<BTreeSet<Name>>()
        };
        let allocatable: Vec<&Name> =
            declared.iter().filter(|(_, symbol)| symbol.is_allocatable).map(|(name, _)| name).collect();
        loop {
            let needs = |name: &&&Name| !open.contains(**name) && !mentioned(name).is_disjoint(&open);
            let Some(next) = allocatable.iter().find(needs) else { break };
            open.insert(Name::clone(next));
        }
        let moved = declared.keys().filter(|name| open.contains(*name));
        let mut waiting: Vec<(Name, BTreeSet<Name>)> =
            moved.map(|name| (name.clone(), mentioned(name))).collect();
        while !waiting.is_empty() {
            let is_next = |(name, mentioned): &(Name, BTreeSet<Name>)| {
                waiting.iter().all(|(other, _)| other == name || !mentioned.contains(other))
            };
            // Those that mention each other keep their order.
            let at = waiting.iter().position(is_next).unwrap_or(0);
            let (name, _) = waiting.remove(at);
            if let Some(symbol) = self.symbols.declared.shift_remove(&name) {
                self.symbols.declared.insert(name, symbol);
            }
        }
    }
}

/// The names in the bounds of an axis.
fn names(extent: &Extent) -> BTreeSet<Name> {
    let upper = if let Upper::Bound(upper) = &extent.upper { Some(upper) } else { None };
    extent.lower.iter().chain(upper).flat_map(fortran_syntax::mention::names).collect()
}
