//! Whether a read may be moved: which writes may come between two moments of the required order.

use super::instances;
use dependence::required::{Agreeing, Performed, lexicographic, substituted};
use ir::{Kernel, LValue, Name, Statement, Unordered};
use poly::{Aff, Constraint, Error, Point, Set};
use std::collections::BTreeMap;

/// An instance of a statement: the value of each of its inames, in terms of the columns of some set.
#[derive(Debug, Clone)]
pub(crate) struct Moment<'a> {
    /// Identifier.
    pub(crate) id: &'a Name,
    /// The statement.
    pub(crate) statement: &'a Statement,
    /// Its inames.
    pub(crate) at: BTreeMap<Name, Aff>,
}

/// A span of time for each point of a set, and an element that should keep its value over it.
pub(crate) struct Window<'a> {
    /// The points.
    pub(crate) points: Set,
    /// The variable.
    pub(crate) variable: &'a Name,
    /// The element; `None` for a subscript that may have any value.
    pub(crate) element: Vec<Option<Aff>>,
    /// Start.
    pub(crate) from: Moment<'a>,
    /// Whether a write by the first instance itself counts.
    pub(crate) inclusive: bool,
    /// End, when the value is read.
    pub(crate) to: Moment<'a>,
}

/// A write that may come inside a window.
pub(crate) struct Intruder<'a> {
    /// The statement that writes.
    pub(crate) id: &'a Name,
    /// The statement itself.
    pub(crate) statement: &'a Statement,
    /// One point at which it does.
    pub(crate) witness: Point,
}

/// The instance of a statement at a point, such as `s(i = 2)`; its columns are those of `which`, else of
/// `or`.
pub(crate) fn shown(
    id: &Name,
    statement: &Statement,
    point: &Point,
    which: &'static str,
    or: &'static str,
) -> String {
    let value = |iname: &Name| {
        let own = point.get(&instances::column(iname, which));
        let value = own.or_else(|| point.get(&instances::column(iname, or)))?;
        Some(format!("{iname} = {value}"))
    };
    let values: Vec<String> = statement.inames.iter().filter_map(value).collect();
    if values.is_empty() { format!("`{id}`") } else { format!("`{id}({})`", values.join(", ")) }
}

impl Window<'_> {
    /// The first statement that may write the element inside the window.
    pub(crate) fn intruder<'k>(&self, kernel: &'k Kernel) -> Result<Option<Intruder<'k>>, Error> {
        for (id, statement) in &kernel.statements {
            let Some(target) = statement.target().filter(|target| target.name() == self.variable) else {
                continue;
            };
            if let Some(witness) = self.overlap(kernel, id, statement, target)? {
                return Ok(Some(Intruder { id, statement, witness }));
            }
        }
        Ok(None)
    }

    fn overlap(
        &self,
        kernel: &Kernel,
        id: &Name,
        statement: &Statement,
        target: &LValue,
    ) -> Result<Option<Point>, Error> {
        let writer = Moment { id, statement, at: instances::columns(&statement.inames, "w.") };
        let domain = instances::domain(kernel, statement, &[], &statement.predicates)?;
        let mut both = self.points.intersect(&instances::with_own_columns(&domain, "w.")?)?;
        let mut same_element = Vec::new();
        for (read, written) in self.element.iter().zip(target.index()) {
            let written = instances::affine_index(kernel, written).and_then(|aff| aff.substitute(&writer.at));
            if let (Some(read), Some(written)) = (read, written) {
                same_element.push(Constraint::eq(read, &written).ok_or(Error::Overflow)?);
            }
        }
        both = both.add_constraints(&same_element)?;
        // Times say which iterations interleave. Without them those of shared loops do not.
        let timed = |moment: &Moment<'_>| {
            let performed = Performed::of_statement(kernel, moment.id, moment.statement);
            performed.is_some_and(|performed| performed.statement.time.is_some())
        };
        if ![&self.from, &self.to, &writer].into_iter().all(timed) {
            both = both.add_constraints(&self.same_iterations(&writer).ok_or(Error::Overflow)?)?;
        }
        let after_start = may_precede(kernel, &self.from, &writer, self.inclusive).ok_or(Error::Overflow)?;
        let before_end = may_precede(kernel, &writer, &self.to, false).ok_or(Error::Overflow)?;
        for first in &after_start {
            let late = both.add_constraints(first)?;
            if late.is_empty()? {
                continue;
            }
            let contradicts =
                |second: &&Vec<Constraint>| first.iter().any(|a| second.iter().any(|b| a.contradicts(b)));
            for second in before_end.iter().filter(|second| !contradicts(second)) {
                if let Some(witness) = late.add_constraints(second)?.sample()? {
                    return Ok(Some(witness));
                }
            }
        }
        Ok(None)
    }

    /// Iterations of a loop that writer, start and end share do not interleave: a write in another iteration
    /// than both stays outside.
    fn same_iterations(&self, writer: &Moment<'_>) -> Option<Vec<Constraint>> {
        let mut same = Vec::new();
        for (iname, iteration) in &self.from.at {
            if let Some(value) = writer.at.get(iname)
                && self.to.at.get(iname) == Some(iteration)
            {
                same.push(Constraint::eq(value, iteration)?);
            }
        }
        Some(same)
    }
}

/// The conditions, any of which suffices, under which it cannot be excluded that `a` precedes `b`.
pub(crate) fn may_precede(
    kernel: &Kernel,
    a: &Moment<'_>,
    b: &Moment<'_>,
    inclusive: bool,
) -> Option<Vec<Vec<Constraint>>> {
    let [x, y] = [a, b].map(|moment| Performed::of_statement(kernel, moment.id, moment.statement));
    let (Some(x), Some(y)) = (x, y) else {
        // One of them is no part of the reference: what the present kernel declares must do.
        return declared_order(kernel, a.id, &a.at, b.id, &b.at, inclusive);
    };
    let (first, second) = (x.inames_at(&a.at)?, y.inames_at(&b.at)?);
    if let (Some(earlier), Some(later)) = (&x.statement.time, &y.statement.time) {
        // Where the shorter of two times ends, either may come first.
        let either = inclusive || earlier.len() != later.len();
        let agreeing = if either { Agreeing::Included } else { Agreeing::Excluded };
        return lexicographic(&substituted(earlier, &first)?, &substituted(later, &second)?, agreeing);
    }
    declared_order(x.kernel, x.id, &first, y.id, &second, inclusive)
}

/// The same by declared dependencies alone.
fn declared_order(
    kernel: &Kernel,
    a: &Name,
    first: &BTreeMap<Name, Aff>,
    b: &Name,
    second: &BTreeMap<Name, Aff>,
    inclusive: bool,
) -> Option<Vec<Vec<Constraint>>> {
    let excluded = if a == b { !inclusive } else { follows(kernel, a, b) };
    if !excluded {
        return Some(vec![Vec::new()]);
    }
    // `b` precedes `a`, or is the same instance, where both agree on the inames that they share.
    let mut differing = Vec::new();
    for (iname, x) in first {
        if let Some(y) = second.get(iname)
            && x != y
        {
            differing.push(vec![Constraint::lt(x, y)?]);
            differing.push(vec![Constraint::gt(x, y)?]);
        }
    }
    Some(differing)
}

/// Whether `later` is declared, also through others, to come after `earlier`.
pub(crate) fn follows(kernel: &Kernel, later: &Name, earlier: &Name) -> bool {
    if kernel.unordered == Unordered::TextOrder {
        let place = |id: &Name| kernel.statements.get_index_of(id);
        if place(earlier) < place(later) {
            return true;
        }
    }
    kernel.comes_after(later, earlier)
}
