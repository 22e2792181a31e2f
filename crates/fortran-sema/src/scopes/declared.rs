//! The names that a unit declares itself.

use super::{Class, Entity};
use fortran_syntax::ast::{Specification, Unit, UnitKind};
use ir::IndexMap;
use poly::Name;

/// What each name means, and the procedures of generic names.
#[derive(Debug, Default)]
pub(super) struct Declared {
    entities: IndexMap<Name, Vec<Entity>>,
    generics: IndexMap<Name, Vec<Name>>,
}

impl Declared {
    pub(super) fn of_unit(unit: &Unit, place: &Name) -> Self {
        let mut declared = Declared::default();
        let mut note = |name: &Name, class: Class| {
            let entity = Entity { home: place.clone(), name: name.clone(), class };
            let known = declared.entities.entry(name.clone()).or_default();
            if !known.contains(&entity) {
                known.push(entity);
            }
        };
        // The name of a function means itself within it, unless it has another name for its result.
        let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
        let result = Some(&result.name).filter(|_| unit.head.kind == UnitKind::Function);
        unit.head.args.iter().map(|arg| &arg.name).chain(result).for_each(|name| note(name, Class::Data));
        for inner in unit.contained.iter().filter(|inner| inner.head.kind.is_routine()) {
            note(&inner.head.name.name, Class::Procedure);
        }
        for (specification, _) in &unit.specifications {
            match specification {
                Specification::Generic(name, _) => note(&name.name, Class::Generic),
                Specification::Type(definition) => note(&definition.name.name, Class::Type),
                Specification::Intrinsic(names) => {
                    // A generic name adds to what the language has.
                    let is_generic = |name: &Name| {
                        let is_it = |of: &Specification| matches!(of, Specification::Generic(other, _) if other.name == *name);
                        unit.specifications.iter().any(|(of, _)| is_it(of))
                    };
                    let only = names.iter().map(|name| &name.name).filter(|name| !is_generic(name));
                    only.for_each(|name| note(name, Class::Data));
                }
                other => names_of_data(other).iter().for_each(|name| note(name, Class::Data)),
            }
        }
        for (specification, _) in &unit.specifications {
            if let Specification::Generic(name, procedures) = specification {
                declared.generics.entry(name.name.clone()).or_default().extend(procedures.iter().cloned());
            }
        }
        declared
    }

    pub(super) fn of_name(&self, name: &Name) -> &[Entity] {
        self.entities.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether what others call so is not seen: a generic name alone adds to theirs.
    pub(super) fn hides(&self, name: &Name) -> bool {
        self.of_name(name).iter().any(|entity| entity.class != Class::Generic)
    }

    pub(super) fn entities(&self) -> impl Iterator<Item = (&Name, &Vec<Entity>)> {
        self.entities.iter()
    }

    /// The names of the procedures of a generic name.
    pub(super) fn procedures(&self, generic: &Name) -> &[Name] {
        self.generics.get(generic).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Names of variables, constants and procedures from elsewhere that a specification declares.
fn names_of_data(specification: &Specification) -> Vec<&Name> {
    match specification {
        Specification::Declare(_, _, entities)
        | Specification::Record(_, _, entities)
        | Specification::Dimension(entities) => entities.iter().map(|entity| &entity.name.name).collect(),
        Specification::Parameter(constants) => constants.iter().map(|(name, _)| &name.name).collect(),
        Specification::External(names) => names.iter().map(|name| &name.name).collect(),
        Specification::Common(blocks) => {
            blocks.iter().flat_map(|block| &block.members).map(|member| &member.name.name).collect()
        }
        _ => Vec::new(),
    }
}
