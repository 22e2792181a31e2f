//! What the names of a unit mean: derived types, and variables of these.

use super::types::{Constants, Identity, Leaf, Type, Types, note_constants};
use crate::resolve::World;
use crate::scopes::Class;
use fortran_syntax::ast::{
    Attribute, Entity, Extent, Ident, NodeKind, Specification, Target, TypeDefinition, Unit, UnitKind, Upper,
    number,
};
use poly::Name;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The modules at hand, each read when it is first used.
pub(super) struct Modules<'u> {
    pub(super) world: World<'u>,
    /// Whether any unit has functions with values of derived types, operators or procedures of types, or
    /// makes a value of a derived type of those of its components.
    pub(super) has_functions: bool,
    /// The names of procedures that any type has.
    pub(super) bound: BTreeSet<Name>,
    read: RefCell<BTreeMap<Name, Rc<Scope>>>,
}

impl<'u> Modules<'u> {
    pub(super) fn new(world: World<'u>) -> Self {
        let units = || world.units.iter().map(|known| known.unit);
        let has_functions = units().any(super::functions::concerns) || super::functions::constructs(units);
        let types = units().flat_map(|unit| &unit.specifications).filter_map(|(of, _)| match of {
            Specification::Type(definition) => Some(definition),
            _ => None,
        });
        let bound = types.flat_map(TypeDefinition::bound_names).cloned().collect();
        Modules { world, has_functions, bound, read: RefCell::default() }
    }

    /// Whether a unit takes names from a module that is not at hand.
    fn uses_missing(&self, unit: &Unit) -> bool {
        let missing =
            |of: &Specification| matches!(of, Specification::Use(used) if self.world.scopes.is_missing(used));
        unit.specifications.iter().any(|(specification, _)| missing(specification))
    }

    /// The type that is told so from others.
    pub(super) fn type_of(&self, identity: &Identity) -> Option<Rc<Type>> {
        self.scope(identity.home.as_ref()?)?.types.get(&identity.name).cloned()
    }

    /// The names of a module.
    pub(super) fn scope(&self, name: &Name) -> Option<Rc<Scope>> {
        if let Some(known) = self.read.borrow().get(name) {
            return Some(Rc::clone(known));
        }
        let module = self.world.module(name)?;
        // One that uses itself, also through others, is no Fortran.
        self.read.borrow_mut().insert(name.clone(), Rc::default());
        let scope = Rc::new(Scope::of_unit(module, &[], &Scope::default(), self));
        self.read.borrow_mut().insert(name.clone(), Rc::clone(&scope));
        Some(scope)
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
    /// Whether types that extend it may be given.
    pub(super) is_class: bool,
}

/// What names mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) types: Types,
    pub(super) records: BTreeMap<Name, Record>,
    /// Those that the unit itself declares.
    pub(super) own: BTreeSet<Name>,
    constants: Constants,
    /// Arrays, so that other names with parentheses are functions.
    pub(super) arrays: BTreeSet<Name>,
    /// Arrays whose subscripts count from 1, and whether they get their extents by `allocate`.
    pub(super) plain: BTreeMap<Name, bool>,
    /// Sets of variables that share memory.
    equivalent: Vec<BTreeSet<Name>>,
    /// Variables that only statements of the unit itself can change.
    pub(super) locals: BTreeSet<Name>,
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
    pub(super) fn of_unit(unit: &Unit, hosts: &[&Unit], around: &Scope, modules: &Modules<'_>) -> Scope {
        let mut scope = Scope { own: BTreeSet::new(), ..around.clone() };
        scope.plain.retain(|_, is_allocated| !*is_allocated);
        scope.add_imports(unit, &crate::known::place(unit, hosts), modules);
        for name in unit.head.args.iter().map(|arg| &arg.name) {
            scope.forget(name);
        }
        for name in crate::resolve::procedures_of(unit) {
            scope.forget(name);
        }
        let mut types = crate::resolve::definitions(unit, World { hosts, ..modules.world }).into_iter();
        let dimensions = dimensions(unit);
        for (specification, _) in &unit.specifications {
            scope.specification(unit, specification, &dimensions, &mut types, modules);
        }
        scope.note_statements(unit);
        if unit.head.kind.is_routine() {
            scope.avoid_taken_names();
        }
        scope
    }

    /// Other names for the components of own variables where the unit uses theirs for something else. Those
    /// of modules are known to others.
    fn avoid_taken_names(&mut self) {
        let stems: BTreeSet<Name> = self.records.values().map(|record| record.stem.clone()).collect();
        let own: Vec<Name> =
            self.own.iter().filter(|name| self.records.contains_key(*name)).cloned().collect();
        for name in own {
            let Some(record) = self.records.get(&name).cloned() else { continue };
            let others: BTreeSet<Name> = self
                .records
                .iter()
                .filter(|(other, _)| **other != name)
                .flat_map(|(_, other)| other.names().map(|(_, name)| name).collect::<Vec<_>>())
                .collect();
            let is_free = |stem: &Name| {
                let is_free = |leaf: &Leaf| {
                    let name = leaf.name_in(stem);
                    !self.taken.contains(&name) && !others.contains(&name)
                };
                record.ty.leaves.iter().all(is_free)
            };
            if is_free(&record.stem) {
                continue;
            }
            let numbered = (1_u64..).map(|number| Name::new(format!("{name}_{number}")));
            let mut free = numbered.filter(|stem| !stems.contains(stem) && !self.taken.contains(stem));
            if let Some(stem) = free.find(is_free) {
                self.records.insert(name, Record { stem, ..record });
            }
        }
    }

    /// The variable for a component of a variable.
    pub(super) fn component(&self, variable: &Name, path: &[Name]) -> Option<Name> {
        let mut components = self.records.get(variable)?.names();
        components.find(|(leaf, _)| leaf.path == path).map(|(_, name)| name)
    }

    pub(super) fn has_records(&self) -> bool {
        !self.records.is_empty()
    }

    /// Whether a unit makes values of derived types of those of their components.
    pub(super) fn has_constructors(&self, unit: &Unit) -> bool {
        !self.types.is_empty()
            && fortran_syntax::mention::unit_mentions(unit)
                .applied
                .iter()
                .any(|name| self.types.contains_key(name))
    }

    fn specification(
        &mut self,
        unit: &Unit,
        specification: &Specification,
        dimensions: &BTreeMap<Name, &Vec<Extent>>,
        types: &mut dyn Iterator<Item = TypeDefinition>,
        modules: &Modules<'_>,
    ) {
        note_constants(specification, &mut self.constants);
        match specification {
            Specification::Type(_) => {
                let Some(definition) = types.next() else { return };
                let is_module = unit.head.kind == UnitKind::Module;
                let home = is_module.then(|| unit.head.name.name.clone());
                let may_assume = modules.uses_missing(unit);
                let ty = Type::of_definition(&definition, home, &self.types, &self.constants, may_assume);
                self.types.insert(definition.name.name.clone(), Rc::new(ty));
            }
            Specification::Record(ty, attributes, entities) => {
                for entity in entities {
                    let rank =
                        extents(entity, attributes).or_else(|| dimensions.get(&entity.name.name).copied());
                    let is_class = |of: &Attribute| of.is("class");
                    self.declare(
                        &entity.name.name,
                        ty,
                        rank.map_or(0, Vec::len),
                        attributes.iter().any(is_class),
                    );
                    self.note_bounds(&entity.name.name, rank);
                }
            }
            Specification::Declare(_, attributes, entities) => {
                for entity in entities {
                    let name = &entity.name.name;
                    // What is declared here hides what hosts and modules mean by the name.
                    self.records.remove(name);
                    if entity.initial.is_none() {
                        self.constants.remove(name);
                    }
                    let axes = extents(entity, attributes).or_else(|| dimensions.get(name).copied());
                    self.note_bounds(name, axes);
                }
            }
            Specification::Equivalence(sets) => {
                let names = |set: &Vec<Target>| set.iter().map(|of| of.name.name.clone()).collect();
                self.equivalent.extend(sets.iter().map(names));
            }
            Specification::Common(blocks) => {
                for member in blocks.iter().flat_map(|block| &block.members) {
                    self.note_bounds(
                        &member.name.name,
                        member.extents.as_ref().or_else(|| dimensions.get(&member.name.name).copied()),
                    );
                }
            }
            _ => {}
        }
    }

    /// These names, and those that share memory with any of them, also by way of others.
    pub(super) fn sharing(&self, names: BTreeSet<Name>) -> BTreeSet<Name> {
        crate::resolve::sharing(names, &self.equivalent)
    }

    /// Notes arrays that do not count from 1, and what names are used for.
    fn note_statements(&mut self, unit: &Unit) {
        fortran_syntax::walk::each_kind(&unit.body, &mut |kind| {
            if let NodeKind::Allocate(entities) = kind {
                let moved =
                    |entity: &&Entity| entity.extents.iter().flatten().any(|extent| extent.lower.is_some());
                entities.iter().filter(moved).for_each(|entity| {
                    self.plain.remove(&entity.name.name);
                });
            }
        });
        let is_common = |of: &&Specification| matches!(of, Specification::Common(_));
        let specifications = || unit.specifications.iter().map(|(specification, _)| specification);
        let shared: BTreeSet<Name> = specifications().filter(is_common).flat_map(declared).collect();
        self.locals = specifications().flat_map(declared).filter(|name| !shared.contains(name)).collect();
        if !unit.contained.is_empty() {
            self.locals.clear();
        }
        let mentioned = fortran_syntax::mention::unit_mentions(unit).names;
        let declared = unit.specifications.iter().flat_map(|(specification, _)| declared(specification));
        let args = unit.head.args.iter().map(|arg| arg.name.clone());
        self.taken.extend(mentioned.into_iter().chain(declared).chain(args));
    }

    fn declare(&mut self, name: &Name, ty: &Ident, rank: usize, is_class: bool) {
        match self.types.get(&ty.name) {
            Some(ty) => {
                let has_deferred = ty.leaves.iter().any(|leaf| leaf.deferred.is_some());
                let ty = if rank > 0 && has_deferred { Rc::new(ty.in_array()) } else { Rc::clone(ty) };
                let record = Record { ty, stem: name.clone(), rank, is_class };
                self.records.insert(name.clone(), record);
                self.own.insert(name.clone());
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

    /// Forgets what a name means around.
    fn forget(&mut self, name: &Name) {
        self.records.remove(name);
        self.types.remove(name);
        self.constants.remove(name);
        self.arrays.remove(name);
        self.plain.remove(name);
    }

    /// Takes over what a unit has from modules.
    fn add_imports(&mut self, unit: &Unit, place: &Name, modules: &Modules<'_>) {
        for (specification, _) in &unit.specifications {
            let Specification::Use(used) = specification else { continue };
            let module = modules.world.scopes.used(used).and_then(|_| modules.scope(&used.module.name));
            self.taken.extend(module.iter().flat_map(|of| of.taken.iter().cloned()));
        }
        for (local, entities) in modules.world.scopes.imports(place).into_iter().flatten() {
            self.forget(local);
            for entity in entities {
                if let Class::Standard(value) = entity.class {
                    self.constants.insert(local.clone(), number(value, unit.head.name.span));
                }
                let Some(of) = modules.scope(&entity.home) else { continue };
                match entity.class {
                    Class::Type => {
                        self.types
                            .extend(of.types.get(&entity.name).map(|ty| (local.clone(), Rc::clone(ty))));
                    }
                    Class::Data => self.import(local, &entity.name, &of),
                    Class::Procedure | Class::Generic | Class::Standard(_) => {}
                }
            }
        }
    }

    /// Takes a variable or constant of a module over.
    fn import(&mut self, local: &Name, name: &Name, of: &Scope) {
        if let Some(record) = of.records.get(name) {
            // The variables for its components are called after what it is called here.
            let record = Record { stem: local.clone(), ..record.clone() };
            self.records.insert(local.clone(), record);
        }
        if of.arrays.contains(name) {
            self.arrays.insert(local.clone());
        }
        // Those of the set that the unit takes under their own names are meant, too.
        for set in of.equivalent.iter().filter(|set| set.contains(name)) {
            self.equivalent.push(set.iter().cloned().chain([local.clone()]).collect());
        }
        if of.plain.get(name) == Some(&false) {
            self.plain.insert(local.clone(), false);
        }
        if let Some(value) = of.constants.get(name) {
            self.constants.insert(local.clone(), value.clone());
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
