//! The world around a routine: units, and what names mean in them.

use crate::ast::{Specification, TypeDefinition, Unit};
use crate::sema::Scopes;
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
    pub(crate) defaults: crate::Defaults,
}

/// A unit and the units around it, outermost first.
#[derive(Debug, Clone)]
pub(crate) struct Known<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) hosts: Vec<&'u Unit>,
    /// Its name behind those of the units around.
    pub(crate) place: Name,
    /// Whether it stands in another file.
    pub(crate) is_foreign: bool,
}

impl Known<'_> {
    pub(crate) fn is_routine(&self) -> bool {
        self.unit.head.kind.is_routine()
    }

    /// Whether it becomes a kernel. What stands within a part of a unit is called there alone.
    pub(crate) fn is_own_kernel(&self) -> bool {
        self.is_routine() && !self.is_foreign && self.hosts.iter().all(|host| host.part.is_none())
    }
}

/// The name of a unit behind those of the units around it.
pub(crate) fn place(unit: &Unit, hosts: &[&Unit]) -> Name {
    let names = hosts.iter().copied().chain([unit]).map(|unit| unit.head.name.name.as_str());
    Name::new(names.collect::<Vec<&str>>().join("/"))
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
