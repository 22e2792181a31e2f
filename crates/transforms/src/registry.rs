//! All transforms, by name.

use crate::Spec;
use crate::catalogue::CATALOGUE;

/// The declarations of all transforms, by file name.
pub fn catalogue() -> &'static [&'static Spec] {
    CATALOGUE
}

/// The transform of that name or alias.
pub fn find(name: &str) -> Option<&'static Spec> {
    CATALOGUE.iter().copied().find(|spec| spec.name == name || spec.aliases.contains(&name))
}
