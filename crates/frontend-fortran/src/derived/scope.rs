//! What the names of a unit mean: derived types, and variables of these.

use super::types::{Constants, Leaf, Type, Types, note_constants};
use crate::ast::{
    Attribute, Entity, Extent, Ident, NodeKind, Specification, Unit, UnitKind, Upper, UseStatement,
};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How deep modules may use each other.
const MAX_DEPTH: usize = 32;

/// The modules at hand.
pub(super) struct Modules<'u>(BTreeMap<&'u Name, &'u Unit>);

impl<'u> Modules<'u> {
    pub(super) fn of(units: impl Iterator<Item = &'u Unit>) -> Self {
        let modules = units.filter(|unit| unit.head.kind == UnitKind::Module);
        Modules(modules.map(|unit| (&unit.head.name.name, unit)).collect())
    }
}

/// A variable of a derived type.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) ty: Rc<Type>,
    /// The beginning of the names of the variables for its components: its own name where it is declared.
    pub(super) stem: Name,
    /// The number of its axes.
    pub(super) rank: usize,
}

/// What names mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) types: Types,
    pub(super) records: BTreeMap<Name, Record>,
    constants: Constants,
    /// Arrays, so that other names with parentheses are functions.
    pub(super) arrays: BTreeSet<Name>,
    /// Arrays whose subscripts count from 1, and whether they get their extents by `allocate`.
    pub(super) plain: BTreeMap<Name, bool>,
    /// What other names are used for, where these are variables for components.
    pub(super) taken: BTreeSet<Name>,
}

impl Record {
    /// The variables for its components.
    pub(super) fn names(&self) -> impl Iterator<Item = (&Leaf, Name)> {
        self.ty.leaves.iter().map(|leaf| (leaf, leaf.name_in(&self.stem)))
    }
}

impl Scope {
    /// The names of a unit within others.
    pub(super) fn of(unit: &Unit, around: &Scope, modules: &Modules<'_>) -> Scope {
        read(unit, around, modules, MAX_DEPTH)
    }

    pub(super) fn has_records(&self) -> bool {
        !self.records.is_empty()
    }
}

fn read(unit: &Unit, around: &Scope, modules: &Modules<'_>, depth: usize) -> Scope {
    let mut scope = around.clone();
    scope.plain.retain(|_, is_allocated| !*is_allocated);
    for name in unit.head.args.iter().map(|arg| &arg.name) {
        scope.records.remove(name);
        scope.plain.remove(name);
    }
    let dimensions = dimensions(unit);
    for (specification, _) in &unit.specifications {
        note_constants(specification, &mut scope.constants);
        match specification {
            Specification::Use(used) => scope.add_module(used, modules, depth),
            Specification::Type(definition) => {
                let is_module = unit.head.kind == UnitKind::Module;
                let home = is_module.then(|| unit.head.name.name.clone());
                let ty = Type::of(definition, home, &scope.types, &scope.constants);
                scope.types.insert(definition.name.name.clone(), Rc::new(ty));
            }
            Specification::Record(ty, attributes, entities) => {
                for entity in entities {
                    let rank =
                        extents(entity, attributes).or_else(|| dimensions.get(&entity.name.name).copied());
                    scope.declare(&entity.name.name, ty, rank.map_or(0, Vec::len));
                    scope.note_bounds(&entity.name.name, rank);
                }
            }
            Specification::Declare(_, attributes, entities) => {
                for entity in entities {
                    let name = &entity.name.name;
                    scope.records.remove(name);
                    scope.note_bounds(
                        name,
                        extents(entity, attributes).or_else(|| dimensions.get(name).copied()),
                    );
                }
            }
            _ => {}
        }
    }
    super::statement::each_kind(&unit.body, &mut |kind| {
        if let NodeKind::Allocate(entities) = kind {
            let moved =
                |entity: &&Entity| entity.extents.iter().flatten().any(|extent| extent.lower.is_some());
            entities.iter().filter(moved).for_each(|entity| {
                scope.plain.remove(&entity.name.name);
            });
        }
    });
    let mentioned = crate::mention::of(unit).names;
    let declared = unit.specifications.iter().flat_map(|(specification, _)| declared(specification));
    let args = unit.head.args.iter().map(|arg| arg.name.clone());
    scope.taken.extend(mentioned.into_iter().chain(declared).chain(args));
    scope
}

impl Scope {
    fn declare(&mut self, name: &Name, ty: &Ident, rank: usize) {
        match self.types.get(&ty.name) {
            Some(ty) => {
                let has_deferred = ty.leaves.iter().any(|leaf| leaf.deferred.is_some());
                let ty = if rank > 0 && has_deferred { Rc::new(ty.in_array()) } else { Rc::clone(ty) };
                let record = Record { ty, stem: name.clone(), rank };
                self.records.insert(name.clone(), record);
            }
            None => drop(self.records.remove(name)),
        }
    }

    fn note_bounds(&mut self, name: &Name, extents: Option<&Vec<Extent>>) {
        self.plain.remove(name);
        if extents.is_some() {
            self.arrays.insert(name.clone());
        }
        if let Some(extents) = extents.filter(|extents| extents.iter().all(|extent| extent.lower.is_none())) {
            let is_allocated = extents.iter().any(|extent| extent.upper == Upper::Deferred);
            self.plain.insert(name.clone(), is_allocated);
        }
    }

    /// Takes over what a module has.
    fn add_module(&mut self, used: &UseStatement, modules: &Modules<'_>, depth: usize) {
        let (Some(module), Some(depth)) = (modules.0.get(&used.module.name), depth.checked_sub(1)) else {
            return;
        };
        let of = read(module, &Scope::default(), modules, depth);
        self.taken.extend(of.taken);
        let local = |name: &Name| -> Vec<Name> {
            let renamed: Vec<Name> =
                used.names.iter().filter(|(_, of)| of == name).map(|(local, _)| local.name.clone()).collect();
            if renamed.is_empty() && !used.only { vec![name.clone()] } else { renamed }
        };
        for (name, ty) in &of.types {
            self.types.extend(local(name).into_iter().map(|local| (local, Rc::clone(ty))));
        }
        for (name, record) in &of.records {
            for local in local(name) {
                // The variables for its components are called after what it is called here.
                let record = Record { stem: local.clone(), ..record.clone() };
                self.records.insert(local, record);
            }
        }
        for name in &of.arrays {
            self.arrays.extend(local(name));
        }
        for (name, _) in of.plain.iter().filter(|(_, is_allocated)| !**is_allocated) {
            self.plain.extend(local(name).into_iter().map(|local| (local, false)));
        }
        for (name, value) in &of.constants {
            self.constants.extend(local(name).into_iter().map(|local| (local, value.clone())));
        }
    }
}

/// Axes that a declaration gives.
pub(super) fn extents<'s>(entity: &'s Entity, attributes: &'s [Attribute]) -> Option<&'s Vec<Extent>> {
    let of_all = attributes.iter().find_map(|attribute| match attribute {
        Attribute::Dimension(extents) => Some(extents),
        Attribute::Other(..) => None,
    });
    entity.extents.as_ref().or(of_all)
}

/// Axes that `dimension` statements give.
pub(super) fn dimensions(unit: &Unit) -> BTreeMap<Name, &Vec<Extent>> {
    let all = unit.specifications.iter().filter_map(|(specification, _)| match specification {
        Specification::Dimension(entities) => Some(entities),
        _ => None,
    });
    all.flatten().filter_map(|entity| Some((entity.name.name.clone(), entity.extents.as_ref()?))).collect()
}

/// Names that a specification declares.
fn declared(specification: &Specification) -> Vec<Name> {
    match specification {
        Specification::Declare(_, _, entities) | Specification::Record(_, _, entities) => {
            entities.iter().map(|entity| entity.name.name.clone()).collect()
        }
        Specification::Common(blocks) => {
            blocks.iter().flat_map(|block| &block.members).map(|member| member.name.name.clone()).collect()
        }
        _ => Vec::new(),
    }
}
