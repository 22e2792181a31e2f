//! Constraints by the columns that they share, also through others.

use crate::Name;
use std::collections::BTreeMap;

/// Names that hang together, and which constraints have them.
type Group<'a> = (Vec<&'a Name>, Vec<usize>);

/// Groups of constraints, no two of which share a name.
#[derive(Default)]
pub(super) struct Connected<'a> {
    /// One that was put into another one is empty.
    groups: Vec<Group<'a>>,
    /// The group of a name.
    of: BTreeMap<&'a Name, usize>,
}

impl<'a> Connected<'a> {
    /// Adds a constraint to the group of these names; `false` where there is no name.
    pub(super) fn add(&mut self, constraint: usize, names: impl Iterator<Item = &'a Name>) -> bool {
        let mut home = None;
        for name in names {
            let group = self.group_of(name);
            home = Some(home.map_or(group, |home| self.join(home, group)));
        }
        if let Some((_, constraints)) = home.and_then(|home| self.groups.get_mut(home)) {
            constraints.push(constraint);
        }
        home.is_some()
    }

    fn group_of(&mut self, name: &'a Name) -> usize {
        let groups = &mut self.groups;
        *self.of.entry(name).or_insert_with(|| {
            groups.push((vec![name], Vec::new()));
            groups.len() - 1
        })
    }

    /// Puts the smaller one of two groups into the other.
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let size = |at: usize| self.groups.get(at).map_or(0, |(names, _)| names.len());
        let (from, to) = if size(a) < size(b) { (a, b) } else { (b, a) };
        let (names, constraints) = self.groups.get_mut(from).map(std::mem::take).unwrap_or_default();
        for name in &names {
            self.of.insert(name, to);
        }
        if let Some(group) = self.groups.get_mut(to) {
            group.0.extend(names);
            group.1.extend(constraints);
        }
        to
    }

    /// The groups, each with its constraints in their order.
    pub(super) fn groups(self) -> impl Iterator<Item = Group<'a>> {
        let groups = self.groups.into_iter().filter(|(names, _)| !names.is_empty());
        groups.map(|(names, mut constraints)| {
            constraints.sort_unstable();
            (names, constraints)
        })
    }
}
