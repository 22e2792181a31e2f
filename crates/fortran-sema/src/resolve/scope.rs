//! The world around a routine: units, and what names mean in them.

use crate::known::Known;
use crate::scopes::Scopes;
use fortran_syntax::ast::{Specification, TypeDefinition, Unit};
use poly::Name;

/// What is known of the world around a routine.
#[derive(Debug, Clone, Copy)]
pub struct World<'u> {
    /// Units around the routine, outermost first.
    pub hosts: &'u [&'u Unit],
    /// All units of the file and of those that were searched.
    pub units: &'u [Known<'u>],
    /// What names mean in each of them.
    pub scopes: &'u Scopes<'u>,
    /// What the declarations of modules come to.
    pub modules: &'u super::Modules,
    /// Sizes of types without a kind.
    pub defaults: crate::defaults::Defaults,
}

impl<'u> World<'u> {
    /// The module of a name.
    pub fn module(&self, name: &Name) -> Option<&'u Unit> {
        self.scopes.module(name)
    }

    /// All types that units at hand define.
    pub(crate) fn types(&self) -> impl Iterator<Item = &'u TypeDefinition> {
        let specifications = self.units.iter().flat_map(|known| &known.unit.specifications);
        specifications.filter_map(|(specification, _)| match specification {
            Specification::Type(definition) => Some(definition),
            _ => None,
        })
    }

    /// The routine that stands alone under a name.
    pub fn external_routine(&self, name: &Name) -> Option<&'u Known<'u>> {
        self.units.iter().find(|known| known.hosts.is_empty() && known.is_routine() && known.place == *name)
    }

    /// The routine at a place.
    pub fn routine_at(&self, place: &Name) -> Option<&'u Known<'u>> {
        self.units.iter().find(|known| known.is_routine() && known.place == *place)
    }
}
