//! Operations and accesses of all statements, reductions unrolled in thought.

use crate::instances::{self, Points};
use crate::perform::{Performed, What, performed};
use crate::{Access, Count, Operation};
use ir::{Expr, Kernel, Name, Statement};
use std::collections::BTreeMap;

/// How often each operation is done in the values of statements; subscripts are not counted. `None` where a
/// number is not found.
pub fn operations(kernel: &Kernel) -> BTreeMap<Operation, Option<Count>> {
    let mut tally = Tally::new(kernel);
    for statement in kernel.statements.values() {
        for one in performed(kernel, statement) {
            if let What::Operation(operation, times) = &one.what {
                tally.add(operation.clone(), statement, &one, *times);
            }
        }
    }
    tally.found
}

/// How often each variable is read and written. `None` where a number is not found.
pub fn accesses(kernel: &Kernel) -> BTreeMap<Access, Option<Count>> {
    let mut tally = Tally::new(kernel);
    for statement in kernel.statements.values() {
        for one in performed(kernel, statement) {
            if let What::Access { variable, is_store, .. } = &one.what
                && let Some(key) = Access::classify(kernel, variable, *is_store)
            {
                tally.add(key, statement, &one, 1);
            }
        }
    }
    tally.found
}

/// Counts by key.
struct Tally<'k, K> {
    kernel: &'k Kernel,
    /// What domains have counted to.
    known: BTreeMap<(Vec<Name>, Vec<String>), Option<Count>>,
    found: BTreeMap<K, Option<Count>>,
}

impl<'k, K: Ord> Tally<'k, K> {
    fn new(kernel: &'k Kernel) -> Self {
        Tally { kernel, known: BTreeMap::new(), found: BTreeMap::new() }
    }

    fn add(&mut self, key: K, statement: &Statement, one: &Performed, times: i64) {
        let more = self.instances(statement, one).and_then(|count| count.times(times));
        let before = self.found.remove(&key).unwrap_or_else(|| Some(Count::zero()));
        self.found.insert(key, before.zip(more).and_then(|(before, more)| before.add(&more)));
    }

    /// How many instances do it, with those of reductions round the place.
    fn instances(&mut self, statement: &Statement, one: &Performed) -> Option<Count> {
        let inames: Vec<Name> = statement.inames.iter().chain(&one.reduced).cloned().collect();
        let conditions = one.conditions.iter().map(ToString::to_string);
        let key = (inames, conditions.collect());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let count = instances(self.kernel, statement, &key.0, &one.conditions);
        self.known.insert(key, count.clone());
        count
    }
}

fn instances(kernel: &Kernel, statement: &Statement, inames: &[Name], conditions: &[Expr]) -> Option<Count> {
    let Points { set, is_certain } = instances::instances(kernel, statement, inames, conditions).ok()?;
    let mut count = Count::of_points(&set, &kernel.assumptions)?;
    count.exact &= is_certain;
    Some(count)
}
