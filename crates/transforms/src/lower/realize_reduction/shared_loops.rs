//! Which reductions share loops, with each other and with statements that compute what they reduce.
//!
//! Reductions over the same inames share their loops if none of them waits for another, so that what they
//! read is read once. Statements in loops over these inames join them if all reductions come behind them, and
//! nothing has to run between.
//!
//! Claim: an iteration that reduces what statements of the same iteration wrote finds there what it would
//! find behind all iterations. For no other iteration writes an element that it reads.

use super::reduces;
use crate::lower::domains::Domains;
use crate::rewrite::outermost_reductions;
use dependence::declared::Declared;
use dependence::domain::where_any;
use dependence::instance::same_element;
use ir::access::{AccessKind, MemoryAccess, accesses, bounds};
use ir::{InameTag, IndexMap, Kernel, LValue, Node, Statement, Unordered};
use poly::{Error, Name};

/// Statements that share loops.
#[derive(Debug, PartialEq)]
pub(crate) struct SharedLoops {
    /// The reduced inames, in their order.
    pub(crate) inames: Vec<Name>,
    /// The statements that reduce over them, in the order of the kernel.
    pub(crate) reductions: Vec<Name>,
    /// The statements in loops over them, in the order of the kernel.
    pub(crate) computing: Vec<Name>,
}

impl SharedLoops {
    /// All groups of statements that share loops which have more than one member.
    ///
    /// # Errors
    /// Those of the set operations.
    pub(crate) fn find(kernel: &Kernel) -> Result<Vec<Self>, Error> {
        let candidates = alike(kernel).into_iter().map(|((_, inames), reductions)| {
            let computing = in_loops_over(kernel, inames);
            (inames, reductions, computing)
        });
        let candidates: Vec<_> =
            candidates.filter(|(_, some, others)| some.len() + others.len() > 1).collect();
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let search = Search { kernel, order: Declared::new(kernel), domains: Domains::new(kernel) };
        let mut found = Vec::new();
        for (inames, reductions, mut computing) in candidates {
            for reductions in search.independent(&reductions) {
                let mut group = SharedLoops { inames: inames.to_vec(), reductions, computing: Vec::new() };
                if !computing.is_empty() && search.takes(&group, &computing)? {
                    group.computing = std::mem::take(&mut computing).into_iter().cloned().collect();
                }
                if group.reductions.len() + group.computing.len() > 1 {
                    found.push(group);
                }
            }
        }
        Ok(found)
    }

    /// The inames over which all outermost reductions of a statement's value are, if there is no other one.
    pub(crate) fn reduced(statement: &Statement) -> Option<&[Name]> {
        let index = statement.target().map(LValue::index).unwrap_or_default();
        if statement.atomic.is_some() || statement.predicates.iter().chain(index).any(reduces) {
            return None;
        }
        let reductions = outermost_reductions(statement.value()?);
        let mut lists = reductions.into_iter().filter_map(|whole| match whole.node() {
            Node::Reduce { inames, .. } => Some(inames.as_slice()),
            _ => None,
        });
        let first = lists.next()?;
        lists.all(|list| list == first).then_some(first)
    }
}

/// What is asked of one kernel many times.
struct Search<'k> {
    kernel: &'k Kernel,
    order: Declared,
    domains: Domains<'k>,
}

impl Search<'_> {
    /// These reductions in groups none of which has members that wait for each other. Where the text orders
    /// what nothing else does, they also stand beside each other.
    fn independent(&self, reductions: &[&Name]) -> Vec<Vec<Name>> {
        let waits = |a: &Name, b: &Name| self.order.comes_after(a, b);
        let mut groups: Vec<Vec<Name>> = Vec::new();
        for id in reductions {
            let fits = |group: &&mut Vec<Name>| {
                group
                    .iter()
                    .all(|other| !waits(id, other) && !waits(other, id) && !touch(self.kernel, id, other))
                    && (self.kernel.unordered != Unordered::TextOrder
                        || is_next(self.kernel, group.last(), id))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push((*id).clone()),
                None => groups.push(vec![(*id).clone()]),
            }
        }
        groups
    }

    /// Whether these statements may run in the loops of the reductions of a group.
    fn takes(&self, group: &SharedLoops, computing: &[&Name]) -> Result<bool, Error> {
        let statement = |id: &Name| self.kernel.statements.get(id);
        let reductions: Vec<&Statement> = group.reductions.iter().filter_map(statement).collect();
        let statements: Vec<&Statement> = computing.iter().filter_map(|id| statement(id)).collect();
        let around = reductions.first().map(|first| first.inames.as_slice()).unwrap_or_default();
        let has_loops = |inames: &[Name]| {
            let mut all = around.iter().chain(&group.inames);
            all.all(|iname| inames.contains(iname)) && inames.len() == around.len() + group.inames.len()
        };
        if !statements.iter().all(|statement| has_loops(&statement.inames) && is_plain(statement))
            || !self.come_directly_behind(&group.reductions, computing)
            || !self.stand_together(&group.reductions, computing)
        {
            return Ok(false);
        }
        for reduction in reductions {
            for statement in &statements {
                if !self.reads_only_own(reduction, &group.inames, statement)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether no other statement has to run behind some of these and before a reduction, nor a reduction
    /// before one of these.
    fn come_directly_behind(&self, reductions: &[Name], computing: &[&Name]) -> bool {
        let follows = |id: &Name| computing.iter().any(|before| self.order.comes_after(id, before));
        let is_needed = |id: &Name| reductions.iter().any(|later| self.order.comes_after(later, id));
        let others = self.kernel.statements.keys().filter(|id| !computing.contains(id));
        let waits = |id: &Name| reductions.iter().any(|before| self.order.comes_after(id, before));
        !others.into_iter().any(|id| follows(id) && is_needed(id)) && !computing.iter().any(|id| waits(id))
    }

    /// Whether no other statement stands between these and the reductions, where the text orders what nothing
    /// else does.
    fn stand_together(&self, reductions: &[Name], computing: &[&Name]) -> bool {
        let members = || reductions.iter().chain(computing.iter().copied());
        let places = || members().filter_map(|id| self.kernel.statements.get_index_of(id));
        let span = places().max().zip(places().min()).map(|(last, first)| last - first + 1);
        self.kernel.unordered != Unordered::TextOrder || span == Some(members().count())
    }

    /// Whether each iteration of a reduction reads of what a statement writes only what the same iteration
    /// writes, and the statement has nothing to do with the result.
    fn reads_only_own(
        &self,
        reduction: &Statement,
        inames: &[Name],
        statement: &Statement,
    ) -> Result<bool, Error> {
        let (Some(target), Some(result)) = (statement.target(), reduction.target()) else { return Ok(false) };
        let is_used = || accesses(self.kernel, statement).iter().any(|a| a.variable == *result.name());
        if is_used() || bounds(self.kernel, statement).contains(result.name()) {
            return Ok(false);
        }
        let reads = accesses(self.kernel, reduction).into_iter();
        for read in reads.filter(|read| read.variable == *target.name()) {
            if !is_reduced(&read, inames) || !self.is_own(reduction, &read, statement, target)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether what is read in a reduction is, as far as the statement writes it, written in the same
    /// iteration.
    fn is_own(
        &self,
        reduction: &Statement,
        read: &MemoryAccess,
        statement: &Statement,
        target: &LValue,
    ) -> Result<bool, Error> {
        let reading: Vec<Name> = reduction.inames.iter().chain(&read.reduced).cloned().collect();
        let (x, reads) = self.domains.instance("x.", &reading, &[])?;
        let (y, writes) = self.domains.instance("y.", &statement.inames, &[])?;
        let Some(element) = same_element(self.kernel, x.element(&read.index), y.element(target.index()))
        else {
            return Ok(true);
        };
        let pairs = reads.intersect(&writes)?.add_constraints(&element)?;
        let others = x.differ(&y, &statement.inames).ok_or(Error::Overflow)?;
        Ok(where_any(&pairs, &others)?.is_none())
    }
}

/// The statements whose reductions are all over the same inames, for each such list, and each list of loops
/// around them.
fn alike(kernel: &Kernel) -> IndexMap<(&[Name], &[Name]), Vec<&Name>> {
    let mut found: IndexMap<(&[Name], &[Name]), Vec<&Name>> = IndexMap::default();
    for (id, statement) in &kernel.statements {
        if let Some(inames) = SharedLoops::reduced(statement)
            && inames.iter().all(|iname| is_loop_of_its_own(kernel, iname))
        {
            found.entry((&statement.inames, inames)).or_default().push(id);
        }
    }
    found
}

/// Whether a loop is one after the other, or on an axis of the hardware.
fn is_loop_of_its_own(kernel: &Kernel, iname: &Name) -> bool {
    matches!(kernel.tag(iname), None | Some(InameTag::Group(_) | InameTag::Local(_)))
}

/// The statements in a loop over one of these.
fn in_loops_over<'k>(kernel: &'k Kernel, inames: &[Name]) -> Vec<&'k Name> {
    let is_in = |statement: &Statement| inames.iter().any(|iname| statement.inames.contains(iname));
    kernel.statements.iter().filter(|(_, statement)| is_in(statement)).map(|(id, _)| id).collect()
}

/// Whether a statement computes a value, by itself and without a reduction.
fn is_plain(statement: &Statement) -> bool {
    statement.atomic.is_none() && statement.target().is_some() && !statement.expressions().any(reduces)
}

/// Whether one of two statements accesses what the other one writes.
fn touch(kernel: &Kernel, a: &Name, b: &Name) -> bool {
    let [a, b] = [a, b].map(|id| kernel.statements.get(id));
    let accesses_result = |user: Option<&Statement>, writer: Option<&Statement>| {
        let written = writer.and_then(Statement::target).map(LValue::name);
        let used = user.map(|user| accesses(kernel, user)).unwrap_or_default();
        let is_bound = |name: &Name| user.is_some_and(|user| bounds(kernel, user).contains(name));
        used.iter().any(|access| Some(&access.variable) == written) || written.is_some_and(is_bound)
    };
    accesses_result(a, b) || accesses_result(b, a)
}

fn is_next(kernel: &Kernel, earlier: Option<&Name>, id: &Name) -> bool {
    let place = |id: &Name| kernel.statements.get_index_of(id);
    earlier.and_then(place).and_then(|place| place.checked_add(1)) == place(id)
}

/// Whether a value is read in each iteration of these loops.
fn is_reduced(access: &MemoryAccess, inames: &[Name]) -> bool {
    access.kind == AccessKind::Read && inames.iter().all(|iname| access.reduced.contains(iname))
}
