//! Constraints by the columns that they share, also through others.

use crate::{Aff, Name};
use std::collections::BTreeMap;

/// Names that hang together, and the constraints that mention them, all by their numbers and in their order.
#[derive(Default)]
pub(super) struct Group {
    pub(super) names: Vec<usize>,
    pub(super) constraints: Vec<usize>,
}

/// Groups of names and constraints, no two of which share a name.
pub(super) struct Connected<'a> {
    /// One that was put into another one has no names.
    groups: Vec<Group>,
    /// The group of a name.
    group_of: BTreeMap<&'a Name, usize>,
    names: &'a [Name],
}

impl<'a> Connected<'a> {
    /// Each of the names alone.
    pub(super) fn new(names: &'a [Name]) -> Self {
        let alone = |number| Group { names: vec![number], constraints: Vec::new() };
        Connected {
            groups: (0..names.len()).map(alone).collect(),
            group_of: names.iter().zip(0..).collect(),
            names,
        }
    }

    /// Adds a constraint to the group of the names in its expression; `false` where it has none of them.
    pub(super) fn add(&mut self, constraint: usize, aff: &Aff) -> bool {
        let mut home = None;
        aff.each_name(&mut |name| {
            if let Some(group) = self.group_of.get(name).copied() {
                home = Some(home.map_or(group, |home| self.join(home, group)));
            }
        });
        if let Some(group) = home.and_then(|home| self.groups.get_mut(home)) {
            group.constraints.push(constraint);
        }
        home.is_some()
    }

    /// Puts the smaller one of two groups into the other.
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let size = |at: usize| self.groups.get(at).map_or(0, |group| group.names.len());
        let (from, to) = if size(a) < size(b) { (a, b) } else { (b, a) };
        let moved = self.groups.get_mut(from).map(std::mem::take).unwrap_or_default();
        for name in moved.names.iter().filter_map(|number| self.names.get(*number)) {
            self.group_of.insert(name, to);
        }
        if let Some(group) = self.groups.get_mut(to) {
            group.names.extend(moved.names);
            group.constraints.extend(moved.constraints);
        }
        to
    }

    /// The groups, by the first of their names.
    pub(super) fn groups(self) -> Vec<Group> {
        let mut groups: Vec<Group> =
            self.groups.into_iter().filter(|group| !group.names.is_empty()).collect();
        for group in &mut groups {
            group.names.sort_unstable();
            group.constraints.sort_unstable();
        }
        groups.sort_by_key(|group| group.names.first().copied());
        groups
    }
}
