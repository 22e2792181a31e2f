//! Calls of which only the type of what is given says which procedure is meant.
//!
//! Claim: a procedure of `class(t)` is that of `t`, where no type at hand that extends `t` has one of its own
//! by that name. Else the call is refused.

use super::apart::Apart;
use super::types::Type;
use crate::ast::{Binding, ExprKind, Ident, Target, TypeDefinition};
use crate::parse::unsupported_error;
use diag::Diagnostic;
use poly::Name;
use std::collections::BTreeSet;

impl Apart<'_> {
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
