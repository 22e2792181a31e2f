//! Scalars that each iteration computes for itself, replaced by what they hold.

use crate::rewrite::exprs;
use ir::access::{MemoryAccess, accesses};
use ir::{Expr, Kernel, LValue, Node, Statement, StatementKind, typing, walk};
use poly::Name;
use std::collections::BTreeSet;

/// The largest expression that takes the place of scalars, in nodes.
const MAX_NODES: usize = 1000;

/// Puts the values of scalars that are computed in each iteration of a loop into one of its statements.
///
/// A scalar has the value that its last assignment in the iteration gave it, in the same loops, before it is
/// read. Where that stands under a condition which the reader has not, the value is that of an earlier one
/// wherever the condition fails. Whether what these values read is still the same behind the loop is for the
/// caller to ask, of `reads`.
pub(super) struct Scalars<'k> {
    kernel: &'k Kernel,
    iname: &'k Name,
    reader: &'k Statement,
    /// Those that were replaced.
    pub(super) replaced: BTreeSet<Name>,
    /// What is read, each by the statement at whose place in the iteration it is.
    pub(super) reads: Vec<(Name, MemoryAccess)>,
    nodes: usize,
}

/// A statement that assigns a scalar in the loop.
type Writer<'k> = (&'k Name, &'k Statement);

impl<'k> Scalars<'k> {
    pub(super) fn new(kernel: &'k Kernel, iname: &'k Name, reader: &'k Statement) -> Self {
        Scalars { kernel, iname, reader, replaced: BTreeSet::new(), reads: Vec::new(), nodes: 0 }
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
        walk::visit(&changed, &mut |_| self.nodes += 1);
        let alone = Statement { predicates: vec![expr.clone()], ..Statement::of_kind(StatementKind::Nop) };
        let reads = accesses(self.kernel, &alone).into_iter().filter(|read| value(&read.variable).is_none());
        let placed = |read: MemoryAccess| {
            let index = read.index.iter().map(|subscript| walk::substitute(subscript, &value)).collect();
            (id.clone(), MemoryAccess { index, ..read })
        };
        self.reads.extend(reads.map(placed));
        self.replaced.extend(values.into_iter().map(|(name, _)| name));
        (self.nodes <= MAX_NODES).then_some(changed)
    }

    /// What a scalar holds where that statement reads it, if an iteration computes it; the outer `None` is for what is too large.
    fn value(&mut self, id: &Name, name: &Name) -> Option<Option<Expr>> {
        if self.kernel.temps.get(name).is_none_or(|temp| !temp.shape.is_empty()) {
            return Some(None);
        }
        let before: Vec<Writer<'k>> =
            self.writers(name).filter(|(writer, _)| self.kernel.comes_after(id, writer)).collect();
        let mut next = before.iter().skip(1);
        if !before
            .iter()
            .all(|(first, _)| next.next().is_none_or(|(later, _)| self.kernel.comes_after(later, first)))
        {
            return Some(None);
        }
        self.value_of_last(id, name, &before)
    }

    /// What the last of these assignments leaves that runs.
    fn value_of_last(&mut self, id: &Name, name: &Name, writers: &[Writer<'k>]) -> Option<Option<Expr>> {
        let Some(((writer, statement), earlier)) = writers.split_last() else { return Some(None) };
        let (Some(LValue::Scalar(_)), Some(value)) = (statement.target(), statement.value()) else {
            return Some(None);
        };
        let types = (typing::type_of_variable(self.kernel, name), typing::type_of(self.kernel, value));
        let (Ok(stored), Ok(computed)) = types else { return Some(None) };
        if statement.inames != self.reader.inames {
            return Some(None);
        }
        let own = self.expr(writer, value)?;
        let is_same = stored.scalar() == computed.scalar();
        let own = if is_same { own } else { Expr::cast(stored.scalar(), own) };
        if self.runs_with(id, (writer, statement)) {
            return Some(Some(own));
        }
        let Some(other) = self.value_of_last(id, name, earlier)? else { return Some(None) };
        let conditions = statement.predicates.iter().map(|condition| self.expr(writer, condition));
        let conditions = conditions.collect::<Option<Vec<Expr>>>()?;
        Some(Some(Expr::new(Node::Select(Expr::all(conditions), own, other))))
    }

    /// Whether an assignment runs wherever a statement does that comes after it.
    fn runs_with(&self, id: &Name, (writer, statement): Writer<'k>) -> bool {
        let reader = self.kernel.statements.get(id);
        statement.predicates.iter().all(|own| reader.is_some_and(|reader| reader.predicates.contains(own)))
            && statement.predicates.iter().flat_map(walk::names).all(|read| self.is_settled(writer, &read))
    }

    /// Whether a variable keeps its value from that statement to the end of the iteration.
    fn is_settled(&self, id: &Name, name: &Name) -> bool {
        self.writers(name).all(|(writer, _)| self.kernel.comes_after(id, writer))
    }

    /// The statements of the loop that write a variable.
    fn writers(&self, name: &Name) -> impl Iterator<Item = Writer<'k>> {
        let (name, iname) = (name.clone(), self.iname);
        let inside = self.kernel.statements.iter().filter(|(_, s)| s.inames.contains(iname));
        inside.filter(move |(_, s)| s.target().is_some_and(|target| *target.name() == name))
    }
}

/// The assignments of these scalars that nothing reads once a statement has become another one.
pub(super) fn unread_assignments(
    kernel: &Kernel,
    (id, changed): (&Name, &Statement),
    scalars: &BTreeSet<Name>,
) -> BTreeSet<Name> {
    let mut gone = BTreeSet::new();
    loop {
        let left = kernel.statements.iter().filter(|(other, _)| *other != id && !gone.contains(*other));
        let left = left.map(|(_, statement)| statement).chain([changed]);
        let mut read: BTreeSet<Name> = left.flat_map(exprs).flat_map(walk::names).collect();
        read.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
        read.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
        let is_unread = |(other, statement): &(&Name, &Statement)| {
            let target = statement.target().map(LValue::name);
            !gone.contains(*other)
                && target.is_some_and(|name| scalars.contains(name) && !read.contains(name))
        };
        let unread: Vec<Name> =
            kernel.statements.iter().filter(is_unread).map(|(other, _)| other.clone()).collect();
        if unread.is_empty() {
            return gone;
        }
        gone.extend(unread);
    }
}
