//! Whether a name is in a list, for many names and lists that may be long.

use crate::Name;
use std::collections::BTreeSet;

/// Names up to which a list is looked through.
const FEW: usize = 12;

/// The names of a list.
pub(super) enum NameLookup<'a> {
    Few(&'a [Name]),
    Many(BTreeSet<&'a Name>),
}

impl<'a> NameLookup<'a> {
    pub(super) fn new(names: &'a [Name]) -> NameLookup<'a> {
        if names.len() <= FEW { NameLookup::Few(names) } else { NameLookup::Many(names.iter().collect()) }
    }

    pub(super) fn contains(&self, name: &Name) -> bool {
        match self {
            NameLookup::Few(names) => names.contains(name),
            NameLookup::Many(names) => names.contains(name),
        }
    }
}
