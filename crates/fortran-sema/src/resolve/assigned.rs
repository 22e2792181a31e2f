//! Variables that the statements of a unit, or of those within it, may give a value.
//!
//! Claim: whatever is not in the set keeps the value that it has when the unit begins. Statements that are
//! not understood may assign anything, so a unit that has one may assign all variables.

use super::{Resolver, place};
use crate::intrinsic::is_any_function;
use crate::scopes::{Called, Scopes};
use fortran_syntax::ast::{Actual, Control, Expr, Node, NodeKind, Output, Target, Unit};
use fortran_syntax::mention::Mentions;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Variables that may be assigned.
#[derive(Debug, Default)]
pub(super) struct Assigned {
    names: BTreeSet<Name>,
    /// Whether a statement is not understood.
    is_open: bool,
}

impl Assigned {
    /// What the statements of a unit may assign. Arguments of calls count, also of functions, since what is
    /// called may assign them; a name is that of an intrinsic function where nobody else's is.
    pub(super) fn collect(unit: &Unit, hosts: &[&Unit], scopes: &Scopes<'_>) -> Self {
        let mut assigned = Assigned::default();
        assigned.unit(unit, &mut hosts.to_vec(), scopes);
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

    fn unit<'u>(&mut self, unit: &'u Unit, hosts: &mut Vec<&'u Unit>, scopes: &Scopes<'_>) {
        self.is_open |= unit.has_errors();
        let arrays = fortran_syntax::mention::arrays(unit);
        let place = place(unit, hosts);
        let is_function = |name: &Name| !arrays.contains(name) && !means_intrinsic(name, &place, scopes);
        self.block(&unit.body, &is_function);
        let Mentions { given, .. } = fortran_syntax::mention::unit_mentions(unit);
        self.names.extend(
            given.into_iter().filter(|(function, _)| is_function(function)).map(|(_, variable)| variable),
        );
        hosts.push(unit);
        unit.contained.iter().for_each(|inner| self.unit(inner, hosts, scopes));
        hosts.pop();
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
            NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
                self.names.extend(entities.iter().map(|entity| entity.name.name.clone()));
                let specifiers = entities.iter().filter_map(|entity| entity.initial.as_ref());
                self.names.extend(specifiers.filter_map(Expr::variable).cloned());
            }
            // What the name is of is assigned by the name.
            NodeKind::Point(_, target) => target.iter().for_each(|target| self.name(&target.name)),
            NodeKind::Associate(names, _) => {
                self.names.extend(names.iter().filter_map(|(_, selector)| selector.variable()).cloned());
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

impl Resolver<'_> {
    /// What a unit may assign, which is found once.
    pub(super) fn assigned_in(&mut self, unit: &Unit) -> Rc<Assigned> {
        let span = unit.head.name.span;
        if let Some((known, assigned)) = &self.assigned
            && *known == span
        {
            return Rc::clone(assigned);
        }
        let assigned = Rc::new(Assigned::collect(unit, self.world.hosts, self.world.scopes));
        self.assigned = Some((span, Rc::clone(&assigned)));
        assigned
    }
}

/// Whether a name means an intrinsic function in the unit at a place.
pub(super) fn means_intrinsic(name: &Name, place: &Name, scopes: &Scopes<'_>) -> bool {
    let is_inquiry = ["allocated", "associated", "present"].contains(&name.as_str());
    (is_inquiry || is_any_function(name)) && matches!(scopes.called(place, name), Called::Unknown)
}
