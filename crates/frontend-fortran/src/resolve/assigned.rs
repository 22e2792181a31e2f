//! Variables that the statements of a unit, or of those within it, may give a value.
//!
//! Claim: whatever is not in the set keeps the value that it has when the unit begins. Statements that are not
//! understood may assign anything, so a unit that has one may assign all variables.

use super::{is_array_function, is_intrinsic};
use crate::ast::{Actual, Control, ExprKind, Node, NodeKind, Output, Target, Unit};
use crate::mention::Mentions;
use poly::Name;
use std::collections::BTreeSet;

/// Variables that may be assigned.
#[derive(Debug, Default)]
pub(super) struct Assigned {
    names: BTreeSet<Name>,
    /// Whether a statement is not understood.
    is_open: bool,
}

impl Assigned {
    /// What the statements of a unit may assign. Arguments of calls count, also of functions, since what is called
    /// may assign them.
    pub(super) fn by(unit: &Unit) -> Self {
        let mut assigned = Assigned::default();
        assigned.unit(unit);
        assigned
    }

    pub(super) fn contains(&self, name: &Name) -> bool {
        self.is_open || self.names.contains(name)
    }

    pub(super) fn has_any_of(&self, names: &BTreeSet<Name>) -> bool {
        names.iter().any(|name| self.contains(name))
    }

    /// Whether all that may be assigned is of a kind.
    pub(super) fn are_all(&self, is_of_kind: impl Fn(&Name) -> bool) -> bool {
        !self.is_open && self.names.iter().all(is_of_kind)
    }

    fn unit(&mut self, unit: &Unit) {
        self.is_open |= unit.has_errors();
        let arrays = crate::mention::arrays(unit);
        let is_function =
            |name: &Name| !arrays.contains(name) && !is_intrinsic(name) && !is_array_function(name);
        self.block(&unit.body, &is_function);
        let Mentions { given, .. } = crate::mention::of(unit);
        self.names.extend(
            given.into_iter().filter(|(function, _)| is_function(function)).map(|(_, variable)| variable),
        );
        unit.contained.iter().for_each(|inner| self.unit(inner));
    }

    fn block(&mut self, nodes: &[Node], is_function: &impl Fn(&Name) -> bool) {
        for node in nodes {
            match &node.kind {
                NodeKind::Output(output) => self.output(output, is_function),
                kind => self.statement(kind),
            }
            node.blocks().into_iter().for_each(|inner| self.block(inner, is_function));
        }
    }

    /// Functions in output may assign what they are given.
    fn output(&mut self, output: &Output, is_function: impl Fn(&Name) -> bool) {
        self.names.extend(output.sets.iter().chain(&output.into).cloned());
        if output.applied.iter().any(|(name, is_part)| *is_part || is_function(&name.name)) {
            self.names.extend(output.mentioned.iter().cloned());
        }
    }

    fn statement(&mut self, kind: &NodeKind) {
        match kind {
            NodeKind::Assign(target, _) => self.name(&target.name.name),
            NodeKind::Do(head, _) => {
                if let Control::Counted { variable, .. } = &head.control {
                    self.name(&variable.name);
                }
            }
            NodeKind::Call(_, actuals) => self.actuals(actuals),
            NodeKind::CallOf(target) => self.arguments_of_part(target),
            NodeKind::Allocate(entities) => {
                for outcome in entities.iter().filter_map(|entity| entity.initial.as_ref()) {
                    if let ExprKind::Name(name) = &outcome.kind {
                        self.name(name);
                    }
                }
            }
            // What the name is of is assigned by the name.
            NodeKind::Point(_, target) => target.iter().for_each(|target| self.name(&target.name)),
            NodeKind::Associate(names, _) => {
                for (_, selector) in names {
                    if let ExprKind::Name(name) | ExprKind::Apply(crate::ast::Ident { name, .. }, _) =
                        &selector.kind
                    {
                        self.name(name);
                    }
                }
            }
            NodeKind::Output(_)
            | NodeKind::If(..)
            | NodeKind::Select(..)
            | NodeKind::Where(..)
            | NodeKind::Forall(..)
            | NodeKind::Concurrent(..)
            | NodeKind::Stop(_)
            | NodeKind::Goto(_)
            | NodeKind::GotoOf(..)
            | NodeKind::Label(_)
            | NodeKind::Fresh(_)
            | NodeKind::Return
            | NodeKind::Cycle(_)
            | NodeKind::Exit(_) => {}
        }
    }

    fn name(&mut self, name: &Name) {
        self.names.insert(name.clone());
    }

    fn actuals(&mut self, actuals: &[Actual]) {
        self.names.extend(actuals.iter().filter_map(Actual::variable).cloned());
    }

    /// `call p%x(n)`
    fn arguments_of_part(&mut self, target: &Target) {
        target.components.iter().flat_map(|part| &part.index).for_each(|actuals| self.actuals(actuals));
    }
}
