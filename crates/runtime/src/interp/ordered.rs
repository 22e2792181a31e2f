//! Running an unscheduled kernel: all instances in the order of their ranks, loops of several statements
//! merged.

use super::eval::{Machine, Range};
use super::flags::{self, Flag};
use super::memory::Fault;
use super::nest::Rank;
use super::statement::StatementCode;

/// Iterations of a loop that is long.
const LONG: u64 = 1000;

/// The statements of a kernel and what orders their instances.
pub(crate) struct Ordered<'a> {
    pub(crate) statements: &'a [StatementCode],
    pub(crate) ranks: &'a [Option<Vec<Rank>>],
    /// Runs loops that may run either way from their end.
    pub(crate) descending: bool,
}

/// One statement's values of the component that is merged.
struct Cursor {
    statement: usize,
    next: i64,
    last: i64,
    /// Whether the loop runs downwards.
    descending: bool,
    /// Whether every value between is taken.
    exact: bool,
}

impl Ordered<'_> {
    /// Runs all instances.
    pub(crate) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        let takes_part = |at: &usize| self.ranks.get(*at).is_some_and(Option::is_some);
        let mut runs =
            |at: &usize| self.statements.get(*at).is_some_and(|code| !code.is_never_run(machine, &[]));
        let all: Vec<usize> = (0..self.statements.len()).filter(takes_part).filter(|at| runs(at)).collect();
        self.merge(machine, 0, &all)
    }

    /// Whether a loop is as long as one without a bound, and nobody enters it: it is not worth to ask of
    /// others.
    fn is_closed(&self, machine: &mut Machine, depth: usize, statement: usize, range: &Range) -> bool {
        is_long(range.low, range.high)
            && self.statements.get(statement).is_some_and(|code| {
                let around = self.slots_around(statement, depth);
                code.is_never_run(machine, &around)
            })
    }

    /// Whether none of these statements runs in the loops at `depth` that they have entered: until one of
    /// them does memory stays, and each has a condition on memory and on the loops around that does not hold.
    fn are_kept_out(
        &self,
        machine: &mut Machine,
        depth: usize,
        mut statements: impl Iterator<Item = usize>,
    ) -> bool {
        statements.all(|statement| {
            let around = self.slots_around(statement, depth);
            self.statements.get(statement).is_some_and(|code| code.is_kept_out(machine, &around))
        })
    }

    /// The slots of the loops above `depth` that a statement is in.
    fn slots_around(&self, statement: usize, depth: usize) -> Vec<usize> {
        let ranks = self.ranks.get(statement).and_then(Option::as_ref);
        let slot = |rank: &Rank| match rank {
            Rank::Loop { level, .. } => Some(level.slot),
            _ => None,
        };
        ranks.into_iter().flatten().take(depth).filter_map(slot).collect()
    }

    fn rank(&self, statement: usize, depth: usize) -> Option<&Rank> {
        self.ranks.get(statement)?.as_ref()?.get(depth)
    }

    /// Runs the instances of these statements that agree with the components above `depth`.
    fn merge(&self, machine: &mut Machine, depth: usize, members: &[usize]) -> Result<(), Fault> {
        if let [single] = members {
            return self.alone(machine, depth, *single);
        }
        let flags = self.flags(members);
        if flags::are_done(&flags, machine) {
            return Ok(());
        }
        let mut cursors = Vec::with_capacity(members.len());
        for &statement in members {
            match self.rank(statement, depth) {
                // A shorter list stands before all its continuations.
                None => self.execute(machine, statement)?,
                Some(rank) => self.open(machine, statement, depth, rank, &mut cursors)?,
            }
        }
        let mut chosen = Vec::with_capacity(cursors.len());
        let is_long = cursors.iter().any(|cursor| is_long(cursor.next, cursor.last));
        while let Some(value) = next(&cursors) {
            if flags::are_done(&flags, machine)
                || is_long && self.are_kept_out(machine, depth, cursors.iter().map(|cursor| cursor.statement))
            {
                break;
            }
            machine.spend()?;
            chosen.clear();
            for cursor in cursors.iter().filter(|cursor| cursor.next == value) {
                if let Some(Rank::Loop { level, .. }) = self.rank(cursor.statement, depth) {
                    machine.set_slot(level.slot, value);
                    if !cursor.exact && !machine.admits(level)? {
                        continue;
                    }
                }
                chosen.push(cursor.statement);
            }
            if !chosen.is_empty() {
                self.merge(machine, depth + 1, &chosen)?;
            }
            cursors.retain_mut(|cursor| cursor.next != value || cursor.advance());
        }
        Ok(())
    }

    /// The flags that all of these statements need.
    fn flags(&self, members: &[usize]) -> Vec<Flag> {
        flags::shared(members.iter().filter_map(|at| self.statements.get(*at)))
    }

    fn open(
        &self,
        machine: &mut Machine,
        statement: usize,
        depth: usize,
        rank: &Rank,
        cursors: &mut Vec<Cursor>,
    ) -> Result<(), Fault> {
        let fixed = |value| Cursor { statement, next: value, last: value, descending: false, exact: true };
        match rank {
            Rank::At(value) => cursors.push(fixed(*value)),
            Rank::Value(linear) => cursors.push(fixed(machine.linear(linear)?)),
            Rank::Loop { level, free } => {
                if let Some(range) = machine.range(level)?
                    && !self.is_closed(machine, depth, statement, &range)
                {
                    let descending = *free && self.descending;
                    let (next, last) =
                        if descending { (range.high, range.low) } else { (range.low, range.high) };
                    cursors.push(Cursor { statement, next, last, descending, exact: range.exact });
                }
            }
        }
        Ok(())
    }

    /// The same for a single statement, which needs no merging.
    fn alone(&self, machine: &mut Machine, depth: usize, statement: usize) -> Result<(), Fault> {
        let Some(rank) = self.rank(statement, depth) else { return self.execute(machine, statement) };
        let Rank::Loop { level, free } = rank else { return self.alone(machine, depth + 1, statement) };
        let flags = self.flags(&[statement]);
        if flags::are_done(&flags, machine) {
            return Ok(());
        }
        let Some(range) = machine.range(level)? else { return Ok(()) };
        if self.is_closed(machine, depth, statement, &range) {
            return Ok(());
        }
        let descending = *free && self.descending;
        let is_long = is_long(range.low, range.high);
        for step in 0..=range.high.saturating_sub(range.low) {
            if flags::are_done(&flags, machine)
                || is_long && self.are_kept_out(machine, depth, std::iter::once(statement))
            {
                break;
            }
            machine.spend()?;
            machine.set_slot(level.slot, if descending { range.high - step } else { range.low + step });
            if range.exact || machine.admits(level)? {
                self.alone(machine, depth + 1, statement)?;
            }
        }
        Ok(())
    }

    fn execute(&self, machine: &mut Machine, statement: usize) -> Result<(), Fault> {
        match self.statements.get(statement) {
            Some(code) => code.run_guarded(machine),
            None => Ok(()),
        }
    }
}

/// Whether a loop between these values, in either direction, may have no bound of its own.
fn is_long(from: i64, to: i64) -> bool {
    from.abs_diff(to) >= LONG
}

/// The value that comes first. Loops that run either way run in the same direction at one depth.
fn next(cursors: &[Cursor]) -> Option<i64> {
    let descending = cursors.first()?.descending;
    let values = cursors.iter().map(|cursor| cursor.next);
    if descending { values.max() } else { values.min() }
}

impl Cursor {
    /// Goes to the next value; false where there is none.
    fn advance(&mut self) -> bool {
        if self.next == self.last {
            return false;
        }
        self.next += if self.descending { -1 } else { 1 };
        true
    }
}
