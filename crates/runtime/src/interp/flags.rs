//! Flags that statements wait for: where one that all of them need is not set, none of them will set it
//! again.

use super::code::Code;
use super::eval::Machine;
use super::statement::StatementCode;

/// A scalar in memory that a predicate needs to be true, or to be false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flag {
    region: usize,
    wanted: bool,
}

impl Flag {
    /// The flags among the conditions that must hold.
    pub(crate) fn find_all(predicates: &[Code]) -> Vec<Flag> {
        let mut found = Vec::new();
        predicates.iter().for_each(|predicate| collect(predicate, true, &mut found));
        found
    }

    /// Whether it must be as it should not be. Nobody takes note that it was read.
    fn fails(self, machine: &Machine) -> bool {
        machine
            .regions
            .get(self.region)
            .and_then(|region| region.scalar())
            .is_some_and(|word| (word != 0) != self.wanted)
    }
}

fn collect(predicate: &Code, wanted: bool, found: &mut Vec<Flag>) {
    match predicate {
        Code::Load(place) if place.index.is_empty() => found.push(Flag { region: place.region, wanted }),
        Code::Not(inner) if matches!(**inner, Code::Load(_)) => collect(inner, !wanted, found),
        Code::All(parts) if wanted => parts.iter().for_each(|part| collect(part, true, found)),
        _ => {}
    }
}

/// The flags that all of some statements need.
pub(crate) fn shared<'s>(mut statements: impl Iterator<Item = &'s StatementCode>) -> Vec<Flag> {
    let mut shared = statements.next().map(|first| first.flags.clone()).unwrap_or_default();
    for statement in statements {
        if shared.is_empty() {
            break;
        }
        shared.retain(|flag| statement.flags.contains(flag));
    }
    shared
}

/// Whether statements that need these flags are done: until one of them runs no flag changes, and none can
/// run.
pub(crate) fn are_done(flags: &[Flag], machine: &Machine) -> bool {
    flags.iter().any(|flag| flag.fails(machine))
}
