//! Statements in program order.

use super::{Lowerer, NAME, Role};
use diag::Span;
use fortran_sema::hir::{Node, NodeKind, Target};
use ir::{Expr as Value, LValue, Statement};
use poly::{Aff, Name};
use std::collections::BTreeSet;

/// Where a statement comes from.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    pub(super) span: Span,
    pub(super) tags: &'a BTreeSet<Name>,
}

impl Lowerer<'_> {
    /// Lowers statements in order.
    pub(super) fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            let from = From { span: node.span, tags: &node.tags };
            match &node.kind {
                NodeKind::Assign(target, value) => self.assign(target, value, from),
                NodeKind::Loop(head) => self.do_loop(head, from),
                NodeKind::If(branches, otherwise) => self.branches(branches, otherwise),
                // The rewrites before left none of these, unless they reported it.
                NodeKind::Call(_) | NodeKind::Goto(_) | NodeKind::Label(_) if !self.routine.is_complete => {}
                NodeKind::Return
                | NodeKind::Cycle(_)
                | NodeKind::Exit(_)
                | NodeKind::Goto(_)
                | NodeKind::Label(_)
                | NodeKind::Stop(_)
                | NodeKind::Call(_) => {
                    self.found.push(fortran_syntax::parse::unsupported_error("this jump", node.span));
                }
            }
        }
    }

    fn assign(&mut self, target: &Target, value: &Value, from: From<'_>) {
        let value = self.value(value);
        let name = target.name.clone();
        let lvalue = match (self.roles.get(&name), &target.index) {
            (Some(Role::Array(..)), Some(index)) => {
                let index = self.subscripts(&name, index);
                LValue::Element { array: name, index }
            }
            (Some(Role::Written), None) => LValue::Element { array: name, index: Vec::new() },
            (Some(Role::Local), None) => {
                let place = self.predicates.is_empty().then(|| self.inames());
                self.assigned.insert(name.clone(), place);
                LValue::Scalar(name)
            }
            (Some(Role::Loop(_)), None) => {
                let message = format!("loop variable `{name}` is assigned by what is called in the loop");
                return self.complain(super::LOOP, message, from.span);
            }
            _ => return,
        };
        self.emit(lvalue, value, from);
    }

    /// Adds an assignment as the next statement.
    pub(super) fn emit(&mut self, target: LValue, value: Value, from: From<'_>) {
        let position = Aff::constant(self.next_position());
        let mut statement = Statement::assign(target, value);
        statement.inames = self.inames();
        statement.after.extend(self.kernel.statements.keys().last().cloned());
        let holds = Value::bool(true);
        statement.predicates =
            self.predicates.iter().filter(|predicate| **predicate != holds).cloned().collect();
        statement.tags = from.tags.clone();
        statement.time = Some(self.time.iter().cloned().chain([position]).collect());
        statement.loc = self.loc(from.span);
        statement.origin = from.span.into();
        self.check_depth(&statement, from.span);
        let id = Name::new(format!("insn_{}", self.kernel.statements.len()));
        self.kernel.statements.insert(id, statement);
    }

    fn check_depth(&mut self, statement: &Statement, span: Span) {
        let index = statement.target().map(LValue::index).unwrap_or_default();
        // Statements of one branch share its conditions.
        let last = self.kernel.statements.values().last();
        let is_new = |predicate: &&Value| {
            last.is_none_or(|last| !last.predicates.iter().any(|other| other.is_same(predicate)))
        };
        let conditions = statement.predicates.iter().filter(is_new);
        let parts = statement.value().into_iter().chain(index).chain(conditions);
        let limit = usize::try_from(ir::text::MAX_DEPTH).unwrap_or(0);
        if parts.map(depth).any(|depth| depth > limit) {
            self.complain(NAME, "this statement nests too deep", span);
        }
    }

    /// The position of the next statement or loop among those around it.
    pub(super) fn next_position(&mut self) -> i64 {
        let Some(position) = self.positions.last_mut() else { return 0 };
        *position += 1;
        *position - 1
    }
}

/// Number of levels; the parser's limits keep it small enough to recurse.
fn depth(expr: &Value) -> usize {
    let mut deepest = 0;
    ir::walk::for_each_child(expr, &mut |child| deepest = deepest.max(depth(child)));
    1 + deepest
}
