//! Loops of a nest that run over the same values: a work item that takes the same iteration of each of them
//! has in its own hands what these iterations share, so that nothing need end a launch between them.

use ir::{Kernel, Statement};
use poly::{Name, Set};

/// Loops over the same values, no two of which are around one statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Family(Vec<Name>);

impl Family {
    /// A loop alone.
    pub(super) fn single(name: &Name) -> Self {
        Family(vec![name.clone()])
    }

    /// A loop with one around each of these statements that runs over the same values, where they have one:
    /// the first, or where this one is the second of its values around a statement the second, and so on.
    pub(super) fn of_loop(kernel: &Kernel, nest: &[&Statement], name: &Name) -> Self {
        let mut family = Family::single(name);
        let Some(own) = domain(kernel, name) else { return family };
        let is_alike = |other: &&Name| {
            let renamed = |set: &Set| set.rename(&[((*other).clone(), name.clone())]);
            *other == name
                || domain(kernel, other)
                    .is_some_and(|set| renamed(set).and_then(|set| set.is_equal(own)) == Ok(true))
        };
        let of_statement = |statement: &Statement| -> Vec<Name> {
            statement.inames.iter().filter(is_alike).cloned().collect()
        };
        let Some(first) = nest.iter().find(|statement| statement.inames.contains(name)) else {
            return family;
        };
        let Some(rank) = of_statement(first).iter().position(|other| other == name) else { return family };
        for statement in nest.iter().filter(|statement| !statement.inames.contains(name)) {
            if family.member(statement).is_none()
                && let Some(other) = of_statement(statement).into_iter().nth(rank)
            {
                family.0.push(other);
            }
        }
        family
    }

    pub(super) fn members(&self) -> &[Name] {
        &self.0
    }

    /// Whether the user left all of its loops as they are.
    pub(super) fn is_open(&self, kernel: &Kernel) -> bool {
        self.0.iter().all(|iname| kernel.inames.get(iname).is_some_and(|iname| iname.tag.is_none()))
    }

    /// Its loop around a statement.
    pub(super) fn member<'s>(&self, statement: &'s Statement) -> Option<&'s Name> {
        statement.inames.iter().find(|iname| self.0.contains(iname))
    }
}

/// The values of a loop that no other loop has to do with in its domain.
fn domain<'k>(kernel: &'k Kernel, name: &Name) -> Option<&'k Set> {
    let holds = |set: &&Set| matches!(set.dims(), [only] if only == name);
    kernel.domains.iter().map(|domain| &domain.set).find(holds)
}
