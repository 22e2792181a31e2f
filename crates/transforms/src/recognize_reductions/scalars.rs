//! Scalars that each iteration computes for itself, replaced by what they hold.

use crate::rewrite::{exprs, remove_statement, remove_temporaries};
use ir::{Expr, Kernel, LValue, Node, Statement, StatementKind, typing, walk};
use poly::Name;
use std::collections::BTreeSet;

/// The largest expression that takes the place of scalars, in nodes.
const MAX_NODES: usize = 1000;

/// Puts the values of scalars that are computed in each iteration of a loop into one of its statements.
///
/// A scalar has one value between its only assignment in the loop and the end of the iteration. That assignment runs before
/// the reader, in the same loops, and wherever the reader does. Whether what it reads is the same at the reader is for the
/// caller to ask, of the statement that comes back.
pub(super) struct Scalars<'k> {
    kernel: &'k Kernel,
    iname: &'k Name,
    reader: &'k Statement,
    /// Those that were replaced.
    pub(super) replaced: BTreeSet<Name>,
    nodes: usize,
}

impl<'k> Scalars<'k> {
    pub(super) fn new(kernel: &'k Kernel, iname: &'k Name, reader: &'k Statement) -> Self {
        Scalars { kernel, iname, reader, replaced: BTreeSet::new(), nodes: 0 }
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
        self.replaced.extend(values.into_iter().map(|(name, _)| name));
        (self.nodes <= MAX_NODES).then_some(changed)
    }

    /// What a scalar holds where that statement reads it, if an iteration computes it; the outer `None` is for what is too large.
    fn value(&mut self, id: &Name, name: &Name) -> Option<Option<Expr>> {
        let Some((writer, value)) = self.assignment(id, name) else { return Some(None) };
        let types = (typing::type_of_variable(self.kernel, name), typing::type_of(self.kernel, value));
        let (Ok(stored), Ok(computed)) = types else { return Some(None) };
        let value = self.expr(writer, value)?;
        let is_same = stored.scalar() == computed.scalar();
        Some(Some(if is_same { value } else { Expr::new(Node::Cast(stored.scalar(), value)) }))
    }

    /// The only assignment of a scalar in the loop, if a statement that reads it finds what it stored.
    fn assignment(&self, id: &Name, name: &Name) -> Option<(&'k Name, &'k Expr)> {
        let kernel = self.kernel;
        kernel.temps.get(name).filter(|temp| temp.shape.is_empty())?;
        let mut writers = self.writers(name);
        let (writer, statement) = writers.next().filter(|_| writers.next().is_none())?;
        let Some(LValue::Scalar(_)) = statement.target() else { return None };
        let runs = statement.inames == self.reader.inames
            && statement.predicates.iter().all(|own| self.reader.predicates.contains(own))
            && statement.predicates.iter().flat_map(walk::names).all(|read| self.is_settled(writer, &read));
        (runs && kernel.comes_after(id, writer)).then_some((writer, statement.value()?))
    }

    /// Whether a variable keeps its value from that statement to the end of the iteration.
    fn is_settled(&self, id: &Name, name: &Name) -> bool {
        self.writers(name).all(|(writer, _)| self.kernel.comes_after(id, writer))
    }

    /// The statements of the loop that write a variable.
    fn writers(&self, name: &Name) -> impl Iterator<Item = (&'k Name, &'k Statement)> {
        let (name, iname) = (name.clone(), self.iname);
        let inside = self.kernel.statements.iter().filter(|(_, s)| s.inames.contains(iname));
        inside.filter(move |(_, s)| s.target().is_some_and(|target| *target.name() == name))
    }
}

/// Removes the assignments of these scalars where nothing reads them any more.
pub(super) fn remove_unread(kernel: &mut Kernel, scalars: &BTreeSet<Name>) {
    loop {
        let mut read: BTreeSet<Name> =
            kernel.statements.values().flat_map(exprs).flat_map(walk::names).collect();
        read.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
        read.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
        let is_unread = |statement: &Statement| {
            let target = statement.target().map(LValue::name);
            target.is_some_and(|name| scalars.contains(name) && !read.contains(name))
        };
        let unread: Vec<Name> =
            kernel.statements.iter().filter(|(_, s)| is_unread(s)).map(|(id, _)| id.clone()).collect();
        if unread.is_empty() {
            return remove_temporaries(kernel);
        }
        unread.iter().for_each(|id| remove_statement(kernel, id));
    }
}
