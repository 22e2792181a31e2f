//! Names that a unit declares: within it, variables of modules and of units around it that are called so have
//! no name.

use crate::ast::{Entity, Ident, Specification, Unit, UnitKind};
use poly::Name;
use std::collections::BTreeSet;

/// The names that the head and the declarations of a unit give a meaning, and those of procedures within it.
/// Rewrites take pointers and derived types away, so that it has to be a unit as it is read.
pub(crate) fn names(unit: &Unit) -> BTreeSet<Name> {
    let head = &unit.head;
    let result = head.result.as_ref().or((head.kind == UnitKind::Function).then_some(&head.name));
    let of_head = head.args.iter().chain(result).map(|name| &name.name);
    let inner = unit.contained.iter().map(|inner| &inner.head.name.name);
    let declared = unit.specifications.iter().flat_map(|(specification, _)| names_of(specification));
    of_head.chain(inner).chain(declared).chain(&unit.parts.obscure).cloned().collect()
}

/// The names that a declaration gives a meaning, or a part of one.
pub fn names_of(specification: &Specification) -> Vec<&Name> {
    fn of_idents(names: &[Ident]) -> Vec<&Name> {
        names.iter().map(|name| &name.name).collect()
    }
    fn of_entities(entities: &[Entity]) -> Vec<&Name> {
        entities.iter().map(|entity| &entity.name.name).collect()
    }
    match specification {
        Specification::Declare(_, _, entities)
        | Specification::Record(_, _, entities)
        | Specification::Dimension(entities) => of_entities(entities),
        Specification::Parameter(constants) => constants.iter().map(|(name, _)| &name.name).collect(),
        Specification::Intent(_, names)
        | Specification::Optional(names)
        | Specification::External(names)
        | Specification::Save(names, _)
        | Specification::Value(names)
        | Specification::Intrinsic(names) => of_idents(names),
        Specification::Data(sets) => {
            sets.iter().flat_map(|set| &set.objects).map(|object| &object.target().name.name).collect()
        }
        Specification::Equivalence(sets) => sets.iter().flatten().map(|target| &target.name.name).collect(),
        Specification::Common(blocks) => {
            blocks.iter().flat_map(|block| &block.members).map(|member| &member.name.name).collect()
        }
        Specification::Type(definition) => vec![&definition.name.name],
        Specification::Generic(name, _) => vec![&name.name],
        Specification::ImplicitNone
        | Specification::Implicit(_)
        | Specification::Use(_)
        | Specification::Access(..) => Vec::new(),
    }
}
