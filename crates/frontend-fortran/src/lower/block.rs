//! Statements in program order.

use super::arith::convert;
use super::{ARRAY, LOOP, Lowerer, NAME, Role};
use crate::ast::{Expr, Node, NodeKind, Target};
use diag::{Diagnostic, Span};
use ir::{Expr as Value, LValue, Scalar, Statement};
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
                NodeKind::Do(head, body) => self.do_loop(head, body, from),
                NodeKind::If(branches, otherwise) => self.branches(branches, otherwise),
                NodeKind::ReturnIf(condition) => self.return_if(condition, from),
            }
        }
    }

    fn assign(&mut self, target: &Target, value: &Expr, from: From<'_>) {
        let lowered = self.expr(value);
        let Some((lvalue, ty)) = self.target(target) else { return };
        let Some(lowered) = lowered else { return };
        let converted = convert(&lowered, ty);
        if let Some(value) = self.checked(converted, value.span) {
            self.emit(lvalue, value, from);
        }
    }

    /// The element that an assignment writes, and its type.
    fn target(&mut self, target: &Target) -> Option<(LValue, Scalar)> {
        let name = &target.name.name;
        match (self.roles.get(name).cloned(), &target.index) {
            (Some(Role::Array(ty, _)), Some(actuals)) => {
                let index = self.subscripts(&target.name, actuals, target.span)?;
                Some((LValue::Element { array: name.clone(), index }, ty))
            }
            (Some(Role::Array(..)), None) => {
                let error = crate::parse::unsupported_error("assignment to a whole array", target.span);
                self.report(error.help("write a loop over its elements"))
            }
            (Some(Role::Broken), _) => None,
            (Some(Role::Loop(_)), _) => {
                let error = Diagnostic::error(LOOP, format!("loop variable `{name}` is assigned"));
                self.report(error.at(target.span, "").help("use another variable"))
            }
            (Some(Role::Constant(_)), _) => {
                self.error(NAME, format!("constant `{name}` is assigned"), target.span)
            }
            (_, Some(_)) => {
                let error =
                    Diagnostic::error(ARRAY, format!("`{name}` has no dimensions")).at(target.span, "");
                let help = format!(
                    "declare it as an array, such as `{name}(n)`; statement functions are not supported"
                );
                self.report(error.help(help))
            }
            (Some(Role::Cell(ty)), None) => {
                Some((LValue::Element { array: name.clone(), index: Vec::new() }, ty))
            }
            (Some(Role::Local(ty)), None) => {
                let place = self.predicates.is_empty().then(|| self.inames());
                self.assigned.insert(name.clone(), place);
                Some((LValue::Scalar(name.clone()), ty))
            }
            (Some(Role::Value(_)) | None, None) => {
                self.error(NAME, format!("`{name}` cannot be assigned"), target.span)
            }
        }
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
        statement.loc = Some(self.loc(from.span));
        statement.origin = from.span.into();
        self.check_depth(&statement, from.span);
        let id = Name::new(format!("insn_{}", self.kernel.statements.len()));
        self.kernel.statements.insert(id, statement);
    }

    fn check_depth(&mut self, statement: &Statement, span: Span) {
        let index = statement.target().map(LValue::index).unwrap_or_default();
        let parts = statement.value().into_iter().chain(index).chain(&statement.predicates);
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
    1 + ir::walk::children(expr).into_iter().map(depth).max().unwrap_or(0)
}
