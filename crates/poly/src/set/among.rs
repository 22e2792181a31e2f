//! Whether a name is in a list, for many names and lists that may be long.

use crate::Name;
use std::collections::BTreeSet;

/// Names up to which a list is looked through.
const FEW: usize = 12;

/// The names of a list.
pub(super) enum Among<'a> {
    Few(&'a [Name]),
    Many(BTreeSet<&'a Name>),
}

impl<'a> Among<'a> {
    pub(super) fn of(names: &'a [Name]) -> Among<'a> {
        if names.len() <= FEW { Among::Few(names) } else { Among::Many(names.iter().collect()) }
    }

    pub(super) fn has(&self, name: &Name) -> bool {
        match self {
            Among::Few(names) => names.contains(name),
            Among::Many(names) => names.contains(name),
        }
    }
}
