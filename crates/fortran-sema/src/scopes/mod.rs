//! What names mean: one scope for each unit, made once for all units at hand.
//!
//! A scope has the names that its unit declares, then those that it takes from modules, then those of the
//! unit around. What a module gives away are the names that it has and does not keep `private`, under its own
//! names for them. Two modules may give one name to different things, as long as nobody uses it. A generic
//! name means all procedures that any of these scopes gives it.

mod access;
mod declared;

use crate::known::Known;
use access::Access;
use declared::Declared;
use fortran_syntax::ast::{Described, Nature, Specification, Unit, UnitKind, UseStatement};
use ir::IndexMap;
use poly::Name;
use std::cell::{Cell, OnceCell};

/// How many procedures may each have the interface of the next.
const MAX_ALIKE: usize = 16;

/// What kind of thing a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A variable or a constant, or what is declared of a procedure that stands elsewhere.
    Data,
    /// A constant of a module that comes with every compiler, and its value.
    Standard(i64),
    Type,
    Procedure,
    /// Several procedures.
    Generic,
}

/// Something that a unit declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entity {
    /// The unit, behind those around it.
    pub home: Name,
    /// Its name there.
    pub name: Name,
    pub(crate) class: Class,
}

/// A name that a unit takes from modules: what it means, in several ways if modules disagree or one name is a
/// type and a generic.
pub(crate) type Imports = IndexMap<Name, Vec<Entity>>;

/// The scopes of all units at hand.
#[derive(Debug, Default)]
pub struct Scopes<'u> {
    scopes: IndexMap<Name, Scope<'u>>,
}

#[derive(Debug)]
struct Scope<'u> {
    unit: &'u Unit,
    host: Option<Name>,
    own: Declared,
    access: Access,
    imports: OnceCell<Imports>,
    /// Whether these are being read: modules that use each other in a circle are no Fortran.
    is_open: Cell<bool>,
}

/// What a name means where it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Called {
    /// One of these procedures, by their places.
    Generic(Vec<Name>),
    /// The procedure at that place.
    Procedure(Name),
    /// No procedure that is at hand: a variable, or what a declaration says of one that stands elsewhere.
    Data,
    /// Different things in different modules.
    Ambiguous(Vec<Entity>),
    /// What a module has that is not at hand.
    Missing(Name),
    /// What a declaration of this unit may say that is not understood.
    Obscure(Name),
    /// Nobody says so: an intrinsic function, or a procedure of no unit.
    Unknown,
}

impl<'u> Scopes<'u> {
    /// The scopes of these units; of several at one place the first counts.
    pub fn of_units(units: &[Known<'u>]) -> Self {
        let mut scopes: IndexMap<Name, Scope<'u>> = IndexMap::default();
        for known in units {
            let host = known.hosts.split_last().map(|(host, around)| crate::known::place(host, around));
            let scope = Scope {
                unit: known.unit,
                host,
                own: Declared::of_unit(known.unit, &known.place),
                access: Access::of_unit(known.unit),
                imports: OnceCell::new(),
                is_open: Cell::new(false),
            };
            scopes.entry(known.place.clone()).or_insert(scope);
        }
        Scopes { scopes }
    }

    /// The module of a name.
    pub(crate) fn module(&self, name: &Name) -> Option<&'u Unit> {
        let scope = self.scopes.get(name)?;
        (scope.host.is_none() && scope.unit.head.kind == UnitKind::Module).then_some(scope.unit)
    }

    /// The module at hand that a `use` statement means.
    pub(crate) fn used(&self, used: &UseStatement) -> Option<&'u Unit> {
        self.module(&used.module.name).filter(|_| used.nature != Nature::Intrinsic)
    }

    /// Whether nothing is known of the module that a `use` statement means.
    pub(crate) fn is_missing(&self, used: &UseStatement) -> bool {
        self.used(used).is_none() && !crate::standard::is_standard(used)
    }

    /// What the unit at a place takes from modules.
    pub(crate) fn imports(&self, place: &Name) -> Option<&Imports> {
        let scope = self.scopes.get(place)?;
        if scope.imports.get().is_none() {
            if scope.is_open.replace(true) {
                return None;
            }
            // Nobody else can have set it meanwhile.
            let _first = scope.imports.set(self.read(scope));
            scope.is_open.set(false);
        }
        scope.imports.get()
    }

    fn read(&self, scope: &Scope<'u>) -> Imports {
        let mut imports = Imports::default();
        for used in uses(scope.unit) {
            let exports = match self.used(used) {
                Some(_) => self.exports(&used.module.name),
                None => standard_exports(used),
            };
            for (name, entities) in exports {
                for local in local_names(used, &name) {
                    let known: &mut Vec<Entity> = imports.entry(local).or_default();
                    let new = entities.iter().filter(|entity| !known.contains(entity)).cloned();
                    known.extend(new.collect::<Vec<Entity>>());
                }
            }
        }
        imports
    }

    /// What a module gives away.
    fn exports(&self, module: &Name) -> Imports {
        let Some(scope) = self.scopes.get(module).filter(|_| self.module(module).is_some()) else {
            return Imports::default();
        };
        let mut exports = self.imports(module).cloned().unwrap_or_default();
        exports.retain(|name, _| !scope.own.hides(name));
        for (name, entities) in scope.own.entities() {
            exports.entry(name.clone()).or_default().extend(entities.iter().cloned());
        }
        exports.retain(|name, _| scope.access.is_public(name));
        exports
    }

    /// Whether a module keeps a name to itself.
    pub fn is_private(&self, module: &Name, name: &Name) -> bool {
        self.scopes.get(module).is_some_and(|scope| !scope.access.is_public(name))
    }

    /// What a module gives away under a name.
    pub(crate) fn exported(&self, module: &Name, name: &Name) -> Vec<Entity> {
        self.exports(module).shift_remove(name).unwrap_or_default()
    }

    /// Whether a name, as seen from a place, means the variable of that name in a unit.
    pub fn means(&self, place: &Name, name: &Name, home: &Name) -> bool {
        let is_it =
            |entity: &Entity| entity.class == Class::Data && entity.home == *home && entity.name == *name;
        matches!(self.entities(place, name).as_slice(), [entity] if is_it(entity))
    }

    /// The variable that a name means as seen from a place.
    pub(crate) fn variable(&self, place: &Name, name: &Name) -> Option<Entity> {
        match self.entities(place, name).as_slice() {
            [entity] if entity.class == Class::Data => Some(entity.clone()),
            _ => None,
        }
    }

    /// What a name means as seen from a place.
    fn entities(&self, place: &Name, name: &Name) -> Vec<Entity> {
        let mut at = Some(place.clone());
        while let Some(place) = at {
            let Some(scope) = self.scopes.get(&place) else { break };
            let own = scope.own.of_name(name);
            if !own.is_empty() {
                return own.to_vec();
            }
            if let Some(found) = self.imports(&place).and_then(|imports| imports.get(name)) {
                return found.clone();
            }
            at = scope.host.clone();
        }
        Vec::new()
    }

    /// What a name means where it is called in the unit at a place.
    pub(crate) fn called(&self, place: &Name, name: &Name) -> Called {
        // But for operators no name of a source has a stroke: it is a procedure that was chosen among several
        // before, or the generic name of a type.
        if let Some((home, own)) = name.rsplit_once('/').filter(|_| !name.starts_with("operator(")) {
            let generic = Entity { home: Name::new(home), name: Name::new(own), class: Class::Generic };
            let procedures = self.procedures(&generic);
            return if procedures.is_empty() {
                Called::Procedure(name.clone())
            } else {
                Called::Generic(procedures)
            };
        }
        let mut procedures = Vec::new();
        let mut at = Some(place.clone());
        while let Some(place) = at {
            let Some(scope) = self.scopes.get(&place) else { break };
            let own = scope.own.of_name(name);
            let found = match self.imports(&place).and_then(|imports| imports.get(name)) {
                Some(imported) if !scope.own.hides(name) => own.iter().chain(imported).cloned().collect(),
                _ => own.to_vec(),
            };
            if found.is_empty() {
                if let Some(module) = self.missing(scope, name) {
                    return Called::Missing(module);
                }
                if let Some(unit) = obscured(self, scope.unit, name, &mut Vec::new()) {
                    return Called::Obscure(unit);
                }
                // Nothing that a module is known to have: an intrinsic function, perhaps, but not the one of
                // that name.
                if let Some(used) = renaming(scope.unit, name) {
                    return Called::Obscure(used.module.name.clone());
                }
            }
            let generics = found.iter().filter(|entity| entity.class == Class::Generic);
            procedures.extend(generics.flat_map(|generic| self.procedures(generic)));
            let others: Vec<Entity> = found.iter().filter(|e| e.class != Class::Generic).cloned().collect();
            match others.as_slice() {
                _ if !procedures.is_empty() && others.iter().all(|e| e.class != Class::Data) => {}
                [] => {}
                [one] => return of_one(one, procedures),
                _ => return Called::Ambiguous(others),
            }
            at = scope.host.clone();
        }
        let mut seen = Vec::new();
        for procedure in procedures {
            if !seen.contains(&procedure) {
                seen.push(procedure);
            }
        }
        if seen.is_empty() { Called::Unknown } else { Called::Generic(seen) }
    }

    /// Whether a name is one that a `use` statement gives to something that has another name in its module.
    pub(crate) fn is_renamed(&self, place: &Name, name: &Name) -> bool {
        let mut at = self.scopes.get(place);
        while let Some(scope) = at {
            if renaming(scope.unit, name).is_some() {
                return true;
            }
            at = scope.host.as_ref().and_then(|host| self.scopes.get(host));
        }
        false
    }

    /// What an interface body that can be seen from a place calls the arguments of a procedure.
    pub(crate) fn described(&self, place: &Name, name: &Name) -> Option<&'u [Name]> {
        let mut name = name.clone();
        for _ in 0..MAX_ALIKE {
            let mut at = self.scopes.get(place);
            let mut found = None;
            while let (Some(scope), None) = (at, found) {
                found = self.described_in(scope.unit, &name, &mut Vec::new());
                at = scope.host.as_ref().and_then(|host| self.scopes.get(host));
            }
            match found? {
                Described::Names(names) => return Some(names),
                Described::Like(of) => name = of.clone(),
            }
        }
        None
    }

    fn described_in(&self, unit: &'u Unit, name: &Name, seen: &mut Vec<Name>) -> Option<&'u Described> {
        let own = unit.parts.described.get(name);
        own.or_else(|| {
            uses(unit).find_map(|used| {
                let given = used.names.iter().find(|(local, _)| local.name == *name).map(|(_, of)| of);
                let of = given.or((!used.only).then_some(name))?;
                let module = self.used(used).filter(|_| !seen.contains(&used.module.name))?;
                seen.push(used.module.name.clone());
                self.described_in(module, of, seen)
            })
        })
    }

    /// The module, not at hand, from which a unit says to take a name.
    fn missing(&self, scope: &Scope<'u>, name: &Name) -> Option<Name> {
        let lists = |used: &&UseStatement| used.names.iter().any(|(local, _)| local.name == *name);
        uses(scope.unit).filter(lists).find(|used| self.is_missing(used)).map(|used| used.module.name.clone())
    }

    /// The places of the procedures that a generic name means in the unit that says so.
    fn procedures(&self, generic: &Entity) -> Vec<Name> {
        let Some(scope) = self.scopes.get(&generic.home) else { return Vec::new() };
        let mut places = Vec::new();
        for name in scope.own.procedures(&generic.name) {
            let procedure_place =
                |entity: &Entity| (entity.class == Class::Procedure).then(|| place_of(entity));
            // A procedure may have the name of the generic that it belongs to; one that an interface
            // describes stands alone.
            let found: Vec<Name> =
                self.entities(&generic.home, name).iter().filter_map(procedure_place).collect();
            if found.is_empty() { places.push(name.clone()) } else { places.extend(found) }
        }
        places
    }
}

fn of_one(entity: &Entity, generic: Vec<Name>) -> Called {
    match entity.class {
        Class::Procedure if generic.is_empty() => Called::Procedure(place_of(entity)),
        Class::Procedure => Called::Generic(generic),
        _ => Called::Data,
    }
}

/// The place of a procedure.
fn place_of(entity: &Entity) -> Name {
    Name::new(format!("{}/{}", entity.home, entity.name))
}

fn uses(unit: &Unit) -> impl Iterator<Item = &UseStatement> {
    unit.specifications.iter().filter_map(|(specification, _)| match specification {
        Specification::Use(used) => Some(used),
        _ => None,
    })
}

/// The statement of a unit that gives a name to something of another name.
fn renaming<'u>(unit: &'u Unit, name: &Name) -> Option<&'u UseStatement> {
    uses(unit).find(|used| used.names.iter().any(|(local, of)| local.name == *name && of != name))
}

/// What a module that comes with every compiler gives away.
fn standard_exports(used: &UseStatement) -> Imports {
    let entity = |(name, value): &(&str, i64)| {
        let (home, name) = (used.module.name.clone(), Name::from(*name));
        (name.clone(), vec![Entity { home, name, class: Class::Standard(*value) }])
    };
    crate::standard::standard_constants(used).iter().map(entity).collect()
}

/// What a name of a module is called where the module is used: its own name, others, or nothing.
pub(crate) fn local_names(used: &UseStatement, name: &Name) -> Vec<Name> {
    let renamed = used.names.iter().filter(|(_, of)| of == name).map(|(local, _)| local.name.clone());
    let renamed: Vec<Name> = renamed.collect();
    if renamed.is_empty() && !used.only { vec![name.clone()] } else { renamed }
}

/// The unit of which a declaration mentions a name and is not understood: this one, or a module that it may
/// take the name from.
fn obscured(scopes: &Scopes<'_>, unit: &Unit, name: &Name, seen: &mut Vec<Name>) -> Option<Name> {
    if unit.parts.obscure.contains(name) {
        return Some(unit.head.name.name.clone());
    }
    for used in uses(unit) {
        let given = used.names.iter().find(|(local, _)| local.name == *name).map(|(_, of)| of);
        let Some(of) = given.or((!used.only).then_some(name)) else { continue };
        let home = &used.module.name;
        let Some(module) = scopes.used(used).filter(|_| !seen.contains(home)) else { continue };
        seen.push(home.clone());
        if let Some(found) = obscured(scopes, module, of, seen) {
            return Some(found);
        }
    }
    None
}
