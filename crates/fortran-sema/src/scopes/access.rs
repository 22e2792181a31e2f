//! Which names of a module others may use.

use fortran_syntax::ast::{self, Attribute, Specification, Unit};
use poly::Name;
use std::collections::BTreeMap;

/// What `public` and `private` say in a module.
#[derive(Debug, Default)]
pub(super) struct Access {
    /// Of names that nothing says it of.
    is_private: bool,
    /// Whether each of these is private.
    names: BTreeMap<Name, bool>,
}

impl Access {
    pub(super) fn of_unit(unit: &Unit) -> Self {
        let mut access = Access::default();
        for (specification, _) in &unit.specifications {
            match specification {
                Specification::Access(of_all, names) if names.is_empty() => {
                    access.is_private = *of_all == ast::Access::Private;
                }
                Specification::Access(of_names, names) => {
                    names.iter().for_each(|name| access.note(&name.name, *of_names));
                }
                Specification::Declare(_, attributes, entities)
                | Specification::Record(_, attributes, entities) => {
                    let given = attributes.iter().find_map(of_attribute);
                    for (entity, given) in entities.iter().zip(std::iter::repeat(given)) {
                        given.into_iter().for_each(|given| access.note(&entity.name.name, given));
                    }
                }
                Specification::Type(definition) => {
                    definition.access.into_iter().for_each(|given| access.note(&definition.name.name, given));
                }
                _ => {}
            }
        }
        access
    }

    fn note(&mut self, name: &Name, access: ast::Access) {
        self.names.insert(name.clone(), access == ast::Access::Private);
    }

    pub(super) fn is_public(&self, name: &Name) -> bool {
        !self.names.get(name).copied().unwrap_or(self.is_private)
    }
}

fn of_attribute(attribute: &Attribute) -> Option<ast::Access> {
    match attribute {
        Attribute::Other(name, None) if name.name == "private" => Some(ast::Access::Private),
        Attribute::Other(name, None) if name.name == "public" => Some(ast::Access::Public),
        _ => None,
    }
}
