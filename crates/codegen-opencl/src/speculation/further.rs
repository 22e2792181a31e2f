//! Instances beyond those that the tree runs: whether they may be computed, and whether somebody reads them.

use super::runs::{Places, Run};
use ir::access::{AccessKind, MemoryAccess};
use ir::{AddressSpace, Expr, Kernel, LValue, Name, Node, affine, typing};
use poly::{Aff, Constraint, Error, Set};
use std::collections::{BTreeMap, BTreeSet};

/// What is asked of further instances.
pub(super) struct Further<'k> {
    pub(super) kernel: &'k Kernel,
    /// Where statements run as the tree has it.
    pub(super) all: Vec<Run>,
    /// The counters of the loops in the launch.
    pub(super) counters: BTreeSet<Name>,
    /// Variables that conditions and bounds of loops read.
    pub(super) tested: BTreeSet<Name>,
}

impl Further<'_> {
    /// Whether a statement may run at all points of a place, and nobody reads what it writes at those further
    /// ones at which one of these constraints holds.
    pub(super) fn is_harmless(
        &self,
        places: &Places<'_>,
        run: &Run,
        otherwise: &[Constraint],
    ) -> Result<bool, Error> {
        let Some(statement) = self.kernel.statements.get(&run.statement) else { return Ok(false) };
        let (Some(target), Some(value)) = (statement.target(), statement.value()) else { return Ok(false) };
        let is_plain = statement.atomic.is_none()
            && self.is_private(target.name())
            && !self.tested.contains(target.name())
            && self.is_computable(value);
        if !is_plain || !self.is_within(target.name(), target.index(), run)? {
            return Ok(false);
        }
        let accesses = places.accesses(run);
        for access in accesses.iter().filter(|access| access.kind == AccessKind::Read) {
            if !self.is_within(&access.variable, &access.index, run)? {
                return Ok(false);
            }
        }
        self.is_unread(places, run, target, otherwise)
    }

    /// Whether an expression has a value whatever it reads: sums, products and quotients of floating-point
    /// numbers that are in memory of the group.
    fn is_computable(&self, value: &Expr) -> bool {
        match value.node() {
            Node::Int(_) | Node::Real(_) => true,
            Node::Var(name) => self.is_inexact(name),
            Node::Load { array, index } => {
                self.kernel.temps.contains_key(array)
                    && self.is_inexact(array)
                    && index.iter().all(|subscript| affine::to_aff(subscript).is_some())
            }
            Node::Sum(operands) | Node::Product(operands) => {
                operands.iter().all(|operand| self.is_computable(operand))
            }
            Node::Quotient(a, b) => self.is_computable(a) && self.is_computable(b),
            Node::Cast(ty, inner) => ty.is_inexact() && self.is_computable(inner),
            _ => false,
        }
    }

    fn is_private(&self, name: &Name) -> bool {
        let temp = self.kernel.temps.get(name);
        temp.is_some_and(|temp| temp.space == Some(AddressSpace::Private)) && self.is_inexact(name)
    }

    fn is_inexact(&self, name: &Name) -> bool {
        let ty = typing::type_of_variable(self.kernel, name);
        let is_global =
            self.kernel.temps.get(name).is_some_and(|temp| temp.space == Some(AddressSpace::Global));
        ty.is_ok_and(|ty| ty.scalar().is_inexact()) && !is_global
    }

    /// Whether an element lies within its array at all points of a place.
    fn is_within(&self, name: &Name, index: &[Expr], run: &Run) -> Result<bool, Error> {
        let Some(temp) = self.kernel.temps.get(name) else { return Ok(index.is_empty()) };
        for (subscript, extent) in index.iter().zip(&temp.shape) {
            let bounds = affine::to_aff(subscript).zip(affine::to_aff(extent)).and_then(|(own, extent)| {
                Some([Constraint::lt(&own, &Aff::constant(0))?, Constraint::ge(&own, &extent)?])
            });
            let Some(outside) = bounds else { return Ok(false) };
            for outside in outside {
                if !is_impossible(&[&run.constraints[..], &[outside]].concat())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether no instance that the tree runs reads what a further instance writes in the same work item.
    fn is_unread(
        &self,
        places: &Places<'_>,
        run: &Run,
        target: &LValue,
        otherwise: &[Constraint],
    ) -> Result<bool, Error> {
        for reader in &self.all {
            for access in places.accesses(reader) {
                if access.kind == AccessKind::Write || access.variable != *target.name() {
                    continue;
                }
                let Some(same) = self.same_element(target, reader, &access) else { return Ok(false) };
                for beyond in otherwise {
                    let further = [&run.constraints[..], std::slice::from_ref(beyond), &same].concat();
                    if !is_impossible(&further)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// What holds where a reader runs, its counters under other names, and reads the element that is written.
    fn same_element(&self, target: &LValue, reader: &Run, access: &MemoryAccess) -> Option<Vec<Constraint>> {
        let renamed: BTreeMap<Name, Aff> = self
            .counters
            .iter()
            .map(|counter| (counter.clone(), Aff::dim(&Name::new(format!("y.{counter}")))))
            .collect();
        let rename = |constraint: &Constraint| {
            Some(Constraint { aff: constraint.aff.substitute(&renamed)?, ..constraint.clone() })
        };
        let mut found: Vec<Constraint> = reader.constraints.iter().map(rename).collect::<Option<_>>()?;
        for (written, read) in target.index().iter().zip(&access.index) {
            let read = affine::to_aff(read)?.substitute(&renamed)?;
            found.push(Constraint::eq(&affine::to_aff(written)?, &read)?);
        }
        Some(found)
    }
}

fn is_impossible(constraints: &[Constraint]) -> Result<bool, Error> {
    Set::from_constraints(&[], &[], constraints)?.is_empty()
}
