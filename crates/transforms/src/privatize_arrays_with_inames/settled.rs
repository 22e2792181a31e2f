//! Temporaries that have one value as long as a nest runs, so that bounds of loops may depend on them.

use super::nest::Nest;
use dependence::domain::{Domain, computed};
use ir::access::{AccessKind, accesses};
use ir::{Kernel, Name, Statement};
use poly::{Error, Set};
use std::collections::BTreeSet;

/// The instances of statements of a nest.
pub(super) struct Instances {
    /// Temporaries of bounds are parameters.
    pub(super) set: Set,
    /// The temporaries whose value may change while the nest runs.
    pub(super) changing: Vec<Name>,
    domain: Domain,
}

impl Instances {
    /// Those of a statement, over its inames and further ones from reductions.
    pub(super) fn find(
        kernel: &Kernel,
        nest: &Nest,
        statement: &Statement,
        inames: &[Name],
    ) -> Result<Self, Error> {
        let domain = Domain::of_statement(kernel, kernel, statement, inames)?;
        let set = domain.set.intersect(&kernel.assumptions)?;
        let mut changing = computed(kernel, &set);
        changing.retain(|name| !is_settled(kernel, nest, name, &mut BTreeSet::new()));
        Ok(Instances { set, changing, domain })
    }

    /// All that there may be.
    pub(super) fn possible(&self) -> Result<Set, Error> {
        self.set.project_out(&self.changing)
    }

    /// Whether all of them are there, whatever data say.
    pub(super) fn are_certain(&self) -> bool {
        self.domain.data.is_empty() && self.changing.is_empty()
    }
}

/// Whether a temporary keeps its value while the nest runs: what writes it runs before or behind, or alone
/// writes it, and computes the same each time. `open` are those that are being asked for.
fn is_settled(kernel: &Kernel, nest: &Nest, name: &Name, open: &mut BTreeSet<Name>) -> bool {
    let writes = |statement: &&Statement| statement.target().is_some_and(|target| target.name() == name);
    let writers: Vec<&Statement> = kernel.statements.values().filter(writes).collect();
    match writers.as_slice() {
        all if !all.iter().any(|own| nest.surrounds(own)) => true,
        [own] => !nest.contains(own) && is_constant(kernel, nest, own, open),
        _ => false,
    }
}

/// Whether a statement stores the same value each time that it runs.
fn is_constant(kernel: &Kernel, nest: &Nest, statement: &Statement, open: &mut BTreeSet<Name>) -> bool {
    let has_iname =
        |expr: &ir::Expr| ir::walk::names(expr).iter().any(|name| kernel.inames.contains_key(name));
    if !statement.predicates.is_empty() || statement.expressions().any(has_iname) {
        return false;
    }
    let is_written = |name: &Name| {
        kernel.statements.values().any(|own| own.target().is_some_and(|target| target.name() == name))
    };
    let reads = accesses(kernel, statement).into_iter().filter(|access| access.kind == AccessKind::Read);
    reads.map(|access| access.variable).all(|name| {
        if !kernel.temps.contains_key(&name) {
            return !is_written(&name);
        }
        open.insert(name.clone()) && is_settled(kernel, nest, &name, open)
    })
}
