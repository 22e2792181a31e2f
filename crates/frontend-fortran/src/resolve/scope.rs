//! The world around a routine: units, and what names mean in them.

use crate::ast::{Specification, TypeDefinition, Unit};
use crate::known::Known;
use crate::scopes::Scopes;
use poly::Name;

/// What is known of the world around a routine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct World<'u> {
    /// Units around the routine, outermost first.
    pub(crate) hosts: &'u [&'u Unit],
    /// All units of the file and of those that were searched.
    pub(crate) units: &'u [Known<'u>],
    /// What names mean in each of them.
    pub(crate) scopes: &'u Scopes<'u>,
    /// What the declarations of modules come to.
    pub(crate) modules: &'u super::Modules,
    /// Sizes of types without a kind.
    pub(crate) defaults: crate::defaults::Defaults,
}

impl<'u> World<'u> {
    /// The module of a name.
    pub(crate) fn module(&self, name: &Name) -> Option<&'u Unit> {
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
    pub(crate) fn alone(&self, name: &Name) -> Option<&'u Known<'u>> {
        self.units.iter().find(|known| known.hosts.is_empty() && known.is_routine() && known.place == *name)
    }

    /// The routine at a place.
    pub(crate) fn at(&self, place: &Name) -> Option<&'u Known<'u>> {
        self.units.iter().find(|known| known.is_routine() && known.place == *place)
    }
}
