//! Scalars that each iteration computes for itself, replaced by what they hold.

use super::implication;
use dependence::within_iteration::WithinIteration;
use ir::access::{MemoryAccess, accesses};
use ir::{Expr, Kernel, LValue, Node, Statement, StatementKind, typing, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// The largest expression that takes the place of a scalar, in nodes.
const MAX_NODES: usize = 1000;

/// Puts the values of scalars that are computed in each iteration of a loop into one of its statements.
///
/// A scalar has the value that its last assignment in the iteration gave it, in the same loops, before it is
/// read. Where that stands under a condition which the reader has not, the value is that of an earlier one
/// wherever the condition fails. Whether what these values read is still the same behind the loop is for the
/// caller to ask, of `reads`.
pub(super) struct Scalars<'k> {
    kernel: &'k Kernel,
    order: &'k WithinIteration<'k>,
    iname: &'k Name,
    reader: &'k Statement,
    /// Those that were replaced.
    pub(super) replaced: BTreeSet<Name>,
    pub(super) reads: Vec<PlacedRead>,
    /// What statements assign, computed so far: a scalar that several statements read is replaced once.
    assigned: BTreeMap<Name, Expr>,
}

/// A read, by the statement at whose place in the iteration it is.
pub(super) struct PlacedRead {
    pub(super) reader: Name,
    pub(super) access: MemoryAccess,
}

/// A statement that assigns a scalar in the loop.
type Writer<'k> = (&'k Name, &'k Statement);

impl<'k> Scalars<'k> {
    pub(super) fn new(
        kernel: &'k Kernel,
        order: &'k WithinIteration<'k>,
        iname: &'k Name,
        reader: &'k Statement,
    ) -> Self {
        Scalars {
            kernel,
            order,
            iname,
            reader,
            replaced: BTreeSet::new(),
            reads: Vec::new(),
            assigned: BTreeMap::new(),
        }
    }

    /// The statement with them replaced; nothing where it would get too large.
    pub(super) fn statement(&mut self, id: &Name) -> Option<Statement> {
        let mut changed = self.reader.clone();
        for predicate in &mut changed.predicates {
            *predicate = self.expr(id, predicate)?;
        }
        if let StatementKind::Assign { value, .. } = &mut changed.kind {
            *value = self.expr(id, value)?;
        }
        Some(changed)
    }

    /// An expression of a statement with them replaced.
    fn expr(&mut self, id: &Name, expr: &Expr) -> Option<Expr> {
        let mut values = Vec::new();
        for name in walk::names(expr) {
            if let Some(value) = self.value(id, &name)? {
                values.push((name, value));
            }
        }
        let value = |name: &Name| values.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        let changed = walk::substitute(expr, &value);
        let mut nodes = 0_usize;
        walk::visit(&changed, &mut |_| nodes += 1);
        let alone = Statement { predicates: vec![expr.clone()], ..Statement::of_kind(StatementKind::Nop) };
        let reads = accesses(self.kernel, &alone).into_iter().filter(|read| value(&read.variable).is_none());
        let placed = |read: MemoryAccess| {
            let index = read.index.iter().map(|subscript| walk::substitute(subscript, &value)).collect();
            PlacedRead { reader: id.clone(), access: MemoryAccess { index, ..read } }
        };
        self.reads.extend(reads.map(placed));
        self.replaced.extend(values.into_iter().map(|(name, _)| name));
        (nodes <= MAX_NODES).then_some(changed)
    }

    /// What a scalar holds where that statement reads it, if an iteration computes it; the outer `None` is
    /// for what is too large.
    fn value(&mut self, id: &Name, name: &Name) -> Option<Option<Expr>> {
        if self.kernel.temps.get(name).is_none_or(|temp| !temp.shape.is_empty()) {
            return Some(None);
        }
        let Some(before) = self.writers_before(id, name) else { return Some(None) };
        self.value_of_last(id, name, &before, &mut Vec::new())
    }

    /// The statements of the loop that write a variable before another statement reads it, the first one
    /// first; `None` where the order of some is not known.
    fn writers_before(&self, id: &Name, name: &Name) -> Option<Vec<Writer<'k>>> {
        let is_before = |first: &Name, later: &Name| self.order.is_before(first, later);
        let (mut before, others): (Vec<_>, Vec<_>) =
            self.writers(name).partition(|(writer, _)| is_before(writer, id));
        let is_behind = |(writer, _): &Writer<'k>| *writer == id || is_before(id, writer);
        let all = before.clone();
        before.sort_by_cached_key(|(own, _)| all.iter().filter(|(other, _)| is_before(other, own)).count());
        let mut next = before.iter().skip(1);
        let mut pairs = before.iter().map_while(|first| Some((first, next.next()?)));
        let is_ordered = pairs.all(|((first, _), (later, _))| is_before(first, later));
        (is_ordered && others.iter().all(is_behind)).then_some(before)
    }

    /// What the last of these assignments leaves that runs, where those under the `missed` conditions do not.
    fn value_of_last(
        &mut self,
        id: &Name,
        name: &Name,
        writers: &[Writer<'k>],
        missed: &mut Vec<Vec<Expr>>,
    ) -> Option<Option<Expr>> {
        let Some(((writer, statement), earlier)) = writers.split_last() else { return Some(None) };
        let (Some(LValue::Scalar(_)), Some(value)) = (statement.target(), statement.value()) else {
            return Some(None);
        };
        let types = (typing::type_of_variable(self.kernel, name), typing::type_of(self.kernel, value));
        let (Ok(stored), Ok(computed)) = types else { return Some(None) };
        if statement.inames != self.reader.inames {
            return Some(None);
        }
        let own = self.assigned_value(writer, value)?;
        let is_same = stored.scalar() == computed.scalar();
        let own = if is_same { own } else { Expr::cast(stored.scalar(), own) };
        let is_settled = self.are_settled(writer, &statement.predicates);
        if is_settled && implication::follow(&statement.predicates, &self.holding(id), missed) {
            return Some(Some(own));
        }
        if is_settled {
            missed.push(statement.predicates.clone());
        }
        let Some(other) = self.value_of_last(id, name, earlier, missed)? else { return Some(None) };
        let conditions = statement.predicates.iter().map(|condition| self.expr(writer, condition));
        let conditions = conditions.collect::<Option<Vec<Expr>>>()?;
        Some(Some(Expr::new(Node::Select(Expr::all(conditions), own, other))))
    }

    /// What a statement assigns, with scalars replaced.
    fn assigned_value(&mut self, writer: &Name, value: &Expr) -> Option<Expr> {
        if let Some(known) = self.assigned.get(writer) {
            return Some(known.clone());
        }
        let own = self.expr(writer, value)?;
        self.assigned.insert(writer.clone(), own.clone());
        Some(own)
    }

    /// The conditions of a statement that hold to the end of the iteration.
    fn holding(&self, id: &Name) -> Vec<Expr> {
        let own = self.kernel.statements.get(id).map_or(&[][..], |reader| &reader.predicates);
        let settled = own.iter().filter(|condition| self.are_settled(id, std::slice::from_ref(condition)));
        settled.cloned().collect()
    }

    /// Whether conditions keep their values from that statement to the end of the iteration.
    fn are_settled(&self, id: &Name, conditions: &[Expr]) -> bool {
        conditions.iter().flat_map(walk::names).all(|read| self.is_settled(id, &read))
    }

    /// Whether a variable keeps its value from that statement to the end of the iteration.
    fn is_settled(&self, id: &Name, name: &Name) -> bool {
        self.writers(name).all(|(writer, _)| self.order.is_before(writer, id))
    }

    /// The statements of the loop that write a variable.
    fn writers(&self, name: &Name) -> impl Iterator<Item = Writer<'k>> {
        let (name, iname) = (name.clone(), self.iname);
        let inside = self.kernel.statements.iter().filter(|(_, s)| s.inames.contains(iname));
        inside.filter(move |(_, s)| s.target().is_some_and(|target| *target.name() == name))
    }
}

/// The assignments of these scalars that nothing needs once a statement has become another one. A scalar that
/// only such assignments read, `d = d + x` among them, is needed by nothing.
pub(super) fn unread_assignments(
    kernel: &Kernel,
    id: &Name,
    changed: &Statement,
    scalars: &BTreeSet<Name>,
) -> BTreeSet<Name> {
    let left = kernel.statements.iter().filter(|(other, _)| *other != id);
    let (mut open, others): (Vec<_>, Vec<_>) = left
        .partition(|(_, statement)| statement.target().is_some_and(|target| scalars.contains(target.name())));
    let others = others.into_iter().map(|(_, statement)| statement).chain([changed]);
    let mut needed: BTreeSet<Name> = others.flat_map(Statement::expressions).flat_map(walk::names).collect();
    needed.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
    needed.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
    loop {
        let is_needed =
            |statement: &Statement| statement.target().is_some_and(|target| needed.contains(target.name()));
        let (read, unread): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|(_, statement)| is_needed(statement));
        if read.is_empty() {
            return unread.into_iter().map(|(other, _)| other.clone()).collect();
        }
        needed.extend(
            read.into_iter().flat_map(|(_, statement)| statement.expressions()).flat_map(walk::names),
        );
        open = unread;
    }
}
