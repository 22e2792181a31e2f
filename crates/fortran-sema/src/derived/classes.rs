//! Calls of which only the type of what is given says which procedure is meant.
//!
//! Claim: a procedure of `class(t)` is that of `t`, where no type at hand that extends `t` has one of its own
//! by that name. Else the call is refused. A procedure that takes a `class(t)` gets of a type that extends
//! `t` what that takes over of `t`.

use super::designator::{Component, Whole};
use super::scalar_replacement::ScalarReplacement;
use super::scope::{Record, Scope};
use super::types::{Leaf, Type};
use diag::Diagnostic;
use fortran_syntax::ast::{Attribute, Binding, ExprKind, Ident, Specification, Target, TypeDefinition, Unit};
use fortran_syntax::parse::unsupported_error;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A procedure that is called.
pub(super) struct Callee<'u> {
    pub(super) unit: &'u Unit,
    /// What its names mean.
    pub(super) scope: Scope,
}

impl ScalarReplacement<'_> {
    /// Refuses a call whose procedure may be that of another type.
    pub(super) fn check_class(
        &self,
        target: &Target,
        ty: &Type,
        binding: &Binding,
        called: &Ident,
    ) -> Result<(), Diagnostic> {
        let variable = match self.aliases.get(&target.name.name).map(|alias| &alias.kind) {
            Some(ExprKind::Component(of)) if of.components.is_empty() => &of.name.name,
            _ => &target.name.name,
        };
        let is_class = self.scope.records.get(variable).is_some_and(|record| record.is_class);
        if !is_class || target.components.len() > 1 {
            return Ok(());
        }
        // A generic name means procedures of the type, which may be others in types that extend it.
        let is_generic = binding.procedure.contains('%');
        let is_meant = |of: &Binding| of.name == binding.name || is_generic && ty.has_procedure(&of.name);
        let has_own = |of: &&TypeDefinition| of.bindings.iter().any(is_meant);
        let Some(other) = self.extending(&ty.name).into_iter().find(has_own) else { return Ok(()) };
        let what = format!(
            "`{}` of a `class({})`, of which `{}` has its own",
            called.name, ty.name, other.name.name
        );
        let help = format!("declare `{variable}` as `type({})`, if it is never another type", ty.name);
        Err(unsupported_error(&what, called.span).help(help))
    }

    /// What a dummy argument gets of something of a derived type: all, or what its type takes over of the
    /// dummy's.
    pub(super) fn as_given(&mut self, whole: Whole, callee: &Callee<'_>, dummy: &Ident) -> Whole {
        let Some(Record { ty, is_class: true, .. }) = callee.scope.records.get(&dummy.name) else {
            return whole;
        };
        let Some(own) = self.modules.type_of(&whole.ty.identity()) else { return whole };
        let ancestors = own.ancestors();
        let Some(path) = ancestors.iter().find(|(of, _)| *of == ty.identity()).map(|(_, path)| path) else {
            return whole;
        };
        let is_lost = |leaf: &Leaf| leaf.initial.is_some() && !leaf.path.starts_with(path);
        if own.leaves.iter().any(is_lost) && is_out(callee.unit, &dummy.name) {
            let what = format!(
                "`intent(out)` of `{}`, which gives all of a `{}` first values,",
                dummy.name, own.name
            );
            let error = unsupported_error(&what, dummy.span);
            self.report(error.help("declare it `intent(inout)`"));
        }
        let given = whole.parts.into_iter().filter(|part| part.path.starts_with(path));
        let without_prefix = |part: Component| {
            let path = part.path.get(path.len()..).unwrap_or(&[]).to_vec();
            Component { path, ..part }
        };
        Whole { ty: Rc::clone(ty), parts: given.map(without_prefix).collect(), ..whole }
    }

    /// The types that extend one, also through others.
    fn extending(&self, ty: &Name) -> Vec<&TypeDefinition> {
        let all: Vec<&TypeDefinition> = self.modules.world.types().collect();
        let mut names = BTreeSet::from([ty.clone()]);
        let mut found: Vec<&TypeDefinition> = Vec::new();
        // A type may stand before the one that it extends, in another file.
        for _ in 0..all.len() {
            let is_within = |of: &&&TypeDefinition| {
                of.extends.as_ref().is_some_and(|parent| names.contains(&parent.name))
            };
            found = all.iter().filter(is_within).copied().collect();
            let more: Vec<Name> = found.iter().map(|of| of.name.name.clone()).collect();
            names.extend(more);
        }
        found
    }
}

/// Whether a dummy argument of a derived type has no value when the procedure begins.
pub(super) fn is_out(unit: &Unit, dummy: &Name) -> bool {
    let is_intent = |of: &Attribute| match of {
        Attribute::Other(name, Some(intent)) => name.name == "intent" && intent.as_str() == "out",
        _ => false,
    };
    unit.specifications.iter().any(|(specification, _)| match specification {
        Specification::Record(_, attributes, entities) => {
            entities.iter().any(|entity| entity.name.name == *dummy) && attributes.iter().any(is_intent)
        }
        Specification::Intent(intent, names) => {
            *intent == "out" && names.iter().any(|name| name.name == *dummy)
        }
        _ => false,
    })
}
