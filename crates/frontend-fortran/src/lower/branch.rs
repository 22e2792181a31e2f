//! Conditions: predicates, evaluated once where they depend on memory.

use super::Lowerer;
use super::block::From;
use fortran_sema::hir::{Branch, Node};
use ir::{Expr, LValue, Node as Value, Scalar, walk};
use poly::Name;

impl Lowerer<'_> {
    /// Lowers an IF block. Each branch holds under its condition and where none before holds.
    pub(super) fn branches(&mut self, branches: &[Branch], otherwise: &[Node]) {
        if let ([branch], []) = (branches, otherwise)
            && let Some(flags) = self.flags_of(branch)
        {
            return self.under_flags(&flags, &branch.body);
        }
        let outer = self.predicates.len();
        for branch in branches {
            let from = From { span: branch.span, tags: &branch.tags };
            let condition = self.predicate(self.value(&branch.condition), from);
            self.predicated_block(condition.clone(), &branch.body);
            self.predicates.push(self.opposite(&condition));
        }
        self.block(otherwise);
        self.predicates.truncate(outer);
    }

    /// The negation; on integers, which are never NaN, that of a comparison is another comparison.
    fn opposite(&self, condition: &Expr) -> Expr {
        let is_integer =
            |e: &Expr| ir::typing::type_of(&self.kernel, e).is_ok_and(|ty| ty.scalar().is_integer());
        match condition.node() {
            Value::Compare(op, a, b) if is_integer(a) && is_integer(b) => {
                Expr::new(Value::Compare(op.negated(), a.clone(), b.clone()))
            }
            _ => condition.logical_not(),
        }
    }

    /// Lowers statements that run where a condition holds.
    fn predicated_block(&mut self, condition: Expr, body: &[Node]) {
        self.predicates.push(condition);
        self.block(body);
        self.predicates.pop();
    }

    /// The condition as a predicate of statements: itself if it never changes, else a flag that holds its
    /// value.
    fn predicate(&mut self, condition: Expr, from: From<'_>) -> Expr {
        if !self.changes(&condition) {
            return condition;
        }
        let name = loop {
            let name = format!("loopy_cond{}", self.flags);
            self.flags += 1;
            if !self.is_taken(&name) {
                break poly::Name::new(name);
            }
        };
        self.add_temporary(&name, Scalar::Bool, from.span);
        self.emit(LValue::Scalar(name.clone()), condition, from);
        Expr::var(name)
    }

    /// Whether a condition may have other values later in the routine, or in other iterations.
    fn changes(&self, condition: &Expr) -> bool {
        walk::any(condition, &mut |part| match part.node() {
            Value::Load { array, index } => !self.is_constant_element(array, index),
            Value::Var(name) => self.kernel.temps.contains_key(name),
            _ => false,
        })
    }

    /// Whether an element is the same one in all iterations, of an argument that is never assigned.
    fn is_constant_element(&self, array: &Name, index: &[Expr]) -> bool {
        let is_fixed = |subscript: &Expr| {
            !walk::any(subscript, &mut |part| {
                part.as_var().is_some_and(|name| !ir::typing::is_value_argument(&self.kernel, name))
            })
        };
        self.kernel.args.contains_key(array)
            && !self.usage.writes.contains_key(array)
            && index.iter().all(is_fixed)
    }
}
