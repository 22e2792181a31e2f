//! Which reductions share loops, with each other and with statements that compute what they reduce.
//!
//! Reductions over the same inames share their loops if none of them waits for another, so that what they
//! read is read once. Statements in loops over these inames join them if all reductions come behind them, and
//! nothing has to run between.
//!
//! Claim: an iteration that reduces what statements of the same iteration wrote finds there what it would
//! find behind all iterations. For no other iteration writes an element that it reads.

use super::reduces;
use dependence::domain::where_any;
use dependence::instance::{Instance, same_element};
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Expr, InameTag, IndexMap, Kernel, LValue, Node, Statement, Unordered, walk};
use poly::{Error, Name};
use std::collections::{BTreeMap, BTreeSet};

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
        let mut found = Vec::new();
        for ((_, inames), reductions) in alike(kernel) {
            let mut computing = users(kernel, inames);
            for reductions in independent(kernel, &reductions) {
                let mut group = SharedLoops { inames: inames.to_vec(), reductions, computing: Vec::new() };
                if !computing.is_empty() && group.takes(kernel, &computing)? {
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
        let mut lists = Vec::new();
        outermost(statement.value()?, &mut lists);
        let first = *lists.first()?;
        lists.iter().all(|list| *list == first).then_some(first)
    }

    /// Whether these statements may run in the loops of the reductions.
    fn takes(&self, kernel: &Kernel, computing: &[&Name]) -> Result<bool, Error> {
        let statement = |id: &Name| kernel.statements.get(id);
        let reductions: Vec<&Statement> = self.reductions.iter().filter_map(statement).collect();
        let statements: Vec<&Statement> = computing.iter().filter_map(|id| statement(id)).collect();
        let around = reductions.first().map(|first| first.inames.as_slice()).unwrap_or_default();
        let has_loops = |inames: &[Name]| {
            let mut all = around.iter().chain(&self.inames);
            all.all(|iname| inames.contains(iname)) && inames.len() == around.len() + self.inames.len()
        };
        if !statements.iter().all(|statement| has_loops(&statement.inames) && is_plain(statement))
            || !self.come_directly_behind(kernel, computing)
            || !self.stand_together(kernel, computing)
        {
            return Ok(false);
        }
        for reduction in reductions {
            for statement in &statements {
                if !self.reads_only_own(kernel, reduction, statement)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether no statement has to run behind some of these and before a reduction, nor a reduction before
    /// one of these.
    fn come_directly_behind(&self, kernel: &Kernel, computing: &[&Name]) -> bool {
        let mut needed: BTreeSet<&Name> = BTreeSet::new();
        for id in &self.reductions {
            needed.extend(predecessors(kernel, id));
        }
        let others = needed.iter().filter(|id| !computing.contains(id));
        let follows = |id: &Name| !predecessors(kernel, id).is_disjoint(&computing.iter().copied().collect());
        let before = |id: &Name| !predecessors(kernel, id).is_disjoint(&self.reductions.iter().collect());
        !others.copied().any(follows) && !computing.iter().any(|id| before(id))
    }

    /// Whether no other statement stands between these and the reductions, where the text orders what nothing else
    /// does.
    fn stand_together(&self, kernel: &Kernel, computing: &[&Name]) -> bool {
        let members = || self.reductions.iter().chain(computing.iter().copied());
        let places = || members().filter_map(|id| kernel.statements.get_index_of(id));
        let span = places().max().zip(places().min()).map(|(last, first)| last - first + 1);
        kernel.unordered != Unordered::TextOrder || span == Some(members().count())
    }

    /// Whether each iteration of a reduction reads of what a statement writes only what the same iteration
    /// writes, and the statement has nothing to do with the result.
    fn reads_only_own(
        &self,
        kernel: &Kernel,
        reduction: &Statement,
        statement: &Statement,
    ) -> Result<bool, Error> {
        let (Some(target), Some(result)) = (statement.target(), reduction.target()) else { return Ok(false) };
        if accesses(kernel, statement).iter().any(|access| access.variable == *result.name()) {
            return Ok(false);
        }
        for read in accesses(kernel, reduction) {
            if read.variable == *target.name()
                && !(is_reduced(&read, &self.inames)
                    && is_own(kernel, (reduction, &read), (statement, target))?)
            {
                return Ok(false);
            }
        }
        Ok(true)
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

fn outermost<'e>(expr: &'e Expr, lists: &mut Vec<&'e [Name]>) {
    match expr.node() {
        Node::Reduce { inames, .. } => lists.push(inames),
        _ => walk::for_each_child(expr, &mut |child| outermost(child, lists)),
    }
}

/// Whether a loop is one after the other, or on an axis of the hardware.
fn is_loop_of_its_own(kernel: &Kernel, iname: &Name) -> bool {
    matches!(kernel.tag(iname), None | Some(InameTag::Group(_) | InameTag::Local(_)))
}

/// The statements in a loop over one of these.
fn users<'k>(kernel: &'k Kernel, inames: &[Name]) -> Vec<&'k Name> {
    let is_in = |statement: &Statement| inames.iter().any(|iname| statement.inames.contains(iname));
    kernel.statements.iter().filter(|(_, statement)| is_in(statement)).map(|(id, _)| id).collect()
}

/// Whether a statement computes a value, by itself and without a reduction.
fn is_plain(statement: &Statement) -> bool {
    statement.atomic.is_none() && statement.target().is_some() && !statement.expressions().any(reduces)
}

/// These reductions in groups none of which has members that wait for each other. Where the text orders what
/// nothing else does, they also stand beside each other.
fn independent(kernel: &Kernel, reductions: &[&Name]) -> Vec<Vec<Name>> {
    let before: BTreeMap<&Name, BTreeSet<&Name>> =
        reductions.iter().map(|id| (*id, predecessors(kernel, id))).collect();
    let mut groups: Vec<Vec<Name>> = Vec::new();
    for id in reductions {
        let waits = |a: &Name, b: &Name| before.get(a).is_some_and(|all| all.contains(b));
        let fits = |group: &&mut Vec<Name>| {
            group.iter().all(|other| !waits(id, other) && !waits(other, id) && !touch(kernel, id, other))
                && (kernel.unordered != Unordered::TextOrder || is_next(kernel, group.last(), id))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push((*id).clone()),
            None => groups.push(vec![(*id).clone()]),
        }
    }
    groups
}

/// Whether one of two statements accesses what the other one writes.
fn touch(kernel: &Kernel, a: &Name, b: &Name) -> bool {
    let [a, b] = [a, b].map(|id| kernel.statements.get(id));
    let accesses_result = |user: Option<&Statement>, writer: Option<&Statement>| {
        let written = writer.and_then(Statement::target).map(LValue::name);
        let used = user.map(|user| accesses(kernel, user)).unwrap_or_default();
        used.iter().any(|access| Some(&access.variable) == written)
    };
    accesses_result(a, b) || accesses_result(b, a)
}

fn is_next(kernel: &Kernel, earlier: Option<&Name>, id: &Name) -> bool {
    let place = |id: &Name| kernel.statements.get_index_of(id);
    earlier.and_then(place).and_then(|place| place.checked_add(1)) == place(id)
}

/// The statements that come before a statement, directly or through others.
fn predecessors<'k>(kernel: &'k Kernel, id: &Name) -> BTreeSet<&'k Name> {
    let mut found: BTreeSet<&Name> = BTreeSet::new();
    let mut open: Vec<&Name> = kernel.statements.get(id).into_iter().flat_map(|s| &s.after).collect();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(kernel.statements.get(id).into_iter().flat_map(|statement| &statement.after));
        }
    }
    found
}

/// Whether a value is read in each iteration of these loops.
fn is_reduced(access: &MemoryAccess, inames: &[Name]) -> bool {
    access.kind == AccessKind::Read && inames.iter().all(|iname| access.reduced.contains(iname))
}

/// Whether what is read in a reduction is, as far as the statement writes it, written in the same iteration.
fn is_own(
    kernel: &Kernel,
    (reduction, read): (&Statement, &MemoryAccess),
    (statement, target): (&Statement, &LValue),
) -> Result<bool, Error> {
    let reading: Vec<Name> = reduction.inames.iter().chain(&read.reduced).cloned().collect();
    let instance = |prefix, inames: &[Name]| -> Result<_, Error> {
        let points = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let at = Instance::over(prefix, inames.to_vec()).within(&points);
        let points = at.of(&points)?;
        Ok((at, points))
    };
    let ((x, reads), (y, writes)) = (instance("x.", &reading)?, instance("y.", &statement.inames)?);
    let Some(element) = same_element(kernel, (&x, &read.index), (&y, target.index())) else {
        return Ok(true);
    };
    let pairs = reads.intersect(&writes)?.add_constraints(&element)?;
    let others = x.differ(&y, &statement.inames).ok_or(Error::Overflow)?;
    Ok(where_any(&pairs, &others)?.is_none())
}
