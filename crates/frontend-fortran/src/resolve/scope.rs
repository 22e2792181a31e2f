//! Which unit a name means where it is called.

use crate::ast::{Specification, Unit, UnitKind};
use poly::Name;

/// What is known of the world around a routine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct World<'u> {
    /// Units around the routine, outermost first.
    pub(crate) hosts: &'u [&'u Unit],
    /// All units of the file and of those that were searched.
    pub(crate) units: &'u [Known<'u>],
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
    /// Whether it becomes a kernel.
    pub(crate) fn is_routine(&self) -> bool {
        self.unit.head.kind.is_routine()
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
        let is_it = |known: &&Known<'u>| {
            known.unit.head.kind == UnitKind::Module && known.unit.head.name.name == *name
        };
        self.units.iter().find(is_it).map(|known| known.unit)
    }

    /// The routine that a name means in a unit: one within it, beside it in its hosts, of a module that one of these
    /// uses, or one that stands alone.
    pub(crate) fn routine(&self, unit: &Unit, name: &Name) -> Option<&'u Known<'u>> {
        let around = || std::iter::once(unit).chain(self.hosts.iter().rev().copied());
        let inner = around().find_map(|host| self.within(host, name));
        let used = || {
            let specifications = around().flat_map(|unit| &unit.specifications);
            let mut uses = specifications.filter_map(|(specification, _)| match specification {
                Specification::Use(used) => Some(used),
                _ => None,
            });
            uses.find_map(|used| {
                let renamed = used.names.iter().find(|(local, _)| local.name == *name).map(|(_, of)| of);
                let of = renamed.or((!used.only).then_some(name))?;
                self.within(self.module(&used.module.name)?, of)
            })
        };
        let alone = || {
            let is_it = |known: &&Known<'u>| known.hosts.is_empty() && is_routine(known.unit, name);
            self.units.iter().find(is_it)
        };
        inner.or_else(used).or_else(alone)
    }

    /// The routines that a name of several means in a unit: those of an `interface` of its own, of its hosts, or of a
    /// module that one of these uses.
    pub(crate) fn generic(&self, unit: &Unit, name: &Name) -> Vec<&'u Known<'u>> {
        let around = || std::iter::once(unit).chain(self.hosts.iter().rev().copied());
        let mut all: Vec<&Known<'u>> = around().flat_map(|host| self.procedures(host, name)).collect();
        for used in around().flat_map(|unit| &unit.specifications) {
            let Specification::Use(used) = &used.0 else { continue };
            let renamed = used.names.iter().find(|(local, _)| local.name == *name).map(|(_, of)| of);
            let of = renamed.or((!used.only).then_some(name));
            if let (Some(of), Some(module)) = (of, self.module(&used.module.name)) {
                all.extend(self.procedures(module, of));
            }
        }
        all
    }

    fn procedures(&self, host: &Unit, name: &Name) -> Vec<&'u Known<'u>> {
        let of = host.specifications.iter().filter_map(|(specification, _)| match specification {
            Specification::Generic(generic, procedures) if generic.name == *name => Some(procedures),
            _ => None,
        });
        of.flatten().filter_map(|procedure| self.within(host, procedure)).collect()
    }

    /// The routine at a place.
    pub(crate) fn at(&self, place: &Name) -> Option<&'u Known<'u>> {
        self.units.iter().find(|known| known.is_routine() && known.place == *place)
    }

    fn within(&self, host: &Unit, name: &Name) -> Option<&'u Known<'u>> {
        let is_it = |known: &&Known<'u>| {
            known.hosts.last().is_some_and(|last| std::ptr::eq(*last, host)) && is_routine(known.unit, name)
        };
        self.units.iter().find(is_it)
    }
}

fn is_routine(unit: &Unit, name: &Name) -> bool {
    unit.head.kind.is_routine() && unit.head.name.name == *name
}
