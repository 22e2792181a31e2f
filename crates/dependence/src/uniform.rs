//! What has one value in all work items of a group.

use ir::{Expr, Kernel, LValue, Name, walk};
use std::collections::BTreeSet;

/// What may give an expression different values in the work items of a group: one of `items`, the inames that
/// tell them apart, or a temporary that one of these reaches. Each work item that computes a temporary from
/// values that all have in common, under conditions and in loops that they have in common, computes the same.
pub fn varying(kernel: &Kernel, expr: &Expr, items: &BTreeSet<&Name>) -> Option<Name> {
    Search { kernel, items, seen: BTreeSet::new() }.expression(expr)
}

struct Search<'a> {
    kernel: &'a Kernel,
    items: &'a BTreeSet<&'a Name>,
    /// Temporaries that were looked at.
    seen: BTreeSet<Name>,
}

impl Search<'_> {
    fn expression(&mut self, expr: &Expr) -> Option<Name> {
        walk::names(expr).into_iter().find(|name| self.varies(name))
    }

    fn varies(&mut self, name: &Name) -> bool {
        self.items.contains(name) || self.is_computed_differently(name)
    }

    fn is_computed_differently(&mut self, name: &Name) -> bool {
        let kernel = self.kernel;
        if !kernel.temps.contains_key(name) || !self.seen.insert(name.clone()) {
            return false;
        }
        let writes = |target: &LValue| target.name() == name;
        let mut writers =
            kernel.statements.values().filter(|statement| statement.target().is_some_and(writes));
        writers.any(|statement| {
            let index = statement.target().map(LValue::index).unwrap_or_default();
            let mut parts = statement.value().into_iter().chain(&statement.predicates).chain(index);
            let domains = kernel.domains_of(&statement.inames).into_iter();
            let mut bounds =
                domains.filter_map(|at| kernel.domains.get(at)).flat_map(|domain| domain.set.params());
            statement.inames.iter().any(|iname| self.items.contains(iname))
                || bounds.any(|bound| self.varies(bound))
                || parts.any(|part| self.expression(part).is_some())
        })
    }
}
