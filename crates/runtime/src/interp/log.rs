//! Which instances ran, so that messages can name the one behind an access that happened before.

use ir::{Kernel, Name};
use std::fmt;

/// Instances that are kept where only the last ones matter.
const RECENT: usize = 1 << 16;

/// The instances that ran last, each a statement and the values of its inames.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Each statement's name and inames.
    names: Vec<(Name, Vec<Name>)>,
    statements: Vec<usize>,
    values: Vec<i64>,
    /// Values that each entry has room for.
    width: usize,
    /// Entries that are kept; the oldest give way to new ones.
    capacity: usize,
    /// Instances so far.
    count: usize,
}

impl Log {
    /// A log of the last instances of a kernel.
    pub(crate) fn recent(kernel: &Kernel) -> Self {
        Log { capacity: RECENT, ..Log::complete(kernel) }
    }

    /// A log of all instances of a kernel.
    pub(crate) fn complete(kernel: &Kernel) -> Self {
        let names = kernel.statements.iter().map(|(name, s)| (name.clone(), s.inames.clone())).collect();
        let width = kernel.statements.values().map(|s| s.inames.len()).max().unwrap_or(0);
        Log { names, width, capacity: usize::MAX, ..Log::default() }
    }

    /// Adds an instance and gives its number, from 1; 0 where nothing is kept.
    pub(crate) fn push(&mut self, statement: usize, values: impl Iterator<Item = i64>) -> u32 {
        if self.capacity == 0 {
            return 0;
        }
        let values = values.chain(std::iter::repeat(0)).take(self.width);
        let at = self.count % self.capacity;
        match self.statements.get_mut(at) {
            Some(slot) => {
                *slot = statement;
                let room = self.values.iter_mut().skip(at.saturating_mul(self.width));
                room.zip(values).for_each(|(slot, value)| *slot = value);
            }
            None => {
                self.statements.push(statement);
                self.values.extend(values);
            }
        }
        self.count += 1;
        u32::try_from(self.count).unwrap_or(0)
    }

    /// The instance with that number, if it is still kept.
    pub(crate) fn get(&self, number: u32) -> Option<Instance> {
        let number = usize::try_from(number).ok()?.checked_sub(1)?;
        if number >= self.count || self.count - number > self.capacity {
            return None;
        }
        let at = number % self.capacity;
        let (statement, inames) = self.names.get(*self.statements.get(at)?)?;
        let values = self.values.get(at * self.width..)?.iter().copied();
        Some(Instance { statement: statement.clone(), at: inames.iter().cloned().zip(values).collect() })
    }
}

/// An instance of a statement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The statement.
    pub statement: Name,
    /// Its inames and their values.
    pub at: Vec<(Name, i64)>,
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.at.iter().map(|(iname, value)| format!("{iname} = {value}")).collect();
        match values.as_slice() {
            [] => write!(f, "{}", self.statement),
            _ => write!(f, "{}({})", self.statement, values.join(", ")),
        }
    }
}
